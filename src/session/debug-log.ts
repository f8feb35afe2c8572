import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  renameSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { Exchange } from '../contract/operation.ts';
import { stateDirectory } from '../edges/machine.ts';
import { trustedPath } from '../edges/trusted-path.ts';
import { type Printable, printable } from '../text/printable.ts';
import type { Edges, Environment } from './edges.ts';

/** What a run does with its service, for those who look for what went wrong. */
export interface DebugLog {
  note(text: string): void;
  exchange(exchange: Exchange): void;
}

/** Bytes of a file before it is rotated, and how many old files are kept. */
const MAX_BYTES = 1024 * 1024;
const OLD_FILES = 2;

/** Where it is; null where there is no place for it. */
export function debugLogPath(env: Environment): string | null {
  const directory = stateDirectory(env);
  return directory === null ? null : join(directory, 'debug.log');
}

/**
 * Opens the debug log, whose first line says what runs where.
 *
 * @param secret must not be in it, whatever comes by
 */
export function openDebugLog(
  { env, clock, uid, random, version, runtime }: Edges,
  secret: string | undefined,
): DebugLog {
  const path = debugLogPath(env);
  const file =
    path === null ? null : openRotatedFile(path, { most: MAX_BYTES, kept: OLD_FILES, uid });
  // Tells the runs apart that write at one time.
  const run = Math.floor(random() * 0x10000)
    .toString(16)
    .padStart(4, '0');
  const note = (text: string) => {
    const clean = secret ? text.replaceAll(secret, '‹redacted›') : text;
    file?.add(`${new Date(clock.now()).toISOString()} ${run} ${printable(clean)}`);
  };
  note(`warren ${version} on ${runtime}, TERM=${env['TERM'] ?? ''}`);
  return { note, exchange: (exchange) => note(exchangeLine(exchange)) };
}

/** Longer ones say no more. */
const MAX_PATH_LENGTH = 300;

/** A path without what an operator typed: of a query, numbers and dates stay, other values give their length. */
function redactedPath(path: string): string {
  const [place = '', query] = path.split('?', 2);
  if (query === undefined) return place;
  const values = [...new URLSearchParams(query)].map(([name, value]) =>
    /^[\d-]{1,20}$/.test(value) ? `${name}=${value}` : `${name}=‹${value.length} characters›`,
  );
  return `${place}?${values.join('&')}`;
}

/**
 * An exchange as a line of the debug log, with no text that the operator typed or the service wrote: of an
 * error only its kind. What service and operator say to each other is theirs.
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

/** A file that lines are added to. Nothing that goes wrong with it is of any consequence. */
interface RotatedFile {
  /** Adds a line, at once: a crash loses none. */
  add(line: string): void;
}

const OTHERS = 0o077;

/**
 * Opens a file for its owner alone, in a directory for its owner alone, that never grows beyond `most`
 * bytes by more than a line: then it becomes `PATH.1`, that one `PATH.2`, and so on up to `kept`.
 *
 * Where that cannot be had, because the directory or the file is somebody else's, a link, or full,
 * nothing is written any more.
 *
 * @param uid whose it must be; undefined where the system has no users
 */
export function openRotatedFile(
  path: string,
  {
    most,
    kept,
    uid,
  }: { readonly most: number; readonly kept: number; readonly uid: number | undefined },
): RotatedFile {
  let file: number | undefined;
  let size = 0;

  const isOwn = (owner: number) => uid === undefined || owner === uid;

  function open(): void {
    if (trustedPath(path, uid).kind === 'refused') return;
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    const directory = lstatSync(dirname(path));
    if (!directory.isDirectory() || !isOwn(directory.uid) || directory.mode & OTHERS) return;
    const { O_WRONLY, O_APPEND, O_CREAT, O_NOFOLLOW, O_NONBLOCK } = constants;
    const opened = openSync(path, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK, 0o600);
    const found = fstatSync(opened);
    if (!found.isFile() || !isOwn(found.uid)) {
      closeSync(opened);
      return;
    }
    if (found.mode & OTHERS) fchmodSync(opened, 0o600);
    size = found.size;
    file = opened;
  }

  function rotate(): void {
    if (file !== undefined) closeSync(file);
    file = undefined;
    for (let age = kept - 1; age >= 1; age -= 1) {
      unlessAbsent(() => renameSync(`${path}.${age}`, `${path}.${age + 1}`));
    }
    unlessAbsent(() => renameSync(path, `${path}.1`));
    open();
  }

  let failed = !attempt(open);
  return {
    add(line) {
      if (failed || file === undefined) return;
      failed = !attempt(() => {
        if (size > most) rotate();
        if (file !== undefined) size += writeSync(file, `${line}\n`);
      });
    },
  };
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
