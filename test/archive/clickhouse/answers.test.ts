import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenedArchive } from '../../../src/archive/archive.ts';
import { engineAnswerer } from '../../../src/archive/clickhouse/answers.ts';
import type { Engine } from '../../../src/archive/clickhouse/engine.ts';
import { openEventArchive, readEventArchive } from '../../../src/archive/open.ts';
import { noCoverage } from '../../../src/events/coverage.ts';
import { foldCase } from '../../../src/events/filter/glob.ts';
import { parseFilter } from '../../../src/events/filter/parse.ts';
import type { Actor } from '../../../src/events/questions/actors.ts';
import { answered } from '../../../src/events/questions/ask.ts';
import type {
  Answer,
  Answered,
  PageQuestion,
  Question,
} from '../../../src/events/questions/question.ts';
import { COLUMNS } from '../../../src/events/storage/columns.ts';
import { EventStore } from '../../../src/events/store.ts';
import { utcDay } from '../../../src/text/time.ts';
import { anyEntry } from '../../events/arbitrary-entries.ts';
import { SAMPLE_DAY } from '../../events/sample-entries.ts';
import { hasEngine, startEngine, type TestEngine } from '../../support/engine.ts';

const DAY = utcDay(SAMPLE_DAY);
const ZONES = ['7', '8'];
const MOMENT = { now: SAMPLE_DAY + 60_000, day: SAMPLE_DAY, offsetMinutes: 0 };
const RANGE = { from: SAMPLE_DAY, until: SAMPLE_DAY + 40_000 };
const BUCKETS = { start: SAMPLE_DAY, size: 5000, count: 20 };
const NEVER = new AbortController().signal;

/** The order of equally significant values is undefined. */
const orderless = (answer: object) =>
  'rows' in answer
    ? {
        ...answer,
        rows: (answer.rows as { g: number }[]).map((each) => each.g),
      }
    : answer;

describe.runIf(hasEngine)('an engine answers (npm run test:archive)', () => {
  let server: TestEngine;
  let archive: OpenedArchive;
  const store = new EventStore({ unit: 'ms' });
  beforeAll(async () => {
    server = await startEngine();
    const place = await server.archive();
    const writer = await openEventArchive(place);
    const entries = fc.sample(anyEntry, { numRuns: 400, seed: 7 }).filter(
      // The store gives such an entry an id of its own; only texts that JSON can hold are compared.
      ({ timestamp, log }) => !Number.isNaN(timestamp) && (log?.isWellFormed() ?? true),
    );
    for (const [at, zone] of ZONES.entries()) {
      const own = entries.filter((_, index) => index % 2 === at);
      store.add(zone, own);
      await writer.append(zone, DAY, own, noCoverage(DAY));
    }
    await writer.close();
    archive = await readEventArchive(place);
  });
  afterAll(async () => {
    await archive.close();
    await server.close();
  });

  const fromStore = <Asked extends Question>(question: Asked): Answered<Asked> =>
    answered(store, question);
  const fromEngine = async <Asked extends Question>(question: Asked): Promise<Answered<Asked>> => {
    let last: Answered<Asked> | undefined;
    for await (const answered of archive.answerer(ZONES).ask(question, NEVER)) last = answered;
    if (!last) throw new Error('no answer');
    return last;
  };
  const scopes = [
    '',
    'status:Blocked',
    'country:BG or log:script',
    '-method:GET',
    'asn>=400',
  ].flatMap((text) =>
    [undefined, RANGE].map((range) => ({
      filter: parseFilter(text).filter,
      moment: MOMENT,
      ...(range && { range }),
    })),
  );

  it('counts, facets, trends and comparisons as the store does', async () => {
    for (const scope of scopes) {
      const questions: readonly Question[] = [
        { kind: 'count', scope },
        {
          kind: 'facets',
          scope,
          columns: COLUMNS,
          most: 5,
          order: 'count',
          direction: 'descending',
          baseline: null,
        },
        {
          kind: 'trends',
          scope,
          buckets: BUCKETS,
          of: [{ column: 'country', values: ['BG', null, 'none'] }],
        },
        {
          kind: 'comparison',
          scope,
          a: RANGE,
          b: { from: RANGE.until, until: RANGE.until + 1e7 },
          most: 5,
        },
      ];
      for (const question of questions) {
        const [theirs, ours] = [await fromEngine(question), fromStore(question)];
        expect(orderless(theirs.answer), question.kind).toEqual(orderless(ours.answer));
        expect(theirs.of).toMatchObject({ held: 'archived', areCandidates: false });
      }
    }
  });

  it('reads the entries to answer about actors, rule trials and matches', async () => {
    for (const scope of scopes) {
      const actors = {
        kind: 'actors',
        scope,
        order: 'count',
        most: 999,
        buckets: BUCKETS,
      } as const;
      const byName = ({ rows, ...rest }: Answer<typeof actors>) => ({
        ...rest,
        rows: rows.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1)),
      });
      const nameOf = ({ asn, family, shape }: Actor) => JSON.stringify([asn, family, shape]);
      const { answer, of } = await fromEngine(actors);
      expect(byName(answer)).toEqual(byName(fromStore(actors).answer));
      expect(of).toMatchObject({ held: 'archived', looked: of.entries, areCandidates: false });
      const limit = { by: 'network', requests: 3, seconds: 10 } as const;
      const trial = { kind: 'trial', scope, most: 999, limit } as const;
      const hit = ({ total, outcomes, limit: over }: Answer<typeof trial>) => [
        total,
        outcomes,
        over?.keys,
        over?.over,
        over?.leftOut,
      ];
      expect(hit((await fromEngine(trial)).answer)).toEqual(hit(fromStore(trial).answer));
      const matches = { kind: 'matches', scope, most: 999 } as const;
      const told = ({ rows, groups, total }: Answer<typeof matches>) => {
        // The first name read stands for all that differ in case only.
        const folded = (name: string | null) => name && foldCase(name);
        const each = rows.map(({ rule, trigger, path, count, addresses, networks }) =>
          JSON.stringify([...[rule, trigger, path].map(folded), count, addresses, networks]),
        );
        return { groups, total, each: each.toSorted() };
      };
      expect(told((await fromEngine(matches)).answer)).toEqual(told(fromStore(matches).answer));
    }
  });

  it('draws the same bars', async () => {
    for (const scope of scopes) {
      const question = {
        kind: 'histogram',
        scope,
        buckets: BUCKETS,
        stackBy: 'status',
        most: 200,
      } as const;
      const [theirs, ours] = [(await fromEngine(question)).answer, fromStore(question).answer];
      expect(theirs.totals).toEqual(ours.totals);
      const told = ({ layers }: typeof ours) =>
        Object.fromEntries(
          layers
            .filter(({ counts }) => counts.some((count) => count > 0))
            .map(({ value, counts }) => [String(value), [...counts]]),
        );
      expect(told(theirs)).toEqual(told(ours));
    }
  });

  it('returns pages of the entries that the filter keeps, each once, newest first', async () => {
    for (const text of ['', 'status:Blocked', 'log~(?=s)script', 'is:undated']) {
      const scope = { filter: parseFilter(text).filter, moment: MOMENT };
      const names: string[] = [];
      const times: number[] = [];
      for (let after: string | null = null; ; ) {
        const question: PageQuestion = { kind: 'page', scope, most: 50, after };
        const { answer } = await fromEngine(question);
        names.push(...answer.entries.map(({ zone, entry }) => JSON.stringify([zone, entry])));
        times.push(...answer.entries.map(({ time }) => time ?? -1));
        after = answer.next;
        if (after === null) break;
      }
      const { answer } = fromStore({ kind: 'page', scope, most: 1e6, after: null });
      expect(names.sort()).toEqual(
        answer.entries.map(({ zone, entry }) => JSON.stringify([zone, entry])).sort(),
      );
      expect(times).toEqual(times.toSorted((a, b) => b - a));
    }
  });
});

