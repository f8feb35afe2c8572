import { Box } from 'ink';
import type { Command } from '../../commands/command.ts';
import { parseDuration } from '../../config/duration.ts';
import type { Fact } from '../../history/fact.ts';
import {
  FACT_SIGNS,
  type FactGroup,
  factGroups,
  factSentence,
  groupSentence,
} from '../../history/fact-text.ts';
import type { HistoryState } from '../../history/history.ts';
import { reportLines } from '../../history/report.ts';
import type { ConsoleState } from '../../state/console-state.ts';
import { ITEM_KINDS } from '../../state/item-kinds.ts';
import { type KeyNames, keyFor } from '../../state/key-names.ts';
import { EMPTY_LIST, type ListState, movedTo, selectedId } from '../../state/list.ts';
import { PANE_TABS } from '../../state/pane-tabs.ts';
import type { Slice } from '../../state/slice.ts';
import type { Workspace } from '../../state/workspace.ts';
import { count } from '../../text/numbers.ts';
import { type Printable, printable, words } from '../../text/printable.ts';
import type { Room } from '../../text/spoken.ts';
import { stamp, type TimeZone } from '../../text/time.ts';
import { type DetailsLayout, detailsLayout } from '../../ui/details-layout.ts';
import { bodyRows, layoutOf } from '../../ui/layout.ts';
import { compose, type RowContent, span } from '../../ui/line.ts';
import type { RecordItem } from '../../ui/record-lines.ts';
import { Rows } from '../../ui/rows.tsx';
import { sortedRows, tableLines } from '../../ui/table.ts';
import { theme } from '../../ui/theme.ts';
import { useSelected, useSlice } from '../../ui/use-selected.ts';
import { ListAndDetails } from '../list-and-details.tsx';
import { rowFilter } from '../list-filter.ts';
import type { Pane, PaneContext, PaneVerb } from '../pane.ts';
import { paneList } from '../pane-list.ts';
import { axisLines, axisSpan, ZOOMS } from './axis.ts';
import { FACT_STYLES, timelineColumns, timelineGrammar } from './rows.ts';

interface TimelineState {
  readonly list: ListState;
  /** The page of the details that are shown, from 0; null while they are closed. */
  readonly detail: number | null;
  readonly onlyProblems: boolean;
  /** Which of the spans the axis shows. */
  readonly zoom: number;
}

const EMPTY: TimelineState = { list: EMPTY_LIST, detail: null, onlyProblems: false, zoom: 0 };

const isProblem = ({ facts: [{ severity }] }: FactGroup) =>
  severity === 'bad' || severity === 'warn';

