import { bothOf, OUTCOMES, type Split, splitAt, sumOf } from '../../events/outcome.ts';
import { type BaseAnswerer, derivedAnswerer } from '../../events/questions/derived.ts';
import type { CountedValue, Facet } from '../../events/questions/facets.ts';
import type {
  Answer,
  Answered,
  Answerer,
  PageAnswer,
  PageQuestion,
  Scope,
} from '../../events/questions/question.ts';
import { storeSum } from '../../events/questions/store-sums.ts';
import { answerSum, type ReadQuestion, type SummedQuestion } from '../../events/questions/sums.ts';
import { type ColumnName, DICTIONARY_LIMITS } from '../../events/storage/columns.ts';
import { EventStore } from '../../events/store.ts';
import type { Buckets } from '../../events/time-range.ts';
import type { UtcDay } from '../../text/time.ts';
import { UNDATED_TIME } from '../archive.ts';
import { conditionOf, daysAround, within } from './condition.ts';
import { type Engine, type EngineRow, sqlDay, sqlNumber, sqlText } from './engine.ts';
import { numberIn, textOrNull } from './entries.ts';
import { pageOf } from './pages.ts';

/*
 * Questions that the server answers with SQL. Where the condition cannot express the filter exactly, counts are upper
 * bounds ("candidates"). Large archives are queried in parts, newest days first.
 */

type Asked<Kind extends SummedQuestion['kind']> = Extract<SummedQuestion, { kind: Kind }>;

/** Selects columns of the entries that a question is about; `rest` continues the WHERE clause. */
type SelectEntries = (columns: string, rest?: string) => Promise<readonly EngineRow[]>;

/** Answers questions about these zones of a server. */
export function engineAnswerer(engine: Engine, zones: readonly string[]): Answerer {
  const known = new KnownDays(engine, zones);
  const base: BaseAnswerer = {
    ask(question, signal) {
      const answers =
        question.kind === 'page'
          ? pageOf(engine, zones, question, signal)
          : isRead(question)
            ? readThrough(engine, zones, question, signal)
            : summed(known, question, signal);
      // TypeScript cannot relate the answer's type to the question's here.
      return untilAborted(answers, signal) as AsyncIterable<never>;
    },
  };
  return derivedAnswerer(base, zones);
}

