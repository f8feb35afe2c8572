import { isUtf8 } from 'node:buffer';
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { MAX_CONFIG_BYTES, MAX_KEY_BYTES } from '../config/defaults.ts';
import { sizeLimit } from '../edges/files.ts';
import { codeOf } from '../edges/system-error.ts';
import { fileRefusal, type Refusal, trustedPath } from '../edges/trusted-file.ts';
import { type Printable, printable, words } from '../text/printable.ts';

/** Requirements for a trusted file. */
export interface TrustRules {
  /** `alone`: nobody else may read or write it. `writes alone`: nobody else may write it. */
  readonly owner: 'alone' | 'writes alone';
  /** Whether the path may be a symbolic link. */
  readonly link: 'followed' | 'refused';
  /** Size limit in bytes. */
  readonly maxBytes: number;
  /** The owner allowed besides root; undefined if the system has no users. */
  readonly uid: number | undefined;
}

/** For configuration files, which others may read. */
export const CONFIG = {
  owner: 'writes alone',
  link: 'followed',
  maxBytes: MAX_CONFIG_BYTES,
} as const satisfies Omit<TrustRules, 'uid'>;

/** For key files. */
export const KEY = {
  owner: 'alone',
  link: 'refused',
  maxBytes: MAX_KEY_BYTES,
} as const satisfies Omit<TrustRules, 'uid'>;

type TrustedText =
  | {
      readonly kind: 'text';
      readonly text: string;
      /** False if invalid UTF-8 was replaced by U+FFFD. */
      readonly isUtf8: boolean;
    }
  | { readonly kind: 'absent' }
  /** What is wrong, and what to do. */
  | { readonly kind: 'refused'; readonly lines: readonly Printable[] };

const REASONS: Readonly<Record<string, Printable>> = {
  EACCES: words`may not be read`,
  EISDIR: words`is a directory`,
  // The error of O_NOFOLLOW for a symbolic link.
  ELOOP: words`is a symbolic link`,
  ENOTDIR: words`is below a file`,
};

/** A refusal as text: what is wrong, and what to do. */
export function refusalLines({ reason, mend }: Refusal): readonly Printable[] {
  const line = printable(reason);
  return mend === undefined ? [line] : [line, words`Run: ${printable(mend)}`];
}

const refused = (...lines: readonly Printable[]): TrustedText => ({ kind: 'refused', lines });

/**
 * Reads a small file with a key or configuration. Checks each step of its path and then the open file, so that it
 * cannot be swapped in between. Never throws.
 *
 * Synchronous, because nothing can continue without it, and loading the asynchronous API takes 2 ms.
 */
export function readTrustedFile(path: string, guard: TrustRules): TrustedText {
  const name = printable(path);
  const trust = trustedPath(path, guard.uid);
  // A path below a regular file does not exist, and nobody can create it.
  if (trust.kind === 'refused' && trust.isBelowFile) return { kind: 'absent' };
  if (trust.kind === 'refused') return refused(...refusalLines(trust));
  if (!trust.found) return { kind: 'absent' };
  let file: number;
  try {
    // Without O_NONBLOCK, opening a pipe would block.
    const flags = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW;
    file = openSync(guard.link === 'refused' ? path : trust.path, flags);
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT') return { kind: 'absent' };
    return refused(words`${name} ${REASONS[code ?? ''] ?? words`cannot be opened`}.`);
  }
  try {
    return readOpen(file, path, guard);
  } catch (error) {
    return refused(words`${name} ${REASONS[codeOf(error) ?? ''] ?? words`cannot be read`}.`);
  } finally {
    closeSync(file);
  }
}

function readOpen(file: number, path: string, guard: TrustRules): TrustedText {
  const stat = fstatSync(file);
  const name = printable(path);
  const others = guard.owner === 'alone' ? 'nothing' : 'read';
  const refusal = fileRefusal(stat, path, { uid: guard.uid, orRoot: true, others });
  if (refusal) return refused(...refusalLines(refusal));
  if (stat.size > guard.maxBytes) {
    return refused(words`${name} is larger than ${printable(sizeLimit(guard.maxBytes))}.`);
  }
  const bytes = Buffer.alloc(guard.maxBytes + 1);
  const bytesRead = readSync(file, bytes, 0, bytes.length, 0);
  // Generated files, as in /proc, report a size of 0.
  if (bytesRead !== stat.size)
    return refused(words`${name} has another size than the file system says.`);
  const read = bytes.subarray(0, bytesRead);
  return { kind: 'text', text: read.toString('utf8'), isUtf8: isUtf8(read) };
}
