import { type Command, command } from '../../commands/command.ts';
import { exportLines } from '../../events/export.ts';
import { OUTCOMES } from '../../events/outcome.ts';
import { whole } from '../../events/questions/derived.ts';
import type { Facet } from '../../events/questions/facets.ts';
import type { MatchesAnswer } from '../../events/questions/false-positives.ts';
import type { FacetsQuestion } from '../../events/questions/question.ts';
import { COLUMN_FACTS, FIRST_FACETS } from '../../events/storage/columns.ts';
import type { EntryId, EventStore } from '../../events/store.ts';
import { count, counted, percentExact } from '../../text/numbers.ts';
import { type Printable, plainMarkdown, printableStart, words } from '../../text/printable.ts';
import { dayOf, hasDays, stampWithZone, type TimeZone, timeOfDay } from '../../text/time.ts';
import type { PaneContext } from '../pane.ts';
import { askExport, fileNamePart } from '../prompts.ts';
import type { Shown } from './engine.ts';
import { askedTimes, shownFilters } from './filter-stack.ts';
import type { EventsModel } from './model.ts';
import type { EventsState } from './state.ts';
import { distinctText } from './values.ts';

/** The marked entries in order, without those that were evicted. */
const markedIn = (store: EventStore, marks: ReadonlySet<string>): readonly EntryId[] =>
  [...marks]
    .map(Number)
    .filter((id) => store.has(id))
    .sort((a, b) => store.rankOf(a) - store.rankOf(b));

/**
 * What the file holds, as a clause: `312 of 5,000 loaded entries`. Marked entries may no longer be in memory, and then
 * without any of them the file is of the list.
 */
function holdings({ store, view }: Shown, marks: ReadonlySet<string>): Printable {
  const { matched, total, scanned, complete } = view.counts;
  const marked = markedIn(store, marks).length;
  const lost = marks.size - marked;
  if (marked > 0) {
    const more = lost > 0 ? words`, ${count(lost)} more evicted` : words``;
    return words`${counted(marked, words`marked entry`, words`marked entries`)}${more}`;
  }
  const { evicted } = store.counts;
  const unread = complete ? words`` : words`, ${count(total - scanned)} not looked at yet`;
  const gone = evicted > 0 ? words`, ${count(evicted)} older ones evicted` : words``;
  const among = lost > 0 ? words`, all ${count(lost)} marked ones among them` : words``;
  return words`${count(matched)} of ${count(total)} loaded entries${unread}${gone}${among}`;
}

/** Ctrl-S exports the list or the marked entries to a new file; `Y` copies a summary. */
export function exportCommands(
  context: PaneContext,
  model: EventsModel,
  restsAt: () => number | null,
): readonly Command[] {
  const { slice } = model;
  const nothing = (what: Printable) => () =>
    (model.shown()?.view.size ?? 0) === 0 ? words`There is no entry to ${what}.` : undefined;
  /** A summary of the listing; undefined if the signal aborts. */
  const summary = (shown: Shown, signal: AbortSignal) => {
    const { timeZone: zone } = context.store.getState();
    const watched = model.watched();
    const names = shown.zones.map((id) => watched.find((each) => each.id === id)?.name ?? id);
    const now = context.clock.now();
    const facts = { shown, state: slice.getState(), names, now, zone, restsAt: restsAt() };
    return summaryLines(facts, signal);
  };
  /** The marked entries, else the whole list. */
  const entryLines = (shown: Shown, ending: 'csv' | 'ndjson') => {
    const { list, notes } = slice.getState();
    const marks = markedIn(shown.store, list.marks);
    return exportLines(shown.store, marks.length > 0 ? marks : shown.view.ids(), ending, notes);
  };
  return [
    command('events.export', 'ctrl-s', words`Export list or marks (CSV, NDJSON, Markdown)`, {
      unavailable: () =>
        slice.getState().list.marks.size > 0 ? undefined : nothing(words`export`)(),
      run: () => {
        const shown = model.shown();
        if (!shown) return;
        const now = context.clock.now();
        askExport(context, {
          id: 'events-export',
          name: `warren-events-${fileNamePart(shown.zones.join('-'))}-${dayOf(now, 'utc')}`,
          endings: ['csv', 'ndjson', 'md'],
          marked: markedIn(shown.store, slice.getState().list.marks).length,
          held: (ending) =>
            ending === 'md' ? words`a summary` : holdings(shown, slice.getState().list.marks),
          lines: async (ending) => {
            if (ending !== 'md') return entryLines(shown, ending);
            const lines = (await summary(shown, NEVER_ENDED)) ?? [];
            return lines.map((line) => `${line}\n`);
          },
        });
      },
    }),
    command('events.summary', 'Y', words`Copy a summary as Markdown`, {
      unavailable: nothing(words`summarise`),
      run: () => {
        context.feeds.stop('events.summary');
        context.feeds.run('events.summary', '', async (signal) => {
          const shown = model.shown();
          const lines = shown && (await summary(shown, signal));
          if (lines) context.copy(lines, words`summary`);
        });
      },
    }),
  ];
}