/** Ends quietly when a statement fails because its question was cancelled. */
async function* untilAborted(answers: AsyncIterable<Answered>, signal: AbortSignal) {
  try {
    yield* answers;
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

async function* summed<Question extends SummedQuestion>(
  known: KnownDays,
  question: Question,
  signal: AbortSignal,
): AsyncGenerator<Answered<Question>, void, void> {
  const { scope } = question;
  const { engine, zones } = known;
  const { where, isExact } = conditionOf(scope.filter, scope.moment);
  const all = within(zones, scope);
  const from = `${engine.table('entry')} FINAL`;
  // When one part is enough, the answer itself contains the total.
  const saysAll = where === '1' && (question.kind === 'count' || question.kind === 'facets');
  const isOne = saysAll && partsOf(await known.days(scope)).length <= 1;
  const parts = isOne
    ? [{ ...EVER, entries: 0 }]
    : partsOf(await daysOf(engine, from, all, signal));
  let entries = parts.reduce((sum, part) => sum + part.entries, 0);
  const sum = answerSum(question);
  let looked = 0;
  const answered = (): Answered<Question> => ({
    answer: sum.answer(),
    of: { held: 'archived', looked, entries, areCandidates: !isExact },
  });
  for (const part of parts) {
    if (signal.aborted) return;
    const days = `day >= ${sqlDay(part.oldest)} AND day <= ${sqlDay(part.newest)}`;
    const select: SelectEntries = (columns, rest = '') =>
      engine.select(`SELECT ${columns} FROM ${from} WHERE ${all} AND ${days} AND ${where}${rest}`, {
        signal,
      });
    const answer = await partOf(select, question);
    if (signal.aborted) return;
    sum.add(answer as Answer<Question>);
    looked += part.entries;
    if (isOne && 'total' in answer) entries = looked = answer.total;
    yield answered();
  }
  if (parts.length === 0) yield answered();
}

/** All days that ClickHouse's Date can hold. */
const EVER = { oldest: 0, newest: 65_535 } as const;

/** Row counts per day, cached to decide how many days are queried at a time. */
class KnownDays {
  readonly engine: Engine;
  readonly zones: readonly string[];
  #asked: { readonly at: number; readonly days: ReturnType<typeof daysOf> } | undefined;

  constructor(engine: Engine, zones: readonly string[]) {
    this.engine = engine;
    this.zones = zones;
  }

  /** Counts of the days that may have entries in the range. */
  async days({ range }: Scope): ReturnType<typeof daysOf> {
    if (!this.#asked || performance.now() - this.#asked.at > CACHE_MS) {
      // Counts unmerged duplicates too, which is cheapest. Several questions share the result, so no signal ends it.
      const days = daysOf(this.engine, this.engine.table('entry'), within(this.zones));
      this.#asked = { at: performance.now(), days };
      days.catch(() => {
        this.#asked = undefined;
      });
    }
    const days = await this.#asked.days;
    if (!range) return days;
    const [from, until] = daysAround(range);
    return days.filter(({ day }) => from <= day && day <= until);
  }
}

/** Lifetime of cached row counts, in milliseconds. */
const CACHE_MS = 60_000;

/** Row counts per day, newest first. */
async function daysOf(
  { select }: Engine,
  from: string,
  where: string,
  signal?: AbortSignal,
): Promise<readonly { readonly day: UtcDay; readonly entries: number }[]> {
  const rows = await select(
    `SELECT toUInt16(day) AS number, toString(count()) AS amount FROM ${from} WHERE ${where} GROUP BY number ORDER BY number DESC`,
    { signal },
  );
  return rows.map(({ number, amount }) => ({ day: Number(number), entries: Number(amount) }));
}

/** Consecutive days and their number of entries. */
interface DaysPart {
  readonly oldest: UtcDay;
  readonly newest: UtcDay;
  readonly entries: number;
}

/** Entries queried at a time, unless one day has more. Partial results are reported after each part. */
const MAX_PART = 3_000_000;

/** @param days the newest first */
function partsOf(days: Awaited<ReturnType<typeof daysOf>>): readonly DaysPart[] {
  const parts: DaysPart[] = [];
  for (const { day, entries } of days) {
    const last = parts.at(-1);
    if (last && last.entries + entries <= MAX_PART) {
      parts[parts.length - 1] = { ...last, oldest: day, entries: last.entries + entries };
    } else parts.push({ oldest: day, newest: day, entries });
  }
  return parts;
}

function partOf(select: SelectEntries, question: SummedQuestion): Promise<Answer<SummedQuestion>> {
  switch (question.kind) {
    case 'count':
      return countOf(select);
    case 'facets':
      return facetsOf(select, question);
    case 'trends':
      return trendsOf(select, question);
    case 'histogram':
      return histogramOf(select, question);
  }
}

/** Columns with counts per outcome, `o0` to `o3`. */
const SPLIT: string = OUTCOMES.map((_, at) => `toString(countIf(outcome = ${at})) AS o${at}`).join(
  ', ',
);

const splitOf = (row: EngineRow | undefined) =>
  splitAt(
    OUTCOMES.map((_, at) => Number(row?.[`o${at}`] ?? 0)),
    0,
  );

async function countOf(select: SelectEntries) {
  const [row] = await select(SPLIT);
  const split = splitOf(row);
  return { total: sumOf(split), split };
}

async function facetsOf(select: SelectEntries, { columns }: Asked<'facets'>) {
  const facets = await Promise.all(columns.map((column) => facetOf(select, column)));
  // A complete facet contains the total.
  const whole = facets.find(({ isCut }) => !isCut);
  const { total, split } = whole ?? (await countOf(select));
  // The rest belongs to values beyond the limit.
  const withRest = facets.map(({ facet }) => {
    const counted = facet.values.reduce((sum, { count }) => sum + count, facet.absent);
    return { ...facet, other: Math.max(0, total - counted) };
  });
  return { total, split, baseline: 0, facets: withRest };
}

/** The values of a column, the total of its rows, and whether values are missing. */
interface FoundFacet {
  readonly facet: Facet;
  readonly total: number;
  readonly split: Split;
  readonly isCut: boolean;
}

async function facetOf(select: SelectEntries, column: ColumnName): Promise<FoundFacet> {
  const dated = `time > ${sqlNumber(UNDATED_TIME)}`;
  const rows = await select(
    `${column} AS value, count() AS amount, ${SPLIT}, toString(minIf(time, ${dated})) AS first, toString(maxIf(time, ${dated})) AS last, countIf(${dated}) = 0 AS undated`,
    ` GROUP BY ${column} ORDER BY amount DESC, value LIMIT ${DICTIONARY_LIMITS.values + 1}`,
  );
  const values: CountedValue[] = [];
  let absent = 0;
  let all = splitAt([], 0);
  for (const row of rows) {
    const { value } = row;
    const split = splitOf(row);
    const count = sumOf(split);
    all = bothOf(all, split);
    if (typeof value !== 'string') absent += count;
    else {
      const isUndated = Number(row['undated']) === 1;
      const [first, last] = isUndated
        ? [null, null]
        : [numberIn(row['first']), numberIn(row['last'])];
      values.push({ value, count, split, first, last, share: 0, change: null, isNew: false });
    }
  }
  const facet = { column, values, distinct: values.length, top: null, absent, other: 0 };
  const isCut = rows.length > DICTIONARY_LIMITS.values;
  return { facet, total: sumOf(all), split: all, isCut };
}

/** Entries by the values of a column and by bucket; entries without a time are in none. */
async function bucketRows(
  select: SelectEntries,
  column: ColumnName,
  { start, size, count }: Buckets,
  and = '',
) {
  const rows = await select(
    `${column} AS value, toInt32(floor((time - ${sqlNumber(start)}) / ${sqlNumber(size)})) AS bucket, toString(count()) AS amount`,
    ` AND time >= ${sqlNumber(start)} AND time < ${sqlNumber(start + size * count)} AND time > ${sqlNumber(UNDATED_TIME)}${and} GROUP BY ${column}, bucket`,
  );
  return rows.map((row) => ({ row, value: textOrNull(row['value']) }));
}

const put = (trend: Uint32Array | undefined, row: EngineRow) => {
  const bucket = Number(row['bucket']);
  if (trend && bucket >= 0 && bucket < trend.length) {
    trend[bucket] = (trend[bucket] as number) + Number(row['amount']);
  }
};

async function trendsOf(select: SelectEntries, { of, buckets }: Asked<'trends'>) {
  const trends = await Promise.all(
    of.map(async ({ column, values }) => {
      const own = values.map(() => new Uint32Array(buckets.count));
      const wanted = values.flatMap((value) => (value === null ? [] : [sqlText(value)]));
      const is = wanted.length === 0 ? '0' : `ifNull(${column} IN (${wanted.join(', ')}), 0)`;
      const among = values.includes(null) ? `(${is} OR ${column} IS NULL)` : is;
      for (const { row, value } of await bucketRows(select, column, buckets, ` AND ${among}`)) {
        put(own[values.indexOf(value)], row);
      }
      return own;
    }),
  );
  return { of, buckets, trends };
}

async function histogramOf(select: SelectEntries, { buckets, stackBy }: Asked<'histogram'>) {
  const totals = new Uint32Array(buckets.count);
  const layers = new Map<string | null, Uint32Array>();
  for (const { row, value } of await bucketRows(select, stackBy, buckets)) {
    const counts = layers.get(value) ?? new Uint32Array(buckets.count);
    layers.set(value, counts);
    put(counts, row);
    put(totals, row);
  }
  return { buckets, layers: [...layers].map(([value, counts]) => ({ value, counts })), totals };
}

/** Questions that SQL cannot answer: the entries themselves are read. */
type ReadHere = Exclude<ReadQuestion, SummedQuestion>;

const isRead = (question: ReadQuestion): question is ReadHere =>
  question.kind === 'actors' || question.kind === 'trial' || question.kind === 'matches';

/** Entries read at a time: few enough that adding them to a store does not block the interface. */
const READ_ROWS = 500;

async function* readThrough<Question extends ReadHere>(
  engine: Engine,
  zones: readonly string[],
  question: Question,
  signal: AbortSignal,
): AsyncGenerator<Answered<Question>, void, void> {
  const { scope } = question;
  const sum = storeSum(question);
  const all = within(zones, scope);
  const countWhere = async (where: string): Promise<number> => {
    const [row] = await engine.select(
      `SELECT toString(count()) AS amount FROM ${engine.table('entry')} FINAL WHERE ${where}`,
      { signal },
    );
    return Number(row?.['amount']);
  };
  const entries = await countWhere(all);
  let looked = 0;
  let newer = '1';
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
    if (after === null) looked = entries;
    else if (last !== null) {
      // Entries between the last page's end and this one's, whether they match the filter or not.
      const until = sqlNumber(last);
      looked += await countWhere(`${all} AND time >= ${until} AND ${newer}`);
      newer = `time < ${until}`;
    }
    if (signal.aborted) return;
    const of = { held: 'archived', looked, areCandidates: false } as const;
    yield { answer: sum.answer(), of: { ...of, entries: Math.max(entries, looked) } };
  } while (after !== null && !sum.isFull());
}
