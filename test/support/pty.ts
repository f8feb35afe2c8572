import { spawn } from '@lydell/node-pty';
import { createEmulator, type SeenCell } from './emulator.ts';
import { seenFrames } from './seen-frames.ts';

/** Everything that a program wrote. */
export const writtenBy = ({ arrivals }: PtyProgram): string =>
  Buffer.concat(arrivals.map(({ bytes }) => bytes)).toString();

/** Whether a screen has each of these texts in a line. */
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
  /** Beside PATH, HOME, LANG and TERM; nothing else is inherited. */
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/** Bytes as they arrived, `at` milliseconds after the start. */
export interface Arrival {
  readonly at: number;
  readonly bytes: Uint8Array;
}

/** How a program ended: its code, or 128 and the number of the signal. */
export type Exit = number;

/** A program that runs in a real pseudo-terminal, and what its screen shows. */
export interface PtyProgram {
  readonly pid: number;
  /** Everything it wrote, in order. */
  readonly arrivals: readonly Arrival[];
  /** Bytes written so far. */
  written(): number;
  /** Milliseconds since the start. */
  now(): number;
  /** Rows as text, blanks at their ends removed. */
  screen(): Promise<string[]>;
  cells(): Promise<SeenCell[][]>;
  send(keys: string): void;
  /** Takes nothing more of what is written, as a link that has stalled, or takes it again. */
  stall(isStalled: boolean): void;
  resize(columns: number, rows: number): void;
  /**
   * Resolves once `holds` does for the screen; rejects, showing the screen, when the program has ended or
   * `within` milliseconds have passed.
   */
  until(holds: (screen: readonly string[]) => boolean, within?: number): Promise<void>;
  /** Resolves once nothing has been written for `ms` milliseconds. */
  quiet(ms: number): Promise<void>;
  /** Closes the terminal's other side, as a dropped connection does. */
  hangUp(): void;
  readonly exited: Promise<Exit>;
  /** Ends the program if it still runs. */
  close(): Promise<void>;
}

const WITHIN = 20_000;
/** More than the bytes of a screen, and what begins and ends an update of it. */
const LARGEST_UPDATE = 1_000_000;
const BEGIN_UPDATE = '\u001b[?2026h';
const END_UPDATE = '\u001b[?2026l';

/** Starts a program in a pseudo-terminal. Close it in the end: it would outlive a failed test. */
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

  // With `encoding: null` the data are bytes, whatever the type says.
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

  // The emulator reads only when someone looks: it would take time from what is being measured.
  let shown = 0;
  const show = async () => {
    const news = arrivals.slice(shown);
    shown = arrivals.length;
    const text = news.map(({ bytes }) => decoder.decode(bytes, { stream: true })).join('');
    painted = (painted + text).slice(-LARGEST_UPDATE);
    await emulator.write(text);
  };

  // What a test looks at is held against what holds for every screen, unless an update of it is under way.
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
    // It is there, whatever the type says.
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
