/**
 * Keys while events arrive: `node test/bench/under-load.ts [--beside OTHER/dist/warren.cjs]`. The built console runs in a
 * pseudo-terminal, on an embedded platform in another process that logs at a steady rate. `--beside` runs another build in
 * turn. Needs `dist/warren.cjs`.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { shows } from '../support/pty.ts';
import { watched } from './flow.ts';
import { pressedUnderLoad, ready } from './keys.ts';
import { memoryOf } from './measures.ts';
import { dayYoung, startPlatform } from './platform.ts';
import { type Build, builtHere, LOAD_DAY, type Stroke, warrenOn } from './subject.ts';

interface Load {
  readonly perSecond: number;
  /** Age of the day when the console starts, milliseconds. */
  readonly young: number;
  readonly filter?: string;
  readonly aim: string;
}

const LOADS: readonly Load[] = [
  { perSecond: 1000, young: 60_000, aim: 'p95 5 ms' },
  { perSecond: 1000, young: 60_000, filter: 'status:blocked', aim: '' },
  { perSecond: 10_000, young: 10_000, aim: 'p99 16 ms' },
  { perSecond: 10_000, young: 10_000, filter: 'status:blocked', aim: '' },
];

const PRESSES = 300;
const PAUSE = 60;

const { values } = parseArgs({ options: { beside: { type: 'string' } } });
const folder = await mkdtemp(join(tmpdir(), 'warren-load-'));
const otherHome = join(folder, 'other');
await mkdir(otherHome);
const builds: readonly Build[] = [
  builtHere(folder),
  ...(values.beside === undefined
    ? []
    : [{ name: 'other', launcher: resolve(values.beside), home: otherHome }]),
];
const cells = (...texts: readonly string[]) =>
  texts.map((text, at) => (at === 0 ? text.padEnd(34) : text.padStart(12))).join('');
const ms = (value: number) => `${value.toFixed(1)} ms`;

const loadedIn = (screen: readonly string[]): number =>
  Number(/([\d,]+) loaded/.exec(screen.join('\n'))?.[1]?.replaceAll(',', ''));

console.log(
  cells('a row up', 'entries/s', 'median', 'p95', 'p99', 'lost', 'cpu', 'bytes/s', 'memory', 'aim'),
);
for (const load of LOADS) for (const build of builds) await measure(load, build);
await rm(folder, { recursive: true, force: true });
process.exit(0);

async function measure({ perSecond, young, filter, aim }: Load, build: Build): Promise<void> {
  const platform = await startPlatform({
    events: { perSecond, evenly: true },
    pageSize: 1000,
    clock: dayYoung(young),
  });
  const filtering: readonly Stroke[] =
    filter === undefined
      ? []
      : [{ keys: `&${filter}\r`, within: 60_000, full: shows('FILTER: ', 'match of') }];
  const program = await start(platform, build, filtering);
  // Moves the cursor off the newest entry, so that it stays where it is as entries arrive.
  program.send('k');
  await wait(1000);
  const [before, from] = [loadedIn(await program.screen()), program.now()];
  const pressed = await pressedUnderLoad(program, {
    key: 'k',
    marker: '❯',
    pause: PAUSE,
    presses: PRESSES,
  });
  const rate = ((loadedIn(await program.screen()) - before) / (program.now() - from)) * 1000;
  const { bytesPerSecond, cpu } = await watched(program, 5);
  console.log(
    cells(
      `${build.name === 'warren' ? '' : `${build.name}, `}${perSecond} entries/s${filter === undefined ? '' : `, ${filter}`}`,
      rate.toFixed(0),
      ms(pressed.ms),
      ms(pressed.p95),
      ms(pressed.p99),
      String(pressed.lost),
      `${(cpu * 100).toFixed(0)} %`,
      bytesPerSecond.toFixed(0),
      `${(memoryOf(program.pid) / 1e6).toFixed(0)} MB`,
      aim,
    ),
  );
  await program.close();
  await platform.close();
}

/** Starts the console and loads the events of the day so far. */
async function start(
  platform: Parameters<typeof warrenOn>[0],
  build: Build,
  more: readonly Stroke[],
) {
  const opened: Stroke = { keys: '2', full: shows(' following') };
  const program = await ready(warrenOn(platform, build), []);
  for (const { keys, full, within } of [opened, LOAD_DAY, ...more]) {
    program.send(keys);
    await program.until(full, within);
  }
  return program;
}
