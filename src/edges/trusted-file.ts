import type { Stats } from 'node:fs';
import { quoted, type Refusal, SUPERUSER } from './trusted-path.ts';

/** What an open file must be before it is trusted. */
interface FileRules {
  /** The user it must belong to; undefined where the system has none, and only the kind of file counts. */
  readonly uid: number | undefined;
  /** Whether it may be the superuser's instead: what is only read. */
  readonly orRoot: boolean;
  readonly others: 'nothing' | 'read';
}

const OTHERS = 0o077;
const OTHERS_WRITE = 0o022;

/**
 * Judges a file by what its descriptor says, so that nobody can put another in its place between checking and
 * reading: a regular file of the right user, with one name, that others can do no more with than allowed.
 *
 * @param path for the sentence
 * @returns why it is not to be trusted; undefined when it is
 */
export function fileRefusal(found: Stats, path: string, rules: FileRules): Refusal | undefined {
  if (!found.isFile()) return { reason: `${path} is not a regular file.` };
  const { uid, orRoot, others } = rules;
  if (uid === undefined) return undefined;
  const name = quoted(path);
  if (found.uid !== uid && !(orRoot && found.uid === SUPERUSER)) {
    return { reason: `${path} belongs to another user.`, mend: `sudo chown ${uid} ${name}` };
  }
  if (others === 'nothing' && (found.mode & OTHERS) !== 0) {
    return { reason: `Other users may read ${path}.`, mend: `chmod 600 ${name}` };
  }
  if ((found.mode & OTHERS_WRITE) !== 0) {
    return { reason: `Other users may write ${path}.`, mend: `chmod go-w ${name}` };
  }
  // Somebody who can make links here could have given a file of ours a second name to be used by.
  if (found.nlink !== 1) {
    const copy = quoted(`${path}.copy`);
    return {
      reason: `${path} has a second name (a hard link).`,
      mend: `cp -p ${name} ${copy} && mv ${copy} ${name}`,
    };
  }
  return undefined;
}

/** Judges a directory that holds what is the user's alone. Its permissions are never changed: the path may be wrong. */
export function directoryRefusal(
  found: Stats,
  path: string,
  uid: number | undefined,
): Refusal | undefined {
  if (!found.isDirectory()) return { reason: `${path} is not a directory.` };
  if (uid === undefined) return undefined;
  if (found.uid !== uid) {
    return {
      reason: `${path} belongs to another user.`,
      mend: `sudo chown ${uid} ${quoted(path)}`,
    };
  }
  if ((found.mode & OTHERS) !== 0) {
    return { reason: `Other users may look into ${path}.`, mend: `chmod 700 ${quoted(path)}` };
  }
  return undefined;
}
