import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import type { PlatformProcess } from '../bench/platform.ts';
import { faultsOfFiles } from './deaths/files-left.ts';
import { type Disk, openDisk } from './disks.ts';
import { PROGRAM } from './program.ts';
import { type PtyProgram, shows, startInPty } from './pty.ts';

/** A file that the console writes, and how to make it write. */
export interface Written {
  readonly name: string;
  /** Whether the file stays open. The kernel then refuses to make the disk read-only. */
  readonly staysOpen: boolean;
  /** The keys, each one chunk. `time` numbers the writes, and `isAgain` means that these keys were pressed before. */
  keys(time: number, folder: string, isAgain: boolean): readonly string[];
  /** Whether write `time` is in the file once the trouble is over. */
  holds(time: number, folder: string): boolean;
  /** The console retries the write by itself within this many milliseconds. */
  readonly after?: number;
  /** The only trouble after which the console resumes writing. After others it stops, and says so. */
  readonly only?: string;
}

export interface Trouble {
  readonly name: string;
  begin(disk: Disk, program: PtyProgram | null): void;
  /** Ends the trouble. `laid` recreates the original files if they are gone. */
  end(disk: Disk, program: PtyProgram, laid: () => void): void;
  /** For a file that stays open, begins before the program starts. */
  readonly early?: true;
  /** Writes are slow but do not fail. */
  readonly onlyWaits?: true;
}

const ENTER = '\r';
const TAB = '\t';
const CTRL_C = '\u0003';
const CTRL_S = '\u0013';
const CTRL_U = '\u0015';
const CTRL_Y = '\u0019';
const ESCAPE = '\u001b';

const textOf = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : '');

function rowsOf(path: string, table: string): number {
  if (!existsSync(path)) return 0;
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    return Number(database.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.['n'] ?? 0);
  } catch {
    return 0;
  } finally {
    database.close();
  }
}

const historyOf = (folder: string) => join(folder, 'state/warren/history.db');

/** A name unique to this run, because the platform keeps variables between runs. */
const nameOf = (time: number, folder: string) =>
  `NAME_${basename(dirname(dirname(folder))).replaceAll('-', '_')}_${time}`;

export const WRITTEN: readonly Written[] = [
  {
    name: 'configuration',
    staysOpen: false,
    keys: (time) => [':', `keep app kept-${time} kept`, ENTER],
    holds: (time, folder) =>
      textOf(join(folder, 'config/warren/config.yaml')).includes(`kept-${time}`),
  },
  {
    name: 'audit',
    staysOpen: false,
    keys: (time, folder) => ['7', 'a', nameOf(time, folder), TAB, CTRL_Y],
    holds: (time, folder) =>
      textOf(join(folder, 'state/warren/audit.ndjson')).includes(nameOf(time, folder)),
  },
  {
    name: 'history',
    staysOpen: true,
    // The same key a second time would remove the mark.
    keys: (time, _, isAgain) => ['2', 'g', ...'j'.repeat(isAgain ? time + 1 : time), 'm', 'G'],
    holds: (time, folder) => rowsOf(historyOf(folder), 'mark') >= (time > 2 ? 2 : 1),
    // The console retries the file every 15 seconds.
    after: 30_000,
  },
  {
    name: 'archive',
    staysOpen: true,
    keys: (time, folder) => (time === 1 ? ['2', 'A', join(folder, 'events.db'), ENTER] : ['2']),
    holds: (_, folder) => rowsOf(join(folder, 'events.db'), 'entry') > 0,
    // The console retries an archive every 10 seconds.
    after: 25_000,
  },
  {
    name: 'recording',
    staysOpen: true,
    keys: (time, folder) =>
      time === 1 ? [':', `record ${join(folder, 'r.db')}`, ENTER] : ['1', 'r'],
    holds: (time, folder) => rowsOf(join(folder, 'r.db'), 'call') > time * 2,
    after: 20_000,
    only: 'slow',
  },
  {
    name: 'export',
    staysOpen: false,
    keys: (time, folder) => ['2', CTRL_S, CTRL_U, join(folder, `export-${time}.csv`), ENTER],
    holds: (time, folder) => textOf(join(folder, `export-${time}.csv`)).split('\n').length > 10,
  },
  {
    name: 'debug log',
    staysOpen: true,
    keys: () => ['1', 'r'],
    holds: (_, folder) => textOf(join(folder, 'state/warren/debug.log')).includes('← '),
    after: 3000,
  },
];

