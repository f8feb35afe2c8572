import { expect, it } from 'vitest';
import { playChange } from '../support/change-schedule.ts';

/** Different seeds in each run. `npm run proof:changes` plays 10,000. */
const FIRST = Number(process.env['CHANGE_SEED'] ?? Date.now() % 2 ** 31);
const PLAYS = 60;

it(`E18: a change is sent at most once, whatever sockets, timeouts and operators do (seeds from ${FIRST})`, async () => {
  let seen = 0;
  const seeds = Array.from({ length: PLAYS }, (_, at) => FIRST + at);
  const plays = await Promise.all(seeds.map(playChange));
  for (const [at, { violations, seen: times }] of plays.entries()) {
    expect(violations, `seed ${FIRST + at}`).toEqual([]);
    seen += times;
  }
  // Schedules that send nothing prove nothing. On a busy machine many time out before they send.
  expect(seen).toBeGreaterThan(PLAYS / 6);
});
