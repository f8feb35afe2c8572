import { listCommands } from '../../commands/list-commands.ts';
import {
  type Check,
  type CheckResult,
  type CheckStatus,
  MARKS,
  noted,
  passed,
  reportText,
  skipped,
} from '../../doctor/check.ts';

import { serviceChecks } from '../../doctor/service-checks.ts';
import { type QueryableTerminal, queryTerminal } from '../../doctor/terminal-answer.ts';
import { checkTerminal, type DoctorFacts } from '../../doctor/terminal-checks.ts';

import type { PaneContext } from '../../panes/pane.ts';
import { askedAgain, isOutage } from '../../state/connection.ts';
import type { ConsoleState } from '../../state/console-state.ts';
import { IN_BACKGROUND } from '../../state/freshness.ts';
import { EMPTY_LIST, type ListState, selectedId } from '../../state/list.ts';
import type { Slice } from '../../state/slice.ts';
import { count } from '../../text/numbers.ts';
import { type Printable, printable, words } from '../../text/printable.ts';
import type { Room } from '../../text/spoken.ts';
import type { Style } from '../../text/style.ts';
import { duration, stamp, timeOfDay } from '../../text/time.ts';
import { wrapLines } from '../../text/width.ts';
import { bodyRows } from '../../ui/layout.ts';
import { compose, type Line, type Styled, span } from '../../ui/line.ts';
import { Rows } from '../../ui/rows.tsx';
import { type Column, tableLines } from '../../ui/table.ts';
import { theme } from '../../ui/theme.ts';
import { useSlice } from '../../ui/use-selected.ts';
import { connectionLines } from '../frame/connection-lines.ts';
import type { Overlay } from '../overlay.ts';

/** What the doctor of a console looks with. */
interface DoctorContext
  extends Pick<PaneContext, 'store' | 'slices' | 'call' | 'clock' | 'feeds' | 'moment' | 'copy'> {
  readonly surroundings: DoctorFacts;
  readonly terminal: QueryableTerminal;
}

interface DoctorState {
  readonly list: ListState;
  readonly found: readonly CheckResult[];
  /** What has not been looked at yet; the first of them is being looked at. */
  readonly waiting: readonly Printable[];
}

/** A line of the list: a finding, or what will be one. */
type DoctorRow = CheckResult | { readonly result: 'waiting'; readonly what: Printable };

const STYLES: Readonly<Record<CheckStatus, Style>> = {
  passed: theme.good,
  failed: theme.bad,
  noted: theme.warn,
  skipped: theme.faint,
};

const COLUMNS: readonly Column<DoctorRow>[] = [
  {
    id: 'result',
    title: words`RESULT`,
    width: 7,
    cell: ({ result }) =>
      result === 'waiting' ? span(words`…`, theme.faint) : span(MARKS[result], STYLES[result]),
  },
  {
    id: 'what',
    title: words`WHAT`,
    width: 20,
    cell: ({ what, result }) => span(what, result === 'waiting' ? theme.faint : theme.strong),
  },
  {
    id: 'detail',
    title: words`DETAIL`,
    width: 44,
    grow: 1,
    cell: (row) =>
      row.result === 'waiting'
        ? span(words`not checked yet`, theme.faint)
        : span(row.detail, row.result === 'skipped' ? theme.faint : theme.plain),
  },
  {
    id: 'advice',
    title: words`ADVICE`,
    width: 40,
    grow: 1,
    leaves: 1,
    cell: (row) => span(row.result === 'waiting' ? words`` : row.advice, theme.data),
  },
];

const rowsOf = ({ found, waiting }: DoctorState): readonly DoctorRow[] => [
  ...found,
  ...waiting.map((what) => ({ result: 'waiting', what }) as const),
];

const idsOf = (state: DoctorState) => rowsOf(state).map((_, at) => String(at));

/** Everything, in the order in which it is looked at. */
function checksOf(context: DoctorContext): readonly Check[] {
  const { store, surroundings, terminal, clock } = context;
  const { profile, workspace, size } = store.getState();
  const service = words`service`;
  const around: readonly Check[] = [
    { what: words`program`, run: async () => [surroundings.program] },
    {
      what: words`terminal`,
      run: async (signal) =>
        checkTerminal({
          env: surroundings.env,
          size,
          answer: await queryTerminal(terminal, clock, signal),
        }),
    },
    { what: words`files`, run: surroundings.checkFiles },
  ];
  if (profile.offline) {
    const none = skipped(service, words`An archive is open: there is no service to ask.`);
    return [...around, { what: service, run: async () => [none] }];
  }
  const where = words`${profile.name}, ${profile.host}${profile.readOnly ? words`, read-only` : words``}`;
  return [
    ...around,
    { what: service, run: async () => [passed(service, where)] },
    { what: words`connection`, run: async () => [connectionOf(store.getState())] },
    ...serviceChecks({
      call: context.call,
      workspace,
      exchanges: () => store.getState().exchanges,
      drift: surroundings.drift,
      now: clock.now,
    }),
  ];
}

