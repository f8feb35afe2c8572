import type { EntryList, EventLogEntry } from '../contract/operations/event-logs.ts';
import { type Coverage, dayRange } from '../events/coverage.ts';
import type { Filter } from '../events/filter/filter.ts';
import { answered as answeredBy } from '../events/questions/ask.ts';
import { type BaseAnswerer, derivedAnswerer } from '../events/questions/derived.ts';
import type {
  Answered,
  Answerer,
  PageAnswer,
  PagedEntry,
  PageQuestion,
} from '../events/questions/question.ts';
import { storeSum } from '../events/questions/store-sums.ts';
import type { ReadQuestion } from '../events/questions/sums.ts';
import { EventStore, type TimeUnit } from '../events/store.ts';
import type { TimeRange } from '../events/time-range.ts';
import type { UtcDay } from '../text/time.ts';
import { type ArchiveReader, newestBehind } from './archive.ts';

/*
 * An archive that can only be paged through answers questions all the same: a part of it after another is taken into
 * a store of its own, asked, and let go. So every filter means there what it means in memory, and what is held is
 * bounded however much the archive has.
 */

type Pages = Pick<ArchiveReader, 'days' | 'coverage' | 'page' | 'count'>;

/** How much is taken in at a time, and how often what is known so far is told, milliseconds. */
interface Pace {
  readonly pages: number;
  readonly every: number;
  /** Lets others have their turn. */
  rest(): Promise<void>;
}

/** A day of a zone, as far as it is asked about. */
interface Stretch {
  readonly zone: string;
  readonly day: UtcDay;
  readonly range: TimeRange | undefined;
}

/** The archive as one that answers, about these zones. */
export function pagedAnswerer(archive: Pages, zones: readonly string[], pace: Pace): Answerer {
  const base: BaseAnswerer = {
    ask(question, signal) {
      // Which answers belong to which question a condition cannot follow.
      return (
        question.kind === 'page'
          ? pageOf(archive, zones, question, signal)
          : summedUp(archive, zones, question, signal, pace)
      ) as AsyncIterable<never>;
    },
  };
  return derivedAnswerer(base, zones);
}

/** The days that have something of a time, the newest first. */
async function stretchesOf(
  archive: Pages,
  zones: readonly string[],
  range: TimeRange | undefined,
): Promise<readonly Stretch[]> {
  const found: Stretch[] = [];
  for (const zone of zones) {
    for (const day of await archive.days(zone)) {
      if (range && !overlaps(await archive.coverage(zone, day), day, range)) continue;
      found.push({ zone, day, range });
    }
  }
  return found.sort((a, b) => b.day - a.day || zones.indexOf(a.zone) - zones.indexOf(b.zone));
}

/** Entries of a day may be stamped a little outside of it. */
function overlaps({ oldest, newest }: Coverage, day: UtcDay, range: TimeRange): boolean {
  const whole = dayRange(day);
  const from = Math.min(whole.from, oldest ?? whole.from);
  const until = Math.max(whole.until, (newest ?? whole.from) + 1);
  return from < range.until && range.from < until;
}

async function* summedUp<Asked extends ReadQuestion>(
  archive: Pages,
  zones: readonly string[],
  question: Asked,
  signal: AbortSignal,
  pace: Pace,
): AsyncGenerator<Answered<Asked>, void, void> {
  const { range, filter } = question.scope;
  const sum = storeSum(question);
  const stretches = await stretchesOf(archive, zones, range);
  let entries = 0;
  for (const { zone, day } of stretches) entries += await archive.count(zone, day, range);
  let looked = 0;
  const areCandidates = isAboutVersions(filter);
  const answered = (): Answered<Asked> => ({
    answer: sum.answer(),
    of: { held: 'archived', looked, entries: Math.max(entries, looked), areCandidates },
  });
  const units = new Map<string, TimeUnit>();
  let next = performance.now() + pace.every;
  for (const stretch of stretches) {
    for await (const logs of partsOf(archive, stretch, pace.pages)) {
      const of = sum.take(storeOf(stretch.zone, logs, units));
      looked += of.looked;
      // A pattern was given up: it would be for all that follows.
      if (of.looked < of.entries || sum.isFull()) {
        yield answered();
        return;
      }
      await pace.rest();
      if (signal.aborted) return;
      const now = performance.now();
      if (now < next) continue;
      yield answered();
      // What takes long to tell is told less often.
      next = Math.max(now + pace.every, performance.now() + 4 * (performance.now() - now));
    }
  }
  // What went since it was counted is no longer to be looked at.
  entries = looked;
  yield answered();
}

