import { command } from '../../commands/command.ts';
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
import { checkTerminal, queryTerminal } from '../../doctor/terminal-checks.ts';
import { ListAndDetails, listWithDetails, type PaneViewProps } from '../../panes/pane-list.tsx';
import { askedAgain, isOutage } from '../../state/connection.ts';
import type { ConsoleState } from '../../state/console-state.ts';
import { EMPTY_LIST_WITH_DETAILS, type ListWithDetails, selectedRow } from '../../state/list.ts';
import { IN_BACKGROUND } from '../../state/loadable.ts';
import { keyFor } from '../../text/key-names.ts';
import { count } from '../../text/numbers.ts';
import { type Printable, printable, words } from '../../text/printable.ts';
import type { Room } from '../../text/spoken.ts';
import type { Style } from '../../text/style.ts';
import { duration, stamp, timeNear } from '../../text/time.ts';
import { type DetailsLayout, detailsLayout, withSpare } from '../../ui/details-layout.ts';
import { BESIDE } from '../../ui/layout.ts';
import { compose, gap, type Line, type Styled, span } from '../../ui/line.ts';
import {
  headingItem,
  type RecordItem,
  recordLines,
  signItem,
  textItem,
} from '../../ui/record-lines.ts';
import { Rows } from '../../ui/rows.tsx';
import { type Column, column, listTable } from '../../ui/table.ts';
import { theme } from '../../ui/theme.ts';
import { useSlice } from '../../ui/use-selected.ts';
import { connectionLines } from '../frame/connection-lines.ts';
import type { Overlay } from '../overlay.tsx';
import type { OverlayContext } from '../overlay-context.ts';

type DoctorState = Found & ListWithDetails;

const NOTHING_FOUND: DoctorState = { ...EMPTY_LIST_WITH_DETAILS, found: [], waiting: [] };