/** How it stood with all polls before anything was asked: how they fail, and when they try again. */
function connectionOf(state: ConsoleState): CheckResult {
  const what = words`connection`;
  const { connection, interval } = state;
  if (isOutage(connection)) {
    const [line] = connectionLines(state, null);
    const text = printable(line.map((piece) => piece.text).join(''));
    return noted(what, text);
  }
  const rhythm = words`polled every ${duration(interval)}, behind other panes every ${duration(interval * IN_BACKGROUND)}`;
  return connection.kind === 'unknown'
    ? skipped(what, words`Nothing has been answered yet; ${rhythm}.`)
    : passed(
        what,
        words`last answer ${timeOfDay(connection.lastAnswer.wall, state.timeZone)}, ${rhythm}`,
      );
}

/** What works here and what does not, line by line as it is found. Closing it lets go of what is asked. */
export function openDoctor(context: DoctorContext): Overlay {
  const { store, feeds } = context;
  const slice = context.slices.create<DoctorState>({
    list: EMPTY_LIST,
    found: [],
    waiting: [],
  });

  const examine = async (checks: readonly Check[], signal: AbortSignal) => {
    for (const [at, { run }] of checks.entries()) {
      const found = await run(signal);
      if (signal.aborted) return;
      slice.setState((state) => ({
        found: [...state.found, ...found],
        waiting: checks.slice(at + 1).map((check) => check.what),
      }));
    }
  };

  const begin = () => {
    // To look is to ask: a key that was refused is tried once more.
    store.setState(({ connection }) => ({
      connection: askedAgain(connection, context.moment().elapsed),
    }));
    const checks = checksOf(context);
    slice.setState({ list: EMPTY_LIST, found: [], waiting: checks.map(({ what }) => what) });
    feeds.stop('doctor');
    feeds.run('doctor', 'all', (signal) => examine(checks, signal));
  };

  const group = 'Dialogs' as const;
  return {
    id: 'doctor',
    title: () => words`Doctor · checks of terminal, files and service`,
    commands: [
      {
        id: 'doctor.copy',
        keys: ['y', 'c'],
        label: words`Copy all results, as one line of text`,
        footer: words`copy all`,
        group,
        unavailable: () =>
          slice.getState().waiting.length > 0 ? words`Wait until all checks are done.` : undefined,
        run: () => {
          const at = stamp(context.moment().wall, 'utc');
          context.copy(reportText(`warren doctor, ${at}`, slice.getState().found));
        },
      },
      {
        id: 'doctor.again',
        keys: ['r'],
        label: words`Run all checks again`,
        footer: words`run again`,
        group,
        run: begin,
      },
      ...listCommands({
        get: () => slice.getState().list,
        set: (list) => slice.setState({ list }),
        ids: () => idsOf(slice.getState()),
        height: () => Math.max(1, bodyRows(store.getState()) - BELOW - 1),
        sortable: () => [],
      }),
    ],
    view: (room) => <Doctor slice={slice} {...room} />,
    opened: begin,
    closed: () => feeds.stop('doctor'),
  };
}

/** Rows below the list: the line under the cursor in full, and how it went. */
const BELOW = 6;
const DETAIL_ROWS = 2;

/** The line under the cursor: what was found, and what to do about it. */
function inFull(row: DoctorRow | undefined, columns: number): readonly Line[] {
  if (!row || row.result === 'waiting') return [];
  const wrapped = (text: Printable, style: Style): readonly Line[] =>
    wrapLines(text, columns - 4)
      .slice(0, DETAIL_ROWS)
      .map((line) => [span(words`  `), span(line, style)]);
  return [...wrapped(row.detail, theme.plain), ...wrapped(row.advice, theme.data)];
}

function summary({ found, waiting }: DoctorState): Line {
  const [next] = waiting;
  if (next !== undefined) return [span(words` Checking: ${next}`, theme.data)];
  const failures = found.filter(({ result }) => result === 'failed').length;
  const said =
    failures === 0
      ? span(words` Nothing failed.`, theme.good)
      : span(words` ${count(failures)} failed.`, theme.bad);
  return [
    said,
    span(words`  y`, theme.key),
    span(words` copies all of it as text  `, theme.faint),
    span(words`r`, theme.key),
    span(words` runs again`, theme.faint),
  ];
}

function Doctor({ slice, ...room }: Room & { readonly slice: Slice<DoctorState> }) {
  const { columns, rows } = room;
  const own = useSlice(slice);
  const shown = rowsOf(own);
  const ids = idsOf(own);
  const height = Math.max(2, rows - BELOW);
  const table = tableLines({
    columns: COLUMNS,
    rows: shown,
    ids,
    list: own.list,
    room: { ...room, rows: height },
    focused: true,
  });
  const selected = shown[Number(selectedId(own.list, ids) ?? -1)];
  const below = [[], ...inFull(selected, columns)];
  const blank = Array<Line>(Math.max(0, rows - table.length - below.length - 1)).fill([]);
  const rest: readonly Styled[] = [...below, ...blank, summary(own)].map((line) =>
    compose(line, columns),
  );
  return <Rows lines={[...table, ...rest]} columns={columns} rows={rows} />;
}
