import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Writable } from 'node:stream';
import { readLaunch } from '../../src/cli/launch.ts';
import { run } from '../../src/cli/run.ts';
import type { Clock } from '../../src/edges/clock.ts';
import type { Environment } from '../../src/edges/terminal.ts';
import type { Edges } from '../../src/session/edges.ts';
import { fakeClock } from '../support/fake-clock.ts';
import type { Platform } from '../support/observed-platform.ts';

/** How a command is run. */
export interface Setting {
  readonly env?: Environment;
  /** What comes over standard input. */
  readonly stdin?: string;
  /** What is typed at a terminal instead: each once something is asked for. */
  readonly typed?: readonly string[];
  /** Standard input is a terminal. */
  readonly isInteractive?: boolean;
  /** Columns of a terminal on standard output; a pipe when not said. */
  readonly columns?: number;
  /** Columns of a terminal on standard error. */
  readonly messageColumns?: number;
  readonly clock?: Clock;
  /** Other timeouts of requests than the usual ones. They run on the machine's clock. */
  readonly timeouts?: Edges['timeouts'];
  /** Called once the command runs; what it aborts is Ctrl-C. */
  during?(interrupt: AbortController): Promise<void> | void;
  /** What the reader of standard output does with every piece of it. */
  taking?(piece: string, soFar: string): 'take' | 'close' | 'fill the disk';
}

/** What a command left behind. */
export interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** The arguments that the console was to be opened with; absent where it was not. */
  readonly opened?: readonly string[];
}

const CODES = { close: 'EPIPE', 'fill the disk': 'ENOSPC' } as const;

/** A stream that remembers what it was given. */
class Caught extends Writable {
  text = '';
  onText: (text: string) => void = () => {};
  readonly isTTY: boolean;
  readonly columns: number | undefined;
  readonly #taking: NonNullable<Setting['taking']>;

  constructor(columns: number | undefined, taking: NonNullable<Setting['taking']>) {
    super({ decodeStrings: false });
    this.isTTY = columns !== undefined;
    this.columns = columns;
    this.#taking = taking;
  }

  override _write(piece: string | Buffer, _encoding: string, done: (error?: Error) => void): void {
    const taken = this.#taking(String(piece), this.text);
    if (taken === 'take') {
      this.text += String(piece);
      this.onText(this.text);
      done();
    } else done(Object.assign(new Error('write'), { code: CODES[taken] }));
  }
}

/** Types an answer whenever a question is asked; Enter is another byte in the raw mode of a terminal. */
function typeAt(stdin: PassThrough, stderr: Caught, typed: readonly string[]): void {
  const left = [...typed];
  let isRaw = false;
  const setRawMode = (raw: boolean) => {
    isRaw = raw;
  };
  Object.assign(stdin, { isTTY: true, setRawMode });
  stderr.onText = (text) => {
    if (!text.endsWith(': ')) return;
    const next = left.shift();
    if (next === undefined) stdin.end();
    else stdin.write(`${next}${isRaw ? '\r' : '\n'}`);
  };
}

/** Runs a command line in this process, with a home of its own unless the setting names one. */
export async function prompt(argv: readonly string[], setting: Setting = {}): Promise<Outcome> {
  const home = await mkdtemp(join(tmpdir(), 'warren-'));
  const interrupt = new AbortController();
  const stdout = new Caught(setting.columns, setting.taking ?? (() => 'take'));
  const stderr = new Caught(setting.messageColumns, () => 'take');
  const stdin = Object.assign(new PassThrough(), { isTTY: setting.isInteractive === true });
  const opened: string[] = [];
  if (setting.typed) typeAt(stdin, stderr, setting.typed);
  else stdin.end(setting.stdin ?? '');
  const edges: Edges = {
    env: { HOME: home, ...setting.env },
    stdin,
    stdout,
    stderr,
    clock: setting.clock ?? fakeClock(),
    interrupted: interrupt.signal,
    uid: process.getuid?.(),
    random: () => 0.5,
    ...(setting.timeouts && { timeouts: setting.timeouts }),
    version: '1.2.3',
    runtime: 'Node 26.0.0, linux x64',
  };
  try {
    const launch = readLaunch(argv);
    if (launch.kind === 'invalid' || launch.kind === 'console' || launch.kind === 'version') {
      throw new Error(`main does this by itself: ${launch.kind}`);
    }
    const running = run(argv, launch, edges, (args) => void opened.push(...args));
    await setting.during?.(interrupt);
    const code = await running;
    return {
      code,
      stdout: stdout.text,
      stderr: stderr.text,
      ...(opened.length > 0 && { opened }),
    };
  } finally {
    await rm(home, { recursive: true });
  }
}

/** The environment that leads to a platform. */
export const reaching = ({ baseUrl, accessKey }: Platform): Environment => ({
  WARREN_BASE_URL: baseUrl,
  WARREN_ACCESS_KEY: accessKey,
});

/** Resolves once the platform has had `count` more requests than when this was called. */
export async function requested({ served }: Platform, count = 1): Promise<void> {
  const wanted = served.requests.length + count;
  while (served.requests.length < wanted) await new Promise((resolve) => setImmediate(resolve));
}
