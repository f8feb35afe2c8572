import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PROGRAM } from '../support/program.ts';
import { shows } from '../support/pty.ts';
import type { PlatformProcess } from './platform.ts';

/** A program that is measured, and the keys that make it do the same thing as the others. */
export interface Subject {
  readonly name: string;
  readonly file: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Whether the screen shows all it will show before a key is pressed. */
  full(screen: readonly string[]): boolean;
  /** Keys that lead to the list that is measured, each with what the screen then shows. */
  readonly prepare?: readonly Stroke[];
  /** One row down, the list not moving. */
  readonly move?: string;
  /** Brings the list where `scroll` moves it by one line. */
  readonly toEdge?: string;
  readonly scroll?: string;
  readonly page?: string;
  /** Shows the end of what grows, so that new lines move the list. */
  readonly tail?: readonly Stroke[];
}

export interface Stroke {
  readonly keys: string;
  /** The most that may take, milliseconds; twenty seconds unless told. */
  readonly within?: number;
  full(screen: readonly string[]): boolean;
}

/** The terminal that everything is measured in. */
export const SIZE = { columns: 200, rows: 50 } as const;

const DOWN = '\u001b[B';
const PAGE_DOWN = '\u001b[6~';

/** Whether details of a log entry are beside the list, of this build or an earlier one. */
export const hasDetails = (screen: readonly string[]): boolean =>
  screen.some((line) => /\blogId\b|\bRemoteIp\b/.test(line));

const filled = (least: number) => (screen: readonly string[]) =>
  screen.filter((line) => line.trim() !== '').length >= least;

/** Where `command` lies on the path; undefined when it is not installed. */
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

/** The least that a Node program takes. */
export const nodeItself: Subject = {
  name: 'node -e 0',
  file: process.execPath,
  args: ['-e', '0'],
  full: () => false,
};

/** The clock stands still: nothing is asked again, so that all that is drawn answers a key. */
const STILL = { WARREN_FROZEN_AT: '2026-03-14T01:02:00Z' };

/** A built program that is measured: its name in the tables, its launcher, and a home for what it keeps. */
export interface Build {
  readonly name: string;
  readonly launcher: string;
  readonly home: string;
}

/** The program as it is built here. */
export const builtHere = (home: string): Build => ({ name: 'warren', launcher: PROGRAM, home });

/** The built program on its embedded platform. */
export function warren({ name, launcher, home }: Build): Subject {
  return {
    name,
    file: process.execPath,
    args: [launcher, '--demo', '--seed', '7'],
    env: { HOME: home },
    // Every application with its data, and the detail of the first, which earlier builds begin with its figures.
    full: (screen) =>
      shows('gateway-jp')(screen) &&
      (shows('Worth a look')(screen) || shows('Figures')(screen)) &&
      !shows('loading')(screen) &&
      !shows('asking')(screen),
  };
}

/** All of the day, however much that is. */
export const LOAD_DAY: Stroke = {
  keys: ':load day\r',
  within: 600_000,
  full: (screen) => shows('following')(screen) && !shows('loads more')(screen),
};

/** The day's events, all of them, from the first on; the clock stands still. */
const WHOLE_DAY: readonly Stroke[] = [
  { keys: '2', full: shows('following') },
  LOAD_DAY,
  { keys: 'g', full: shows('00:00:00.') },
];

/** The same in its longest list, with nothing happening but keys: the list and its inspector. */
export function warrenInspecting(build: Build): Subject {
  const subject = warren(build);
  return {
    ...subject,
    name: `${build.name}, inspector`,
    env: { ...subject.env, ...STILL },
    prepare: WHOLE_DAY,
    move: 'j',
    // More rows than the list has on the screen.
    toEdge: 'j'.repeat(45),
    scroll: 'j',
    page: '\u0006',
  };
}

/** The same without the inspector: a list and nothing else, as the others have. */
export function warrenAtRest(build: Build): Subject {
  const subject = warrenInspecting(build);
  return {
    ...subject,
    name: build.name,
    prepare: [...WHOLE_DAY, { keys: 'p', full: (screen) => !hasDetails(screen) }],
  };
}

const SHIFTED_CLOCK = fileURLToPath(new URL('./shifted-clock.ts', import.meta.url));

/** The built program on a platform in another process, by the platform's clock. */
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

/** The same, following what happens in a list and nothing else, as the others do. */
export function warrenFollowing(platform: PlatformProcess, build: Build): Subject {
  return {
    ...warrenOn(platform, build),
    tail: [
      { keys: '2', full: shows(' following') },
      { keys: 'p', full: (screen) => !hasDetails(screen) },
    ],
  };
}

/** The same with the details of the newest entry beside the list. */
export function warrenFollowingInspected(platform: PlatformProcess, build: Build): Subject {
  const subject = warrenFollowing(platform, build);
  return { ...subject, name: `${build.name}, inspector`, tail: subject.tail?.slice(0, 1) ?? [] };
}

/** Programs of the same kind from the distribution's packages; `log` is a log file of many lines. */
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
      // It begins at the end.
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
