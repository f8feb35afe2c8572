import type { Command } from '../../commands/command.ts';
import { listCommands } from '../../commands/list-commands.ts';
import type { Exchange } from '../../contract/operation.ts';
import { operations } from '../../contract/operations/index.ts';
import { askFilter, matchesFilter } from '../../panes/filter-prompt.ts';
import type { PaneContext } from '../../panes/pane.ts';
import { isDown } from '../../state/connection.ts';
import type { ConsoleState } from '../../state/console-state.ts';
import { EMPTY_LIST, type ListState, selectedId } from '../../state/list.ts';
import type { Slice } from '../../state/slice.ts';
import { bytes, count } from '../../text/numbers.ts';
import { type Printable, printable, printableStart, words } from '../../text/printable.ts';
import type { Room } from '../../text/spoken.ts';
import { type TimeZone, timeOfDayExact } from '../../text/time.ts';
import { wrapLines } from '../../text/width.ts';
import { bodyRows } from '../../ui/layout.ts';
import { compose, type Span, type Styled, span } from '../../ui/line.ts';
import { Rows } from '../../ui/rows.tsx';
import { type Column, tableLines } from '../../ui/table.ts';
import { theme } from '../../ui/theme.ts';
import { useSelected, useSlice } from '../../ui/use-selected.ts';
import { nextTry } from '../frame/connection-lines.ts';
import type { Overlay } from '../overlay.ts';
import { driftId, driftLines } from './drift-lines.ts';

interface LedgerState {
  readonly shows: 'calls' | 'drift';
  /** Of the calls. */
  readonly list: ListState;
  /** Of the differences. */
  readonly drift: ListState;
}

const FRESH: LedgerState = { shows: 'calls', list: EMPTY_LIST, drift: EMPTY_LIST };

const outcomeSpan = ({ outcome }: Exchange): Span => {
  switch (outcome.kind) {
    case 'in-flight':
      return span(words`…`, theme.faint);
    case 'failed':
      return span(words`✖ ${printableStart(outcome.error.kind)}`, theme.bad);
    case 'answered':
      return outcome.error
        ? span(words`✖ ${outcome.status}`, theme.bad)
        : span(words`${outcome.status}`, theme.good);
  }
};

function columnsOf(zone: TimeZone): readonly Column<Exchange>[] {
  return [
    { id: 'time', title: words`TIME`, width: 12, cell: ({ at }) => span(timeOfDayExact(at, zone)) },
    { id: 'outcome', title: words`STATUS`, width: 14, cell: outcomeSpan },
    {
      id: 'took',
      title: words`MS`,
      width: 6,
      align: 'right',
      cell: ({ outcome }) =>
        span(outcome.kind === 'in-flight' ? words`` : words`${Math.round(outcome.ms)}`),
    },
    {
      id: 'bytes',
      title: words`BYTES`,
      width: 9,
      align: 'right',
      leaves: 2,
      cell: ({ outcome }) =>
        span(outcome.kind === 'answered' ? bytes(outcome.bytes) : words``, theme.faint),
    },
    {
      id: 'operation',
      title: words`OPERATION`,
      width: 24,
      leaves: 1,
      cell: ({ operation }) => span(printableStart(operations[operation].title)),
    },
    {
      id: 'request',
      title: words`REQUEST`,
      width: 20,
      grow: 1,
      cell: ({ method, path }) => [
        span(words`${printableStart(method)} `, theme.faint),
        span(printableStart(path)),
      ],
    },
  ];
}

/** The calls on screen, newest first. */
function visible(state: ConsoleState, { list }: LedgerState): readonly Exchange[] {
  const found = state.exchanges.filter(({ operation, method, path, outcome }) =>
    matchesFilter(
      list.filter,
      `${operation} ${method} ${path} ${outcome.kind === 'answered' ? outcome.status : outcome.kind}`,
    ),
  );
  return found.reverse();
}

const DETAIL_ROWS = 6;

function detailLines(
  exchange: Exchange | undefined,
  baseUrl: string,
  columns: number,
): readonly Styled[] {
  if (!exchange) return [];
  const { outcome } = exchange;
  const lines = [compose([span(words`As curl, without the key`, theme.heading)], columns)];
  for (const line of wrapLines(printable(asCurl(exchange, baseUrl)), columns - 2).slice(0, 2)) {
    lines.push(compose([span(words` ${line}`)], columns));
  }
  if (outcome.kind !== 'in-flight') {
    if (outcome.error) {
      lines.push(
        compose([span(words` ✖ ${printableStart(outcome.error.message)}`, theme.bad)], columns),
      );
    }
    if (outcome.kind === 'answered' && outcome.requestId) {
      lines.push(
        compose(
          [span(words` request id ${printableStart(outcome.requestId)}`, theme.faint)],
          columns,
        ),
      );
    }
  }
  return lines;
}

