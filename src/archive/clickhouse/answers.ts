import { OUTCOMES, splitAt, sumOf } from '../../events/outcome.ts';
import { answered } from '../../events/questions/ask.ts';
import type { BaseAnswerer } from '../../events/questions/derived.ts';
import { derivedAnswerer } from '../../events/questions/derived.ts';
import type { CountedValue, Facet } from '../../events/questions/facets.ts';
import type {
  Answer,
  Answered,
  Answerer,
  Extent,
  PageAnswer,
  PagedEntry,
  PageQuestion,
  Scope,
} from '../../events/questions/question.ts';
import { storeSum } from '../../events/questions/store-sums.ts';
import { answerSum, type ReadQuestion, type SummedQuestion } from '../../events/questions/sums.ts';
import { type ColumnName, DICTIONARY_LIMITS } from '../../events/storage/columns.ts';
import { EventStore } from '../../events/store.ts';
import type { Buckets } from '../../events/time-range.ts';
import { type Condition, conditionOf } from './condition.ts';
import { type Engine, type EngineRow, sqlNumber, sqlText } from './engine.ts';
import { entryOf, keyOfRow, numberIn, STORED_COLUMNS } from './entries.ts';
import { UNDATED_TIME } from './schema.ts';

/*
 * Questions that the engine answers where the entries are. What the condition cannot say exactly is counted as
 * candidates; of a page every entry is tried again here.
 */

type Asked<Kind extends SummedQuestion['kind']> = Extract<SummedQuestion, { kind: Kind }>;

/** What is asked of: a table, the zones, the filter and the time. */
interface Selected {
  readonly engine: Engine;
  readonly from: string;
  readonly where: string;
  readonly signal: AbortSignal;
}

/** What an engine has of some zones, as one that answers. */
export function engineAnswerer(engine: Engine, zones: readonly string[]): Answerer {
  const base: BaseAnswerer = {
    ask(question, signal) {
      // Which answers belong to which question a condition cannot follow.
      return (
        question.kind === 'page'
          ? pageOf(engine, zones, question, signal)
          : isRead(question)
            ? readThrough(engine, zones, question, signal)
            : summed(engine, zones, question, signal)
      ) as AsyncIterable<never>;
    },
  };
  return derivedAnswerer(base, zones);
}

/** The zones and the time of a question, as a condition. */
function within(zones: readonly string[], { range }: Scope): string {
  const parts = [`zone IN (${zones.map(sqlText).join(', ') || "''"})`];
  if (range) {
    parts.push(`time >= ${sqlNumber(range.from)} AND time < ${sqlNumber(range.until)}`);
    parts.push(`time > ${sqlNumber(UNDATED_TIME)}`);
    // A day's log may hold a little of its neighbours.
    parts.push(
      `day >= toDate(${dayAt(range.from) - 1}) AND day <= toDate(${dayAt(range.until) + 1})`,
    );
  }
  return parts.join(' AND ');
}

/** Days that the engine has are from 1970 to 2149. */
const dayAt = (time: number): number =>
  Math.min(Math.max(Math.floor(time / 86_400_000), 1), 65_000);

async function* summed<Question extends SummedQuestion>(
  engine: Engine,
  zones: readonly string[],
  question: Question,
  signal: AbortSignal,
): AsyncGenerator<Answered<Question>, void, void> {
  const { scope } = question;
  const condition = conditionOf(scope.filter, scope.moment);
  const all = within(zones, scope);
  const from = `${engine.table('entry')} FINAL`;
  const selected = { engine, from, where: `${all} AND ${condition.where}`, signal };
  const sum = answerSum(question);
  const [part, of] = await Promise.all([
    partOf(selected, question),
    extentOf(engine, from, all, condition, signal),
  ]);
  if (signal.aborted) return;
  sum.add(part as Answer<Question>);
  yield { answer: sum.answer(), of };
}

/** What no condition counts: the entries themselves come. */
type ReadHere = Exclude<ReadQuestion, SummedQuestion>;

const isRead = (question: ReadQuestion): question is ReadHere =>
  question.kind === 'actors' || question.kind === 'trial' || question.kind === 'matches';

/** Entries that are read at a time: taking them in keeps no key waiting. */
const READ_ROWS = 500;

