import { type Command, command, onRow } from '../../commands/command.ts';
import { listCommands } from '../../commands/list-commands.ts';
import { rowFilter } from '../../commands/list-filter.ts';
import type { DriftEntry, DriftKind } from '../../contract/drift.ts';
import type { Exchange } from '../../contract/operation.ts';
import type { PaneContext } from '../../panes/pane.ts';
import { ListAndDetails, listWithDetails, type PaneViewProps } from '../../panes/pane-list.tsx';
import { askFilter } from '../../panes/prompts.ts';
import { isDown } from '../../state/connection.ts';
import { type ConsoleState, MAX_EXCHANGES } from '../../state/console-state.ts';
import {
  EMPTY_LIST,
  EMPTY_LIST_WITH_DETAILS,
  type ListState,
  type ListWithDetails,
  pinned,
  selectedBy,
} from '../../state/list.ts';
import type { Slice } from '../../state/slice.ts';
import { keyFor } from '../../text/key-names.ts';
import { count, counted } from '../../text/numbers.ts';
import { type Printable, printable, printableStart, words } from '../../text/printable.ts';
import type { Room } from '../../text/spoken.ts';
import {
  type DetailsLayout,
  detailsLayout,
  steadyLayout,
  withWholeCells,
} from '../../ui/details-layout.ts';
import { type RowContent, span } from '../../ui/line.ts';
import { type RecordItem, recordLines, textItem } from '../../ui/record-lines.ts';
import { type Column, column, sortedRows, sortsOf, tableLines } from '../../ui/table.ts';
import { theme } from '../../ui/theme.ts';
import { useSlice } from '../../ui/use-selected.ts';
import { nextTry } from '../frame/connection-lines.ts';
import type { Overlay } from '../overlay.tsx';
import {
  asCurl,
  callDetails,
  callWhy,
  type LedgerFacts,
  ledgerColumns,
  ledgerGrammar,
  summaryItems,
} from './ledger-lines.ts';

/** The inherited list and details are those of the calls. */
interface LedgerState extends ListWithDetails {
  readonly shows: 'calls' | 'drift';
  /** The cursor's call, as it was when the cursor reached it. */
  readonly read: Exchange | null;
  readonly drift: ListState;
}

const FRESH: LedgerState = {
  ...EMPTY_LIST_WITH_DETAILS,
  shows: 'calls',
  read: null,
  drift: EMPTY_LIST,
};

function visible(state: ConsoleState, { list }: LedgerState): readonly Exchange[] {
  const found = state.exchanges.filter(rowFilter(ledgerGrammar(state.workspace), list.filter));
  return sortedRows(found.reverse(), ledgerColumns(factsOf(state), []), list.sort);
}

const factsOf = ({ timeZone: zone, workspace, profile }: ConsoleState): LedgerFacts => ({
  zone,
  workspace,
  baseUrl: profile.baseUrl,
});

/** The call under the cursor, even if the bounded ledger has dropped it. */
function underCursor(
  calls: readonly Exchange[],
  { list, read }: LedgerState,
): { readonly call: Exchange; readonly isKept: boolean } | undefined {
  const call = selectedBy(({ id }) => String(id), list, calls);
  if (call) return { call, isKept: true };
  return read && String(read.id) === list.cursor ? { call: read, isKept: false } : undefined;
}

function ledgerLayout(state: ConsoleState, own: LedgerState, room: Room): DetailsLayout {
  const calls = visible(state, own);
  const under = underCursor(calls, own);
  const facts = factsOf(state);
  const lost: readonly RecordItem[] =
    under && !under.isKept
      ? [
          textItem(
            words`no longer exists in the list, which keeps the last ${count(MAX_EXCHANGES)} calls`,
            theme.warn,
          ),
        ]
      : [];
  return detailsLayout(
    {
      page: own.detail,
      preview: state.preview,
      details: under
        ? ({ columns }) => [
            ...lost,
            ...callDetails(under.call, facts),
            ...summaryItems(state.exchanges, columns),
          ]
        : null,
      why: under ? [...lost, ...callWhy(under.call, facts)] : [],
      hasWhy: true,
      listLines: calls.length + 1,
      key: keyFor(state.keyNames, 'ledger.details', words`d`),
    },
    room,
  );
}

