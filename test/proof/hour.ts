/**
 * Runs the built program in a real pseudo-terminal for an hour with an operator who never rests, while the service goes away,
 * the console is suspended, and midnight may pass: `node test/proof/hour.ts [minutes] [seed]`. Measures memory and counts
 * every 90 seconds. Exit code 1 if any of them grows after the warm-up.
 */
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { MAX_FACTS } from '../../src/history/history-state.ts';
import { startPlatform } from '../bench/platform.ts';
import { makeWeek } from '../bench/week.ts';
import { nextTask, REST, SIZES } from '../support/endurance/operator.ts';
import { growing, heapOf, median, type Sample, sampleRows } from '../support/endurance/samples.ts';
import { numberArgument } from '../support/number-argument.ts';
import { writeProofResult } from '../support/proof-result.ts';
import { shows, startInPty } from '../support/pty.ts';
import { seededRandom } from '../support/random.ts';

const minutes = numberArgument(1, 85);
const seed = numberArgument(2, Date.now() % 2 ** 31);
const random = seededRandom(seed);
const MINUTE = 60_000;
const SECOND = 1000;
/** The pause between keys, milliseconds. Longer than the pause that identifies a lone Escape. */
const BETWEEN_KEYS = 150;
/** The pause during the warm-up, shorter so that all code is compiled before memory is judged. */
const HURRIED = 50;
const ESCAPE = '\u001b';
const SAMPLE_EVERY = 90 * SECOND;
/** Enough to fill the memory for entries, so that new entries replace old ones. */
const ENTRIES_A_SECOND = 1000;
/**
 * Minutes of warm-up for caches, dictionaries, compiled code and the log. By then a million entries have replaced those
 * loaded at the start.
 */
const WARM = Math.min(25, minutes / 3);
/**
 * Milliseconds between recorded answers in the week before. They contain more changes than a console lists, as after days of
 * use, because a list that is still growing to its limit would look like a leak.
 */
const ANSWERED_EVERY = 300 * SECOND;

const folder = mkdtempSync(join(tmpdir(), 'warren-hour-'));
// A copy, because `dist` may be rebuilt within the hour.
cpSync(resolve(import.meta.dirname, '../../dist'), join(folder, 'dist'), { recursive: true });
cpSync(resolve(import.meta.dirname, '../support/endurance/probe.cjs'), join(folder, 'probe.cjs'));
const probe = join(folder, 'samples.ndjson');
const platform = await startPlatform({
  events: { perSecond: ENTRIES_A_SECOND, evenly: true },
  pageSize: 1000,
  clock: { kind: 'shifted', shift: 0 },
});
const { facts } = await makeWeek(
  join(folder, 'state/warren'),
  new URL(platform.baseUrl).origin,
  platform.items.filter((_, at) => platform.items[at - 1] === '--app'),
  ANSWERED_EVERY,
);
if (facts < MAX_FACTS) throw new Error(`${facts} changes in a week: the history is not full`);
const program = startInPty({
  file: process.execPath,
  args: [
    ...['--require', join(folder, 'probe.cjs')],
    ...['--min-semi-space-size=4', '--max-semi-space-size=4'],
    ...[join(folder, 'dist/warren.cjs'), ...platform.items],
  ],
  ...SIZES[0],
  // Keys that reach an unexpected dialog may write files here.
  cwd: folder,
  env: {
    HOME: folder,
    XDG_STATE_HOME: join(folder, 'state'),
    PROBE: probe,
    WARREN_BASE_URL: platform.baseUrl,
    WARREN_ACCESS_KEY: platform.accessKey,
  },
});
console.log(`seed ${seed}, ${minutes} minutes, process ${program.pid}, files in ${folder}`);

const done = { keys: 0, tasks: 0, outages: 0, stops: 0, sizes: 0, looks: 0 };
/** Times from the key that opens help until help is shown, milliseconds. */
const answered: number[] = [];
const faults: string[] = [];
const warmAt = performance.now() + WARM * MINUTE;
/** Returns to the newest events of the zone that fills the memory. A stray key may have chosen another zone. */
const rest = [ESCAPE, ESCAPE, ':', `zones ${platform.zone}`, '\r', ...REST];
const isWarm = () => performance.now() >= warmAt;

async function press(keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    program.send(key);
    done.keys += 1;
    await wait(isWarm() || key === ESCAPE ? BETWEEN_KEYS : HURRIED);
  }
}

const samples: Sample[] = [];

let nextLook = 0;

