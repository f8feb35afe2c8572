// npm run bench [-- --runs N] [--beside OTHER/dist/warren.cjs]: start-up, keys, following and idling next to other programs.
import { appendFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { PtyProgram } from '../support/pty.ts';
import { watched } from './flow.ts';
import { held, pressedInTurn, pressedUnderLoad, ready } from './keys.ts';
import { dayYoung, startPlatform } from './platform.ts';
import { measureStarts } from './start.ts';
import {
  type Build,
  builtHere,
  hasDetails,
  installed,
  LOAD_DAY,
  nodeItself,
  peers,
  type Subject,
  warren,
  warrenAtRest,
  warrenFollowing,
  warrenFollowingInspected,
  warrenInspecting,
} from './subject.ts';

const START = Date.parse('2026-03-14T00:00:00Z');

// About as long as a row of the console.
const line = (index: number): string =>
  `${new Date(START + index * 100).toISOString()} ${index % 7 === 0 ? 'WARN' : 'INFO'} 203.0.113.${index % 250} GET /checkout/${index} status=${index % 5 === 0 ? 403 : 200} bytes=${index * 37} agent=Mozilla/5.0 zone=shop.example\n`;

const lines = (from: number, count: number): string =>
  Array.from({ length: count }, (_, index) => line(from + index)).join('');

/** A log file for programs that read one. */
interface GrowingLog {
  readonly file: string;
  /** Adds ten lines a second; the returned function stops that. */
  grow(): () => void;
}

/** Writes a log of `count` lines to `file`. */
async function createLog(file: string, count: number): Promise<GrowingLog> {
  await writeFile(file, lines(0, count));
  let next = count;
  return {
    file,
    grow() {
      const timer = setInterval(() => {
        void appendFile(file, lines(next, 1));
        next += 1;
      }, 100);
      return () => clearInterval(timer);
    },
  };
}

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '31' }, beside: { type: 'string' } },
});
const runs = Number(values.runs);
const presses = 30;
const seconds = 10;
/** The same rate as the growing log that the other programs read. */
const TEN_A_SECOND = {
  events: { perSecond: 10, evenly: true },
  pageSize: 1000,
  clock: dayYoung(600_000),
} as const;

const number = (value: number, digits = 1): string =>
  Number.isNaN(value) ? '–' : value.toFixed(digits);
const row = (name: string, ...cells: readonly string[]): void =>
  console.log(`${name.padEnd(34)}${cells.map((cell) => cell.padStart(13)).join('')}`);
const percent = (share: number): string => `${number(share * 100)} %`;

const folder = await mkdtemp(join(tmpdir(), 'warren-bench-'));
const otherHome = join(folder, 'other-home');
await mkdir(otherHome);
const build = builtHere(folder);
const besides: readonly Build[] =
  values.beside === undefined
    ? []
    : [{ name: 'other', launcher: resolve(values.beside), home: otherHome }];
const builds = [build, ...besides];
const log = await createLog(join(folder, 'access.log'), 20_000);
const others = peers(log.file).filter(({ name }) => {
  if (installed(name)) return true;
  console.log(`${name} is not installed and is left out.`);
  return false;
});

async function withReady<Result>(
  subject: Subject,
  more: Subject['tail'],
  measure: (program: PtyProgram) => Promise<Result>,
): Promise<Result> {
  const program = await ready(subject, more);
  try {
    return await measure(program);
  } finally {
    await program.close();
  }
}

const keys = new Map<string, readonly number[]>();