function titleOf(state: ConsoleState, { shows }: LedgerState): Printable {
  const { exchanges, drift, connection } = state;
  const differ = counted(drift.length, words`way`);
  if (shows === 'drift') return words`Answers that differ from the contract, in ${differ}`;
  const next = isDown(connection) ? words` · ${nextTry(connection, state)}` : words``;
  const calls = words`Calls to the service · last ${count(exchanges.length)}${next}`;
  return drift.length === 0
    ? calls
    : words`${calls} · ${keyFor(state.keyNames, 'ledger.drift', words`D`)}: answers differ in ${differ}`;
}

/** The API ledger: all calls of this run with their outcomes, and differences from the contract. */
export function openLedger(context: PaneContext): Overlay {
  const { store } = context;
  const slice: Slice<LedgerState> = context.slices.create<LedgerState>(FRESH);
  const shown = () => visible(store.getState(), slice.getState());
  const ids = () => shown().map(({ id }) => String(id));
  const isDrift = () => slice.getState().shows === 'drift';
  const layout = (room: Room, state: ConsoleState) => {
    const own = slice.getState();
    return isDrift() ? driftLayout(driftFactsOf(state, own), room) : ledgerLayout(state, own, room);
  };
  const { list, turnPage } = listWithDetails(context, {
    get: slice.getState,
    set(change) {
      const { cursor } = change.list;
      const isOther = cursor !== slice.getState().list.cursor;
      const read = () => shown().find(({ id }) => String(id) === cursor) ?? null;
      slice.setState({ ...change, ...(isOther && { read: read() }) });
    },
    ids,
    layout,
  });
  const differences = listWithDetails(context, {
    get: () => ({ list: slice.getState().drift, detail: slice.getState().detail }),
    set: ({ list: next, detail }) => slice.setState({ drift: next, detail }),
    ids: () => store.getState().drift.map(driftId),
    layout,
  });
  const under = () => underCursor(shown(), slice.getState())?.call;
  const requestId = () => {
    const call = under();
    if (!call || call.outcome.kind === 'in-flight') return undefined;
    const { outcome } = call;
    return (outcome.kind === 'answered' ? outcome.requestId : outcome.error.requestId) || undefined;
  };
  const details = (label: Printable, does: Pick<Command, 'run' | 'unavailable'>): Command =>
    command('ledger.details', ['d', 'enter'], label, { footer: words`details`, ...does });
  const onCall = (run: (call: Exchange) => void) =>
    onRow(under, words`There is no call under the cursor.`, run);
  const turn = command('ledger.drift', 'D', words`Calls, or how answers differ from contract`, {
    footer: words`drift`,
    unavailable: () =>
      store.getState().drift.length === 0 ? words`Every answer matched the contract.` : undefined,
    run: () =>
      slice.setState(({ shows }) => ({
        shows: shows === 'drift' ? 'calls' : 'drift',
        detail: null,
      })),
  });
  const calls: readonly Command[] = [
    details(words`Show details of the call`, onCall(turnPage)),
    command('ledger.curl', 'y', words`Copy the call as curl, without the key`, {
      footer: words`copy curl`,
      ...onCall((call) =>
        context.copy(asCurl(call, store.getState().profile.baseUrl), words`the call as curl`),
      ),
    }),
    command('ledger.request-id', 'c', words`Copy the request id`, {
      footer: words`copy request id`,
      ...onRow(requestId, words`The service sent no request id with this call.`, (id) =>
        context.copy(id, words`the request id`),
      ),
    }),
    turn,
    ...listCommands({
      ...list,
      sortable: () => sortsOf(ledgerColumns(factsOf(store.getState()), [])),
      keyNames: () => store.getState().keyNames,
      filter: () =>
        askFilter(context, list, {
          grammar: ledgerGrammar(store.getState().workspace),
          rows: () => store.getState().exchanges,
        }),
    }),
  ];
  const drift = [
    details(words`Show all of the difference, page by page`, { run: differences.turnPage }),
    turn,
    ...listCommands(differences.list),
  ];

  return {
    id: 'ledger',
    title: (state) => titleOf(state, slice.getState()),
    filter: () => (isDrift() ? '' : slice.getState().list.filter),
    get commands() {
      return isDrift() ? drift : calls;
    },
    view: (room) => <Ledger store={store} slice={slice} {...room} />,
    opened() {
      slice.setState(FRESH);
      // The cursor stays on its call while newer ones are added above.
      list.set(pinned(EMPTY_LIST, ids()));
    },
  };
}

