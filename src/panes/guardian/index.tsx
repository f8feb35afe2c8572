import { search } from '../../contract/operations/search.ts';
import { createWake } from '../../feeds/scheduling.ts';
import { isOutage } from '../../state/connection.ts';
import { addToWorkspace, type ConsoleState } from '../../state/console-state.ts';
import { PANE_TABS } from '../../state/pane-tabs.ts';
import { type KeyNames, keyFor } from '../../text/key-names.ts';
import { bytes, percent } from '../../text/numbers.ts';
import { printable, printableStart, words } from '../../text/printable.ts';
import type { Room } from '../../text/spoken.ts';
import { type TimeZone, timeNear, timeOfDay } from '../../text/time.ts';
import { cutStart } from '../../text/width.ts';
import {
  between,
  compose,
  cutLine,
  type Line,
  lineWidth,
  type RowContent,
  span,
} from '../../ui/line.ts';
import { Rows } from '../../ui/rows.tsx';
import { tabBar } from '../../ui/tabs.ts';
import { theme } from '../../ui/theme.ts';
import { useSlice } from '../../ui/use-selected.ts';
import type { Pane, PaneContext } from '../pane.ts';
import { ListAndDetails, type PaneViewProps, paneList } from '../pane-list.tsx';
import { pollIn } from '../polling.ts';
import { openActions } from './actions.ts';
import { filePromptCommands, guardianCommands } from './commands.ts';
import { openFilePrompt } from './file-prompt.ts';
import { cachedLayout, HEAD, type SectionLayoutOf, sectionMarks } from './layout.ts';
import { sectionBar } from './page.ts';
import { type Completion, completionLines } from './path-completion.ts';
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
import { questionForm, questionLines, questionWindow } from './upload-request.ts';

/**
 * Guardian: checks a specification, compares it with the zone, and uploads it (operation 1); shows and compares what
 * the service returned.
 */
export function openGuardian(context: PaneContext): Pane {
  const { store } = context;
  const slice = context.slices.create(EMPTY_GUARDIAN);
  const layoutOfSection = cachedLayout(slice);
  const shown = () => layoutOfSection(store.getState()).page;
  const list = paneList(context, {
    slice,
    sortable: () => shown().table?.sortable ?? [],
    rows: () => shown().table?.rows ?? [],
    total: () => shown().hidden + (shown().table?.rows.length ?? 0),
    filtered: {
      get grammar() {
        return shown().table?.filtered.grammar ?? { fields: [], text: () => '' };
      },
      rows: () => shown().table?.filtered.rows() ?? [],
    },
    detailKeys: ['enter', 'd'],
    whyNoFilter: () =>
      shown().table?.filtered.rows().length
        ? undefined
        : words`This section shows no list to filter.`,
    layout(_, state) {
      const { layout, listRows } = layoutOfSection(state);
      return { ...layout, list: { ...layout.list, rows: listRows } };
    },
  });
  const actions = openActions(context, slice);
  const probe = openConnectionProbe(context);
  const filePrompt = openFilePrompt(context, slice, actions.read);
  const zones = () => store.getState().workspace.shieldZones;
  const showZone = (zone: string | null) => {
    if (zone !== slice.getState().zone) slice.setState(onZone(zone));
    actions.assess();
  };
  const findOtherUploads = () =>
    context.feeds.run('guardian.audit', String(context.moment().elapsed), actions.findOtherUploads);
  const zoneIn = ({ workspace }: ConsoleState) =>
    workspace.shieldZones.find(({ id }) => id === slice.getState().zone);

  store.subscribe(({ workspace: { shieldZones } }, before) => {
    const { zone } = slice.getState();
    if (shieldZones === before.workspace.shieldZones || zone === null) return;
    if (!shieldZones.some(({ id }) => id === zone)) showZone(shieldZones[0]?.id ?? null);
  });

  return {
    ...PANE_TABS.guardian,
    commands: guardianCommands({ context, slice, list, actions, filePrompt, showZone }),
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
    badges: list.badges,
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
      findOtherUploads();
    },
    hidden() {
      probe.shown(false);
      slice.setState({ question: null });
    },
    copies: () => shown().copies(),
    refresh() {
      findOtherUploads();
      probe.now();
    },
    wayBack() {
      const state = slice.getState();
      if (workOf(state).choice.kind === 'reading') return actions.cancelReading;
      // A text has pages, too.
      if (state.detail !== null && !shown().table) return () => slice.setState({ detail: null });
      return list.wayBack();
    },
  };
}

