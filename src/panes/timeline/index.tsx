import { resolve } from 'node:path';
import { type Command, command, onRow } from '../../commands/command.ts';
import { type TypedCommandAction, wrongUsage } from '../../commands/typed-commands.ts';
import { parseDuration } from '../../config/duration.ts';
import type { Exchange } from '../../contract/operation.ts';
import { operations } from '../../contract/operations/index.ts';
import { FileError } from '../../edges/files.ts';
import { expandHome } from '../../edges/machine.ts';
import { auditedFacts } from '../../history/console-facts.ts';
import { type FactGroup, factGroups, factSentence } from '../../history/fact-text.ts';
import { type HistoryState, type Keeping, MAX_FACTS } from '../../history/history-state.ts';
import {
  auditedCalls,
  type ReportedCall,
  type ReportOptions,
  reportLines,
} from '../../history/report.ts';
import { eventLines, loadedLog } from '../../history/report-events.ts';
import { latestAnswers } from '../../history/report-issues.ts';
import { cell } from '../../history/report-text.ts';
import type { ConsoleState } from '../../state/console-state.ts';
import { ITEM_KINDS } from '../../state/item-kinds.ts';
import { pinned } from '../../state/list.ts';
import { PANE_TABS } from '../../state/pane-tabs.ts';
import type { Slice } from '../../state/slice.ts';
import { keyFor } from '../../text/key-names.ts';
import { memoizeLast } from '../../text/memoize.ts';
import { counted } from '../../text/numbers.ts';
import { type Printable, printable, words } from '../../text/printable.ts';
import { type Line, type Span, span } from '../../ui/line.ts';
import { sortsOf } from '../../ui/table.ts';
import { theme } from '../../ui/theme.ts';
import { freshnessIn } from '../freshness.ts';
import { eventsOnly } from '../nothing-watched.ts';
import type { PaneContext, PaneOf } from '../pane.ts';
import { type PaneList, paneList, problemsBadge } from '../pane-list.tsx';
import { isProblem, orderingColumns, timelineGrammar } from './rows.ts';
import {
  EMPTY_TIMELINE,
  factsOf,
  layoutIn,
  type TimelineState,
  TimelineView,
  ZOOMS,
} from './view.tsx';

/** Timeline: what changed in all watched items, and when. */
export function openTimeline(context: PaneContext): PaneOf<'timeline'> {
  const { store, history } = context;
  const slice = context.slices.create(EMPTY_TIMELINE);
  // Cached: rows change with the facts, not with every tick.
  const rowsOf = memoizeLast(factGroups);
  const all = () => rowsOf(history.slice.getState().facts, store.getState().workspace);
  const problemsOf = memoizeLast((rows: readonly FactGroup[]) => rows.filter(isProblem).length);
  const facts = () => factsOf(store.getState(), all(), slice.getState());
  const list = paneList(context, {
    slice,
    sortable: () => sortsOf(orderingColumns()),
    rows: () => facts().rows,
    // Rows hidden by "problems only" have their own badge.
    total: () => (slice.getState().onlyProblems ? problemsOf(all()) : all().length),
    filtered: { grammar: timelineGrammar, rows: all },
    showsPast: true,
    layout: (room) => layoutIn(facts(), room),
  });
  /** The cursor's row until the operator moves it: newer rows are inserted above. */
  let first: string | null = null;
  /** Keeps the cursor on an existing row after `change`; a moved cursor stays. */
  const hold = (change: Partial<TimelineState> = {}) =>
    slice.setState((before) => {
      const own = { ...before, ...change };
      const { ids } = factsOf(store.getState(), all(), own);
      const isMoved = own.list.cursor !== first;
      const held = pinned(isMoved ? own.list : { ...own.list, cursor: null }, ids);
      if (!isMoved || held.cursor !== own.list.cursor) first = held.cursor;
      return { ...change, list: held };
    });
  history.slice.subscribe(() => {
    if (store.getState().pane !== 'timeline') return;
    const { list: shown, detail } = slice.getState();
    const isUntouched = shown.cursor === first && detail === null;
    if (shown.cursor === null || (isUntouched && facts().rows.every(isAlready))) hold();
  });
  const toTime = (time: number) => {
    first = null;
    const [last] = facts()
      .rows.filter(({ facts: [{ by }] }) => by <= time)
      .sort(({ facts: [a] }, { facts: [b] }) => b.by - a.by);
    if (last) list.goTo(last.id);
  };
  // Changes are as fresh as the compared answers.
  const fresh = (state: ConsoleState) => context.pane('apps')?.fresh?.(state) ?? null;
  store.subscribe(({ viewing }, before) => {
    if (viewing !== before.viewing && viewing !== null) toTime(viewing);
  });
  return {
    ...PANE_TABS.timeline,
    showsPast: true,
    commands: [...timelineCommands(context, { slice, list, facts, hold }), ...list.commands],
    typed: { report: reportCommand(context) },
    heading: (state) => ({
      left: [span(seenText(history.slice.getState(), all().length))],
      right: eventsOnly(state)
        ? []
        : freshAndKept(freshnessIn(state, fresh(state)), history.slice.getState()),
    }),
    fresh,
    place: list.place,
    badges: () => [
      ...(slice.getState().onlyProblems ? [problemsBadge(all().length - problemsOf(all()))] : []),
      ...list.badges(),
    ],
    view: (room) => <TimelineView context={context} slice={slice} rowsOf={rowsOf} room={room} />,
    shown() {
      history.readOthers();
      // Keeps a row that is being read; otherwise starts at the newest.
      if (slice.getState().detail === null) hold();
    },
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
    refresh() {
      history.readOthers();
      context.pane('apps')?.refresh();
    },
    wayBack() {
      const { onlyProblems } = slice.getState();
      return (
        list.wayBack() ?? (onlyProblems ? () => slice.setState({ onlyProblems: false }) : undefined)
      );
    },
  };
}

