import { lstatSync, readlinkSync, type Stats } from 'node:fs';
import { resolve, sep } from 'node:path';
import { shellWord } from './shell-word.ts';
import { codeOf, reasonOf } from './system-error.ts';

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
  // Somebody who can make links here could have given a file of ours a second name to be used by.
  if (found.nlink !== 1) {
    const copy = shellWord(`${path}.copy`);
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
      mend: `sudo chown ${uid} ${shellWord(path)}`,
    };
  }
  if ((found.mode & OTHERS) !== 0) {
    return { reason: `Other users may look into ${path}.`, mend: `chmod 700 ${shellWord(path)}` };
  }
  return undefined;
}

/**
 * Where a path leads, and whether somebody else could lead it elsewhere. Texts are hostile: they hold the path.
 *
 * - `trusted`: nobody but the user and the superuser can put another file in its place. `path` holds no links;
 *   `found` is what is there, undefined when nothing is (then every step that is there was judged).
 * - `refused`: `reason` names the step that is to blame, as a sentence; `mend` is the command that helps.
 *   `isBelowFile`: nothing can be there, because a step that others cannot replace is no directory.
 */
type PathTrust =
  | { readonly kind: 'trusted'; readonly path: string; readonly found: Stats | undefined }
  | ({ readonly kind: 'refused'; readonly isBelowFile?: true } & Refusal);

/** Why something is not trusted. Hostile text. */
export interface Refusal {
  /** A sentence that names what is to blame. */
  readonly reason: string;
  /** The command that helps, where one does. */
  readonly mend?: string;
}

const SUPERUSER = 0;
const STICKY = 0o1000;
const WRITABLE_BY_OTHERS = 0o022;
/** As many links as Linux follows. */
const MAX_LINKS = 40;

/**
 * Follows `path` from the root on, step by step and link by link, as ssh judges its key files: every directory
 * passed, also those that only hold a link, must belong to `uid` or to the superuser and be writable by nobody
 * else. In a sticky directory (`/tmp`) others cannot rename what is not theirs, so it may be passed when the
 * next step is a directory or link of ours; it may not hold the file itself.
 *
 * After that no other user can change where the path leads, so that opening the resolved path later is no race.
 *
 * @param uid the user whose file it is; undefined where the system has no user ids, and everything is trusted
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
      // Root's file in a directory of another user may be a hard link that the other user made.
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

/** The reason of a refusal and the command that helps, as sentences. Hostile text. */
export const refusalText = ({ reason, mend }: Refusal): string =>
  mend === undefined ? reason : `${reason} Run \`${mend}\`.`;

/** What helps where a directory is another user's. Root must not take it from them: it has a home of its own. */
const ownStep = (directory: string, uid: number | undefined): string =>
  uid === SUPERUSER ? 'sudo -H warren' : `sudo chown ${uid} ${shellWord(directory)}`;

const refused = (reason: string, mend?: string): PathTrust =>
  mend === undefined ? { kind: 'refused', reason } : { kind: 'refused', reason, mend };
