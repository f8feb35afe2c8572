import type { Command } from '../../commands/command.ts';
import { EMPTY_LIST, type ListState } from '../../state/list.ts';
import { type Printable, words } from '../../text/printable.ts';
import type { PaneContext } from '../pane.ts';
import { type DeskPart, deskPart } from './desk.ts';
import { actorsView } from './desk-actors.ts';
import { comparisonView } from './desk-comparison.ts';
import { heatMapView } from './desk-heat-map.ts';
import { matchesView } from './desk-matches.ts';
import { trialView } from './desk-trial.ts';
import { zonesView } from './desk-zones.ts';
import type { EventsModel } from './model.ts';
import type { DeskSubject } from './state.ts';

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

  const opening = (
    id: string,
    key: string,
    label: Printable,
    subject: () => DeskSubject,
    sort: ListState['sort'] = null,
  ): Command => ({
    id: `events.${id}`,
    keys: [key],
    label,
    unavailable: () => (model.shown() ? undefined : words`No zone is on screen.`),
    run: () =>
      slice.setState({
        desk: { ...subject(), list: { ...EMPTY_LIST, sort }, page: null },
        facets: null,
        patterns: null,
        inspecting: false,
      }),
  });
  return {
    parts,
    /** The one that is open. */
    current,
    open: [
      opening('actors', 'H', words`Actors: who sends what`, () => ({ kind: 'actors' }), {
        column: 'count',
        descending: true,
      }),
      opening('trial', 'K', words`Rule trial: what the filters would hit`, () => ({
        kind: 'trial',
        terms: '',
        limit: null,
      })),
      opening('compare', 'D', words`Compare the time range with another window`, () => ({
        kind: 'comparison',
        against: 'before',
      })),
      opening('heat-map', 's', words`Heat map: values by time`, () => ({
        kind: 'heat-map',
        column: 'ruleId',
        bar: null,
      })),
      opening('wall', '0', words`Zones: rates, bursts and what is loaded`, () => ({
        kind: 'zones',
      })),
      opening(
        'matches',
        'L',
        words`False positives: what rules matched`,
        () => ({ kind: 'matches' }),
        { column: 'addresses', descending: true },
      ),
    ],
  };
}

/** The views of the desk, and the keys that open them. */
export type Desk = ReturnType<typeof createDesk>;
