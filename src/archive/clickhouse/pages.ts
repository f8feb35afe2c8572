import { stampAsWritten } from '../../contract/operations/event-logs.ts';
import { answered } from '../../events/questions/ask.ts';
import type {
  Answered,
  Extent,
  PagedEntry,
  PageQuestion,
  Scope,
} from '../../events/questions/question.ts';
import { EventStore } from '../../events/store.ts';
import { UNDATED_TIME } from '../archive.ts';
import { conditionOf, within } from './condition.ts';
import { type Engine, type EngineRow, sqlNumber, sqlText } from './engine.ts';
import { entryOf, keyOfRow, numberIn, STORED_COLUMNS } from './entries.ts';

/*
 * Pages of entries, newest first. A page is searched in the latest hour, then in longer and longer ranges before it,
 * so that the server skips older data. Whole rows are read only for entries on the page.
 */

const PAGE_ROWS = 1000;
/** The first search range in milliseconds; each next one is longer by this factor. */
const FIRST = 3_600_000;
const GROWTH = 4;
/** The longest range. The rest is searched at once. */
const LONGEST = FIRST * GROWTH ** 4;

/** Identifies an entry, which may have several rows. */
const KEY = 'zone, day, stamp, hash';
const NEWEST_FIRST = 'time DESC, stamp DESC, hash DESC, zone DESC';

export async function* pageOf(
  engine: Engine,
  zones: readonly string[],
  { scope, most, after }: PageQuestion,
  signal: AbortSignal,
): AsyncGenerator<Answered<PageQuestion>, void, void> {
  const { where, isExact } = conditionOf(scope.filter, scope.moment);
  const all = `${within(zones, scope)} AND ${where}`;
  const entries: PagedEntry[] = [];
  let looked = 0;
  let position = after;
  const of = (): Extent => ({ held: 'archived', looked, entries: looked, areCandidates: false });
  const newest = after === null ? await newestOf(engine, zones, scope, signal) : timeOf(after);
  for (const window of windowsBefore(newest)) {
    for (let isMore = true; isMore; ) {
      const wanted = isExact ? most - entries.length : most;
      const amount = Math.min(Math.max(wanted, 1), PAGE_ROWS);
      const rows = await rowsOf(
        engine,
        `${all} AND ${window} AND ${isBehind(position)}`,
        amount,
        signal,
      );
      if (signal.aborted) return;
      looked += rows.length;
      const paged = rows.map(pagedEntry);
      entries.push(...(isExact ? paged : paged.filter((each) => keeps(scope, each))));
      const last = rows.at(-1);
      if (last) position = positionOf(last);
      if (entries.length >= most) {
        yield { answer: { entries, next: position }, of: of() };
        return;
      }
      isMore = rows.length === amount;
    }
  }
  yield { answer: { entries, next: null }, of: of() };
}

/** The time of the newest known entry, at most the end of the question's range; null for none. */
async function newestOf(
  { select, table }: Engine,
  zones: readonly string[],
  { range }: Scope,
  signal: AbortSignal,
): Promise<number | null> {
  const [row] = await select(
    `SELECT toString(max(newest)) AS newest FROM ${table('day')} WHERE ${within(zones)}`,
    { signal },
  );
  if (typeof row?.['newest'] !== 'string') return null;
  return Math.min(numberIn(row['newest']), range?.until ?? Number.POSITIVE_INFINITY);
}

/** Conditions for consecutive time ranges, newest first, which together cover all time. */
function windowsBefore(newest: number | null): readonly string[] {
  if (newest === null || !(newest > UNDATED_TIME)) return ['1'];
  const windows: string[] = [];
  let rest = '1';
  for (let span = FIRST; span <= LONGEST; span *= GROWTH) {
    const from = sqlNumber(newest - span);
    windows.push(`time >= ${from} AND ${rest}`);
    rest = `time < ${from}`;
  }
  return [...windows, rest];
}

/** Selects one row per key, since unmerged rows may be duplicates. */
function rowsOf(
  { select, table }: Engine,
  where: string,
  amount: number,
  signal: AbortSignal,
): Promise<readonly EngineRow[]> {
  const once = `ORDER BY ${NEWEST_FIRST} LIMIT 1 BY ${KEY} LIMIT ${amount}`;
  const keys = `SELECT ${KEY} FROM ${table('entry')} WHERE ${where} ${once}`;
  return select(
    `SELECT zone, toString(time) AS moment, ${STORED_COLUMNS} FROM ${table('entry')} WHERE (${KEY}) IN (${keys}) ${once}`,
    { signal },
  );
}

function pagedEntry(row: EngineRow): PagedEntry {
  const time = numberIn(row['moment']);
  const entry = entryOf(row);
  const stamp = stampAsWritten(entry);
  return {
    zone: String(row['zone']),
    time: time === UNDATED_TIME ? null : time,
    entry,
    ...(stamp !== undefined && { stamp }),
  };
}

function positionOf(row: EngineRow): string {
  const { stamp, hash } = keyOfRow(row);
  return JSON.stringify([String(row['moment']), String(stamp), hash, String(row['zone'])]);
}

/** Reads what {@link positionOf} wrote. */
const partsOf = (position: string) => JSON.parse(position) as readonly string[];

const timeOf = (position: string): number => numberIn(partsOf(position)[0]);

function isBehind(position: string | null): string {
  if (position === null) return '1';
  const [time = '', stamp = '', hash = '', zone = ''] = partsOf(position);
  const number = stamp === '-Infinity' ? Number.NEGATIVE_INFINITY : Number(stamp);
  const at = sqlNumber(numberIn(time));
  const key = `${at}, ${sqlNumber(number)}, toUInt64('${/^\d+$/.test(hash) ? hash : 0}'), ${sqlText(zone)}`;
  return `time <= ${at} AND (time, stamp, hash, zone) < (${key})`;
}

function keeps(scope: Scope, { zone, entry }: PagedEntry): boolean {
  const store = new EventStore({ maxBytes: Number.POSITIVE_INFINITY });
  store.add(zone, [entry]);
  const { range: _, ...anyTime } = scope;
  return answered(store, { kind: 'count', scope: anyTime }).answer.total > 0;
}
