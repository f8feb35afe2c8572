import { execFile } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { LABELS } from '../../src/events/storage/columns.ts';
import type { EventStore } from '../../src/events/store.ts';
import { median } from './measures.ts';

/** lnav without a screen, reading entries from a file. Each run is a process, so subtract `load` from the time of `run`. */
export interface Lnav {
  /** Loads the file and exits. Milliseconds. */
  load(): Promise<number>;
  /** Loads the file, runs commands as given to `-c`, and exits. Milliseconds. */
  run(commands: readonly string[]): Promise<number>;
  /** Peak memory of all runs so far, bytes; NaN before the first. */
  memory(): number;
}

const LOADS = 3;
/** Without a command, lnav exits before it has read the whole file. */
const NOTHING = ':echo loaded';
/** The name of the file that {@link writeEntries} writes. */
export const ENTRIES = 'events.ndjson';
const LARGEST_OUTPUT = 64 << 20;

/** The log format of the entries for lnav. */
const FORMAT = {
  warren_log: {
    title: 'Shield events',
    description: 'Entries of a shield event log, one a line',
    'file-type': 'json',
    'hide-extra': true,
    'line-format': [
      { field: '__timestamp__' },
      ...LABELS.flatMap((label) => [' ', { field: `labels/${label}` }]),
      ' ',
      { field: 'log' },
    ],
    'timestamp-field': 'timestamp',
    'timestamp-divisor': 1000,
    'body-field': 'log',
    value: Object.fromEntries(
      [...LABELS.map((label) => `labels/${label}`), 'logId', 'log'].map((name) => [
        name,
        { kind: 'string' },
      ]),
    ),
  },
};

/** Writes the entries of a store to `folder` as JSON lines, oldest first. */
export async function writeEntries(folder: string, store: EventStore): Promise<void> {
  function* lines(): Generator<string> {
    for (const id of store.ids()) {
      const { logId, timestamp, log, labels } = store.entry(id);
      yield `${JSON.stringify({ logId, timestamp, log, labels })}\n`;
    }
  }
  await pipeline(lines(), createWriteStream(join(folder, ENTRIES)));
}

const execute = promisify(execFile);

/** lnav on the file that {@link writeEntries} wrote to `folder`. No state is kept between runs. */
export function lnavOver(folder: string): Lnav {
  let most = Number.NaN;
  const configured = (async () => {
    const formats = join(folder, 'formats', 'warren');
    await mkdir(formats, { recursive: true });
    await writeFile(join(formats, 'warren.json'), JSON.stringify(FORMAT));
  })();

  const lnav = async (options: readonly string[], commands: readonly string[]): Promise<string> => {
    await configured;
    const asked = commands.flatMap((command) => ['-c', command]);
    const args = ['-n', ...options, '-I', folder, ...asked, join(folder, ENTRIES)];
    const { stdout, stderr } = await execute('/usr/bin/time', ['-f', '%M', 'lnav', ...args], {
      env: { PATH: process.env['PATH'], HOME: folder, TERM: 'dumb' },
      maxBuffer: LARGEST_OUTPUT,
    });
    most = Math.max(Number.isNaN(most) ? 0 : most, Number(stderr.trim().split('\n').at(-1)) * 1024);
    return stdout;
  };

  const run = async (commands: readonly string[]) => {
    const from = performance.now();
    await lnav(['-q'], commands);
    return performance.now() - from;
  };

  const load = async () => {
    const times: number[] = [];
    for (let turn = 0; turn < LOADS; turn += 1) times.push(await run([NOTHING]));
    return median(times);
  };

  return {
    load,
    run,
    memory: () => most,
  };
}
