// npm run bench:history [-- --runs N]: the cost of a week of history to a console: start, keys, idling, memory, disk.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { PtyProgram } from '../support/pty.ts';
import { shows } from '../support/pty.ts';
import { watched } from './flow.ts';
import { pressed } from './keys.ts';
import { median, memoryOf } from './measures.ts';
import { startPlatform } from './platform.ts';
import { firstWhen, start } from './start.ts';
import { builtHere, type Subject, warren } from './subject.ts';
import { makeWeek } from './week.ts';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '9' },
    // Seconds between recorded answers. The product records an unchanged application every five minutes.
    every: { type: 'string', default: '300' },
  },
});
const runs = Number(values.runs);
const [IDLE, DISK] = [10, 60];
const PRESSES = 30;

const folder = mkdtempSync(join(tmpdir(), 'warren-week-'));
const platform = await startPlatform({
  events: { perSecond: 1 },
  pageSize: 1000,
  clock: { kind: 'shifted', shift: 0 },
});
const { origin } = new URL(platform.baseUrl);
const apps = platform.items.filter((_, at) => platform.items[at - 1] === '--app');

/** A console on the platform, with or without a history, polling at `interval` or at its default. */
function subject(
  name: string,
  how: { readonly kept: boolean; readonly interval?: string },
): Subject {
  const home = join(folder, how.kept ? 'week' : 'none');
  const config = join(home, `config-${how.interval ?? 'usual'}`);
  mkdirSync(join(config, 'warren'), { recursive: true, mode: 0o700 });
  const key = join(config, 'key');
  writeFileSync(key, platform.accessKey, { mode: 0o600 });
  const profile = { base_url: platform.baseUrl, access_key_file: key };
  const { interval } = how;
  const file = { default_profile: 'p', profiles: { p: profile }, ...(interval && { interval }) };
  writeFileSync(join(config, 'warren/config.yaml'), JSON.stringify(file), { mode: 0o600 });
  const built = warren(builtHere(home));
  return {
    ...built,
    name,
    full: (screen) => shows('as of', 'Figures')(screen) && !shows('asking')(screen),
    args: [...built.args.slice(0, 1), ...platform.items, ...(how.kept ? [] : ['--no-history'])],
    env: { HOME: home, XDG_CONFIG_HOME: config, XDG_STATE_HOME: join(home, 'state') },
  };
}

interface Figures {
  readonly full: number;
  readonly key: number;
  readonly cpu: number;
  readonly idle: number;
  readonly idleCpu: number;
  readonly memory: number;
  readonly timeline: number;
}

async function measure(on: Subject): Promise<Figures> {
  const program = start(on);
  try {
    await program.until(on.full);
    const full = await firstWhen(program.arrivals, on.full);
    // Reading the history and loading the modules that the first frame does not need ends meanwhile.
    await wait(2000);
    await program.quiet(500);
    const apps = await pressed(program, 'j', PRESSES);
    // Details follow the cursor with a delay.
    await program.quiet(1000);
    // A median of seconds, because the garbage of the start is collected once within half a minute.
    const seconds = [];
    for (let second = 0; second < IDLE; second += 1) seconds.push(await watched(program, 1));
    const memory = memoryOf(program.pid);
    const timeline = await onTimeline(program);
    return {
      full,
      key: apps.ms,
      cpu: apps.cpu,
      memory,
      timeline,
      idle: median(seconds.map(({ bytesPerSecond }) => bytesPerSecond)),
      idleCpu: median(seconds.map(({ cpu }) => cpu)),
    };
  } finally {
    await program.close();
  }
}

async function onTimeline(program: PtyProgram): Promise<number> {
  program.send('8');
  await program.until(shows('changes seen'));
  await program.quiet(500);
  return (await pressed(program, 'j', PRESSES)).ms;
}

/** Bytes that a process has written to disk, as counted by the kernel. */
const writtenBy = (pid: number): number =>
  Number(/^write_bytes: (\d+)$/m.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))?.[1]);

async function written(on: Subject): Promise<number> {
  const program = start(on);
  try {
    await program.until(on.full);
    await wait(5000);
    const before = writtenBy(program.pid);
    await wait(DISK * 1000);
    return (writtenBy(program.pid) - before) / DISK;
  } finally {
    await program.close();
  }
}

const began = performance.now();
const week = await makeWeek(
  join(folder, 'week/state/warren'),
  origin,
  apps,
  Number(values.every) * 1000,
);
console.log(
  `A week of ${apps.length} applications: ${(week.bytes / 2 ** 20).toFixed(0)} MB, ${week.facts} changes listed; made in ${((performance.now() - began) / 1000).toFixed(0)} s.`,
);
const hourly = { interval: '1h' };
const subjects = [
  subject('without', { kept: false, ...hourly }),
  subject('with a week', { kept: true, ...hourly }),
] as const;
const figures = subjects.map((): Figures[] => []);
for (const on of subjects) await measure(on);
for (let run = 0; run < runs; run += 1)
  for (const [at, on] of subjects.entries()) figures[at]?.push(await measure(on));

const of = (at: number, name: keyof Figures) =>
  median((figures[at] ?? []).map((each) => each[name]));
console.log(`Medians of ${runs} runs in turn: without history, with a week of history, ratio.`);
const ROWS: readonly (readonly [label: string, name: keyof Figures, unit: number])[] = [
  ['full frame, ms', 'full', 1],
  ['a key in Apps, ms', 'key', 1],
  ['a key in Apps, processor ms', 'cpu', 1],
  ['a key in Timeline, ms', 'timeline', 1],
  ['idle, bytes a second', 'idle', 1],
  ['idle, processor %', 'idleCpu', 0.01],
  ['memory, MB', 'memory', 2 ** 20],
];
for (const [label, name, unit] of ROWS) {
  const [without, withWeek] = [of(0, name) / unit, of(1, name) / unit];
  console.log(
    `${label.padEnd(30)}${without.toFixed(2).padStart(10)}${withWeek.toFixed(2).padStart(10)}${(withWeek / without).toFixed(3).padStart(9)}`,
  );
}
console.log(
  `to the disk, bytes a second over ${DISK} s: ${(await written(subject('disk', { kept: true }))).toFixed(0)}`,
);
await platform.close();
rmSync(folder, { recursive: true });
process.exit(0);
