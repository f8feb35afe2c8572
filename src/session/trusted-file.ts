import { isUtf8 } from 'node:buffer';
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { MAX_CONFIG_BYTES, MAX_KEY_BYTES } from '../config/defaults.ts';
import { codeOf } from '../edges/system-error.ts';
import { fileRefusal, type Refusal, trustedPath } from '../edges/trusted-file.ts';
import { type Printable, printable, words } from '../text/printable.ts';

/** What a file must be before it is trusted. */
export interface TrustRules {
  /** `alone`: nobody else may read or write it. `writes alone`: nobody else may write it. */
  readonly owner: 'alone' | 'writes alone';
  /** Whether the path itself may be a symbolic link. */
  readonly link: 'followed' | 'refused';
  /** Bytes. */
  readonly largest: number;
  /** The user that may own it beside the superuser; undefined where the system has none. */
  readonly uid: number | undefined;
}

/** What the configuration must be: others may read it. */
export const CONFIG = {
  owner: 'writes alone',
  link: 'followed',
  largest: MAX_CONFIG_BYTES,
} as const satisfies Omit<TrustRules, 'uid'>;

/** What the file of a key must be. */
export const KEY = {
  owner: 'alone',
  link: 'refused',
  largest: MAX_KEY_BYTES,
} as const satisfies Omit<TrustRules, 'uid'>;

/** A file's text, or why there is none. */
type TrustedText =
  | {
      readonly kind: 'text';
      readonly text: string;
      /** Whether the text is all that the file holds: bytes that are no UTF-8 became U+FFFD. */
      readonly isUtf8: boolean;
    }
  | { readonly kind: 'absent' }
  /** What is the matter, and what to do. */
  | { readonly kind: 'refused'; readonly lines: readonly Printable[] };

const REASONS: Readonly<Record<string, Printable>> = {
  EACCES: words`may not be read`,
  EISDIR: words`is a directory`,
  // What O_NOFOLLOW makes of a symbolic link.
  ELOOP: words`is a symbolic link`,
  ENOTDIR: words`is below a file`,
};

/** A refusal for people: what is the matter, and what to do. */
export function refusalLines({ reason, mend }: Refusal): readonly Printable[] {
  const line = printable(reason);
  return mend === undefined ? [line] : [line, words`Run: ${printable(mend)}`];
}

const refused = (...lines: readonly Printable[]): TrustedText => ({ kind: 'refused', lines });

/**
 * Reads a small file that the program trusts with a key, or takes orders from. Every step of its path is judged,
 * then the open file, so that nobody can put another in its place between checking and reading. Never throws.
 *
 * It waits for the disk: nothing can go on before, and what reads files without waiting takes 2 ms to load.
 */
export function readTrustedFile(path: string, guard: TrustRules): TrustedText {
  const name = printable(path);
  const trust = trustedPath(path, guard.uid);
  // What is below a file is not there, and nobody can put it there.
  if (trust.kind === 'refused' && trust.isBelowFile) return { kind: 'absent' };
  if (trust.kind === 'refused') return refused(...refusalLines(trust));
  if (!trust.found) return { kind: 'absent' };
  let file: number;
  try {
    // Without O_NONBLOCK, opening a pipe would wait for its writer.
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
  if (stat.size > guard.largest) {
    return refused(words`${name} is larger than ${guard.largest} bytes.`);
  }
  const bytes = Buffer.alloc(guard.largest + 1);
  const bytesRead = readSync(file, bytes, 0, bytes.length, 0);
  // Files that the kernel makes up, as below /proc, say 0 bytes whatever they hold.
  if (bytesRead !== stat.size)
    return refused(words`${name} has another size than the file system says.`);
  const read = bytes.subarray(0, bytesRead);
  return { kind: 'text', text: read.toString('utf8'), isUtf8: isUtf8(read) };
}
