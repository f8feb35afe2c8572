import { spawn } from '@lydell/node-pty';
import { createEmulator, type SeenCell } from './emulator.ts';
import { seenFrames } from './seen-frames.ts';

/** All output of a program. */
export const writtenBy = ({ arrivals }: PtyProgram): string =>
  Buffer.concat(arrivals.map(({ bytes }) => bytes)).toString();

/** Whether a screen shows all of these texts, each within one line. */
export const shows =
  (...texts: readonly string[]) =>
  (screen: readonly string[]): boolean =>
    texts.every((text) => screen.some((line) => line.includes(text)));

/** A program to run in a pseudo-terminal. */
export interface PtyOptions {
  readonly file: string;
  readonly args?: readonly string[];
  readonly columns: number;
  readonly rows: number;
  /** Added to PATH, HOME, LANG and TERM. Nothing else is inherited. */
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/** Bytes as they arrived, `at` milliseconds after the start. */
export interface Arrival {
  readonly at: number;
  readonly bytes: Uint8Array;
}

/** An exit code, or 128 plus the number of the signal. */
export type Exit = number;

/** A program running in a real pseudo-terminal. */
export interface PtyProgram {
  readonly pid: number;
  /** All output, in order. */
  readonly arrivals: readonly Arrival[];
  /** Bytes written so far. */
  written(): number;
  /** Milliseconds since the start. */
  now(): number;
  /** The rows as text without trailing blanks. */
  screen(): Promise<string[]>;
  cells(): Promise<SeenCell[][]>;
  send(keys: string): void;
  /** Stops or resumes reading the program's output, as a stalled connection does. */
  stall(isStalled: boolean): void;
  resize(columns: number, rows: number): void;
  /**
   * Resolves once the screen satisfies `holds`. Rejects with the screen when the program ends or after `within`
   * milliseconds.
   */
  until(holds: (screen: readonly string[]) => boolean, within?: number): Promise<void>;
  /** Resolves after `ms` milliseconds without output. */
  quiet(ms: number): Promise<void>;
  /** Closes the terminal, as a dropped connection does. */
  hangUp(): void;
  readonly exited: Promise<Exit>;
  /** Kills the program if it is still running. */
  close(): Promise<void>;
}

const WITHIN = 20_000;
/** More than the bytes of any screen. */
const LARGEST_UPDATE = 1_000_000;
/** Synchronized output (mode 2026). */
const BEGIN_UPDATE = '\u001b[?2026h';
const END_UPDATE = '\u001b[?2026l';

/** Starts a program in a pseudo-terminal. Close it, or it outlives a failed test. */
export function startInPty(options: PtyOptions): PtyProgram {
  const { file, args = [], columns, rows } = options;
  const { PATH = '', HOME = '/' } = process.env;
  const start = performance.now();
  const pty = spawn(file, [...args], {
    cols: columns,
    rows,
    encoding: null,
    env: { PATH, HOME, LANG: 'C.UTF-8', TERM: 'xterm-256color', ...options.env },
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
  });

  const emulator = createEmulator(columns, rows);
  const decoder = new TextDecoder();
  const arrivals: Arrival[] = [];
  let written = 0;
  let ended: Exit | undefined;
  const watchers = new Set<() => void>();
  const notify = () => {
    for (const watcher of [...watchers]) watcher();
  };

  // With `encoding: null` the data are bytes, although the type says string.
  pty.onData((data: string | Uint8Array) => {
    const bytes = typeof data === 'string' ? Buffer.from(data) : data;
    arrivals.push({ at: performance.now() - start, bytes });
    written += bytes.length;
    notify();
  });
  const exited = new Promise<Exit>((resolve) => {
    pty.onExit(({ exitCode, signal }) => {
      ended = signal ? 128 + signal : exitCode;
      resolve(ended);
      notify();
    });
  });

  // The emulator runs only when the screen is read, because it would take processor time from a measured program.
  let shown = 0;
  const show = async () => {
    const news = arrivals.slice(shown);
    shown = arrivals.length;
    const text = news.map(({ bytes }) => decoder.decode(bytes, { stream: true })).join('');
    painted = (painted + text).slice(-LARGEST_UPDATE);
    await emulator.write(text);
  };

  // Every screen that a test reads is checked by the rules for all screens, except in the middle of an update.
  const seen = seenFrames();
  let painted = '';
  const seeing = () => {
    const lines = emulator.lines();
    const isWhole = painted.lastIndexOf(BEGIN_UPDATE) <= painted.lastIndexOf(END_UPDATE);
    if (lines[0]?.startsWith(' warren') && isWhole) seen.stood(lines.join('\n'), emulator.columns);
    return lines;
  };

  const until = (holds: (screen: readonly string[]) => boolean, within = WITHIN) =>
    new Promise<void>((resolve, reject) => {
      const finish = (problem?: string) => {
        watchers.delete(look);
        clearTimeout(timer);
        if (problem === undefined) resolve();
        else reject(new Error(`${problem}\n${emulator.lines().join('\n').trimEnd()}`));
      };
      const look = () => {
        const over = ended;
        void show().then(() => {
          if (!watchers.has(look)) return;
          if (holds(emulator.lines())) finish();
          else if (over !== undefined) finish(`The program ended with ${over}. Its screen:`);
        });
      };
      const timer = setTimeout(() => finish(`Not on the screen within ${within} ms:`), within);
      watchers.add(look);
      look();
    });

  const quiet = (ms: number) =>
    new Promise<void>((resolve) => {
      const again = () => {
        timer.refresh();
      };
      const timer = setTimeout(() => {
        watchers.delete(again);
        resolve();
      }, ms);
      watchers.add(again);
    });

  return {
    pid: pty.pid,
    arrivals,
    written: () => written,
    now: () => performance.now() - start,
    async screen() {
      await show();
      return seeing();
    },
    async cells() {
      await show();
      return Array.from({ length: emulator.rows }, (_, row) =>
        Array.from({ length: emulator.columns }, (_, column) => emulator.cell(row, column)),
      );
    },
    send: (keys) => pty.write(keys),
    stall: (isStalled) => (isStalled ? pty.pause() : pty.resume()),
    resize: (nextColumns, nextRows) => {
      emulator.resize(nextColumns, nextRows);
      pty.resize(nextColumns, nextRows);
    },
    until,
    quiet,
    // `destroy` exists, although the type does not have it.
    hangUp: () => (pty as typeof pty & { destroy(): void }).destroy(),
    exited,
    async close() {
      if (ended === undefined) pty.kill('SIGKILL');
      await exited;
      const findings = process.env['VITEST'] === undefined ? [] : seen.judge('layout');
      if (findings.length > 0) throw new Error(findings.join('\n\n'));
    },
  };
}