/** Timeline: what changed of everything that is watched, when, and in which order. */
export function openTimeline(context: PaneContext): Pane {
  const { store, history } = context;
  const slice = context.slices.create(EMPTY);
  const rowsOf = rememberedRows();
  const all = () => rowsOf(history.slice.getState(), store.getState());
  const facts = () => factsOf(store.getState(), all(), slice.getState());
  const drawn = () => {
    const { size, fullPane } = store.getState();
    if (layoutOf(size, fullPane).kind === 'emergency') return null;
    return layoutIn(facts(), { ...size, rows: bodyRows(store.getState()) });
  };
  const list = paneList(context, {
    slice,
    columns: timelineColumns([], 0, 'utc'),
    rows: () => facts().rows,
    total: () => all().length,
    fields: { grammar: timelineGrammar, rows: all },
    height: () => Math.max(1, (drawn()?.list.rows ?? 2) - 1),
    details: { group: 'Timeline', layout: drawn },
  });
  const toProblem = (step: 1 | -1) => () => {
    const { rows } = facts();
    const at = rows.findIndex(({ id }) => id === list.selected()?.id);
    const found = step > 0 ? rows.slice(at + 1) : rows.slice(0, Math.max(0, at)).reverse();
    const next = found.find(isProblem);
    if (!next) return context.say(words`No ${step > 0 ? words`older` : words`newer`} problem.`);
    const ids = rows.map(({ id }) => id);
    const height = Math.max(1, (drawn()?.list.rows ?? 2) - 1);
    slice.setState((state) => ({ list: movedTo(state.list, ids, next.id, height) }));
  };
  const zoom = (step: 1 | -1) => () =>
    slice.setState((state) => ({
      zoom: Math.max(0, Math.min(ZOOMS.length - 1, state.zoom + step)),
    }));
  const group = 'Timeline' as const;
  const own: readonly Command[] = [
    {
      id: 'timeline.open',
      keys: ['enter'],
      label: words`Open what changed in its pane`,
      footer: words`open`,
      group,
      unavailable() {
        const row = list.selected();
        if (!row) return words`Nothing has changed yet.`;
        return row.facts[0].subject.kind === 'service'
          ? words`That is about the service as a whole: @ shows the calls.`
          : undefined;
      },
      run() {
        const row = list.selected();
        const kind = row?.facts[0].subject.kind;
        if (!row || kind === undefined || kind === 'service') return;
        context.show(ITEM_KINDS[kind].pane, { id: row.facts[0].subject.id, name: row.name });
      },
    },
    {
      id: 'timeline.view',
      keys: ['x'],
      label: words`View the applications as they were then`,
      footer: words`view that minute`,
      group,
      unavailable: () => (list.selected() ? undefined : words`Nothing has changed yet.`),
      run() {
        const row = list.selected();
        if (!row) return;
        store.setState({ viewing: row.facts[0].by });
        context.show('apps');
      },
    },
    {
      id: 'timeline.only-problems',
      keys: ['!'],
      label: words`Problems only on/off`,
      footer: words`problems`,
      group,
      run: () => slice.setState(({ onlyProblems }) => ({ onlyProblems: !onlyProblems })),
    },
    {
      id: 'timeline.older-problem',
      keys: ['n'],
      label: words`Next problem, older`,
      footer: words`next problem`,
      group,
      run: toProblem(1),
    },
    {
      id: 'timeline.newer-problem',
      keys: ['N'],
      label: words`Next problem, newer`,
      group,
      run: toProblem(-1),
    },
    { id: 'timeline.zoom-in', keys: ['z'], label: words`Zoom in`, group, run: zoom(1) },
    { id: 'timeline.zoom-out', keys: ['Z'], label: words`Zoom out`, group, run: zoom(-1) },
  ];
  return {
    ...PANE_TABS.timeline,
    commands: [...own, ...list.commands],
    verbs: [reportVerb(context)],
    heading: () => ({
      left: [span(words`${count(all().length)} changes seen`)],
      right: keepingLine(history.slice.getState()),
    }),
    badges: () => [
      ...(slice.getState().onlyProblems ? [words`ONLY PROBLEMS`] : []),
      ...list.badges(),
    ],
    view: (room) => <TimelineView context={context} slice={slice} rowsOf={rowsOf} room={room} />,
    shown: () => history.readOthers(),
    hidden: () => {},
    copies() {
      const row = list.selected();
      if (!row) return [];
      const [first] = row.facts;
      return [
        { what: words`what changed`, text: row.facts.map(factSentence).join('; ') },
        { what: words`when`, text: new Date(first.by).toISOString() },
        { what: words`id`, text: first.subject.id },
      ];
    },
    refresh: () => history.readOthers(),
    wayBack() {
      const { detail, onlyProblems } = slice.getState();
      if (detail !== null) return () => slice.setState({ detail: null });
      return (
        list.wayBack() ?? (onlyProblems ? () => slice.setState({ onlyProblems: false }) : undefined)
      );
    },
  };
}

/** How far back a report goes unless told, milliseconds. */
const REPORTED = 2 * 3_600_000;