/** Measures the keys of `subjects`, which share one key map. All of them run at once and get each press in turn. */
async function measureKeys(subjects: readonly [Subject, ...Subject[]]): Promise<void> {
  const [{ move, toEdge, scroll, page }] = subjects;
  const programs: PtyProgram[] = [];
  const show = async (what: string, key: string) => {
    const figures = await pressedInTurn(programs, key, presses);
    for (const [at, { bytes, ms, p95, cpu }] of figures.entries()) {
      const name = `${subjects[at]?.name} ${what}`;
      keys.set(name, [bytes, ms, p95, cpu]);
      row(name, number(bytes, 0), number(ms, 2), number(p95, 2), number(cpu, 2));
    }
  };
  try {
    for (const subject of subjects) programs.push(await ready(subject));
    if (move !== undefined) await show('row', move);
    if (toEdge !== undefined) {
      for (const program of programs) {
        program.send(toEdge);
        await program.quiet(300);
      }
    }
    if (scroll !== undefined) await show('scroll', scroll);
    const repeated = scroll ?? move;
    if (repeated !== undefined) {
      for (const [at, program] of programs.entries()) {
        row(`${subjects[at]?.name} held`, percent(await held(program, repeated, 90)));
      }
    }
    if (page !== undefined) await show('page', page);
  } finally {
    for (const program of programs) await program.close();
  }
}

console.log(`Terminal of 200 x 50, medians of ${runs} runs in turn.\n`);
const starts = await measureStarts([nodeItself, ...builds.map(warren), ...others], runs);
const base = starts.get(nodeItself.name)?.firstByte ?? Number.NaN;
row('start, ms', 'first byte', 'first paint', 'full frame', 'of node -e 0');
for (const [name, { firstByte, firstPaint, full }] of starts) {
  const ratio = Number.isNaN(firstPaint) ? '' : `${number(firstPaint / base, 2)} `;
  row(
    name,
    number(firstByte),
    number(firstPaint),
    number(full),
    `${ratio}${Number.isNaN(full) ? '' : number(full / base, 2)}`,
  );
}

console.log();
row('a key', 'bytes', 'ms', 'p95 ms', 'cpu ms');
for (const on of [warrenAtRest, warrenInspecting]) {
  await measureKeys([on(build), ...besides.map(on)]);
}
for (const other of others) await measureKeys([other]);

for (const [name, figures] of keys) {
  const other = keys.get(name.replace(/^warren/, 'other'));
  if (!name.startsWith('warren') || !other) continue;
  row(`${name}, of other`, ...figures.map((figure, at) => number(figure / (other[at] ?? 0), 2)));
}

console.log();
row('while a day is loaded', 'ms', 'p95 ms', 'lost');
for (const each of builds) {
  const { ms, p95, lost } = await withReady(warren(each), [], async (program) => {
    program.send('2');
    await program.until(hasDetails);
    program.send(LOAD_DAY.keys);
    // Moves the cursor off the newest entry, so that it stays where it is as entries arrive.
    program.send('k');
    await wait(500);
    return pressedUnderLoad(program, { key: 'k', marker: '❯', pause: 100, presses: 60 });
  });
  row(`${each.name} row`, number(ms, 2), number(p95, 2), String(lost));
}

console.log();
row(`following, ${seconds} s`, 'bytes/s', 'cpu');
const platform = await startPlatform(TEN_A_SECOND);
const following = [warrenFollowing, warrenFollowingInspected].flatMap((on) =>
  builds.map((build) => on(platform, build)),
);
for (const subject of [...following, ...others]) {
  if (!subject.tail) continue;
  await withReady(subject, subject.tail, async (program) => {
    const stop = log.grow();
    const { bytesPerSecond, cpu } = await watched(program, seconds);
    stop();
    row(subject.name, number(bytesPerSecond, 0), percent(cpu));
  });
}

await platform.close();

console.log();
row(`idle, ${seconds} s`, 'bytes/s', 'cpu');
for (const subject of [...builds.map(warrenAtRest), ...others]) {
  await withReady(subject, [], async (program) => {
    const { bytesPerSecond, cpu } = await watched(program, seconds);
    row(subject.name, number(bytesPerSecond, 0), percent(cpu));
  });
}
await rm(folder, { recursive: true, force: true });
process.exit(0);
