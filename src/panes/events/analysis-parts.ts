import type { Command } from '../../commands/command.ts';
import type { PaneContext } from '../pane.ts';
import { type AnalysisPart, analysisPart } from './analysis.ts';
import { actorsView } from './analysis-actors.ts';
import { comparisonView } from './analysis-comparison.ts';
import { heatMapView } from './analysis-heat-map.ts';
import { matchesView } from './analysis-matches.ts';
import { trialView } from './analysis-trial.ts';
import { zonesView } from './analysis-zones.ts';
import type { EventsModel } from './model.ts';

/** Commands that act on the list or its selected entry, neither of which is visible during an analysis. */
const OF_LIST: ReadonlySet<string> = new Set([
  'events.inspect',
  'events.last',
  'events.search',
  'events.next',
  'events.previous',
  'events.severe-newer',
  'events.severe-older',
  'events.jump',
  'events.gap-newer',
  'events.gap-older',
  'events.stamps',
  'events.colours',
  'events.wrap',
  'events.scroll-left',
  'events.scroll-right',
  'events.context',
  'events.note',
  'events.mark',
  'events.mark-next',
  'events.mark-previous',
  'events.unmatched',
]);

/** The pane's commands that remain while an analysis view replaces the list. */
export const withoutList = (commands: readonly Command[]): readonly Command[] =>
  commands.filter(({ id }) => !OF_LIST.has(id));

/** @param changed called when there is a new answer */
export function createAnalysis(context: PaneContext, model: EventsModel, changed: () => void) {
  const { slice } = model;
  const parts: readonly AnalysisPart[] = [
    analysisPart(actorsView(model), context, model, changed),
    analysisPart(trialView(context, model), context, model, changed),
    analysisPart(comparisonView(context, model), context, model, changed),
    analysisPart(heatMapView(context, model), context, model, changed),
    analysisPart(zonesView(context, model), context, model, changed),
    analysisPart(matchesView(model), context, model, changed),
  ];
  const current = () => {
    const { analysis } = slice.getState();
    return parts.find(({ kind }) => kind === analysis?.kind);
  };
  slice.subscribe(() => current()?.look());

  return {
    parts,
    current,
    open: parts.map(({ open }) => open),
    /** The views as pane parts, beside these commands. */
    partsBeside: (commands: readonly Command[]) =>
      parts.map(({ title, commands: own }) => ({
        title,
        commands: own,
        beside: withoutList(commands),
      })),
  };
}

/** The analysis views and the keys that open them. */
export type Analysis = ReturnType<typeof createAnalysis>;