const configurationSpans = (
  { at, doubtedAt, overtakenBy }: Returned,
  { now, timeZone }: ConsoleState,
): Line => [
  span(words`configuration as of ${timeNear(now.wall, at.wall, timeZone)}`, theme.faint),
  ...(doubtedAt || overtakenBy ? [span(words` IN DOUBT `, theme.badgeWarn)] : []),
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
    const lines = questionLines(state.question, console.profile, room);
    const shown = questionWindow(lines, state.question.top, room);
    return <Rows lines={shown} columns={columns} rows={rows} />;
  }
  const { layout, lines } = state.completion
    ? completionLayout(state.completion, { ...room, rows: rows - HEAD })
    : layoutOfSection(console);
  return (
    <ListAndDetails store={store} layout={layout} lines={lines}>
      <Rows lines={headLines(state, console, room)} columns={columns} rows={HEAD} />
    </ListAndDetails>
  );
}

const completionLayout = (completion: Completion, room: Room) => ({
  layout: { list: room, details: null },
  lines: completionLines(completion, room),
});

function headLines(state: GuardianState, console: ConsoleState, room: Room): readonly RowContent[] {
  const { columns } = room;
  const { workspace, changes } = console;
  const zones = workspace.shieldZones;
  const work = workOf(state);
  return [
    tabBar(
      zones.map(({ name }) => ({ name: printable(name) })),
      zones.findIndex(({ id }) => id === state.zone),
      room,
    ),
    compose(state.zone === null ? [] : choiceLine(work.choice, console, columns), columns),
    sectionBar(state.section, sectionMarks(work, changes), room),
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
      return withLast(readingLine(choice, keyNames, columns), fileOf({ choice }), zone, columns);
    case 'unusable':
      return cutLine([span(words` ✖ ${choice.reason}`, theme.bad)], columns);
    case 'read':
      return fileLine(choice.file, zone, columns);
  }
}

/** Width of the words and the time of the earlier check, and the blanks before them. */
const BESIDE_LAST = 26;
/** Width of the words, the share and the key beside the name of the file that is read. */
const BESIDE_READING = 32;

/** Says when the check below was made, if `line` leaves room for it. */
function withLast(
  line: Line,
  last: SpecificationFile | null,
  zone: TimeZone,
  columns: number,
): Line {
  if (!last) return cutLine(line, columns);
  const below: Line = [
    span(words`below: as read ${timeOfDay(last.readAt.wall, zone)} `, theme.faint),
  ];
  return lineWidth(line) + lineWidth(below) < columns
    ? between(line, below, columns)
    : cutLine(line, columns);
}

function readingLine(
  choice: Choice & { readonly kind: 'reading' },
  keyNames: KeyNames,
  columns: number,
): Line {
  const { path, progress } = choice;
  const what = progress === 1 ? words`Checking` : words`Reading`;
  const far = progress === null || progress === 1 ? words`` : words` · ${percent(progress)}`;
  const taken = BESIDE_READING + (fileOf({ choice }) ? BESIDE_LAST : 0);
  const name = cutStart(printable(path), Math.max(8, columns - taken));
  const line: Line = [span(words` ${what} ${name}${far}`, theme.faint)];
  if (progress === null) return line;
  return [
    ...line,
    span(words` · `, theme.faint),
    span(keyFor(keyNames, 'back', words`Esc`), theme.key),
    span(words` cancels`, theme.faint),
  ];
}
