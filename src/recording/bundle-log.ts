import { eventLogs, stampAsWritten } from '../contract/operations/event-logs.ts';
import { keepAsWritten } from '../contract/shape.ts';
import type { EntryId, EventStore, StoredEntry } from '../events/store.ts';
import type { TimeRange } from '../events/time-range.ts';
import { least } from '../text/numbers.ts';
import { isoSeconds, startOfDay, type UtcDay, usDay, utcDay } from '../text/time.ts';
import { UNKNOWN_FACTS } from './bundle-calls.ts';
import { answerJson, inputOf, type RecordedCall } from './recorded-call.ts';
import { spanOf } from './recorder.ts';

/** The loaded part of a zone's log. */
export interface LoadedLog {
  readonly zone: string;
  readonly store: EventStore;
  /** Ranges known to be complete; undefined means the whole requested range. */
  readonly loaded?: readonly TimeRange[];
}

/** Entries of a page. Small, since the first page is written again and again. */
const PAGE = 100;
/** The first page is repeated after this many entries, or milliseconds of log time. */
const STEP = 100;
const STEP_MS = 10_000;
/** Characters rewritten between two yields: some tens of milliseconds at worst. */
const MAX_CHARACTERS_PER_SLICE = 16_384;

/** Entries of a zone between two times, oldest first, without undated ones. */
export function entriesBetween(
  { zone, store }: LoadedLog,
  since: number,
  until: number,
): readonly EntryId[] {
  const found: EntryId[] = [];
  for (let rank = store.firstAtOrAfter(since); ; rank += 1) {
    const id = store.at(rank);
    const time = id === undefined ? null : store.time(id);
    if (id === undefined || time === null || time > until) return found;
    if (store.zoneOf(id) === zone) found.push(id);
  }
}

/**
 * The calls that would have loaded these entries live: first pages, and the pages behind them. At any replayed moment
 * the log has the entries of that time, except for the last few seconds. Yields null where other work should run,
 * since entries may be long.
 */
export function* logCalls(
  { store, loaded }: Pick<LoadedLog, 'store' | 'loaded'>,
  ids: readonly EntryId[],
  view: LogView,
): Generator<RecordedCall | null> {
  const { since } = view;
  // Reads times before yielding: entries that memory drops meanwhile are left out.
  const dated = ids
    .filter((id) => store.has(id))
    .map((id): DatedEntry => ({ id, time: store.time(id) ?? since }));
  for (const [day, entries] of Map.groupBy(dated, ({ time }) => utcDay(time))) {
    const from = Math.max(since, loadedFrom(day, entries, loaded));
    yield* dayCalls(view, day, from, entries, store);
  }
}

/** Start of the loaded part of a day. Nothing is known about the time before. */
function loadedFrom(
  day: UtcDay,
  entries: readonly DatedEntry[],
  loaded: LoadedLog['loaded'],
): number {
  if (!loaded) return startOfDay(day);
  const first = loaded.find(({ until }) => until > startOfDay(day));
  return least([first?.from, entries[0]?.time].filter((time) => time !== undefined));
}

interface LogView {
  readonly zone: string;
  /** Start of the bundle, in milliseconds. */
  readonly since: number;
  rewritten(entry: string, time: number): string;
}

interface DatedEntry {
  readonly id: EntryId;
  readonly time: number;
}

function* dayCalls(
  { zone, since, rewritten }: LogView,
  day: UtcDay,
  from: number,
  entries: readonly DatedEntry[],
  store: EventStore,
): Generator<RecordedCall | null> {
  const isWhole = from <= startOfDay(day);
  const asked = (token?: string) =>
    inputOf(eventLogs, { shieldZoneId: zone, date: usDay(day), continuationToken: token });
  const tokenOf = (page: number) => (page < 0 ? 'before' : `page-${page}`);
  let page: { readonly text: string; readonly stamp: number | null }[] = [];
  let number = 0;
  let [shown, shownAt] = [0, Number.NEGATIVE_INFINITY];
  let atOnce = 0;
  const call = (input: string, time: number): RecordedCall => {
    const hasMoreData = number > 0 || !isWhole;
    const continuationToken = hasMoreData ? tokenOf(number - 1) : '';
    return {
      ...UNKNOWN_FACTS,
      operation: 'event-logs',
      input,
      time,
      elapsed: time - since,
      error: null,
      answer: JSON.stringify({
        hasMoreData,
        continuationToken,
        startToken: '',
        errorResponse: null,
      }),
      entries: page.map(({ text }) => text).reverse(),
      span: spanOf(page.map(({ stamp }) => stamp)),
    };
  };
  for (const [at, { id, time }] of entries.entries()) {
    if (store.has(id)) {
      const entry = store.entry(id);
      const json = entryJson(entry);
      page.push({ text: rewritten(json, time), stamp: entry.timestamp });
      atOnce += json.length;
    }
    if (atOnce >= MAX_CHARACTERS_PER_SLICE) {
      atOnce = 0;
      yield null;
    }
    const nextTime = entries[at + 1]?.time ?? Number.POSITIVE_INFINITY;
    const isFull = page.length === PAGE;
    if (!isFull && at + 1 - shown < STEP && nextTime - shownAt < STEP_MS) continue;
    // Entries of one moment stay together.
    if (!isFull && nextTime === time) continue;
    [shown, shownAt] = [at + 1, time];
    yield call(asked(), time);
    if (!isFull) continue;
    yield call(asked(tokenOf(number)), time);
    number += 1;
    page = [];
  }
  if (isWhole) return;
  const title = `The bundle has nothing of before ${isoSeconds(from)}`;
  yield {
    ...UNKNOWN_FACTS,
    operation: 'event-logs',
    input: asked(tokenOf(-1)),
    time: from,
    answer: null,
    error: { kind: 'outside-window', title },
  };
}

/** An entry as the service sent it. */
function entryJson(entry: StoredEntry): string {
  const { logId, timestamp, log, labels } = entry;
  const sent = { logId, timestamp, log, labels };
  const written = stampAsWritten(entry);
  if (written !== undefined) keepAsWritten(sent, 'timestamp', written);
  return answerJson(sent);
}