const limit = (program: PtyProgram | null, bytes: string) =>
  void execFileSync('prlimit', ['--pid', String(program?.pid), `--fsize=${bytes}:`]);

export const TROUBLES: readonly Trouble[] = [
  { name: 'full', begin: (disk) => disk.fill(), end: (disk) => disk.makeRoom() },
  {
    name: 'read-only',
    begin: (disk) => disk.setReadOnly(true),
    end: (disk) => disk.setReadOnly(false),
    early: true,
  },
  {
    name: 'slow',
    begin: (disk) => disk.freeze(),
    end: (disk) => disk.thaw(),
    onlyWaits: true,
  },
  {
    name: 'removed while open',
    begin: (disk) => disk.removeFolder(),
    end: (_, __, laid) => laid(),
  },
  {
    name: 'another user’s',
    begin: (disk) => disk.giveFolderTo(4242),
    end: (disk) => disk.giveFolderTo(0),
  },
  {
    name: 'no file may grow (a quota)',
    begin: (_, program) => limit(program, '1'),
    end: (_, program) => limit(program, 'unlimited'),
  },
];

export interface DiskCell {
  readonly written: string;
  readonly trouble: string;
  /** The message on screen; empty if there is none. */
  readonly told: string;
  /** Milliseconds from the key that opens help until help is shown, during the trouble. */
  readonly key: number;
  readonly faults: readonly string[];
}

const TOLD =
  /disk is full|read-only|another user|is gone|not there|file may|too large|EFBIG|EIO|cannot be|could not be|not kept|late|FAILED|[Nn]ot saved|Nothing was|removed/;

/** The message about the trouble: a badge in the first line, the lines at the bottom, or the form of a change. */
const toldOn = (screen: readonly string[]): string => {
  const lines = screen.filter((line) => line.trim() !== '');
  const [first = ''] = lines;
  const badge = /(?:NOT ARCHIVED|ARCHIVE [A-Z]+)/.exec(first)?.[0] ?? '';
  const form = lines.filter((line) => /audit file cannot/.test(line));
  const [said = ''] = [...form, ...lines.slice(-4, -1).filter((line) => TOLD.test(line))];
  const text = said.replace(/ +[\d,]+\/[\d,]+$| +newest$/, '').replace(/\/tmp\/\S*\/disk/g, '…');
  return [badge, text.trim()].filter((each) => each !== '').join('; ');
};
const BETWEEN_KEYS = 150;
const AFTER_ESCAPE = 500;
/** A stalled disk recovers before the watchdog would end the console, milliseconds. */
const STALL = 3000;
/** Generous, because the machine may be busy; milliseconds. */
const LONGEST_KEY = 1000;
const PATIENCE = 8000;

/** The first item of each kind: `--app 1 --zone 3` of `--app 1 --app 2 --zone 3`. */
const firstOfEach = (items: readonly string[]): readonly string[] =>
  items.filter((_, at) => items.indexOf(items[at - (at % 2)] ?? '') === at - (at % 2));