const NEVER_ENDED = new AbortController().signal;

/** Values of each facet in a summary. */
const TOP = 5;
/** Limit of marked entries in a summary, newest last, so that it fits into a clipboard and a ticket. */
const MAX_MARKED = 100;

interface SummaryFacts {
  readonly shown: Shown;
  readonly state: EventsState;
  readonly names: readonly string[];
  readonly now: number;
  readonly zone: TimeZone;
  /** Nothing older than this time is loaded, milliseconds since the epoch; null if nothing is left out. */
  readonly restsAt: number | null;
}

/**
 * The listing as Markdown for a ticket or hand-over: coverage, filters, totals by status, marked entries and the top
 * values of the main facets. Undefined if the signal aborts before everything is counted.
 */
export async function summaryLines(
  facts: SummaryFacts,
  signal: AbortSignal,
): Promise<readonly Printable[] | undefined> {
  const { scope } = facts.shown;
  const question: FacetsQuestion = {
    kind: 'facets',
    scope,
    columns: FIRST_FACETS,
    most: TOP,
    baseline: null,
    order: 'count',
    direction: 'descending',
  };
  const { answers } = facts.shown;
  const counted = await whole(answers.ask(question, signal), signal);
  const matches = await whole(answers.ask({ kind: 'matches', scope, most: TOP }, signal), signal);
  if (!counted || !matches) return undefined;
  const { split, facets } = counted.answer;
  return [
    words`# Events of ${cell(facts.names.join(', '))}`,
    words``,
    ...loadedLines(facts),
    ...filterLines(facts),
    words``,
    words`| Blocked | Challenged | Logged | Other |`,
    words`| ---: | ---: | ---: | ---: |`,
    rowOf(OUTCOMES.map((outcome) => count(split[outcome]))),
    ...markTable(facts),
    ...facets
      .filter(({ column }) => column !== 'status')
      .flatMap((facet) => facetTable(facet, facts)),
    ...matchTable(matches.answer),
  ];
}

/** What was counted: the entries of a large archive, of which only some are listed, or those that are loaded. */
function loadedLines({ shown, zone, restsAt }: SummaryFacts): readonly Printable[] {
  const { store, view, archive } = shown;
  const within = (oldest: number, newest: number) =>
    words`, ${stampWithZone(oldest, zone)} to ${stampWithZone(newest, zone)}`;
  if (archive) {
    const { entries, span } = archive;
    const archived = counted(entries, words`archived entry`, words`archived entries`);
    return [words`- Counted: ${archived}${within(span.from, span.until - 1)}`];
  }
  const { span } = store;
  const times = span ? within(span.oldest, span.newest) : words``;
  const { matched, total, complete } = view.counts;
  const listed =
    matched === total ? words`all of them` : words`${count(matched)} of ${count(total)}`;
  const { evicted } = store.counts;
  return [
    words`- Loaded: ${counted(store.size, words`entry`, words`entries`)}${times}`,
    ...(restsAt === null
      ? []
      : [
          words`- Complete only from ${stampWithZone(restsAt, zone)} on: the service has earlier entries that are not loaded`,
        ]),
    ...(evicted > 0 ? [words`- No longer loaded: the oldest ${count(evicted)}`] : []),
    words`- Listed: ${listed}${complete ? words`` : words`, not all are looked at yet`}`,
  ];
}

