import { expect, it } from 'vitest';
import { playChange } from '../support/change-schedule.ts';

/** Other seeds each run; `npm run proof:changes` plays 10,000. */
const FIRST = Number(process.env['CHANGE_SEED'] ?? Date.now() % 2 ** 31);
const PLAYS = 120;
const AT_A_TIME = 60;

it(`E18: a change is sent once at the most, whatever sockets, time-outs and operators do (seeds from ${FIRST})`, async () => {
  let seen = 0;
  for (let first = FIRST; first < FIRST + PLAYS; first += AT_A_TIME) {
    const seeds = Array.from({ length: AT_A_TIME }, (_, at) => first + at);
    const plays = await Promise.all(seeds.map(playChange));
    for (const [at, { violations, seen: times }] of plays.entries()) {
      expect(violations, `seed ${first + at}`).toEqual([]);
      seen += times;
    }
  }
  // Schedules in which nothing is sent would prove nothing.
  expect(seen).toBeGreaterThan(PLAYS / 2);
});
