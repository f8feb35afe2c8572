import { expect, it } from 'vitest';
import { playDeletion } from '../support/deletion-play.ts';

/** Other seeds each run; `node test/proof/deletion.ts` plays many more. */
const FIRST = Number(process.env['DELETION_SEED'] ?? Date.now() % 2 ** 31);
const PLAYS = 150;

it(`a DELETE is only ever sent for the id that was displayed and typed, once (seeds from ${FIRST})`, async () => {
  let sent = 0;
  let opened = 0;
  for (let seed = FIRST; seed < FIRST + PLAYS; seed += 1) {
    const play = await playDeletion(seed);
    expect(play.violations, `seed ${seed}`).toEqual([]);
    sent += play.sent;
    opened += play.opened;
  }
  // Plays in which nothing happens would prove nothing.
  expect(opened).toBeGreaterThan(PLAYS);
  expect(sent).toBeGreaterThan(PLAYS / 4);
});
