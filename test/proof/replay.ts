/**
 * Records consoles on random services, replays the recordings, and compares every frame: `node test/proof/replay.ts [count]
 * [first seed] [seconds]`. Exit code 1 if a replayed frame differs from the live one.
 */
import { numberArgument } from '../support/number-argument.ts';
import { writeProofResult } from '../support/proof-result.ts';
import { loadPlay } from './load-play.ts';

// The shipped build of React.
process.env['NODE_ENV'] = 'production';
const { replayFrames } =
  await loadPlay<typeof import('../support/replayed-frames.ts')>('replayed-frames');

const count = numberArgument(1, 1000);
const first = numberArgument(2, Date.now() % 2 ** 31);
const seconds = numberArgument(3, 30);

console.log(`${count} scripts of ${seconds} s from seed ${first}`);
// Keeps the process alive, as a terminal would. The threads of a console do not.
const alive = setInterval(() => {}, 60_000);
let frames = 0;
let wrong = 0;
for (let seed = first; seed < first + count; seed += 1) {
  const { frames: compared, different } = await replayFrames(seed, seconds);
  frames += compared;
  if (!different) continue;
  wrong += 1;
  process.exitCode = 1;
  if (wrong <= 5) {
    console.error(
      `seed ${seed} at ${different.at}, live:\n${different.live}\nreplayed:\n${different.replayed}`,
    );
  }
}
clearInterval(alive);
console.log(`${frames} frames compared; ${wrong} scripts with a frame that was another one`);
if (count >= 1000) {
  writeProofResult({
    proof: 'replay',
    command: `npm run proof:replay -- ${count} ${first}`,
    seed: first,
    rows: [{ scripts: count, 'frames compared': frames, 'scripts with another frame': wrong }],
  });
}
