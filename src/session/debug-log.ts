import { lstat, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Exchange } from '../contract/operation.ts';
import { appendAtExit, realFiles } from '../edges/files.ts';
import { stateDirectory } from '../edges/machine.ts';
import { atExit, killAtExit } from '../edges/own-process.ts';
import { codeOf } from '../edges/system-error.ts';
import type { Environment } from '../edges/terminal.ts';
import { type Printable, printable, words } from '../text/printable.ts';
import type { Edges } from './edges.ts';

/** A log of the calls to the service, for troubleshooting. It is written in the background. */
export interface DebugLog {
  note(text: string): void;
  exchange(exchange: Exchange): void;
  /** Says whom to tell, once, that lines cannot be written. */
  onFailure(tell: (text: Printable) => void): void;
  /** Resolves when everything is written, or the disk is too slow. */
  settled(): Promise<void>;
}

/** Size limit of a file before it is rotated. */
const MAX_BYTES = 1024 * 1024;

/** Its path; null if there is no state directory. */
export function debugLogPath(env: Environment): string | null {
  const directory = stateDirectory(env);
  return directory === null ? null : join(directory, 'debug.log');
}

/**
 * Opens the debug log. Its first line describes the environment.
 *
 * @param redact removes secrets from a text
 */
export function openDebugLog(
  { env, clock, random, version, runtime }: Edges,
  redact: (text: string) => string = (text) => text,
): DebugLog {
  let untold: Printable | null = null;
  let tell = (text: Printable): void => {
    untold = text;
  };
  const path = debugLogPath(env);
  const file = path === null ? null : openRotatedFile(path, MAX_BYTES, (text) => tell(text));
  // Distinguishes runs that write at the same time.
  const run = Math.floor(random() * 0x10000)
    .toString(16)
    .padStart(4, '0');
  const note = (text: string) => {
    file?.add(`${new Date(clock.now()).toISOString()} ${run} ${printable(redact(text))}`);
  };
  note(`warren ${version} on ${runtime}, TERM=${env['TERM'] ?? ''}`);
  return {
    note,
    exchange: (exchange) => note(exchangeLine(exchange)),
    onFailure(listener) {
      tell = listener;
      if (untold !== null) tell(untold);
      untold = null;
    },
    settled: async () => file?.settled(),
  };
}

const MAX_PATH_LENGTH = 300;

/** A path without typed text: numbers and dates in the query stay, other values become their length. */
function redactedPath(path: string): string {
  const [place = '', query] = path.split('?', 2);
  if (query === undefined) return place;
  const values = [...new URLSearchParams(query)].map(([name, value]) =>
    /^[\d-]{1,20}$/.test(value) ? `${name}=${value}` : `${name}=‹${value.length} characters›`,
  );
  return `${place}?${values.join('&')}`;
}

/**
 * An exchange as a log line, without text that the operator typed or the service wrote. Of an error, only the kind is
 * logged.
 */
export function exchangeLine({ id, operation, method, path, outcome }: Exchange): Printable {
  const request = `#${id} ${operation}`;
  switch (outcome.kind) {
    case 'in-flight':
      return printable(`→ ${request} ${method} ${redactedPath(path).slice(0, MAX_PATH_LENGTH)}`);
    case 'answered': {
      const { status, ms, bytes, skewMs, error } = outcome;
      const skew = skewMs === null ? '' : ` skew ${Math.round(skewMs)} ms`;
      const failure = error ? ` ${error.kind}` : '';
      return printable(`← ${request} ${status} ${Math.round(ms)} ms ${bytes} B${skew}${failure}`);
    }
    case 'failed':
      return printable(`✖ ${request} ${outcome.error.kind} after ${Math.round(outcome.ms)} ms`);
  }
}

/** Lines that wait for a slow disk; further ones are dropped. */
const MAX_WAITING = 1000;
/** A write that takes longer, in milliseconds, is not waited for at the end: the file system may be hung. */
const PATIENCE_MS = 500;

/**
 * Opens a log file that only its owner can read, and that is rotated when it has `most` bytes: it becomes `PATH.1`, and
 * that `PATH.2`. Lines are written in order, those that wait in one append. Nobody waits for the disk, and errors never stop
 * the program.
 *
 * @param tell is told that lines are missing, and after the next written line again
 */
export function openRotatedFile(path: string, most: number, tell: (text: Printable) => void) {
  let waiting: string[] = [];
  let writing: Promise<void> | null = null;
  /** Lines of the append in progress. */
  let lines: readonly string[] = [];
  /** Monotonic start of the append in progress. */
  let begun = 0;
  let hasGap = false;

  const missed = (why: string) => {
    if (!hasGap) tell(words`The debug log misses calls: ${printable(why)}`);
    hasGap = true;
  };

  async function writeWaiting(): Promise<void> {
    const isHung = () => performance.now() - begun > PATIENCE_MS;
    const stays = [
      killAtExit(isHung),
      // After the others: it may hang, too.
      atExit(() => {
        if (!isHung()) writeAtExit();
      }, 'last'),
    ];
    while (waiting.length > 0) {
      lines = hasGap ? ['Lines are missing here.', ...waiting] : waiting;
      waiting = [];
      begun = performance.now();
      try {
        await append(path, `${lines.join('\n')}\n`, most);
        hasGap = false;
      } catch (error) {
        missed(error instanceof Error ? error.message : String(error));
      }
    }
    writing = null;
    for (const stay of stays) stay();
  }

  /** The lines before a crash are those that are needed. Some may be there twice: the append in progress is not known. */
  function writeAtExit(): void {
    try {
      appendAtExit(path, `${[...lines, ...waiting].join('\n')}\n`);
    } catch {
      // Nobody is left to report this to.
    }
  }

  return {
    add(line: string): void {
      if (waiting.length < MAX_WAITING) waiting.push(line);
      else missed('the file system does not answer.');
      writing ??= writeWaiting();
    },
    async settled(): Promise<void> {
      await Promise.race([writing, setTimeout(PATIENCE_MS, undefined, { ref: false })]);
    },
  };
}

async function append(path: string, text: string, most: number): Promise<void> {
  // First of all, and not synchronous: on a hung file system this waits, and not the program.
  const found = await lstat(path).catch(() => null);
  await realFiles().appendPrivate(path, text);
  // The append has checked the file and its folder.
  if ((found?.size ?? 0) + Buffer.byteLength(text) <= most) return;
  await rename(`${path}.1`, `${path}.2`).catch(() => {});
  await rename(path, `${path}.1`).catch((error: unknown) => {
    // Another run has rotated it first.
    if (codeOf(error) !== 'ENOENT') throw error;
  });
}