/** `:report 2h FILE`: what changed as Markdown, for a ticket: into a new file, or to the clipboard. */
function reportVerb(context: PaneContext): PaneVerb {
  const { store, history, clock } = context;
  return {
    name: 'report',
    usage: words`report [DURATION] [FILE]`,
    help: words`What changed in the last two hours, or DURATION, as Markdown: copied, or written to FILE`,
    run(rest) {
      const [first = '', ...more] = rest.split(/\s+/).filter(Boolean);
      const span = parseDuration(first);
      const file = span === undefined ? rest : more.join(' ');
      const { workspace, profile } = store.getState();
      const until = clock.now();
      const lines = reportLines(history.slice.getState(), {
        workspace,
        service: words`${profile.name}, ${profile.host}`,
        since: until - (span ?? REPORTED),
        until,
      });
      if (file === '') {
        context.copy(lines);
        return undefined;
      }
      void context
        .writeNewFile(
          file,
          lines.map((line) => `${line}\n`),
        )
        .then(
          () => context.say(words`Report written to ${printable(file)}.`),
          (error: unknown) => {
            const why = error instanceof Error ? error.message : String(error);
            context.say(words`No report was written: ${printable(why)}`, 'bad');
          },
        );
      return undefined;
    },
  };
}

/** Where what is seen is kept. */
function keepingLine({ keeping }: HistoryState) {
  switch (keeping.kind) {
    case 'file':
      return [span(words`kept for 7 days`, theme.faint)];
    case 'run':
      return [span(words`kept for this run only`, theme.faint)];
    case 'failed':
      return [span(words`kept for this run only: ${keeping.why}`, theme.warn)];
  }
}

/** What the pane is drawn from. */
interface TimelineFacts {
  /** Those that the filter leaves, in the order asked for. */
  readonly rows: readonly FactGroup[];
  readonly own: TimelineState;
  readonly selected: FactGroup | undefined;
  readonly now: number;
  readonly zone: TimeZone;
  readonly keyNames: KeyNames;
}

type RowsOf = (
  history: HistoryState,
  state: Pick<ConsoleState, 'workspace'>,
) => readonly FactGroup[];

/** Rows are made anew when facts have come, not with every tick. */
function rememberedRows(): RowsOf {
  let last: {
    facts: HistoryState['facts'];
    workspace: Workspace;
    rows: readonly FactGroup[];
  } | null = null;
  return ({ facts }, { workspace }) => {
    if (last?.facts !== facts || last.workspace !== workspace) {
      last = { facts, workspace, rows: factGroups(facts, workspace) };
    }
    return last.rows;
  };
}

type Drawn = Pick<ConsoleState, 'now' | 'timeZone' | 'keyNames'>;

function factsOf(
  { now, timeZone: zone, keyNames }: Drawn,
  all: readonly FactGroup[],
  own: TimelineState,
): TimelineFacts {
  const isKept = rowFilter(timelineGrammar, own.list.filter);
  const kept = all.filter((row) => (!own.onlyProblems || isProblem(row)) && isKept(row));
  const rows = sortedRows(kept, timelineColumns(kept, now.wall, zone), own.list.sort);
  const ids = rows.map(({ id }) => id);
  const id = selectedId(own.list, ids);
  const selected = rows.find((row) => row.id === id);
  return { rows, own, selected, now: now.wall, zone, keyNames };
}

/** Lines of the axis: one thing a line where there is room, all in one otherwise. None is read aloud. */
function axisHeight({ kind, rows }: Room): number {
  if (kind === 'spoken' || rows < 12) return 0;
  return rows >= 40 ? 13 : rows >= 25 ? 7 : 2;
}

function layoutIn({ selected, own, zone, keyNames }: TimelineFacts, room: Room): DetailsLayout {
  return detailsLayout(
    {
      page: own.detail,
      preview: true,
      details: selected ? () => factDetails(selected, zone) : null,
      why: selected ? whyOf(selected) : [],
      hasWhy: true,
      key: keyFor(keyNames, 'list.details', words`d`),
    },
    { ...room, rows: room.rows - axisHeight(room) },
  );
}

/** The sentence of a row, whole. */
function whyOf(row: FactGroup): readonly RecordItem[] {
  const { severity } = row.facts[0];
  return [
    {
      kind: 'text',
      sign: FACT_SIGNS[severity],
      text: groupSentence(row),
      style: FACT_STYLES[severity],
    },
  ];
}