/** The active filters, each with the number of entries it hides by itself. */
function filterLines({ shown, state, now, zone }: SummaryFacts): readonly Printable[] {
  const hides = (hidden: number | null) =>
    hidden === null ? words`` : words`, hides ${count(hidden)}`;
  const filters = shownFilters(state)
    .filter(({ state: how }) => how === 'on')
    .map((filter) => {
      const times = askedTimes(filter.filter, shown.scope.moment, { now, zone });
      return words`- Filter: ${code(filter.text)}${times}${hides(shown.hiddenBy(filter))}`;
    });
  const { timeRange } = state;
  return timeRange
    ? [
        ...filters,
        words`- Time: ${stampWithZone(timeRange.from, zone)} until ${stampWithZone(timeRange.until, zone)}`,
      ]
    : filters;
}

/** The marked entries, listed or not, with their notes. */
function markTable({
  shown: { store },
  state: {
    list: { marks },
    notes,
  },
  zone,
}: SummaryFacts): readonly Printable[] {
  const ids = markedIn(store, marks);
  if (ids.length === 0) return [];
  const rows = ids.slice(-MAX_MARKED).map((id) => {
    const time = store.time(id);
    const value = (column: 'status' | 'remoteIp' | 'path') => code(store.value(id, column) || '–');
    return rowOf([
      time === null ? words`–` : stampWithZone(time, zone),
      ...[value('status'), value('remoteIp'), value('path')],
      cell(notes.get(String(id)) ?? ''),
    ]);
  });
  const rest = ids.length - rows.length;
  const entries = rest === 1 ? words`entry` : words`entries`;
  return [
    words``,
    words`| Marked entry | Status | Address | Path | Note |`,
    words`| --- | --- | --- | --- | --- |`,
    ...rows,
    ...(rest > 0 ? [words``, words`and ${count(rest)} older marked ${entries}.`] : []),
  ];
}

function facetTable(
  { column, values, distinct }: Facet,
  { shown, zone }: SummaryFacts,
): readonly Printable[] {
  if (values.length === 0) return [];
  const { title } = COLUMN_FACTS[column];
  const timeOf = hasDays(shown.span, zone) ? stampWithZone : timeOfDay;
  const time = (at: number | null) => (at === null ? words`–` : timeOf(at, zone));
  const rows = values.map(({ value, count: all, share, split, first, last }) =>
    rowOf([
      code(value || '(empty)'),
      count(all),
      percentExact(share),
      ...[split.blocked, split.challenged, split.logged].map(count),
      time(first),
      time(last),
    ]),
  );
  const rest = distinct - rows.length;
  const what = rest === 1 ? words`value` : words`values`;
  return [
    words``,
    rowOf([
      title,
      ...['Entries', 'Share', 'Blocked', 'Challenged', 'Logged', 'First', 'Last'].map(cell),
    ]),
    words`| --- | ---: | ---: | ---: | ---: | ---: | --- | --- |`,
    ...rows,
    ...(rest > 0 ? [words``, words`and ${count(rest)} more ${what} of ${title}.`] : []),
  ];
}

/** What rules matched and where, to recognise false positives. */
function matchTable({ rows, groups }: MatchesAnswer): readonly Printable[] {
  if (rows.every(({ matched }) => matched.length === 0)) return [];
  const rest = groups - rows.length;
  return [
    words``,
    words`| Rule | Path | Matched in the newest | Entries | Addresses | Blocked |`,
    words`| --- | --- | --- | ---: | ---: | ---: |`,
    ...rows.map(({ rule, path, matched, count: all, addresses, moreAddresses, outcomes }) =>
      rowOf([
        code(rule ?? '(none)'),
        code(path ?? '(none)'),
        matched.map(code).join(' ') as Printable,
        count(all),
        distinctText(addresses, moreAddresses),
        count(outcomes.blocked),
      ]),
    ),
    ...(rest > 0 ? [words``, words`and ${count(rest)} more by rule and path.`] : []),
  ];
}

const rowOf = (cells: readonly Printable[]): Printable =>
  words`| ${cells.join(' | ') as Printable} |`;

/** Untrusted text as a table cell. */
const cell = (text: string): Printable => plainMarkdown(printableStart(text));

/** Untrusted text as code, without the backticks and bars that would end it. */
const code = (text: string): Printable =>
  words`\`${printableStart(text).replaceAll('`', 'ˋ').replaceAll('|', '¦') as Printable}\``;
