import { Box } from 'ink';
import type { ReactNode } from 'react';
import { search } from '../../contract/operations/search.ts';
import { createWake } from '../../feeds/scheduling.ts';
import { isOutage } from '../../state/connection.ts';
import { addToWorkspace, type ConsoleState } from '../../state/console-state.ts';
import { PANE_TABS } from '../../state/pane-tabs.ts';
import { type KeyNames, keyFor } from '../../text/key-names.ts';
import { bytes, percent } from '../../text/numbers.ts';
import { type Printable, printable, printableStart, words } from '../../text/printable.ts';
import type { Room } from '../../text/spoken.ts';
import { type TimeZone, timeNear, timeOfDay } from '../../text/time.ts';
import { cutStart } from '../../text/width.ts';
import { MIN_SPARE_ROWS, ruleLine } from '../../ui/details-layout.ts';
import { APART } from '../../ui/layout.ts';
import { between, compose, cutLine, type Line, type RowContent, span } from '../../ui/line.ts';
import { Rows } from '../../ui/rows.tsx';
import { tabBar } from '../../ui/tabs.ts';
import { theme } from '../../ui/theme.ts';
import { useSlice } from '../../ui/use-selected.ts';
import type { Pane, PaneContext } from '../pane.ts';
import { filterBadge, type PaneViewProps } from '../pane-list.tsx';
import { pollIn } from '../polling.ts';
import { openActions } from './actions.ts';
import { filePromptCommands, guardianCommands } from './commands.ts';
import { openFilePrompt } from './file-prompt.ts';
import {
  cachedLayout,
  HEAD,
  type PageLayout,
  type SectionLayoutOf,
  sectionMarks,
  textWindow,
} from './layout.ts';
import { sectionBar } from './page.ts';
import { completionLines } from './path-completion.ts';
import {
  type Choice,
  EMPTY_GUARDIAN,
  fileOf,
  type GuardianState,
  onZone,
  type Returned,
  type SpecificationFile,
  workOf,
} from './state.ts';
import { questionForm, questionLines } from './upload-request.ts';

/**
 * Guardian: checks a specification, compares it with the zone, and uploads it (operation 1); shows and compares what
 * the service returned.
 */
export function openGuardian(context: PaneContext): Pane {
  const { store } = context;
  const slice = context.slices.create(EMPTY_GUARDIAN);
  const layoutOfSection = cachedLayout(slice);
  const actions = openActions(context, slice);
  const probe = openConnectionProbe(context);
  const filePrompt = openFilePrompt(context, slice, actions.read);
  const zones = () => store.getState().workspace.shieldZones;
  const showZone = (zone: string | null) => {
    if (zone !== slice.getState().zone) slice.setState(onZone(zone));
    actions.assess();
  };
  const zoneIn = ({ workspace }: ConsoleState) =>
    workspace.shieldZones.find(({ id }) => id === slice.getState().zone);

  store.subscribe(({ workspace: { shieldZones } }, before) => {
    const { zone } = slice.getState();
    if (shieldZones === before.workspace.shieldZones || zone === null) return;
    if (!shieldZones.some(({ id }) => id === zone)) showZone(shieldZones[0]?.id ?? null);
  });

  return {
    ...PANE_TABS.guardian,
    commands: guardianCommands({ context, slice, layoutOfSection, actions, filePrompt, showZone }),
    typing: filePromptCommands(filePrompt),
    form: questionForm(context, slice, actions.send),
    heading(state) {
      const work = workOf(slice.getState());
      const { returned } = work;
      const file = fileOf(work);
      const title = file?.preflight.kind === 'read' ? file.preflight.title : null;
      return {
        left: title === null ? [] : [span(printableStart(title))],
        right: returned
          ? configurationSpans(returned, state)
          : [span(words`no configuration returned yet in this run`, theme.faint)],
      };
    },
    badges(state): readonly Printable[] {
      const { lists, section } = slice.getState();
      return lists[section].filter === '' ? [] : [filterBadge(layoutOfSection(state).page.hidden)];
    },
    view: (room) => (
      <GuardianView store={store} slice={slice} layoutOfSection={layoutOfSection} {...room} />
    ),
    subject(state) {
      const zone = zoneIn(state);
      if (!zone) return null;
      const { returned } = workOf(slice.getState());
      return { kind: 'shieldZones', ...zone, loadedAt: returned?.at.elapsed ?? null };
    },
    shown(subject) {
      probe.shown(true);
      if (subject) addToWorkspace(store, 'shieldZones', subject);
      showZone(subject?.id ?? slice.getState().zone ?? zones()[0]?.id ?? null);
    },
    hidden() {
      probe.shown(false);
      slice.setState({ question: null });
    },
    copies: () => layoutOfSection(store.getState()).page.copies(),
    refresh() {
      actions.assess();
      probe.now();
    },
    wayBack() {
      const state = slice.getState();
      const { detail, section, lists } = state;
      const list = lists[section];
      if (workOf(state).choice.kind === 'reading') return actions.cancelReading;
      if (detail) return () => slice.setState({ detail: false, detailTop: 0 });
      if (list.filter === '') return undefined;
      return () => slice.setState({ lists: { ...lists, [section]: { ...list, filter: '' } } });
    },
  };
}