const DAYS = [20_526, 20_525, 20_524, 20_523];
const OF_A_DAY = 2_000_000;
const scope = {
  filter: parseFilter('status:Blocked').filter,
  moment: { now: 0, day: 0, offsetMinutes: 0 },
};

/** An engine that has four days, each too large to be asked about together with another; of each row one in two fits. */
function largeEngine() {
  const asked: string[] = [];
  const engine: Pick<Engine, 'select' | 'table'> = {
    table: (name) => `warren_${name}`,
    async select(sql, { signal } = {}) {
      asked.push(sql);
      signal?.throwIfAborted();
      return sql.includes('GROUP BY number')
        ? DAYS.map((number) => ({ number, amount: String(OF_A_DAY) }))
        : [{ o0: String(OF_A_DAY / 2), o1: '0', o2: '0', o3: '0' }];
    },
  };
  // Nothing else is used to answer.
  return { asked, answerer: engineAnswerer(engine as Engine, ['7']) };
}

it('a large archive is queried in parts, newest days first, and each answer says how much it covers', async () => {
  const { answerer } = largeEngine();
  const told: (readonly [total: number, looked: number, entries: number])[] = [];
  const never = new AbortController().signal;
  for await (const { answer, of } of answerer.ask({ kind: 'count', scope }, never)) {
    told.push([answer.total, of.looked, of.entries]);
  }
  const all = DAYS.length * OF_A_DAY;
  expect(told).toEqual(DAYS.map((_, at) => [((at + 1) * OF_A_DAY) / 2, (at + 1) * OF_A_DAY, all]));
});

it('no further part is queried once nobody waits for the answer', async () => {
  const { asked, answerer } = largeEngine();
  const over = new AbortController();
  let told = 0;
  for await (const _ of answerer.ask({ kind: 'count', scope }, over.signal)) {
    told += 1;
    over.abort();
  }
  expect(told).toBe(1);
  // The total, and the first part.
  expect(asked.filter((sql) => !sql.includes('GROUP BY number'))).toHaveLength(1);
});