/** The call as a command line for curl; the key is never written, the body neither. */
export function asCurl({ method, path }: Exchange, baseUrl: string): string {
  const quoted = `${baseUrl}${path}`.replaceAll("'", String.raw`'\''`);
  return `curl -X ${method} -H 'AccessKey: <API_KEY>' '${quoted}'`;
}

/** What the ledger is called: how many calls it has, or in how many ways their answers differed. */
function titleOf(state: ConsoleState, { shows }: LedgerState): Printable {
  const { exchanges, drift, connection } = state;
  const differ = words`${count(drift.length)} ${drift.length === 1 ? words`way` : words`ways`}`;
  if (shows === 'drift') return words`Answers that differ from the contract, in ${differ}`;
  const next = isDown(connection) ? words` · ${nextTry(connection, state)}` : words``;
  const calls = words`Calls to the service · last ${count(exchanges.length)}${next}`;
  return drift.length === 0 ? calls : words`${calls} · d: answers differ in ${differ}`;
}

/** The API ledger: every call of this run, with what became of it, and how answers differed from the contract. */
export function openLedger(context: PaneContext): Overlay {
  const { store } = context;
  const slice: Slice<LedgerState> = context.slices.create<LedgerState>(FRESH);
  const ids = () => visible(store.getState(), slice.getState()).map(({ id }) => String(id));
  const height = () => Math.max(1, bodyRows(store.getState()) - DETAIL_ROWS - 1);
  const list = {
    get: () => slice.getState().list,
    set: (next: ListState) => slice.setState({ list: next }),
    ids,
  };
  const turn: Command = {
    id: 'ledger.drift',
    keys: ['d'],
    label: words`How answers differ from the contract, or the calls again`,
    footer: words`drift`,
    group: 'Dialogs',
    unavailable: () =>
      store.getState().drift.length === 0 ? words`Every answer matched the contract.` : undefined,
    run: () => slice.setState(({ shows }) => ({ shows: shows === 'drift' ? 'calls' : 'drift' })),
  };
  const calls = [
    turn,
    ...listCommands({
      ...list,
      height,
      sortable: () => [],
      filter: () => askFilter(context, list),
    }),
  ];
  const drift = [
    turn,
    ...listCommands({
      get: () => slice.getState().drift,
      set: (next) => slice.setState({ drift: next }),
      ids: () => store.getState().drift.map(driftId),
      height,
      sortable: () => [],
    }),
  ];

  return {
    id: 'ledger',
    title: (state) => titleOf(state, slice.getState()),
    get commands() {
      return slice.getState().shows === 'drift' ? drift : calls;
    },
    view: (room) => <Ledger store={store} slice={slice} {...room} />,
    opened: () => slice.setState(FRESH),
    closed: () => {},
  };
}

function Ledger({
  store,
  slice,
  ...room
}: Room & Pick<PaneContext, 'store'> & { readonly slice: Slice<LedgerState> }) {
  const { columns, rows } = room;
  const state = useSelected(store, whole);
  const own = useSlice(slice);
  if (own.shows === 'drift') {
    const { drift } = state;
    const above = { ...room, rows: rows - DETAIL_ROWS };
    return (
      <Rows
        lines={driftLines({ drift, list: own.drift, room: above, detail: DETAIL_ROWS })}
        columns={columns}
        rows={rows}
      />
    );
  }
  const shown = visible(state, own);
  const ids = shown.map(({ id }) => String(id));
  const table = tableLines({
    columns: columnsOf(state.timeZone),
    rows: shown,
    ids,
    list: own.list,
    room: { ...room, rows: rows - DETAIL_ROWS },
    focused: true,
  });
  const id = selectedId(own.list, ids);
  const filled = [
    ...table,
    ...Array<Styled>(Math.max(0, rows - DETAIL_ROWS - table.length)).fill(compose([], 0)),
  ];
  const detail = detailLines(
    shown.find((each) => String(each.id) === id),
    state.profile.baseUrl,
    columns,
  );
  return <Rows lines={[...filled, ...detail]} columns={columns} rows={rows} />;
}

const whole = (state: ConsoleState) => state;