async function look(): Promise<void> {
  nextLook = performance.now() + SAMPLE_EVERY;
  await press(rest);
  writeFileSync(`${probe}.ask`, '');
  while (existsSync(`${probe}.ask`)) {
    if (!existsSync(`/proc/${program.pid}`)) throw new Error('the console has ended');
    await wait(100);
  }
  const { values, code } = heapOf(readFileSync(`${probe}.heapsnapshot`, 'utf8'));
  const { external, ...counts } = JSON.parse(
    readFileSync(probe, 'utf8').trim().split('\n').at(-1) ?? '',
  );
  rmSync(`${probe}.heapsnapshot`);
  samples.push({ ...counts, live: values + external, compiled: code });
  const mega = (bytes: number) => `${(bytes / 1e6).toFixed(2)} MB`;
  console.log(
    `${(counts.at / MINUTE).toFixed(1)} minutes: ${mega(values)} on the heap, ${mega(external)} outside, ${mega(code)} of compiled code`,
  );
  done.looks += 1;
}

async function answersAKey(): Promise<void> {
  await press(rest);
  const at = program.now();
  program.send('?');
  await program.until(shows('Enter run'), 30 * SECOND).then(
    () => answered.push((program.arrivals.at(-1)?.at ?? Number.NaN) - at),
    (error: Error) => faults.push(`no help in 30 s: ${error.message}`),
  );
  await press([ESCAPE]);
}

async function outage(): Promise<void> {
  platform.setReachable(false);
  for (let left = 3 + random.below(6); left > 0; left -= 1) await task();
  platform.setReachable(true);
  done.outages += 1;
}

/** Suspends the console as a sleeping laptop does, except that the clocks run on. */
async function stop(): Promise<void> {
  process.kill(program.pid, 'SIGSTOP');
  await wait((5 + random.below(20)) * SECOND);
  process.kill(program.pid, 'SIGCONT');
  done.stops += 1;
}

async function task(): Promise<void> {
  if (performance.now() >= nextLook) await look();
  // Closes open dialogs, which would take the keys of a filter for commands and could start an archive.
  await press([ESCAPE, ESCAPE, ...nextTask(random)]);
  done.tasks += 1;
  if (isWarm()) await wait(random.below(2 * SECOND));
}

/** The total size of all files below a folder, bytes. */
const sizeOf = (path: string): number =>
  readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('/dist'))
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);

try {
  await program.until(shows('Apps'));
  await press(['2']);
  await program.until(shows(' loaded'));
  await press([':', 'load day', '\r']);
  const end = performance.now() + minutes * MINUTE;
  while (performance.now() < end) {
    const kind = random.below(100);
    if (kind < 2) await outage();
    else if (kind < 4) await stop();
    else if (kind < 10) await answersAKey();
    else if (kind < 14) {
      const { columns, rows } = random.pick(SIZES);
      program.resize(columns, rows);
      done.sizes += 1;
    } else await task();
  }
  program.resize(120, 36);
  await press(rest);
  await program.until(shows('connected'), MINUTE);
  await look();
  console.log((await program.screen()).join('\n'));
  await press(['q', 'q']);
  console.log(`ended with ${await Promise.race([program.exited, wait(10 * SECOND, 'nothing')])}`);
} catch (error) {
  faults.push(`it broke: ${error}`);
} finally {
  await program.close();
  await platform.close();
}

const begun = samples[0]?.at ?? 0;
const warm = samples.filter(({ at }) => at - begun > WARM * MINUTE);
faults.push(...growing(warm));
const ms = (value: number) => `${Math.ceil(value)} ms`;
writeProofResult({
  proof: 'hour',
  command: `npm run proof:hour -- ${minutes} ${seed}`,
  seed,
  summary:
    `${minutes} minutes, of which the first ${WARM} are warming up; ${done.tasks} tasks with ${done.keys} keys, ${done.outages} outages, ` +
    `${done.stops} times stopped, ${done.sizes} new sizes, ${ENTRIES_A_SECOND} entries a second, looked at ${done.looks} times. ` +
    `Help was there after ${ms(median(answered))} in the median and ${ms(Math.max(...answered))} at most, on a machine at work on other things. ` +
    `Files: ${(sizeOf(folder) / 1e6).toFixed(1)} MB. ${faults.length === 0 ? 'Nothing grew.' : faults.map((fault) => fault.split('\n')[0]).join('; ')}`,
  rows: sampleRows(warm),
});
for (const fault of faults) console.error(fault);
// Keeps the files of a failed run for inspection.
if (faults.length === 0) rmSync(folder, { recursive: true, force: true });
process.exit(faults.length === 0 ? 0 : 1);