async function* readThrough<Question extends ReadHere>(
  engine: Engine,
  zones: readonly string[],
  question: Question,
  signal: AbortSignal,
): AsyncGenerator<Answered<Question>, void, void> {
  const { scope } = question;
  const sum = storeSum(question);
  const from = `${engine.table('entry')} FINAL`;
  const all = within(zones, scope);
  const everything = conditionOf({ kind: 'everything' }, scope.moment);
  const { entries } = await extentOf(engine, from, all, everything, signal);
  let after: string | null = null;
  do {
    const page: PageQuestion = { kind: 'page', scope, most: READ_ROWS, after };
    let found: PageAnswer | undefined;
    for await (const { answer } of pageOf(engine, zones, page, signal)) found = answer;
    if (!found || signal.aborted) return;
    for (const [zone, own] of Map.groupBy(found.entries, (each) => each.zone)) {
      const store = new EventStore({ unit: 'ms', maxBytes: Number.POSITIVE_INFINITY });
      store.add(
        zone,
        own.map(({ time, entry }) => ({ ...entry, timestamp: time })),
      );
      sum.take(store);
    }
    after = found.next;
    const last = found.entries.at(-1)?.time ?? null;
    const isLast = after === null;
    const looked: number = isLast
      ? entries
      : last === null
        ? 0
        : (
            await extentOf(
              engine,
              from,
              `${all} AND time >= ${sqlNumber(last)}`,
              everything,
              signal,
            )
          ).entries;
    if (signal.aborted) return;
    const of = { held: 'archived', looked, entries, areCandidates: false } as const;
    yield { answer: sum.answer(), of: { ...of, entries: Math.max(entries, looked) } };
  } while (after !== null && !sum.isFull());
}

async function extentOf(
  engine: Engine,
  from: string,
  where: string,
  { isExact }: Condition,
  signal: AbortSignal,
): Promise<Extent> {
  const [row] = await engine.select(`SELECT toString(count()) AS n FROM ${from} WHERE ${where}`, {
    signal,
  });
  const entries = Number(row?.['n']);
  return { held: 'archived', looked: entries, entries, areCandidates: !isExact };
}

function partOf(selected: Selected, question: SummedQuestion): Promise<Answer<SummedQuestion>> {
  switch (question.kind) {
    case 'count':
      return countOf(selected);
    case 'facets':
      return facetsOf(selected, question);
    case 'trends':
      return trendsOf(selected, question);
    case 'histogram':
      return histogramOf(selected, question);
  }
}

/** Columns that count outcomes, `o0` to `o3`. */
const SPLIT: string = OUTCOMES.map((outcome, at) => {
  const known = OUTCOMES.slice(0, -1).map((each) => `'${each}'`);
  const status = "lower(ifNull(status, ''))";
  const is =
    outcome === 'other' ? `${status} NOT IN (${known.join(', ')})` : `${status} = '${outcome}'`;
  return `toString(countIf(${is})) AS o${at}`;
}).join(', ');

const splitOf = (row: EngineRow | undefined) =>
  splitAt(
    OUTCOMES.map((_, at) => Number(row?.[`o${at}`] ?? 0)),
    0,
  );

async function countOf({ engine, from, where, signal }: Selected) {
  const [row] = await engine.select(`SELECT ${SPLIT} FROM ${from} WHERE ${where}`, { signal });
  const split = splitOf(row);
  return { total: sumOf(split), split };
}

async function facetsOf(selected: Selected, { columns }: Asked<'facets'>) {
  const [{ total, split }, ...facets] = await Promise.all([
    countOf(selected),
    ...columns.map((column) => facetOf(selected, column)),
  ]);
  // What no row says is of values beyond those that are told apart.
  const withRest = facets.map((facet) => {
    const told = facet.values.reduce((sum, { count }) => sum + count, facet.absent);
    return { ...facet, other: Math.max(0, total - told) };
  });
  return { total, split, baseline: 0, facets: withRest };
}

async function facetOf(
  { engine, from, where, signal }: Selected,
  column: ColumnName,
): Promise<Facet> {
  const dated = `time > ${sqlNumber(UNDATED_TIME)}`;
  const rows = await engine.select(
    `SELECT ${column} AS value, count() AS amount, ${SPLIT}, toString(minIf(time, ${dated})) AS first, toString(maxIf(time, ${dated})) AS last, ` +
      `countIf(${dated}) = 0 AS undated FROM ${from} WHERE ${where} GROUP BY ${column} ORDER BY amount DESC, value LIMIT ${DICTIONARY_LIMITS.values + 1}`,
    { signal },
  );
  const values: CountedValue[] = [];
  let absent = 0;
  for (const row of rows) {
    const { value } = row;
    const split = splitOf(row);
    const count = sumOf(split);
    if (typeof value !== 'string') absent += count;
    else {
      const isUndated = Number(row['undated']) === 1;
      const [first, last] = isUndated
        ? [null, null]
        : [numberIn(row['first']), numberIn(row['last'])];
      values.push({ value, count, split, first, last, share: 0, change: null, isNew: false });
    }
  }
  return { column, values, distinct: values.length, top: null, absent, other: 0 };
}

/** The bucket of an entry; entries without a time are in none. */
const bucketOf = ({ start, size, count }: Buckets) => ({
  bucket: `toInt32(floor((time - ${sqlNumber(start)}) / ${sqlNumber(size)}))`,
  inside: `time >= ${sqlNumber(start)} AND time < ${sqlNumber(start + size * count)} AND time > ${sqlNumber(UNDATED_TIME)}`,
});

const put = (course: Uint32Array | undefined, row: EngineRow) => {
  const bucket = Number(row['bucket']);
  if (course && bucket >= 0 && bucket < course.length) {
    course[bucket] = (course[bucket] as number) + Number(row['amount']);
  }
};

