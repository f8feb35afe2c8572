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
 * Answers questions about an archive that can only be paged. Parts of it are loaded into a store, queried and
 * dropped, one after the other. So every filter means what it means in memory, and memory use is bounded.
 */

type Pages = Pick<ArchiveReader, 'days' | 'coverage' | 'page' | 'count'>;

/** How many pages are loaded at a time, and how often partial results are reported, in milliseconds. */
interface Pace {
  readonly pages: number;
  readonly every: number;
  /** Yields to other work. */
  rest(): Promise<void>;
}

/** The part of a zone's day that is queried. */
interface ZoneDay {
  readonly zone: string;
  readonly day: UtcDay;
  readonly range: TimeRange | undefined;
}

/** Answers questions about these zones of the archive. */
export function pagedAnswerer(archive: Pages, zones: readonly string[], pace: Pace): Answerer {
  const base: BaseAnswerer = {
    ask(question, signal) {
      // TypeScript cannot relate the answer's type to the question's here.
      return (
        question.kind === 'page'
          ? pageOf(archive, zones, question, signal)
          : summed(archive, zones, question, signal, pace)
      ) as AsyncIterable<never>;
    },
  };
  return derivedAnswerer(base, zones);
}

/** Days with entries in a time range, newest first. */
async function zoneDaysIn(
  archive: Pages,
  zones: readonly string[],
  range: TimeRange | undefined,
): Promise<readonly ZoneDay[]> {
  const found: ZoneDay[] = [];
  for (const zone of zones) {
    for (const day of await archive.days(zone)) {
      if (range && !overlaps(await archive.coverage(zone, day), day, range)) continue;
      found.push({ zone, day, range });
    }
  }
  return found.sort((a, b) => b.day - a.day || zones.indexOf(a.zone) - zones.indexOf(b.zone));
}

/** Entries of a day may have timestamps a little outside of it. */
function overlaps({ oldest, newest }: Coverage, day: UtcDay, range: TimeRange): boolean {
  const whole = dayRange(day);
  const from = Math.min(whole.from, oldest ?? whole.from);
  const until = Math.max(whole.until, (newest ?? whole.from) + 1);
  return from < range.until && range.from < until;
}

async function* summed<Asked extends ReadQuestion>(
  archive: Pages,
  zones: readonly string[],
  question: Asked,
  signal: AbortSignal,
  pace: Pace,
): AsyncGenerator<Answered<Asked>, void, void> {
  const { range, filter } = question.scope;
  const sum = storeSum(question);
  const zoneDays = await zoneDaysIn(archive, zones, range);
  let entries = 0;
  for (const { zone, day } of zoneDays) entries += await archive.count(zone, day, range);
  let looked = 0;
  const areCandidates = isAboutVersions(filter);
  const answered = (): Answered<Asked> => ({
    answer: sum.answer(),
    of: { held: 'archived', looked, entries: Math.max(entries, looked), areCandidates },
  });
  const units = new Map<string, TimeUnit>();
  let next = performance.now() + pace.every;
  for (const zoneDay of zoneDays) {
    for await (const logs of partsOf(archive, zoneDay, pace.pages)) {
      const of = sum.take(storeOf(zoneDay.zone, logs, units));
      looked += of.looked;
      // A pattern timed out, and would again on the rest.
      if (of.looked < of.entries || sum.isFull()) {
        yield answered();
        return;
      }
      await pace.rest();
      if (signal.aborted) return;
      const now = performance.now();
      if (now < next) continue;
      yield answered();
      // Slow answers are reported less often.
      next = Math.max(now + pace.every, performance.now() + 4 * (performance.now() - now));
    }
  }
  // Entries deleted since they were counted are not searched.
  entries = looked;
  yield answered();
}

