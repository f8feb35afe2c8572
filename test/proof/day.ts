/**
 * Simulates a day of the whole console on a fake clock: `node test/proof/day.ts [seed] [hours] [limit in minutes of real
 * time]`. 20 million entries with bursts of 10,000 a second, 24 outages, 50 sleeps and 2 midnights. Exit code 1 if memory in
 * use or any count grows after the first quarter, or an entry is lost or duplicated.
 */
import { growing, sampleRows } from '../support/endurance/samples.ts';
import { numberArgument } from '../support/number-argument.ts';
import { writeProofResult } from '../support/proof-result.ts';
import { loadPlay } from './load-play.ts';

// The shipped build of React.
process.env['NODE_ENV'] = 'production';
const { playDay } = await loadPlay<typeof import('../support/endurance/day.ts')>('endurance/day');

const seed = numberArgument(1, 20_260_314);
const hours = numberArgument(2, 24);
const minutes = numberArgument(3, 120);
const DAY = 24;
const part = hours / DAY;

const began = performance.now();
const day = await playDay({
  seed,
  hours,
  entries: 20_000_000 * part,
  burst: { every: 90, perSecond: 10_000 },
  outages: Math.round(24 * part),
  sleeps: Math.round(50 * part),
  rest: 5 * 60_000,
  platform: new URL('../support/endurance/day-platform.ts', import.meta.url),
  probe: new URL('../support/endurance/probe.cjs', import.meta.url).pathname,
  atMost: minutes * 60_000,
  progress: (line) => console.log(line),
});
const warm = day.samples.filter(({ at }) => at > (day.samples.at(-1)?.at ?? 0) / 4);
const faults = [...day.faults, ...growing(warm)];
const count = (value: number) => value.toLocaleString('en');
const summary = [
  `${day.hours.toFixed(1)} hours in ${Math.round((performance.now() - began) / 60_000)} minutes, of which the first quarter is warming up`,
  `${count(day.polls)} requests, ${count(day.failed)} of them without an answer`,
  `${count(day.written)} entries written, ${count(day.taken)} came, each once`,
  `${day.outages} outages, ${day.sleeps} sleeps, ${day.midnights} midnights, ${count(day.tasks)} tasks of the operator, ${count(day.frames)} frames`,
  ...(day.hours < hours ? [`Real time ran out before ${hours} hours were over`] : []),
  faults.length === 0 ? 'Nothing grew, nothing was lost' : faults.join('; '),
].join('. ');
console.log(day.screen.join('\n'));
console.log(summary);
writeProofResult({
  proof: 'day',
  command: `npm run proof:day -- ${seed} ${hours} ${minutes}`,
  seed,
  summary: `${summary}.`,
  rows: sampleRows(warm),
});
process.exit(faults.length === 0 ? 0 : 1);
