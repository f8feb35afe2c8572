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
 * Questions that the engine answers where the entries are. What the condition cannot say exactly is counted as
 * candidates. Many entries are asked about part by part, the newest days first.
 */

type Asked<Kind extends SummedQuestion['kind']> = Extract<SummedQuestion, { kind: Kind }>;

/** Selects columns of the entries that a question is about; `rest` continues the WHERE clause. */
type SelectEntries = (columns: string, rest?: string) => Promise<readonly EngineRow[]>;

/** What an engine has of some zones, as one that answers. */
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
      // Which answers belong to which question a condition cannot follow.
      return whileWanted(answers, signal) as AsyncIterable<never>;
    },
  };
  return derivedAnswerer(base, zones);
}

/** The same answers; a statement that is ended because nobody waits for it is their end. */
async function* whileWanted(answers: AsyncIterable<Answered>, signal: AbortSignal) {
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
  // Where they can be asked about at a time, the answer itself says of how many it is.
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

/** All days that a Date of the engine's can be. */
const EVER = { oldest: 0, newest: 65_535 } as const;

/** How many rows there are of each day, as far as it matters for how many can be asked about at a time. */
class KnownDays {
  readonly engine: Engine;
  readonly zones: readonly string[];
  #asked: { readonly at: number; readonly days: ReturnType<typeof daysOf> } | undefined;

  constructor(engine: Engine, zones: readonly string[]) {
    this.engine = engine;
    this.zones = zones;
  }

  /** Of those that may have something of a time. */
  async days({ range }: Scope): ReturnType<typeof daysOf> {
    if (!this.#asked || performance.now() - this.#asked.at > GOOD_FOR) {
      // Copies that are not merged yet are counted: that costs least. Others wait for it, so that nobody ends it.
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

/** Days that are known are asked for anew after so long, milliseconds. */
const GOOD_FOR = 60_000;

/** How many rows of each day there are, the newest first. */
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

/** Days that follow each other, and what they have. */
interface DaysPart {
  readonly oldest: UtcDay;
  readonly newest: UtcDay;
  readonly entries: number;
}

/** Entries that are asked about at a time, unless a day has more: what is known of them is told before the next. */
const AT_ONCE = 3_000_000;

/** @param days the newest first */
function partsOf(days: Awaited<ReturnType<typeof daysOf>>): readonly DaysPart[] {
  const parts: DaysPart[] = [];
  for (const { day, entries } of days) {
    const last = parts.at(-1);
    if (last && last.entries + entries <= AT_ONCE) {
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

/** Columns that count outcomes, `o0` to `o3`. */
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
  // A facet that has every value says how many entries there are.
  const whole = facets.find(({ isCut }) => !isCut);
  const { total, split } = whole ?? (await countOf(select));
  // What no row says is of values beyond those that are told apart.
  const withRest = facets.map(({ facet }) => {
    const told = facet.values.reduce((sum, { count }) => sum + count, facet.absent);
    return { ...facet, other: Math.max(0, total - told) };
  });
  return { total, split, baseline: 0, facets: withRest };
}

/** A column's values, of the entries of its rows, and whether there are more. */
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
  return { buckets, trends };
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
  const all = within(zones, scope);
  const counted = async (where: string): Promise<number> => {
    const [row] = await engine.select(
      `SELECT toString(count()) AS amount FROM ${engine.table('entry')} FINAL WHERE ${where}`,
      { signal },
    );
    return Number(row?.['amount']);
  };
  const entries = await counted(all);
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
      // Those between the end of the page before and that of this one, whether the filter keeps them or not.
      const until = sqlNumber(last);
      looked += await counted(`${all} AND time >= ${until} AND ${newer}`);
      newer = `time < ${until}`;
    }
    if (signal.aborted) return;
    const of = { held: 'archived', looked, areCandidates: false } as const;
    yield { answer: sum.answer(), of: { ...of, entries: Math.max(entries, looked) } };
  } while (after !== null && !sum.isFull());
}