/** Plays one file with one trouble. Null if no disk can be mounted here. */
export async function playDisk(
  platform: PlatformProcess,
  written: Written,
  trouble: Trouble,
): Promise<DiskCell | null> {
  const disk = openDisk();
  if (!disk) return null;
  const { folder } = disk;
  const config = `default_profile: disk
profiles:
  disk: { base_url: "${platform.baseUrl}", workspace: here }
workspaces:
  here: { apps: [{ id: a1, name: a1 }] }
`;
  /** Creates the files that exist before the trouble, or that the operator restores after it. */
  const laid = () => {
    for (const name of ['config/warren', 'state/warren']) {
      mkdirSync(join(folder, name), { recursive: true, mode: 0o700 });
    }
    const path = join(folder, 'config/warren/config.yaml');
    if (!existsSync(path)) writeFileSync(path, config, { mode: 0o600 });
  };
  laid();
  const isEarly = trouble.early === true && written.staysOpen;
  if (isEarly) trouble.begin(disk, null);
  const program = startInPty({
    file: process.execPath,
    args: [
      PROGRAM,
      ...firstOfEach(platform.items),
      ...(written.name === 'history' ? [] : ['--no-history']),
    ],
    columns: 160,
    rows: 40,
    env: {
      HOME: folder,
      XDG_CONFIG_HOME: join(folder, 'config'),
      XDG_STATE_HOME: join(folder, 'state'),
      WARREN_ACCESS_KEY: platform.accessKey,
      ...(written.name === 'debug log' ? { WARREN_DEBUG: '1' } : {}),
    },
  });
  const faults: string[] = [];
  const act = async (time: number, isAgain = false) => {
    for (const key of written.keys(time, folder, isAgain)) {
      program.send(key);
      // The operator sees the effect of this key before pressing the next one.
      await wait(BETWEEN_KEYS);
      await program.quiet(BETWEEN_KEYS);
    }
  };
  const leave = async () => {
    program.send(ESCAPE);
    // Otherwise the escape would be read as part of the next key.
    await wait(AFTER_ESCAPE);
  };
  const settled = async (time: number, what: string) => {
    for (const until = performance.now() + PATIENCE + (written.after ?? 0); ; await wait(200)) {
      if (written.holds(time, folder)) return;
      if (performance.now() > until) break;
    }
    faults.push(`${what}:\n${(await program.screen()).join('\n').trimEnd()}`);
  };
  let told = '';
  let key = Number.NaN;
  try {
    await program.until(shows('Apps'));
    program.send('2');
    await program.until((screen) => shows(' loaded')(screen) && shows('as of')(screen));
    await wait(1000);
    if (!isEarly) {
      await act(1);
      await settled(1, 'it was not written at first');
      await leave();
      trouble.begin(disk, program);
    }
    await act(isEarly ? 1 : 2);
    if (trouble.onlyWaits) setTimeout(() => trouble.end(disk, program, laid), STALL);
    const at = program.now();
    if (!trouble.onlyWaits) {
      for (const until = performance.now() + PATIENCE; performance.now() < until; await wait(100)) {
        told = toldOn(await program.screen());
        if (told !== '') break;
      }
      await leave();
      await leave();
    }
    const pressed = trouble.onlyWaits ? at : program.now();
    program.send('?');
    await program.until(shows('Enter run'), PATIENCE).then(
      () => {
        key = (program.arrivals.at(-1)?.at ?? Number.NaN) - pressed;
      },
      (error: Error) => faults.push(`a key has no answer: ${error.message}`),
    );
    await leave();
    if (trouble.onlyWaits) await wait(STALL);
    if (!trouble.onlyWaits) trouble.end(disk, program, laid);
    await act(isEarly ? 1 : 3, isEarly);
    await settled(isEarly ? 1 : 3, 'it does not catch up');
    if (key > LONGEST_KEY) faults.push(`a key waits for ${Math.round(key)} ms`);
    await leave();
    program.send(CTRL_C);
    await wait(BETWEEN_KEYS);
    program.send(CTRL_C);
    await Promise.race([program.exited, wait(PATIENCE)]);
    await program.close();
    faults.push(...(await faultsOfFiles(folder)));
  } catch (error) {
    faults.push(String(error));
  } finally {
    try {
      disk.thaw();
    } catch {
      // The disk was not frozen.
    }
    await program.close();
    disk.close();
  }
  return { written: written.name, trouble: trouble.name, told, key, faults };
}
