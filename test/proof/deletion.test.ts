import { expect, it } from 'vitest';
import { playDeletion } from '../support/deletion-play.ts';

/** Different seeds in each run. `node test/proof/deletion.ts` plays many more. */
const FIRST = Number(process.env['DELETION_SEED'] ?? Date.now() % 2 ** 31);
const PLAYS = 150;

it(`a DELETE is sent only once, and only for the id that was displayed and typed (seeds from ${FIRST})`, async () => {
  let sent = 0;
  let opened = 0;
  for (let seed = FIRST; seed < FIRST + PLAYS; seed += 1) {
    const play = await playDeletion(seed);
    expect(play.violations, `seed ${seed}`).toEqual([]);
    sent += play.sent;
    opened += play.opened;
  }
  // Plays without deletions prove nothing.
  expect(opened).toBeGreaterThan(PLAYS);
  expect(sent).toBeGreaterThan(PLAYS / 4);
});
