import type { StoreApi } from 'zustand/vanilla';
import type { ConsoleState } from '../../state/console-state.ts';
import { keyFor } from '../../state/key-names.ts';
import { selectedId, selectedRow } from '../../state/list.ts';
import type { Slice } from '../../state/slice.ts';
import { printable, words } from '../../text/printable.ts';
import type { Room } from '../../text/spoken.ts';
import { type DetailsLayout, steadyLayout } from '../../ui/details-layout.ts';
import type { RowContent } from '../../ui/line.ts';
import { recordLines, signItem, textItem } from '../../ui/record-lines.ts';
import { tableLines } from '../../ui/table.ts';
import { theme } from '../../ui/theme.ts';
import { usePicked, useSlice } from '../../ui/use-selected.ts';
import { ListAndDetails } from '../list-and-details.tsx';
import { limitColumns } from './columns.ts';
import { limitDetails } from './details.ts';
import { limitPanels } from './panels.ts';
import type { LimitRow, LimitsState } from './state.ts';

interface LimitFacts extends Pick<ConsoleState, 'timeZone' | 'keyNames' | 'preview'> {
  readonly state: LimitsState;
  /** The rows that filter and order leave. */
  readonly shown: readonly LimitRow[];
}

/** Lines of a list below which its details stand, its head among them: all of a short one, half of the room at most. */
const listRows = (limits: number, rows: number): number =>
  Math.min(limits + 1, Math.max(4, Math.floor(rows / 2)));

/** How the room is divided between the limits and the details of one, which are there unasked. */
export function limitLayout(
  { state, shown, timeZone: zone, keyNames, preview }: LimitFacts,
  room: Room,
): DetailsLayout {
  // Why there is none has all the room.
  if (shown.length === 0) return { list: room, details: null, shown: { page: 0, of: 1 } };
  const row = selectedRow(state.list, shown);
  const key = keyFor(keyNames, 'list.details', words`d`);
  const details = (own: Room) => limitDetails(row, own, zone);
  const facts = { page: state.detail, preview, key, details };
  return steadyLayout(facts, listRows(shown.length, room.rows), room);
}

/** The list, and where details stand beside it and lines are left, a chart of each limit. */
function listLines(
  facts: LimitFacts,
  { list, details }: DetailsLayout,
  room: Room,
): readonly RowContent[] {
  const { state, shown, keyNames } = facts;
  const own = { ...room, ...list };
  if (shown.length === 0) return emptyLines(facts, own);
  const ids = shown.map(({ id }) => id);
  const table = tableLines({
    columns: limitColumns(shown),
    rows: shown,
    ids,
    list: state.list,
    room: own,
  });
  if (room.kind === 'spoken' || details?.where === 'below') return table;
  const panels = limitPanels(
    {
      rows: shown,
      at: ids.indexOf(selectedId(state.list, ids) ?? ''),
      ownScales: state.ownScales,
      key: keyFor(keyNames, 'limits.scale', words`s`),
    },
    { ...list, rows: list.rows - table.length },
  );
  return [...table, ...panels];
}

const emptyLines = ({ state, keyNames }: LimitFacts, room: Room): readonly RowContent[] =>
  recordLines(
    [
      textItem(words``),
      signItem(
        words` `,
        state.rows.length === 0
          ? words`No rate limit is watched. Type :add rate-limit ID, or start with --rate-limit ID.`
          : words`No rate limit matches “${printable(state.list.filter)}”. ${keyFor(keyNames, 'back', words`Esc`)} clears the filter.`,
        theme.faint,
      ),
    ],
    room,
  );

/** The pane: the limits, and the one under the cursor in detail. */
export function LimitsView({
  store,
  slice,
  visible,
  ...room
}: Room & {
  readonly store: StoreApi<ConsoleState>;
  readonly slice: Slice<LimitsState>;
  /** The rows that filter and order leave. */
  readonly visible: (state: LimitsState) => readonly LimitRow[];
}) {
  const state = useSlice(slice);
  const picked = usePicked(store, 'timeZone', 'keyNames', 'preview');
  const facts = { state, shown: visible(state), ...picked };
  const layout = limitLayout(facts, room);
  const lines = listLines(facts, layout, room);
  return <ListAndDetails store={store} list={{ lines, ...layout.list }} details={layout.details} />;
}