const configurationSpans = ({ at, doubtedAt }: Returned, { now, timeZone }: ConsoleState): Line => [
  span(words`configuration as of ${timeNear(now.wall, at.wall, timeZone)}`, theme.faint),
  ...(doubtedAt ? [span(words` IN DOUBT `, theme.badgeWarn)] : []),
];

/** The smallest request: a search for one result. */
const QUESTION = { search: 'a', size: 1 };

/**
 * Probes the service during an outage: uploads wait for the connection, and nothing else in this pane would notice that
 * it is back.
 */
function openConnectionProbe(context: PaneContext) {
  const { store, clock, feeds } = context;
  const wake = createWake();
  let onScreen = false;

  const isWanted = () => {
    const { connection, profile } = store.getState();
    return onScreen && isOutage(connection) && !profile.readOnly;
  };
  const look = () => {
    feeds.run('guardian.probe', isWanted() ? 'service' : null, async (signal) => {
      // A request has just failed: the first probe waits as well.
      await wake.during((ended) => clock.sleep(store.getState().interval, ended), signal);
      await pollIn(context, {
        signal,
        wake,
        interval: () => store.getState().interval,
        paused: () => store.getState().pausedAt !== null,
        async ask() {
          await context.requests.load(search, QUESTION, signal);
          return 'again';
        },
      });
    });
  };
  store.subscribe(({ connection }, before) => {
    if (isOutage(connection) !== isOutage(before.connection)) look();
  });

  return {
    shown(now: boolean) {
      onScreen = now;
      look();
    },
    now: wake.now,
  };
}

/** Zone tabs, the chosen file, section tabs and a section; or the question before sending. */
function GuardianView({
  store,
  slice,
  layoutOfSection,
  ...room
}: PaneViewProps<GuardianState> & { readonly layoutOfSection: SectionLayoutOf }) {
  const { columns, rows } = room;
  const console = useSlice(store);
  const state = useSlice(slice);
  if (state.question) {
    const lines = questionLines(state.question, console.profile, columns).map((line) =>
      compose(line, columns),
    );
    const shown = textWindow({ lines, columns }, state.question.top, rows);
    return <Rows lines={shown} columns={columns} rows={rows} />;
  }
  return (
    <Box flexDirection="column">
      <Rows lines={headLines(state, console, room)} columns={columns} rows={HEAD} />
      {state.completion ? (
        <Rows
          lines={completionLines(state.completion, { ...room, rows: rows - HEAD })}
          columns={columns}
          rows={rows - HEAD}
        />
      ) : (
        <Arranged layout={layoutOfSection(console).layout} state={state} rows={rows - HEAD} />
      )}
    </Box>
  );
}

