import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PROGRAM } from '../support/program.ts';
import { shows } from '../support/pty.ts';
import type { PlatformProcess } from './platform.ts';

/** A measured program, and the keys that make it do the same thing as the others. */
export interface Subject {
  readonly name: string;
  readonly file: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Whether the first screen is complete. */
  full(screen: readonly string[]): boolean;
  /** Opens the list that is measured. */
  readonly prepare?: readonly Stroke[];
  /** Moves the cursor one row down without scrolling. */
  readonly move?: string;
  /** Moves the cursor to the edge, from where `scroll` scrolls by one line. */
  readonly toEdge?: string;
  readonly scroll?: string;
  readonly page?: string;
  /** Follows the growing log, so that new lines move the list. */
  readonly tail?: readonly Stroke[];
}

/** Keys, and what the screen shows once they have taken effect. */
export interface Stroke {
  readonly keys: string;
  /** Time limit in milliseconds, by default twenty seconds. */
  readonly within?: number;
  full(screen: readonly string[]): boolean;
}

/** The size of the terminal for all measurements. */
export const SIZE = { columns: 200, rows: 50 } as const;

const DOWN = '\u001b[B';
const PAGE_DOWN = '\u001b[6~';

/** Whether details of a log entry are shown beside the list, by this build or an earlier one. */
export const hasDetails = (screen: readonly string[]): boolean =>
  screen.some((line) => /\blogId\b|\bRemoteIp\b/.test(line));

const filled = (least: number) => (screen: readonly string[]) =>
  screen.filter((line) => line.trim() !== '').length >= least;

/** The path of `command`; undefined if it is not installed. */
export function installed(command: string): string | undefined {
  return (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((folder) => join(folder, command))
    .find((file) => {
      try {
        accessSync(file, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}

/** The smallest possible Node program. */
export const nodeItself: Subject = {
  name: 'node -e 0',
  file: process.execPath,
  args: ['-e', '0'],
  full: () => false,
};

/** With a frozen clock nothing is polled, so that only keys cause output. */
const STILL = { WARREN_FROZEN_AT: '2026-03-14T01:02:00Z' };

/** A build of warren: its name in the tables, its launcher, and its home directory. */
export interface Build {
  readonly name: string;
  readonly launcher: string;
  readonly home: string;
}

/** The build of this checkout. */
export const builtHere = (home: string): Build => ({ name: 'warren', launcher: PROGRAM, home });

/** A build on its embedded platform. */
export function warren({ name, launcher, home }: Build): Subject {
  return {
    name,
    file: process.execPath,
    args: [launcher, '--demo', '--seed', '7'],
    env: { HOME: home },
    // All applications with data, and the details of the first, which earlier builds title 'Figures'.
    full: (screen) =>
      shows('gateway-jp')(screen) &&
      (shows('Worth a look')(screen) || shows('Figures')(screen)) &&
      !shows('loading')(screen) &&
      !shows('asking')(screen),
  };
}

/** Loads the whole day. */
export const LOAD_DAY: Stroke = {
  keys: ':load day\r',
  within: 600_000,
  full: (screen) => shows('following')(screen) && !shows('loads more')(screen),
};

/** Opens Events, loads the whole day and goes to its first entry. */
const WHOLE_DAY: readonly Stroke[] = [
  { keys: '2', full: shows('following') },
  LOAD_DAY,
  { keys: 'g', full: shows('00:00:00.') },
];

/** With a frozen clock, on the events of a whole day with the inspector beside the list. */
export function warrenInspecting(build: Build): Subject {
  const subject = warren(build);
  return {
    ...subject,
    name: `${build.name}, inspector`,
    env: { ...subject.env, ...STILL },
    prepare: WHOLE_DAY,
    move: 'j',
    // More rows than the list shows.
    toEdge: 'j'.repeat(45),
    scroll: 'j',
    page: '\u0006',
  };
}

/** The same without the inspector, as the other programs show only a list. */
export function warrenAtRest(build: Build): Subject {
  const subject = warrenInspecting(build);
  return {
    ...subject,
    name: build.name,
    prepare: [...WHOLE_DAY, { keys: 'p', full: (screen) => !hasDetails(screen) }],
  };
}

const SHIFTED_CLOCK = fileURLToPath(new URL('./shifted-clock.ts', import.meta.url));

/** A build on a platform in another process, with the platform's clock. */
export function warrenOn(platform: PlatformProcess, build: Build): Subject {
  const { clock } = platform;
  const env = {
    HOME: build.home,
    WARREN_BASE_URL: platform.baseUrl,
    WARREN_ACCESS_KEY: platform.accessKey,
  };
  const subject = { name: build.name, file: process.execPath, full: shows('Apps') };
  const args = [build.launcher, '--zone', platform.zone];
  return clock.kind === 'frozen'
    ? { ...subject, args, env: { ...env, WARREN_FROZEN_AT: new Date(clock.at).toISOString() } }
    : {
        ...subject,
        args: ['--import', SHIFTED_CLOCK, ...args],
        env: { ...env, BENCH_CLOCK_SHIFT: String(clock.shift) },
      };
}

/** The same, following the log without the inspector, as the other programs show only a list. */
export function warrenFollowing(platform: PlatformProcess, build: Build): Subject {
  return {
    ...warrenOn(platform, build),
    tail: [
      { keys: '2', full: shows(' following') },
      { keys: 'p', full: (screen) => !hasDetails(screen) },
    ],
  };
}

/** The same, with the details of the newest entry beside the list. */
export function warrenFollowingInspected(platform: PlatformProcess, build: Build): Subject {
  const subject = warrenFollowing(platform, build);
  return { ...subject, name: `${build.name}, inspector`, tail: subject.tail?.slice(0, 1) ?? [] };
}

/** Programs of the same kind from the distribution's packages, which read the file `log`. */
export function peers(log: string): readonly Subject[] {
  return [
    {
      name: 'htop',
      file: 'htop',
      args: ['-d', '100'],
      full: filled(15),
      move: DOWN,
      page: PAGE_DOWN,
    },
    {
      name: 'less',
      file: 'less',
      args: [log],
      full: filled(49),
      scroll: 'j',
      page: ' ',
      tail: [{ keys: 'F', full: shows('Waiting') }],
    },
    {
      name: 'lnav',
      file: 'lnav',
      args: ['-N', log],
      full: filled(45),
      // lnav starts at the end of the file.
      scroll: '\u001b[A',
      page: '\u001b[5~',
    },
    {
      name: 'fzf',
      file: 'sh',
      args: ['-c', `exec fzf < '${log}'`],
      full: filled(48),
      move: '\u001b[A',
      page: '\u001b[5~',
    },
  ];
}