/** When it came about, what it was and became, and every place. */
function factDetails({ facts, name }: FactGroup, zone: TimeZone): readonly RecordItem[] {
  const [first] = facts;
  const { after, by, subject, kind, from, to } = first;
  const when =
    after === null
      ? words`before ${stamp(by, zone)}`
      : words`between ${stamp(after, zone)} and ${stamp(by, zone)}`;
  const field = (label: Printable, value: string | null) =>
    value === null || value === '' ? [] : [{ name: label, value: printable(value) }];
  return [
    {
      kind: 'text',
      sign: FACT_SIGNS[first.severity],
      text: factSentence(first),
      style: FACT_STYLES[first.severity],
    },
    { name: words`when`, value: when },
    ...field(words`name`, name),
    ...field(words`id`, subject.id),
    { name: words`kind`, value: printable(kind) },
    ...field(words`was`, from),
    ...field(words`became`, to),
    ...(facts.length > 1 || first.place !== ''
      ? [{ kind: 'heading' as const, text: words`Where` }]
      : []),
    ...facts.flatMap((fact): readonly RecordItem[] => {
      if (fact.place === '') return [];
      if (facts.length === 1) return [{ kind: 'text', text: printable(fact.place) }];
      return [{ name: printable(fact.place), value: factSentence(fact) }];
    }),
  ];
}

function TimelineView({
  context: { store, history },
  slice,
  rowsOf,
  room,
}: {
  readonly context: Pick<PaneContext, 'store' | 'history'>;
  readonly slice: Slice<TimelineState>;
  readonly rowsOf: RowsOf;
  readonly room: Room;
}) {
  const own = useSlice(slice);
  const past = useSlice(history.slice);
  const now = useSelected(store, ({ now }) => now);
  const timeZone = useSelected(store, ({ timeZone }) => timeZone);
  const keyNames = useSelected(store, ({ keyNames }) => keyNames);
  const workspace = useSelected(store, ({ workspace }) => workspace);
  const facts = factsOf({ now, timeZone, keyNames }, rowsOf(past, { workspace }), own);
  const layout = layoutIn(facts, room);
  const height = axisHeight(room);
  const cursor: Fact | undefined = facts.selected?.facts[0];
  const axis = {
    ...facts,
    cursor: cursor?.by ?? null,
    span: axisSpan(facts.rows, { zoom: own.zoom, cursor: cursor?.by ?? null, now: facts.now }),
  };
  return (
    <Box flexDirection="column">
      {height > 0 && (
        <Rows
          lines={axisLines(axis, { columns: room.columns, rows: height })}
          columns={room.columns}
          rows={height}
        />
      )}
      <ListAndDetails
        store={store}
        list={{ lines: listLines(facts, past, { ...room, ...layout.list }), ...layout.list }}
        details={layout.details}
      />
    </Box>
  );
}

function listLines(facts: TimelineFacts, past: HistoryState, room: Room): readonly RowContent[] {
  const { rows, own, now, zone } = facts;
  if (rows.length === 0) {
    const text = emptiness(own, past, facts.keyNames);
    return [
      compose([], room.columns),
      compose([span(words`  ${text}`, theme.faint)], room.columns),
    ];
  }
  return tableLines({
    columns: timelineColumns(rows, now, zone),
    rows,
    ids: rows.map(({ id }) => id),
    list: own.list,
    room,
    focused: true,
  });
}

/** Why there is nothing to see. */
function emptiness(own: TimelineState, { facts }: HistoryState, keyNames: KeyNames): Printable {
  const back = keyFor(keyNames, 'back', words`Esc`);
  if (facts.length === 0)
    return words`No change seen yet: applications and DNS zones are compared with each answer.`;
  if (own.list.filter !== '') {
    return words`No change matches “${printable(own.list.filter)}”. ${back} clears the filter.`;
  }
  return words`No problem was seen. ${back} shows all ${facts.length} changes.`;
}
