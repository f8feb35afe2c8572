import { lstatSync, readlinkSync, type Stats } from 'node:fs';
import { resolve, sep } from 'node:path';
import { shellWord } from './shell-word.ts';
import { codeOf, reasonOf } from './system-error.ts';

/** Requirements for a trusted open file. */
interface FileRules {
  /** Required owner; undefined on systems without users, where only the file type is checked. */
  readonly uid: number | undefined;
  /** Whether root may own it instead; for files that are only read. */
  readonly orRoot: boolean;
  readonly others: 'nothing' | 'read';
}

const OTHERS = 0o077;
const OTHERS_WRITE = 0o022;

/**
 * Checks an open file by its descriptor, so that it cannot be replaced between check and use: a regular file of the
 * right owner, with a single name and no further permissions for others than allowed.
 *
 * @param path for the message
 * @returns why it is not trusted; undefined if it is
 */
export function fileRefusal(found: Stats, path: string, rules: FileRules): Refusal | undefined {
  if (!found.isFile()) return { reason: `${path} is not a regular file.` };
  const { uid, orRoot, others } = rules;
  if (uid === undefined) return undefined;
  const name = shellWord(path);
  if (found.uid !== uid && !(orRoot && found.uid === SUPERUSER)) {
    return { reason: `${path} belongs to another user.`, mend: `sudo chown ${uid} ${name}` };
  }
  if (others === 'nothing' && (found.mode & OTHERS) !== 0) {
    return { reason: `Other users may read ${path}.`, mend: `chmod 600 ${name}` };
  }
  if ((found.mode & OTHERS_WRITE) !== 0) {
    return { reason: `Other users may write ${path}.`, mend: `chmod go-w ${name}` };
  }
  // Someone who can create links here could have given one of our files a second name.
  if (found.nlink !== 1) {
    const copy = shellWord(`${path}.copy`);
    return {
      reason: `${path} has a second name (a hard link).`,
      mend: `cp -p ${name} ${copy} && mv ${copy} ${name}`,
    };
  }
  return undefined;
}

/** Checks a directory for private files. Its permissions are never changed: the path may be wrong. */
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
      mend: `sudo chown ${uid} ${shellWord(path)}`,
    };
  }
  if ((found.mode & OTHERS) !== 0) {
    return { reason: `Other users may look into ${path}.`, mend: `chmod 700 ${shellWord(path)}` };
  }
  return undefined;
}

/**
 * The target of a path, and whether other users could redirect it. Texts are hostile: they contain the path.
 *
 * - `trusted`: only the user and root can replace the file. `path` has no links; `found` is undefined if nothing
 *   exists there (all existing steps were checked).
 * - `refused`: `reason` names the offending step, `mend` a command that fixes it. `isBelowFile`: nothing can exist
 *   there, because a step that others cannot replace is no directory.
 */
type PathTrust =
  | { readonly kind: 'trusted'; readonly path: string; readonly found: Stats | undefined }
  | ({ readonly kind: 'refused'; readonly isBelowFile?: true } & Refusal);

/** Why something is not trusted. Hostile text. */
export interface Refusal {
  /** A sentence. */
  readonly reason: string;
  /** A command that fixes it. */
  readonly mend?: string;
}

const SUPERUSER = 0;
const STICKY = 0o1000;
const WRITABLE_BY_OTHERS = 0o022;
/** As many links as Linux follows. */
const MAX_LINKS = 40;

/**
 * Follows `path` from the root, step by step and link by link, like ssh with its key files: every directory on the
 * way, also those that only contain a link, must belong to `uid` or root and be writable by nobody else. In a sticky
 * directory (`/tmp`) others cannot rename our files, so it may be on the path if the next step is our directory or
 * link; it must not contain the file itself.
 *
 * Afterwards no other user can redirect the path, so opening the resolved path later is no race.
 *
 * @param uid the owner of the file; undefined on systems without user ids, where everything is trusted
 */
export function trustedPath(path: string, uid: number | undefined): PathTrust {
  const isOurs = (stat: Stats) => uid === undefined || stat.uid === uid || stat.uid === SUPERUSER;
  const steps = resolve(path).split(sep).filter(Boolean);
  let at: string = sep;
  let links = 0;
  let directory: Stats;
  try {
    directory = lstatSync(at);
    for (;;) {
      const name = steps.shift();
      if (name === undefined) return { kind: 'trusted', path: at, found: directory };
      if (!isOurs(directory)) return refused(`${at} belongs to another user.`, ownStep(at, uid));
      const isShared = uid !== undefined && (directory.mode & WRITABLE_BY_OTHERS) !== 0;
      if (isShared && (directory.mode & STICKY) === 0) {
        return refused(`Other users may write to ${at}.`, `chmod go-w ${shellWord(at)}`);
      }
      const next = at === sep ? `${sep}${name}` : `${at}${sep}${name}`;
      const found = lstatIfThere(next);
      const isBelowFile =
        found !== undefined &&
        steps.length > 0 &&
        !found.isDirectory() &&
        !found.isSymbolicLink() &&
        (!isShared || isOurs(found));
      if (isBelowFile) {
        return { kind: 'refused', reason: `${next} is not a directory.`, isBelowFile };
      }
      if (isShared && !(found && isOurs(found) && (found.isDirectory() || found.isSymbolicLink())))
        return refused(`Other users may write to ${at}: keep the file in a directory of your own.`);
      if (!found) return { kind: 'trusted', path: [next, ...steps].join(sep), found: undefined };
      if (found.isSymbolicLink()) {
        if (!isOurs(found)) return refused(`${next} is a link of another user.`);
        links += 1;
        if (links > MAX_LINKS) return refused(`${next} is a link that leads nowhere.`);
        const target = resolve(at, readlinkSync(next));
        steps.unshift(...target.split(sep).filter(Boolean));
        at = sep;
        directory = lstatSync(at);
        continue;
      }
      // Root's file in another user's directory may be a hard link made by that user.
      if (
        steps.length === 0 &&
        uid !== undefined &&
        uid !== SUPERUSER &&
        found.uid === SUPERUSER &&
        directory.uid !== SUPERUSER
      )
        return refused(`${next} belongs to root, but its directory does not.`);
      at = next;
      directory = found;
    }
  } catch (error) {
    const code = codeOf(error);
    if (code === undefined) throw error;
    return refused(`${path} cannot be reached: ${reasonOf(code)}.`);
  }
}

function lstatIfThere(path: string): Stats | undefined {
  return lstatSync(path, { throwIfNoEntry: false });
}

/** Reason and command, as sentences. Hostile text. */
export const refusalText = ({ reason, mend }: Refusal): string =>
  mend === undefined ? reason : `${reason} Run \`${mend}\`.`;

/** The fix for a directory of another user. Root should not take it over, but use its own home. */
const ownStep = (directory: string, uid: number | undefined): string =>
  uid === SUPERUSER ? 'sudo -H warren' : `sudo chown ${uid} ${shellWord(directory)}`;

const refused = (reason: string, mend?: string): PathTrust =>
  mend === undefined ? { kind: 'refused', reason } : { kind: 'refused', reason, mend };
