import { stampAsWritten } from '../../contract/operations/event-logs.ts';
import { subtracted } from '../coverage.ts';
import { FilteredView } from '../filtered-view.ts';
import { SplitCounts, sumOf } from '../outcome.ts';
import { codesOf, type Part, partsOf, rowsOf } from '../selection.ts';
import type { EntryId } from '../storage/entry-id.ts';
import type { EventStore } from '../store.ts';
import { overlap, type TimeRange } from '../time-range.ts';
import { actors } from './actors.ts';
import { comparison } from './comparison.ts';
import { facets } from './facets.ts';
import { matches } from './false-positives.ts';
import { heatMap, trends } from './heat-map.ts';
import { histogram } from './histogram.ts';
import type {
  Answer,
  Answered,
  Answerer,
  CountAnswer,
  PageAnswer,
  PagedEntry,
  PageQuestion,
  Question,
  QuestionOf,
  Scope,
} from './question.ts';
import { drained } from './tally.ts';
import { trial } from './trial.ts';
import { zoneRows } from './zones.ts';

/** Views that have scanned the store, and whether to wait until they are done. */
interface Looking {
  readonly views?: readonly FilteredView[];
  /** `so far`: counts what a view has found by now. */
  readonly how?: 'whole' | 'so far';
}

/** Time limit for one scanning step, in milliseconds. */
const STEP_MS = 2;

/** Answers a question in short steps. It counts the entries that exist when the filter has finished scanning. */
export function* answering<Asked extends Question>(
  store: EventStore,
  question: Asked,
  { views = [], how = 'whole' }: Looking = {},
): Generator<void, Answered<Asked>, void> {
  const { filter, moment } = question.scope;
  const known = views.find((each) => each.filter === filter);
  const view = known ?? new FilteredView(store, filter, moment);
  if (how === 'whole' || !known) while (view.advance(STEP_MS)) yield;
  const { scanned, total } = view.counts;
  const of = { held: 'loaded', looked: scanned, entries: total, areCandidates: false } as const;
  // `Answer` maps questions to answers, which the switch cannot express.
  return { answer: (yield* answerTo(store, view, question)) as Answer<Asked>, of };
}

/** Answers a question at once, for callers that may block. */
export const answered = <Asked extends Question>(
  store: EventStore,
  question: Asked,
  views: readonly FilteredView[] = [],
): Answered<Asked> => drained(answering(store, question, { views }));

/** Time limit for one slice of answering, in milliseconds, so that key presses are not delayed. */
const SLICE_MS = 4;

/**
 * The store as an answerer.
 *
 * @param rest yields to other work between slices
 */
export const storeAnswerer = (
  store: EventStore,
  rest: () => Promise<void>,
  views: readonly FilteredView[] = [],
): Answerer => ({
  async *ask(question, signal) {
    const steps = answering(store, question, { views });
    while (!signal.aborted) {
      const until = store.elapsed() + SLICE_MS;
      do {
        const step = steps.next();
        if (step.done) {
          yield step.value;
          return;
        }
      } while (store.elapsed() < until);
      await rest();
    }
  },
});

function answerTo(
  store: EventStore,
  view: FilteredView,
  question: Question,
): Generator<void, Answer, void> {
  const parts = (range: Scope['range'] = question.scope.range) => partsOf(store, { view, range });
  switch (question.kind) {
    case 'count':
      return countOf(store, parts());
    case 'facets':
      return facets(store, parts(), question, question.baseline ? parts(question.baseline) : []);
    case 'trends':
      return trends(store, parts(), question);
    case 'histogram':
      return histogram(store, parts(rangeWithin(question)), question);
    case 'page':
      return page(store, view, question);
    case 'actors':
      return actors(store, parts(), question);
    case 'comparison':
      return comparison(
        store,
        parts(overlap(question.a, question.scope.range)),
        subtracted([question.b], [question.a]).flatMap((range) =>
          parts(overlap(range, question.scope.range)),
        ),
        question.most,
      );
    case 'trial':
      return trial(store, parts(), question);
    case 'heat-map':
      return heatMap(store, parts(), question);
    case 'zones':
      return zoneRows(store, parts(), question);
    case 'matches':
      return matches(store, parts(), question);
  }
}

/** The time of all buckets within the scope. */
const rangeWithin = ({
  scope,
  buckets: { start, size, count },
}: QuestionOf<'histogram'>): TimeRange =>
  overlap({ from: start, until: start + size * count }, scope.range);

function* countOf(store: EventStore, parts: readonly Part[]): Generator<void, CountAnswer, void> {
  const counts = new SplitCounts(store, 1);
  for (const part of parts) {
    const { rows, count } = rowsOf(part);
    const statuses = codesOf(part.segment, 'status');
    for (let at = 0; at < count; at += 1) counts.add(0, statuses[rows[at] as number] as number);
    yield;
  }
  const split = counts.of(0);
  return { total: sumOf(split), split };
}

/** Entries read between two looks at the clock. */
const STRIDE = 64;

/** A page of the entries that a view has found, newest first. */
function* page(
  store: EventStore,
  view: FilteredView,
  { most, after, scope: { range } }: Pick<PageQuestion, 'most' | 'after' | 'scope'>,
): Generator<void, PageAnswer, void> {
  const entries: PagedEntry[] = [];
  let last: EntryId | null = null;
  for (const id of idsBefore(store, view, positionFrom(after), range)) {
    if (entries.length >= most) {
      return { entries, next: last === null ? after : `${store.time(last)}_${last}` };
    }
    const stored = store.entry(id);
    const { logId, timestamp, log, labels, zone, time } = stored;
    const stamp = stampAsWritten(stored);
    const entry = { logId, timestamp, log, labels };
    entries.push({ zone, time, entry, ...(stamp !== undefined && { stamp }) });
    last = id;
    if (entries.length % STRIDE === 0) yield;
  }
  return { entries, next: null };
}

/** The entry that a page starts behind. */
interface PagePosition {
  readonly time: number;
  readonly id: EntryId;
}

/** Only parses what {@link page} wrote. */
function positionFrom(after: string | null): PagePosition | null {
  if (after === null) return null;
  const [time, id] = after.split('_');
  return { time: time === 'null' ? Number.NEGATIVE_INFINITY : Number(time), id: Number(id) };
}

function* idsBefore(
  store: EventStore,
  view: FilteredView,
  position: PagePosition | null,
  range: TimeRange | undefined,
): Generator<EntryId, void, void> {
  // If the entry was evicted, so was everything older.
  const rank =
    position === null
      ? view.size
      : store.has(position.id)
        ? view.rankOf(position.id)
        : view.firstAtOrAfter(position.time);
  const until = range ? Math.min(rank, view.firstAtOrAfter(range.until)) : rank;
  const from = range ? view.firstAtOrAfter(range.from) : 0;
  for (let at = until - 1; at >= from; at -= 1) {
    const id = view.at(at);
    if (id !== undefined && store.has(id)) yield id;
  }
}
