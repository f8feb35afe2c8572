import { type Command, command, onRow } from '../../commands/command.ts';
import { listCommands } from '../../commands/list-commands.ts';
import { rowFilter } from '../../commands/list-filter.ts';
import type { Exchange } from '../../contract/operation.ts';
import type { PaneContext } from '../../panes/pane.ts';
import { ListAndDetails, listWithDetails, type PaneViewProps } from '../../panes/pane-list.tsx';
import { askFilter } from '../../panes/prompts.ts';
import { isDown } from '../../state/connection.ts';
import { type ConsoleState, MAX_EXCHANGES } from '../../state/console-state.ts';
import {
  EMPTY_LIST,
  EMPTY_LIST_WITH_DETAILS,
  type ListWithDetails,
  pinned,
  selectedBy,
} from '../../state/list.ts';
import type { Slice } from '../../state/slice.ts';
import { keyFor } from '../../text/key-names.ts';
import { count } from '../../text/numbers.ts';
import { type Printable, printable, words } from '../../text/printable.ts';
import type { Room } from '../../text/spoken.ts';
import { type DetailsLayout, detailsLayout, withWholeCells } from '../../ui/details-layout.ts';
import { type RecordItem, recordLines, textItem } from '../../ui/record-lines.ts';
import { sortedRows, sortsOf, tableLines } from '../../ui/table.ts';
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
} from './ledger-lines.ts';

interface LedgerState extends ListWithDetails {
  /** The cursor's call, as it was when the cursor reached it. */
  readonly read: Exchange | null;
}

const FRESH: LedgerState = { ...EMPTY_LIST_WITH_DETAILS, read: null };

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
      details: under ? () => [...lost, ...callDetails(under.call, facts)] : null,
      why: under ? [...lost, ...callWhy(under.call, facts)] : [],
      hasWhy: true,
      listLines: calls.length + 1,
      key: keyFor(state.keyNames, 'ledger.details', words`d`),
    },
    room,
  );
}

function titleOf(state: ConsoleState): Printable {
  const { exchanges, drift, connection } = state;
  const next = isDown(connection) ? words` · ${nextTry(connection, state)}` : words``;
  const calls = words`Calls to the service · last ${count(exchanges.length)}${next}`;
  return drift.length === 0 ? calls : words`${calls} · drift: see answers in :doctor`;
}

/** The API ledger: the last calls of this run with their outcomes. */
export function openLedger(context: PaneContext): Overlay {
  const { store } = context;
  const slice: Slice<LedgerState> = context.slices.create<LedgerState>(FRESH);
  const shown = () => visible(store.getState(), slice.getState());
  const ids = () => shown().map(({ id }) => String(id));
  const { list, turnPage } = listWithDetails(context, {
    get: slice.getState,
    set(change) {
      const { cursor } = change.list;
      const isOther = cursor !== slice.getState().list.cursor;
      const read = () => shown().find(({ id }) => String(id) === cursor) ?? null;
      slice.setState({ ...change, ...(isOther && { read: read() }) });
    },
    ids,
    layout: (room, state) => ledgerLayout(state, slice.getState(), room),
  });
  const under = () => underCursor(shown(), slice.getState())?.call;
  const requestId = () => {
    const call = under();
    if (!call || call.outcome.kind === 'in-flight') return undefined;
    const { outcome } = call;
    return (outcome.kind === 'answered' ? outcome.requestId : outcome.error.requestId) || undefined;
  };
  const onCall = (run: (call: Exchange) => void) =>
    onRow(under, words`There is no call under the cursor.`, run);
  const commands: readonly Command[] = [
    command('ledger.details', ['d', 'enter'], words`Show details of the call`, {
      footer: words`details`,
      ...onCall(turnPage),
    }),
    command('ledger.curl', 'y', words`Copy the call as curl, without the key`, {
      footer: words`copy curl`,
      ...onCall((call) =>
        context.copy(asCurl(call, store.getState().profile.baseUrl), words`the call as curl`),
      ),
    }),
    command('ledger.request-id', 'c', words`Copy the request id`, {
      footer: words`copy request id`,
      ...onRow(
        requestId,
        words`No request id is known of this call: the service sent none, or it was left out.`,
        (id) => context.copy(id, words`the request id`),
      ),
    }),
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
  return {
    id: 'ledger',
    title: titleOf,
    filter: () => slice.getState().list.filter,
    commands,
    view: (room) => <Ledger store={store} slice={slice} {...room} />,
    opened() {
      slice.setState(FRESH);
      // The cursor stays on its call while newer ones are added above.
      list.set(pinned(EMPTY_LIST, ids()));
    },
  };
}

function Ledger({ store, slice, ...room }: PaneViewProps<LedgerState>) {
  const state = useSlice(store);
  const own = useSlice(slice);
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

function noneWords(
  { exchanges, keyNames, profile }: ConsoleState,
  { list }: LedgerState,
): Printable {
  if (exchanges.length > 0)
    return words`No call matches “${printable(list.filter)}”. ${keyFor(keyNames, 'list.filter', words`/`)} changes the filter.`;
  if (profile.offline) return words`There is no service to ask: a file is shown.`;
  return words`Nothing was asked of the service yet. ${keyFor(keyNames, 'refresh-all', words`R`)} asks now.`;
}