function checksOf(context: OverlayContext): readonly Check[] {
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
  const { thread } = surroundings;
  if (profile.offline) {
    const none = skipped(service, words`There is no service to ask: a file is shown.`);
    return [...around, { what: service, run: async () => [none] }];
  }
  const where = words`${profile.name}, ${profile.host}${profile.readOnly ? words`, read-only` : words``}`;
  return [
    ...around,
    ...(thread ? [{ what: words`thread`, run: async () => [thread()] }] : []),
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

function connectionOf(state: ConsoleState): CheckResult {
  const what = words`connection`;
  const { connection, interval } = state;
  if (isOutage(connection)) {
    const [line] = connectionLines(state);
    const text = printable(line.map((piece) => piece.text).join(''));
    return noted(what, text);
  }
  const rhythm = words`polled every ${duration(interval)}, behind other panes every ${duration(interval * IN_BACKGROUND)}`;
  return connection.kind === 'unknown'
    ? skipped(what, words`Nothing has been answered yet; ${rhythm}.`)
    : passed(
        what,
        words`last answer ${timeNear(state.now.wall, connection.lastAnswer.wall, state.timeZone)}, ${rhythm}`,
      );
}

/** The doctor: results appear as checks end. Closing it cancels the rest. */
export function openDoctor(context: OverlayContext): Overlay {
  const { store, feeds } = context;
  const slice = context.slices.create<DoctorState>(NOTHING_FOUND);

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
    // A refused key is tried once more.
    store.setState(({ connection }) => ({
      connection: askedAgain(connection, context.moment().elapsed),
    }));
    const checks = checksOf(context);
    slice.setState({ ...NOTHING_FOUND, waiting: checks.map(({ what }) => what) });
    feeds.stop('doctor');
    feeds.run('doctor', 'all', (signal) => examine(checks, signal));
  };

  const { list, turnPage } = listWithDetails(context, {
    get: slice.getState,
    set: (change) => slice.setState(change),
    ids: () => doctorRows(slice.getState()).map(({ id }) => id),
    layout: (room, state) => doctorLayout(slice.getState(), state, room),
  });
  return {
    id: 'doctor',
    title: () => words`Doctor · terminal, files, service`,
    commands: [
      command('doctor.copy', ['y', 'c'], words`Copy all results, as one line of text`, {
        footer: words`copy all`,
        unavailable: () =>
          slice.getState().waiting.length > 0 ? words`Wait until all checks are done.` : undefined,
        run: () => {
          const at = stamp(context.moment().wall, 'utc');
          context.copy(
            reportText(`warren doctor, ${at}`, slice.getState().found),
            words`the report`,
          );
        },
      }),
      command('doctor.again', 'r', words`Run all checks again`, {
        footer: words`run again`,
        run: begin,
      }),
      command('doctor.details', ['d', 'enter'], words`Show details of the check`, {
        footer: words`details`,
        run: turnPage,
      }),
      ...listCommands(list),
    ],
    view: (room) => <Doctor store={store} slice={slice} {...room} />,
    opened: begin,
    closed: () => feeds.stop('doctor'),
  };
}

function saysAll(rows: ReturnType<typeof doctorRows>, room: Room): boolean {
  const { length } = recordLines(problemItems(rows), room);
  return room.columns >= BESIDE && 3 + rows.length + length <= room.rows;
}

function doctorLayout(
  own: DoctorState,
  { keyNames }: Pick<ConsoleState, 'keyNames'>,
  room: Room,
): DetailsLayout {
  const rows = doctorRows(own);
  const row = selectedRow(own.list, rows);
  return detailsLayout(
    {
      page: own.detail,
      // A wide list shows everything.
      preview: false,
      details: row ? () => doctorDetails(row) : null,
      why: row ? doctorWhy(row) : [],
      hasWhy: !saysAll(rows, room),
      key: keyFor(keyNames, 'doctor.details', words`d`),
    },
    { ...room, rows: room.rows - 1 },
  );
}

function Doctor({ store, slice, ...room }: PaneViewProps<DoctorState>) {
  const state = useSlice(store);
  const own = useSlice(slice);
  const layout = doctorLayout(own, state, room);
  const rows = doctorRows(own);
  const at = { ...room, ...layout.list };
  const table = listTable(DOCTOR_COLUMNS, rows, own.list, at);
  // Problems are listed in full below the list.
  const lines = withSpare(table, problemItems(rows), at);
  return (
    <ListAndDetails store={store} layout={layout} lines={lines}>
      <Rows lines={[summaryLine(own, room)]} columns={room.columns} rows={1} />
    </ListAndDetails>
  );
}

interface Found {
  readonly found: readonly CheckResult[];
  /** Remaining checks; the first one is running. */
  readonly waiting: readonly Printable[];
}

/** A result, or a check that is still to run. Ids are positions in the order of checks. */
type DoctorRow = { readonly id: string } & (
  | CheckResult
  | { readonly result: 'waiting'; readonly what: Printable }
);

/** Problems come first. */
const ORDER: readonly DoctorRow['result'][] = ['failed', 'noted', 'waiting', 'passed', 'skipped'];

/** Rows, worst first, then in the order of checks. */
function doctorRows({ found, waiting }: Found): readonly DoctorRow[] {
  const rows: readonly DoctorRow[] = [
    ...found.map((each, at) => ({ ...each, id: String(at) })),
    ...waiting.map((what) => ({ result: 'waiting', what, id: `waiting ${what}` }) as const),
  ];
  return rows.toSorted((a, b) => ORDER.indexOf(a.result) - ORDER.indexOf(b.result));
}

const STYLES: Readonly<Record<CheckStatus, Style>> = {
  passed: theme.good,
  failed: theme.bad,
  noted: theme.warn,
  skipped: theme.faint,
};

const DOCTOR_COLUMNS: readonly Column<DoctorRow>[] = [
  column('result', words`RESULT`, 7, ({ result }) =>
    result === 'waiting' ? span(words`…`, theme.faint) : span(MARKS[result], STYLES[result]),
  ),
  column('what', words`WHAT`, 20, ({ what, result }) =>
    span(what, result === 'failed' || result === 'noted' ? theme.strong : theme.plain),
  ),
  column('detail', words`DETAIL`, 20, {
    enough: 56,
    grow: 2,
    cell: (row) =>
      row.result === 'waiting'
        ? span(words`not checked yet`, theme.faint)
        : span(row.detail, row.result === 'skipped' ? theme.faint : theme.plain),
  }),
  column('advice', words`WHAT TO DO`, 30, {
    grow: 1,
    leaves: 1,
    extra: true,
    isQuiet: (row) => row.result === 'waiting' || row.advice === '',
    cell: (row) => span(row.result === 'waiting' ? words`` : row.advice),
  }),
];

const SIGNS: Readonly<Record<CheckStatus, Printable>> = {
  failed: words`✖`,
  noted: words`!`,
  passed: words`✓`,
  skipped: words`○`,
};

function doctorWhy(row: DoctorRow): readonly RecordItem[] {
  if (row.result === 'waiting') {
    return [textItem(words`Not checked yet: checks run one after the other.`, theme.faint)];
  }
  const { result, detail, advice } = row;
  return [
    signItem(SIGNS[result], detail, STYLES[result]),
    ...(advice === '' ? [] : [signItem(words`→`, advice)]),
  ];
}

const doctorDetails = (row: DoctorRow): readonly RecordItem[] => [
  headingItem(row.what),
  ...doctorWhy(row),
];

const problemItems = (rows: readonly DoctorRow[]): readonly RecordItem[] =>
  rows.flatMap((row): readonly RecordItem[] =>
    row.result === 'failed' || row.result === 'noted'
      ? [
          signItem(SIGNS[row.result], words`${row.what}: ${row.detail}`, STYLES[row.result]),
          ...(row.advice === '' ? [] : [signItem(words` →`, row.advice)]),
        ]
      : [],
  );

function summaryLine({ found, waiting }: Found, { kind, columns }: Room): Styled {
  const [next] = waiting;
  if (next !== undefined) {
    const done = words` (${count(found.length)} done, ${count(waiting.length)} to go)`;
    return compose([span(words` Checking: ${next}`), span(done, theme.faint)], columns);
  }
  const many = (status: CheckStatus) => found.filter(({ result }) => result === status).length;
  const part = (status: CheckStatus, outcome: Printable, style: Style) =>
    span(words`${count(many(status))} ${outcome}`, style);
  const failed = many('failed') > 0;
  const notes = many('noted') === 1 ? words`note` : words`notes`;
  const parts = [
    failed ? part('failed', words`failed`, theme.bad) : span(words`0 failed`, theme.good),
    ...(many('noted') > 0 ? [part('noted', notes, theme.warn)] : []),
    part('passed', words`ok`, theme.faint),
    ...(many('skipped') > 0 ? [part('skipped', words`skipped`, theme.faint)] : []),
  ];
  const between = span(kind === 'spoken' ? words`, ` : words` · `, theme.faint);
  const said = parts.flatMap((each, at): Line => [at === 0 ? gap(1) : between, each]);
  return compose(said, columns);
}