/** A store of some entries. The unit of stamps is told from the first of a zone. */
function storeOf(zone: string, logs: EntryList, units: Map<string, TimeUnit>): EventStore {
  const unit = units.get(zone);
  const store = new EventStore({ maxBytes: Number.POSITIVE_INFINITY, ...(unit && { unit }) });
  store.add(zone, logs);
  const told = store.unitOf(zone);
  if (told) units.set(zone, told);
  return store;
}

/** Whether a filter asks for versions of one entry, which two parts cannot know of each other. */
const isAboutVersions = (filter: Filter): boolean =>
  filter.kind === 'not'
    ? isAboutVersions(filter.of)
    : filter.kind === 'and' || filter.kind === 'or'
      ? filter.of.some(isAboutVersions)
      : filter.kind === 'flag' && filter.flag === 'conflict';

/** The entries of a day in parts of so many pages, newest first, from the end of the time that is asked about. */
async function* partsOf(
  archive: Pages,
  { zone, day, range }: Stretch,
  pages: number,
): AsyncGenerator<readonly EventLogEntry[], void, void> {
  let token = range && tokenBefore(range.until);
  for (let more = true; more; ) {
    const logs: EventLogEntry[] = [];
    for (let page = 0; page < pages && more; page += 1) {
      const { logs: own, hasMoreData, continuationToken } = await archive.page(zone, day, token);
      logs.push(...own);
      token = continuationToken ?? undefined;
      more = hasMoreData === true && token !== undefined && !(range && isBefore(token, range));
    }
    if (logs.length > 0) yield logs;
  }
}

/** The token of a page that begins with what is older than a time: a time, and a number among equal ones. */
const tokenBefore = (time: number): string => `${time}_0`;

const isBefore = (token: string, { from }: TimeRange): boolean => newestBehind(token) < from;

/**
 * A place between two pages: the day that is read, and of its zones that were begun the token of the next page; null where
 * there is none.
 */
interface Place {
  readonly day: UtcDay;
  readonly tokens: ReadonlyMap<string, string | null>;
}

async function* pageOf(
  archive: Pages,
  zones: readonly string[],
  { scope, most, after }: PageQuestion,
  signal: AbortSignal,
): AsyncGenerator<Answered<PageQuestion>, void, void> {
  const stretches = await stretchesOf(archive, zones, scope.range);
  const units = new Map<string, TimeUnit>();
  const entries: PagedEntry[] = [];
  let looked = 0;
  let place = placeOf(after);
  let stretch = nextOf(place, stretches);
  while (stretch && entries.length < most) {
    const { zone, day, range } = stretch;
    const begun = day === place.day ? place.tokens : [];
    const token = new Map(begun).get(zone) ?? (range && tokenBefore(range.until));
    const { logs, hasMoreData, continuationToken } = await archive.page(zone, day, token);
    if (signal.aborted) return;
    const all: PageQuestion = { kind: 'page', scope, most: logs.length, after: null };
    const store = storeOf(zone, logs, units);
    entries.push(...answeredBy(store, all).answer.entries);
    looked += logs.length;
    const next = hasMoreData === true ? continuationToken : null;
    const isOver = next === null || (range !== undefined && isBefore(next, range));
    place = { day, tokens: new Map([...begun, [zone, isOver ? null : next]]) };
    stretch = nextOf(place, stretches);
  }
  const answer: PageAnswer = { entries, next: stretch ? nameOf(place) : null };
  yield { answer, of: { held: 'archived', looked, entries: looked, areCandidates: false } };
}

/** What is to be read next: of the zones of a day the one whose next page may be the newest, or else an earlier day. */
function nextOf({ day, tokens }: Place, stretches: readonly Stretch[]): Stretch | undefined {
  const newest = ({ zone }: Stretch) => newestBehind(tokens.get(zone) ?? undefined);
  const [first, ...others] = stretches.filter(
    (each) => each.day === day && tokens.get(each.zone) !== null,
  );
  return first
    ? others.reduce((best, each) => (newest(each) > newest(best) ? each : best), first)
    : stretches.find((each) => each.day < day);
}

/** Day and zones, since there may be other days by then. */
const nameOf = ({ day, tokens }: Place): string => JSON.stringify([day, [...tokens]]);

/** Written by {@link nameOf} alone. */
function placeOf(after: string | null): Place {
  if (after === null) return { day: Number.POSITIVE_INFINITY, tokens: new Map() };
  const [day, tokens]: [UtcDay, [string, string | null][]] = JSON.parse(after);
  return { day, tokens: new Map(tokens) };
}
