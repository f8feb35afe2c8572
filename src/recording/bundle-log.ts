import { eventLogs, stampAsWritten } from '../contract/operations/event-logs.ts';
import { keepAsWritten } from '../contract/shape.ts';
import type { EntryId, EventStore, StoredEntry } from '../events/store.ts';
import type { TimeRange } from '../events/time-range.ts';
import { least } from '../text/numbers.ts';
import { isoSeconds, startOfDay, type UtcDay, usDay, utcDay } from '../text/time.ts';
import { NOT_NOTED } from './bundle-calls.ts';
import { answerJson, inputOf, type RecordedCall } from './recorded-call.ts';
import { spanOf } from './recorder.ts';

/** A zone's log, as far as it is loaded. */
export interface LoadedLog {
  readonly zone: string;
  readonly store: EventStore;
  /** When all of it is loaded; of none for not known. Where it is left out, all that was asked for. */
  readonly loaded?: readonly TimeRange[];
}

const PAGE = 1000;
/** A page at the live end is there anew after so many entries, or so many milliseconds of them. */
const STEP = 100;
const STEP_MS = 10_000;
/** Characters of entries that are rewritten before others have their turn: some tens of milliseconds at worst. */
const AT_ONCE = 16_384;

/** The entries of a zone between two times, oldest first. Those without a time are none of them. */
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
 * The calls that would have loaded these entries as they came about: pages at the live end, and those behind them. Played
 * at a moment, a log has the entries that it had by then, but for the last few seconds. Null where others are to have
 * their turn: entries may be long.
 *
 * @param zone as it is to be asked for
 * @param rewritten what becomes of an entry, as JSON
 */
export function* logCalls(
  { store, loaded }: Pick<LoadedLog, 'store' | 'loaded'>,
  ids: readonly EntryId[],
  view: LogView,
): Generator<RecordedCall | null> {
  const { since } = view;
  // Their times before anything is waited for: what memory has no room for is dropped meanwhile, and left out.
  const dated = ids
    .filter((id) => store.has(id))
    .map((id): DatedEntry => ({ id, time: store.time(id) ?? since }));
  for (const [day, entries] of Map.groupBy(dated, ({ time }) => utcDay(time))) {
    const from = Math.max(since, loadedFrom(day, entries, loaded));
    yield* dayCalls(view, day, from, entries, store);
  }
}

/** From when on a day is loaded: before that it is not known to have been quiet. */
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
  /** Since when it was asked for, milliseconds. */
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
      ...{ ...NOT_NOTED, operation: 'event-logs', input, time, elapsed: time - since, error: null },
      answer: JSON.stringify({
        ...{ hasMoreData, continuationToken, startToken: '', errorResponse: null },
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
    if (atOnce >= AT_ONCE) {
      atOnce = 0;
      yield null;
    }
    const nextTime = entries[at + 1]?.time ?? Number.POSITIVE_INFINITY;
    const isFull = page.length === PAGE;
    if (!isFull && at + 1 - shown < STEP && nextTime - shownAt < STEP_MS) continue;
    // Of one moment all entries are there, or none.
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
    ...{ ...NOT_NOTED, operation: 'event-logs', input: asked(tokenOf(-1)), time: from },
    ...{ answer: null, error: { kind: 'outside-window', title } },
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