function headLines(state: GuardianState, console: ConsoleState, room: Room): readonly RowContent[] {
  const { columns } = room;
  const { workspace, changes } = console;
  const zones = workspace.shieldZones;
  const work = workOf(state);
  return [
    tabBar(
      zones.map(({ name }) => printable(name)),
      zones.findIndex(({ id }) => id === state.zone),
      room,
    ),
    compose(state.zone === null ? [] : choiceLine(work.choice, console, columns), columns),
    sectionBar(state.section, sectionMarks(work, changes), room),
  ];
}

function Arranged({
  layout,
  state,
  rows,
}: {
  readonly layout: PageLayout;
  readonly state: GuardianState;
  readonly rows: number;
}): ReactNode {
  const { detail, detailTop } = state;
  const { beside } = layout;
  const main =
    layout.kind === 'text' ? textWindow(layout.text, detailTop, rows) : tableRows(layout, !detail);
  const columns = layout.kind === 'text' ? layout.text.columns : layout.room.columns;
  if (!beside) return <Rows lines={main} columns={columns} rows={rows} />;
  const scrolled = layout.kind === 'table' && detail ? detailTop : 0;
  return (
    <Box gap={APART}>
      <Rows lines={main} columns={columns} rows={rows} />
      <Rows lines={textWindow(beside, scrolled, rows)} columns={beside.columns} rows={rows} />
    </Box>
  );
}

/** The head, the table, spare lines, and the lines below it. */
function tableRows(
  layout: PageLayout & { readonly kind: 'table' },
  focused: boolean,
): readonly RowContent[] {
  const { room, spare, below } = layout;
  const { columns } = room;
  const table = layout.table.lines(room, focused);
  const left = room.rows - table.length;
  const shows = room.kind !== 'spoken' && spare.length > 0 && left >= MIN_SPARE_ROWS;
  const filled = shows
    ? [
        ruleLine(columns),
        ...textWindow({ columns, lines: spare.map((line) => compose(line, columns)) }, 0, left - 1),
      ]
    : [];
  const blank = below.length === 0 ? 0 : Math.max(0, left - filled.length);
  return [
    ...layout.head.map((line) => compose(line, columns)),
    ...table,
    ...filled,
    ...Array<RowContent>(blank).fill(compose([], columns)),
    ...below,
  ];
}

const SHORT_HASH = 12;

function fileLine(
  { path, bytes: size, sha256, readAt }: SpecificationFile,
  zone: TimeZone,
  columns: number,
): Line {
  const facts: Line = [
    span(
      words` ${bytes(size)} · sha256 ${printableStart(sha256.slice(0, SHORT_HASH))} · read ${timeOfDay(readAt.wall, zone)} `,
      theme.faint,
    ),
  ];
  const room = Math.max(8, columns - 50);
  return between(
    [span(words` ${cutStart(printableStart(path), room)}`, theme.strong)],
    facts,
    columns,
  );
}

export function choiceLine(
  choice: Choice,
  { timeZone: zone, keyNames }: Pick<ConsoleState, 'timeZone' | 'keyNames'>,
  columns: number,
): Line {
  switch (choice.kind) {
    case 'none':
      return [
        span(words` no file · `, theme.faint),
        span(keyFor(keyNames, 'guardian.choose', words`o`), theme.key),
        span(words` chooses one`, theme.faint),
      ];
    case 'reading':
      return readingLine(choice, keyNames, columns);
    case 'unusable':
      return cutLine([span(words` ✖ ${choice.reason}`, theme.bad)], columns);
    case 'read':
      return fileLine(choice.file, zone, columns);
  }
}

function readingLine(
  { path, progress }: Choice & { readonly kind: 'reading' },
  keyNames: KeyNames,
  columns: number,
): Line {
  const what = progress === 1 ? words`Checking` : words`Reading`;
  const far = progress === null || progress === 1 ? words`` : words` · ${percent(progress)}`;
  const name = cutStart(printable(path), Math.max(8, columns - 32));
  const line: Line = [span(words` ${what} ${name}${far}`, theme.faint)];
  if (progress === null) return line;
  return [
    ...line,
    span(words` · `, theme.faint),
    span(keyFor(keyNames, 'back', words`Esc`), theme.key),
    span(words` cancels`, theme.faint),
  ];
}
