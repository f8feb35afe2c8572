import { expect, it } from 'vitest';
import { engineAnswerer } from '../../../src/archive/clickhouse/answers.ts';
import type { Engine } from '../../../src/archive/clickhouse/engine.ts';
import { parseFilter } from '../../../src/events/filter/parse.ts';

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

it('a large archive is asked about part by part, the newest days first: each answer says of how much it is', async () => {
  const { answerer } = largeEngine();
  const told: (readonly [total: number, looked: number, entries: number])[] = [];
  const never = new AbortController().signal;
  for await (const { answer, of } of answerer.ask({ kind: 'count', scope }, never)) {
    told.push([answer.total, of.looked, of.entries]);
  }
  const all = DAYS.length * OF_A_DAY;
  expect(told).toEqual(DAYS.map((_, at) => [((at + 1) * OF_A_DAY) / 2, (at + 1) * OF_A_DAY, all]));
});

it('a part is not asked for once nobody waits for the answer', async () => {
  const { asked, answerer } = largeEngine();
  const over = new AbortController();
  let told = 0;
  for await (const _ of answerer.ask({ kind: 'count', scope }, over.signal)) {
    told += 1;
    over.abort();
  }
  expect(told).toBe(1);
  // How many there are, and the first part.
  expect(asked.filter((sql) => !sql.includes('GROUP BY number'))).toHaveLength(1);
});
