import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  lstatSync,
  openSync,
  renameSync,
  write,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { Exchange } from '../contract/operation.ts';
import { FileError, makeDirectories } from '../edges/files.ts';
import { stateDirectory } from '../edges/machine.ts';
import { atExit } from '../edges/own-process.ts';
import type { Environment } from '../edges/terminal.ts';
import {
  directoryRefusal,
  fileRefusal,
  type Refusal,
  refusalText,
  trustedPath,
} from '../edges/trusted-file.ts';
import { type Printable, printable } from '../text/printable.ts';
import type { Edges } from './edges.ts';

/** A log of the calls to the service, for troubleshooting. */
export interface DebugLog {
  note(text: string): void;
  exchange(exchange: Exchange): void;
  /** From now on, writes lines in the background, so that keys do not wait for the disk. */
  writeBehind(): void;
}

/** Size limit of a file before it is rotated, and the number of old files kept. */
const MAX_BYTES = 1024 * 1024;
const OLD_FILES = 2;

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
  { env, clock, uid, random, version, runtime }: Edges,
  redact: (text: string) => string = (text) => text,
): DebugLog {
  const path = debugLogPath(env);
  const file =
    path === null ? null : openRotatedFile(path, { most: MAX_BYTES, kept: OLD_FILES, uid });
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
    writeBehind: () => file?.writeBehind(),
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

/** Queue limit for a slow disk. The oldest lines are dropped. */
const MAX_QUEUED = 1000;
/** A write that takes longer than this counts as stalled, in milliseconds. */
const STALLED_MS = 200;

const OTHERS = 0o077;

/** Why the file at `path` must not be written; undefined if it may be. Hostile text. */
export function logRefusal(path: string, uid: number | undefined): Refusal | undefined {
  const trust = trustedPath(path, uid);
  if (trust.kind === 'refused') return trust;
  const folder = lstatSync(dirname(path), { throwIfNoEntry: false });
  const refusal = folder && directoryRefusal(folder, dirname(path), uid);
  const found = lstatSync(path, { throwIfNoEntry: false });
  return refusal ?? (found && fileRefusal(found, path, { uid, orRoot: false, others: 'read' }));
}

/**
 * Opens a log file that is rotated at `most` bytes (exceeded by one line at most): it becomes `PATH.1`, then
 * `PATH.2`, up to `kept`. File and directory are private to the owner. Errors never stop the program.
 *
 * While it cannot be written (a full disk, or a file or directory that is a link or has another owner), lines are
 * counted, and the next line that can be written says how many are missing. A deleted file is created again.
 *
 * @param uid the required owner; undefined if the system has no users
 */
export function openRotatedFile(
  path: string,
  {
    most,
    kept,
    uid,
  }: { readonly most: number; readonly kept: number; readonly uid: number | undefined },
) {
  let file: number | undefined;
  let size = 0;
  let missed = 0;
  /** How many of them the line being written reports. */
  let reporting = 0;
  let isTorn = false;

  function open(): number {
    const opened = openForAppending(path, uid);
    size = fstatSync(opened).size;
    return opened;
  }

  const close = () => {
    if (file !== undefined) closeSync(file);
    file = undefined;
  };

  /** A file with room for a line. */
  function ready(): number {
    if (file !== undefined && fstatSync(file).nlink === 0) close();
    if (size > most) {
      close();
      rotate(path, kept);
    }
    file ??= open();
    return file;
  }

  const bytesOf = (line: string): Buffer => {
    reporting = missed;
    const gap = missed === 0 ? '' : `${missed} ${missed === 1 ? 'line' : 'lines'} missing here\n`;
    return Buffer.from(`${isTorn ? '\n' : ''}${gap}${line}\n`);
  };

  function wrote(written: number, bytes: Buffer): void {
    size += written;
    isTorn = written < bytes.length;
    if (isTorn) throw new FileError('The disk is full.');
    missed -= reporting;
  }

  function add(line: string): void {
    const isWritten = attempt(() => {
      const bytes = bytesOf(line);
      wrote(writeSync(ready(), bytes), bytes);
    });
    if (isWritten) return;
    missed += 1;
    attempt(close);
  }

  /** Queued lines; null while lines are written at once. */
  let waiting: string[] | null = null;
  /** Monotonic start time of the current write; null if there is none. */
  let writingSince: number | null = null;

  /**
   * Writes the first queued line. Opening the file is synchronous: it was used a moment ago, so that does not stall.
   */
  function writeNext(): void {
    const line = waiting?.[0];
    if (line === undefined || writingSince !== null) return;
    waiting?.shift();
    const failed = () => {
      missed += 1;
      attempt(close);
    };
    const isBegun = attempt(() => {
      const bytes = bytesOf(line);
      write(ready(), bytes, (error, written) => {
        writingSince = null;
        if (error || !attempt(() => wrote(written, bytes))) failed();
        writeNext();
      });
      writingSince = performance.now();
    });
    if (isBegun) return;
    failed();
    writeNext();
  }

  attempt(() => {
    file = open();
  });
  return {
    /** Writes a line at once, so that a crash loses none. */
    add(line: string) {
      if (waiting === null) return add(line);
      waiting.push(line);
      if (waiting.length > MAX_QUEUED) {
        waiting.shift();
        missed += 1;
      }
      writeNext();
    },
    /**
     * From now on, writes lines in the background, one at a time, and the rest when the process ends. If the disk
     * stalls, lines are queued up to a limit; further ones count as missing.
     */
    writeBehind() {
      if (waiting) return;
      waiting = [];
      atExit(() => {
        // A stalled disk would keep the process from ending.
        if (performance.now() - (writingSince ?? performance.now()) > STALLED_MS) return;
        for (const line of waiting ?? []) add(line);
      });
    },
  };
}

function openForAppending(path: string, uid: number | undefined): number {
  makeDirectories(dirname(path));
  const refusal = logRefusal(path, uid);
  if (refusal) throw new FileError(refusalText(refusal));
  const { O_WRONLY, O_APPEND, O_CREAT, O_NOFOLLOW, O_NONBLOCK } = constants;
  const opened = openSync(path, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK, 0o600);
  const found = fstatSync(opened);
  const late = fileRefusal(found, path, { uid, orRoot: false, others: 'read' });
  if (late) {
    closeSync(opened);
    throw new FileError(refusalText(late));
  }
  if (found.mode & OTHERS) fchmodSync(opened, 0o600);
  return opened;
}

/** Renames `PATH` to `PATH.1`, `PATH.1` to `PATH.2`, up to `kept`. */
function rotate(path: string, kept: number): void {
  for (let age = kept - 1; age >= 1; age -= 1) {
    unlessAbsent(() => renameSync(`${path}.${age}`, `${path}.${age + 1}`));
  }
  unlessAbsent(() => renameSync(path, `${path}.1`));
}

function attempt(work: () => void): boolean {
  try {
    work();
    return true;
  } catch {
    return false;
  }
}

function unlessAbsent(work: () => void): void {
  try {
    work();
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
}