/** Whether it is an initial state: such rows arrive together, in any order. */
const isAlready = ({ facts: [{ kind, from }] }: FactGroup): boolean =>
  kind === 'health' && from === null;

/** Number of changes; only the last ones are loaded. */
function seenText({ facts }: Pick<HistoryState, 'facts'>, rows: number): Printable {
  const seen = counted(rows, words`change seen`, words`changes seen`);
  return facts.length < MAX_FACTS ? seen : words`the last ${seen}`;
}

const IMAGES = 'kind:image';

function timelineCommands(
  context: PaneContext,
  {
    slice,
    list,
    facts,
    hold,
  }: {
    readonly slice: Slice<TimelineState>;
    readonly list: Pick<PaneList<FactGroup>, 'selected' | 'goTo'>;
    facts(): { readonly rows: readonly FactGroup[] };
    hold(change: Partial<TimelineState>): void;
  },
): readonly Command[] {
  const { store } = context;
  const toProblem = (step: 1 | -1) => () => {
    const { rows } = facts();
    // Looked up once: a week has ten thousand rows.
    const here = list.selected()?.id;
    const at = rows.findIndex(({ id }) => id === here);
    const found = step > 0 ? rows.slice(at + 1) : rows.slice(0, Math.max(0, at)).reverse();
    const next = found.find(isProblem);
    if (!next) return context.say(words`No ${step > 0 ? words`older` : words`newer`} problem.`);
    list.goTo(next.id);
  };
  const zoom = (step: 1 | -1) => () =>
    slice.setState((state) => ({
      zoom: Math.max(0, Math.min(ZOOMS.length - 1, state.zoom + step)),
    }));
  return [
    command('timeline.open', 'enter', words`Open what changed in its pane`, {
      footer: words`open`,
      unavailable() {
        const row = list.selected();
        if (!row) return words`Nothing has changed yet.`;
        return row.facts[0].subject.kind === 'service'
          ? words`That is about the service as a whole: ${keyFor(store.getState().keyNames, 'ledger', words`@`)} shows the calls.`
          : undefined;
      },
      run() {
        const row = list.selected();
        const kind = row?.facts[0].subject.kind;
        if (!row || kind === undefined || kind === 'service') return;
        context.show(ITEM_KINDS[kind].pane, { id: row.facts[0].subject.id, name: row.name });
      },
    }),
    command('timeline.view', 'x', words`View the applications as they were then`, {
      footer: words`view that minute`,
      ...onRow(list.selected, words`Nothing has changed yet.`, ({ name, facts: [fact] }) => {
        store.setState({ viewing: fact.by });
        const { kind, id } = fact.subject;
        context.show('apps', kind === 'apps' ? { id, name } : undefined, 'row');
      }),
    }),
    command('timeline.only-problems', '!', words`Problems only on/off`, {
      footer: words`problems`,
      run: () => hold({ onlyProblems: !slice.getState().onlyProblems }),
    }),
    command('timeline.images', 'i', words`Image changes only on/off`, {
      footer: words`images`,
      run() {
        const {
          list: { filter, ...rest },
          before,
        } = slice.getState();
        const isOn = filter === IMAGES;
        const next = isOn ? before : IMAGES;
        hold({
          before: isOn ? '' : filter,
          list: { ...rest, filter: next, cursor: null, at: 0, top: 0 },
        });
      },
    }),
    command('timeline.older-problem', 'n', words`Next problem, older`, {
      footer: words`next problem`,
      run: toProblem(1),
    }),
    command('timeline.newer-problem', 'N', words`Next problem, newer`, toProblem(-1)),
    command('timeline.zoom-in', 'z', words`Zoom in`, zoom(1)),
    command('timeline.zoom-out', 'Z', words`Zoom out`, zoom(-1)),
  ];
}