const driftFactsOf = ({ drift, preview, keyNames }: ConsoleState, own: LedgerState) => ({
  drift,
  list: own.drift,
  preview,
  page: own.detail,
  key: keyFor(keyNames, 'ledger.details', words`d`),
});

function Ledger({ store, slice, ...room }: PaneViewProps<LedgerState>) {
  const state = useSlice(store);
  const own = useSlice(slice);
  if (own.shows === 'drift') {
    const layout = driftLayout(driftFactsOf(state, own), room);
    const listRoom = { ...room, ...layout.list };
    const lines = driftLines({ drift: state.drift, list: own.drift }, listRoom);
    return <ListAndDetails store={store} layout={layout} lines={lines} />;
  }
  const calls = visible(state, own);
  const layout = ledgerLayout(state, own, room);
  const listRoom = { ...room, ...layout.list };
  const shown = ledgerColumns(factsOf(state), calls);
  const table =
    calls.length > 0
      ? tableLines({
          columns: shown,
          rows: calls,
          ids: calls.map(({ id }) => String(id)),
          list: own.list,
          room: listRoom,
        })
      : recordLines([textItem(noneWords(state, own), theme.faint)], listRoom);
  const lines = withWholeCells(table, shown, calls, listRoom);
  return <ListAndDetails store={store} layout={layout} lines={lines} />;
}

const noneWords = ({ exchanges, keyNames }: ConsoleState, { list }: LedgerState): Printable =>
  exchanges.length === 0
    ? words`Nothing was asked of the service yet. ${keyFor(keyNames, 'refresh-all', words`R`)} asks now.`
    : words`No call matches “${printable(list.filter)}”. ${keyFor(keyNames, 'list.filter', words`/`)} changes the filter.`;

const KINDS: Readonly<Record<DriftKind, Printable>> = {
  'unknown-field': words`unknown field`,
  'unknown-value': words`unknown value`,
  'wrong-type': words`another type`,
  'missing-field': words`missing field`,
};

const COLUMNS: readonly Column<DriftEntry>[] = [
  column('kind', words`WHAT`, 13, ({ kind }) => span(KINDS[kind], theme.warn)),
  column('times', words`TIMES`, 7, { align: 'right', cell: (entry) => span(count(entry.count)) }),
  column('path', words`WHERE`, 24, { grow: 2, cell: ({ path }) => span(printableStart(path)) }),
  column('sample', words`FIRST SEEN AS`, 14, {
    grow: 1,
    cell: ({ kind, sample }) =>
      span(kind === 'missing-field' ? words`–` : printable(sample), theme.faint),
  }),
];

const driftId = ({ kind, path }: DriftEntry): string => `${kind} ${path}`;

/** Lines below the list: a rule, four fields, and wrapped lines. */
const DETAIL_ROWS = 7;

const driftItems = ({ kind, path, sample, count: times }: DriftEntry): readonly RecordItem[] => [
  { name: words`what`, value: KINDS[kind], style: theme.warn },
  { name: words`where`, value: printable(path) },
  ...(kind === 'missing-field' ? [] : [{ name: words`first seen as`, value: printable(sample) }]),
  { name: words`times`, value: count(times) },
];

export function driftLayout(
  { drift, list, preview, page, key }: DriftFacts,
  room: Room,
): DetailsLayout {
  const entry = selectedBy(driftId, list, drift);
  const rows = Math.min(drift.length + 1, Math.max(3, room.rows - DETAIL_ROWS));
  return steadyLayout(
    { page, preview, key, details: () => (entry ? driftItems(entry) : []) },
    rows,
    room,
  );
}

interface DriftFacts {
  readonly drift: readonly DriftEntry[];
  readonly list: ListState;
  readonly preview: boolean;
  readonly page: number | null;
  readonly key: Printable;
}

export const driftLines = (
  { drift, list }: Pick<DriftFacts, 'drift' | 'list'>,
  room: Room,
): readonly RowContent[] =>
  tableLines({
    columns: COLUMNS,
    rows: drift,
    ids: drift.map(driftId),
    list,
    room,
  });