async function trendsOf(
  { engine, from, where, signal }: Selected,
  { of, buckets }: Asked<'trends'>,
) {
  const { bucket, inside } = bucketOf(buckets);
  const courses = await Promise.all(
    of.map(async ({ column, values }) => {
      const own = values.map(() => new Uint32Array(buckets.count));
      const wanted = values.flatMap((value) => (value === null ? [] : [sqlText(value)]));
      const is = wanted.length === 0 ? '0' : `ifNull(${column} IN (${wanted.join(', ')}), 0)`;
      const among = values.includes(null) ? `(${is} OR ${column} IS NULL)` : is;
      const rows = await engine.select(
        `SELECT ${column} AS value, ${bucket} AS bucket, toString(count()) AS amount FROM ${from} WHERE ${where} AND ${inside} AND ${among} GROUP BY ${column}, bucket`,
        { signal },
      );
      for (const row of rows) {
        const value = typeof row['value'] === 'string' ? row['value'] : null;
        put(own[values.indexOf(value)], row);
      }
      return own;
    }),
  );
  return { buckets, courses };
}

async function histogramOf(
  { engine, from, where, signal }: Selected,
  { buckets, stackBy }: Asked<'histogram'>,
) {
  const { bucket, inside } = bucketOf(buckets);
  const rows = await engine.select(
    `SELECT ${stackBy} AS value, ${bucket} AS bucket, toString(count()) AS amount FROM ${from} WHERE ${where} AND ${inside} GROUP BY ${stackBy}, bucket`,
    { signal },
  );
  const totals = new Uint32Array(buckets.count);
  const layers = new Map<string | null, Uint32Array>();
  for (const row of rows) {
    const value = typeof row['value'] === 'string' ? row['value'] : null;
    const counts = layers.get(value) ?? new Uint32Array(buckets.count);
    layers.set(value, counts);
    put(counts, row);
    put(totals, row);
  }
  return { buckets, layers: [...layers].map(([value, counts]) => ({ value, counts })), totals };
}

/** Rows that are asked for at a time. */
const PAGE_ROWS = 1000;

async function* pageOf(
  engine: Engine,
  zones: readonly string[],
  { scope, most, after }: PageQuestion,
  signal: AbortSignal,
): AsyncGenerator<Answered<PageQuestion>, void, void> {
  const condition = conditionOf(scope.filter, scope.moment);
  const where = `${within(zones, scope)} AND ${condition.where}`;
  const wanted = Math.min(Math.max(most, 1), PAGE_ROWS);
  const entries: PagedEntry[] = [];
  let looked = 0;
  let next = after;
  do {
    const rows: readonly EngineRow[] = await engine.select(
      `SELECT zone, toString(time) AS moment, ${STORED_COLUMNS} FROM ${engine.table('entry')} FINAL WHERE ${where} AND ${isBehind(next)} ` +
        `ORDER BY time DESC, stamp DESC, hash DESC, zone DESC LIMIT ${wanted}`,
      { signal },
    );
    if (signal.aborted) return;
    looked += rows.length;
    entries.push(...tried(rows, scope, condition));
    const last = rows.at(-1);
    next = last && rows.length === wanted ? placeOf(last) : null;
  } while (next !== null && entries.length < most);
  const of: Extent = { held: 'archived', looked, entries: looked, areCandidates: false };
  yield { answer: { entries, next }, of };
}

function placeOf(row: EngineRow): string {
  const { stamp, hash } = keyOfRow(row);
  return JSON.stringify([String(row['moment']), String(stamp), hash, String(row['zone'])]);
}

/** Written by {@link placeOf} alone. */
function isBehind(after: string | null): string {
  if (after === null) return '1';
  const [time = '', stamp = '', hash = '', zone = ''] = JSON.parse(after) as readonly string[];
  const number = stamp === '-Infinity' ? Number.NEGATIVE_INFINITY : Number(stamp);
  const at = sqlNumber(numberIn(time));
  const place = `${at}, ${sqlNumber(number)}, toUInt64('${/^\d+$/.test(hash) ? hash : 0}'), ${sqlText(zone)}`;
  return `time <= ${at} AND (time, stamp, hash, zone) < (${place})`;
}

/** The entries of rows that the filter keeps, in their order. */
function tried(
  rows: readonly EngineRow[],
  scope: Scope,
  { isExact }: Condition,
): readonly PagedEntry[] {
  const all = rows.map((row) => {
    const time = numberIn(row['moment']);
    return {
      zone: String(row['zone']),
      time: time === UNDATED_TIME ? null : time,
      entry: entryOf(row),
    };
  });
  return isExact ? all : all.filter((each) => keeps(scope, each));
}

function keeps(scope: Scope, { zone, entry }: PagedEntry): boolean {
  const store = new EventStore({ maxBytes: Number.POSITIVE_INFINITY });
  store.add(zone, [entry]);
  const { range: _, ...anyTime } = scope;
  return answered(store, { kind: 'count', scope: anyTime }).answer.total > 0;
}