/** Freshness of the data and where changes are kept; the interval is dropped first if room is short. */
function freshAndKept([stamp, ...rest]: Line, { keeping }: HistoryState): Line {
  if (!stamp) return [keptSpan(keeping, words``)];
  const kept = keptSpan(keeping, words` · `);
  const isStale = rest.some(({ style }) => style === theme.badgeWarn);
  return isStale ? [stamp, ...rest, kept] : [stamp, kept, ...rest];
}

function keptSpan(keeping: Keeping, before: Printable): Span {
  switch (keeping.kind) {
    case 'file':
      return span(words`${before}kept for 7 days`, theme.faint);
    case 'recorded':
      return span(words`${before}as recorded`, theme.faint);
    case 'run':
      return span(words`${before}kept for this run only`, theme.faint);
    case 'failed':
      return span(words`${before}kept for this run only: ${keeping.why}`, theme.warn);
  }
}

const DEFAULT_PERIOD_MS = 2 * 3_600_000;

/** Probably a mistyped duration and not a file name. */
const NO_FILE = /^\d[^./]*$/;

/** `:report 2h FILE`: changes as Markdown, into a new file or to the clipboard. */
function reportCommand(context: PaneContext): TypedCommandAction {
  const { clock, feeds, history } = context;
  return {
    run(rest) {
      const [first = '', ...more] = rest.split(/\s+/).filter(Boolean);
      const span = parseDuration(first);
      const file = span === undefined ? rest : more.join(' ');
      if (NO_FILE.test(file)) return wrongUsage('report');
      const until = clock.now();
      const since = until - (span ?? DEFAULT_PERIOD_MS);
      history.readOthers();
      feeds.run('report', `${until} ${rest}`, (signal) =>
        write(context, { since, until, file }, signal),
      );
      return undefined;
    },
  };
}

interface Wanted {
  /** Wall clock milliseconds. */
  readonly since: number;
  readonly until: number;
  readonly file: string;
}

async function write(
  context: PaneContext,
  { since, until, file }: Wanted,
  signal: AbortSignal,
): Promise<void> {
  const { store, history } = context;
  const { workspace, profile } = store.getState();
  const past = history.slice.getState();
  const lines = reportLines(past, {
    workspace,
    since,
    until,
    now: until,
    service: words`${profile.name}, ${profile.host}`,
    latest: await latestAnswers(past, { since, until }, (...asked) => history.newestAt(...asked)),
    events: await loadedEvents(context, { from: since, until }, signal),
    ...(await namedCalls(context)),
  });
  if (signal.aborted) return;
  if (file === '') {
    context.copy(lines, words`report`);
    return;
  }
  try {
    await context.writeNewFile(
      file,
      lines.map((line) => `${line}\n`),
    );
    context.say(
      words`Report written to ${printable(resolve(expandHome(file, context.mutations.directories.home)))}.`,
    );
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    context.say(words`No report was written: ${printable(why)}`, 'bad');
  }
}

async function loadedEvents(
  { loadedZones, store }: PaneContext,
  range: { readonly from: number; readonly until: number },
  signal: AbortSignal,
): Promise<readonly Printable[]> {
  const zones = loadedZones();
  const sections: Printable[] = [];
  for (const zone of zones) {
    if (sections.length > 0) sections.push(words``);
    sections.push(...(await eventLines(loadedLog(zone), range, signal)));
  }
  const { shieldZones } = store.getState().workspace;
  const others = shieldZones.filter(({ id }) => !zones.some(({ zone }) => zone === id));
  if (sections.length > 0 && others.length > 0) sections.push(words``);
  const names = others.map(({ name }) => cell(name)).join(', ') as Printable;
  return others.length === 0 && sections.length > 0
    ? sections
    : [...sections, words`Nothing is loaded of ${others.length > 0 ? names : words`any zone`}.`];
}

/** Changes from the audit file, and failed calls of this run. */
async function namedCalls({
  mutations,
  store,
}: PaneContext): Promise<Pick<ReportOptions, 'calls' | 'audited'>> {
  const { exchanges, profile } = store.getState();
  try {
    const changes = await mutations.audited();
    return {
      calls: [...exchanges.flatMap(failedCall), ...auditedCalls(changes, profile.host)],
      audited: auditedFacts(changes, profile.host),
    };
  } catch (error) {
    if (error instanceof FileError) return { calls: printable(error.message), audited: [] };
    throw error;
  }
}

function failedCall({ at, operation, path, outcome }: Exchange): readonly ReportedCall[] {
  if (outcome.kind === 'in-flight' || outcome.error === null) return [];
  const requestId = outcome.kind === 'answered' ? outcome.requestId : outcome.error.requestId;
  if (!requestId) return [];
  return [
    {
      at,
      requestId,
      what: `${operations[operation].title} ${path}`,
      outcome: outcome.kind === 'answered' ? `${outcome.status}` : outcome.error.kind,
    },
  ];
}
