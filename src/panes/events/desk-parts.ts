import type { Command } from '../../commands/command.ts';
import type { PaneContext } from '../pane.ts';
import { type DeskPart, deskPart } from './desk.ts';
import { actorsView } from './desk-actors.ts';
import { comparisonView } from './desk-comparison.ts';
import { heatMapView } from './desk-heat-map.ts';
import { matchesView } from './desk-matches.ts';
import { trialView } from './desk-trial.ts';
import { zonesView } from './desk-zones.ts';
import type { EventsModel } from './model.ts';

/** What acts on the list, or on its entry under the cursor: neither is on screen while a view of the desk is. */
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

/** The pane's commands while a view of the desk is in place of its list. */
export const withoutList = (commands: readonly Command[]): readonly Command[] =>
  commands.filter(({ id }) => !OF_LIST.has(id));

/** `changed` hears of answers. */
export function createDesk(context: PaneContext, model: EventsModel, changed: () => void) {
  const { slice } = model;
  const parts: readonly DeskPart[] = [
    deskPart(actorsView(model), context, model, changed),
    deskPart(trialView(context, model), context, model, changed),
    deskPart(comparisonView(context, model), context, model, changed),
    deskPart(heatMapView(context, model), context, model, changed),
    deskPart(zonesView(model), context, model, changed),
    deskPart(matchesView(model), context, model, changed),
  ];
  const current = () => {
    const { desk } = slice.getState();
    return parts.find(({ kind }) => kind === desk?.kind);
  };
  slice.subscribe(() => current()?.look());

  return {
    parts,
    /** The one that is open. */
    current,
    open: parts.map(({ open }) => open),
  };
}

/** The views of the desk, and the keys that open them. */
export type Desk = ReturnType<typeof createDesk>;
