import type { ConsoleState } from '../state/console-state.ts';
import { ITEM_KINDS, type ItemKind, itemKinds } from '../state/item-kinds.ts';
import { PANE_TABS } from '../state/pane-tabs.ts';
import { keyFor } from '../text/key-names.ts';
import { type Printable, printable, words } from '../text/printable.ts';

type Source = Pick<ConsoleState, 'profile' | 'replay' | 'workspace' | 'keyNames'>;

/** Said by panes that have nothing because an archive is shown without a service; undefined in all other cases. */
export function eventsOnly({
  profile,
  replay,
  keyNames,
}: Omit<Source, 'workspace'>): Printable | undefined {
  if (!profile.offline || replay) return undefined;
  const key = keyFor(keyNames, 'show.events', words`2`);
  return words`This is an archive, which has events only: ${key} shows them.`;
}

/** Kinds that the service's search finds. */
const SEARCHABLE: ReadonlySet<ItemKind> = new Set(['dnsZones', 'scripts']);

/** Why nothing of a kind is watched, and what to press: to what is shown from a file nothing can be added. */
export function nothingWatched(state: Source, kind: ItemKind): Printable {
  const { noun, option } = ITEM_KINDS[kind];
  const { replay, workspace, keyNames } = state;
  if (replay) {
    const other = itemKinds.find((each) => workspace[each].length > 0);
    return words`The ${replay.noun} has no ${noun}${other ? words`: ${shows(other, keyNames)}` : words``}.`;
  }
  const add = words`:add ${printable(option)} ID, or start with --${printable(option)} ID.`;
  const search = keyFor(keyNames, 'show.search', words`4`);
  return (
    eventsOnly(state) ??
    words`No ${noun} is watched. ${SEARCHABLE.has(kind) ? words`Press ${search} to find one, type` : words`Type`} ${add}`
  );
}

/** Why there is no log to show. */
export const noLog = (state: Source): Printable =>
  eventsOnly(state)
    ? words`No archive is open. :open FILE opens one.`
    : nothingWatched(state, 'shieldZones');

function shows(kind: ItemKind, keyNames: ConsoleState['keyNames']): Printable {
  const { pane, noun } = ITEM_KINDS[kind];
  const key = keyFor(keyNames, `show.${pane}`, printable(PANE_TABS[pane].digit));
  return words`${key} shows its ${noun}s`;
}