/** A store of these entries. A zone's time unit is derived from its first page. */
function storeOf(zone: string, logs: EntryList, units: Map<string, TimeUnit>): EventStore {
  const unit = units.get(zone);
  const store = new EventStore({ maxBytes: Number.POSITIVE_INFINITY, ...(unit && { unit }) });
  store.add(zone, logs);
  const found = store.unitOf(zone);
  if (found) units.set(zone, found);
  return store;
}

/** Whether a filter asks for versions of one entry. Those may be in different parts. */
const isAboutVersions = (filter: Filter): boolean =>
  filter.kind === 'not'
    ? isAboutVersions(filter.of)
    : filter.kind === 'and' || filter.kind === 'or'
      ? filter.of.some(isAboutVersions)
      : filter.kind === 'flag' && filter.flag === 'conflict';

/** The entries of a day, newest first, `pages` pages at a time. */
async function* partsOf(
  archive: Pages,
  { zone, day, range }: ZoneDay,
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

/** The token of the page before a time: the time, and a number that orders equal times. */
const tokenBefore = (time: number): string => `${time}_0`;

const isBefore = (token: string, { from }: TimeRange): boolean => newestBehind(token) < from;

/** A position between two pages: the day, and the next page token of each zone begun on it; null at its end. */
interface PagePosition {
  readonly day: UtcDay;
  readonly tokens: ReadonlyMap<string, string | null>;
}

async function* pageOf(
  archive: Pages,
  zones: readonly string[],
  { scope, most, after }: PageQuestion,
  signal: AbortSignal,
): AsyncGenerator<Answered<PageQuestion>, void, void> {
  const zoneDays = await zoneDaysIn(archive, zones, scope.range);
  const units = new Map<string, TimeUnit>();
  const entries: PagedEntry[] = [];
  let looked = 0;
  let position = positionFrom(after);
  let zoneDay = nextOf(position, zoneDays);
  while (zoneDay && entries.length < most) {
    const { zone, day, range } = zoneDay;
    const begun = day === position.day ? position.tokens : [];
    const token = new Map(begun).get(zone) ?? (range && tokenBefore(range.until));
    const { logs, hasMoreData, continuationToken } = await archive.page(zone, day, token);
    if (signal.aborted) return;
    const all: PageQuestion = { kind: 'page', scope, most: logs.length, after: null };
    const store = storeOf(zone, logs, units);
    entries.push(...answeredBy(store, all).answer.entries);
    looked += logs.length;
    const next = hasMoreData === true ? continuationToken : null;
    const isOver = next === null || (range !== undefined && isBefore(next, range));
    position = { day, tokens: new Map([...begun, [zone, isOver ? null : next]]) };
    zoneDay = nextOf(position, zoneDays);
  }
  const answer: PageAnswer = { entries, next: zoneDay ? encodedPosition(position) : null };
  yield { answer, of: { held: 'archived', looked, entries: looked, areCandidates: false } };
}

/** The next part to read: on the current day the zone whose next page may be newest, otherwise an earlier day. */
function nextOf({ day, tokens }: PagePosition, zoneDays: readonly ZoneDay[]): ZoneDay | undefined {
  const newest = ({ zone }: ZoneDay) => newestBehind(tokens.get(zone) ?? undefined);
  const [first, ...others] = zoneDays.filter(
    (each) => each.day === day && tokens.get(each.zone) !== null,
  );
  return first
    ? others.reduce((best, each) => (newest(each) > newest(best) ? each : best), first)
    : zoneDays.find((each) => each.day < day);
}

/** Holds the day and zones, since new days may have appeared by the time it is read. */
const encodedPosition = ({ day, tokens }: PagePosition): string =>
  JSON.stringify([day, [...tokens]]);

/** Reads what {@link encodedPosition} wrote. */
function positionFrom(after: string | null): PagePosition {
  if (after === null) return { day: Number.POSITIVE_INFINITY, tokens: new Map() };
  const [day, tokens]: [UtcDay, [string, string | null][]] = JSON.parse(after);
  return { day, tokens: new Map(tokens) };
}
