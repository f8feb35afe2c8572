import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { lstat, open, rename, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { FileError, makeDirectories, ownUid, writeNewFile } from '../edges/files.ts';
import { codeOf, reasonOf } from '../edges/system-error.ts';
import { trustedPath } from '../edges/trusted-file.ts';
import { type Printable, printable, words } from '../text/printable.ts';
import { UserError } from './errors.ts';
import { readTrustedFile, refusalLines } from './trusted-file.ts';

/** What became of a file that was to be changed. */
type Rewritten =
  | { readonly kind: 'written' }
  /** What it says is what was wanted. */
  | { readonly kind: 'unchanged' }
  /** Nothing was written: why, and what to do. */
  | { readonly kind: 'refused'; readonly lines: readonly Printable[] };

/** What an edit makes of a text: a new one, none, or a reason. */
export type Rewrite =
  | { readonly kind: 'edited'; readonly text: string }
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'refused'; readonly lines: readonly Printable[] };

interface RewriteOptions {
  /** The path for people. */
  readonly name: Printable;
  /** The user that the file must belong to; undefined where the system has none. */
  readonly uid: number | undefined;
  /** Whether it stays readable by those who can read it: a file that others share. */
  readonly shared: boolean;
  /** Bytes. */
  readonly largest: number;
  /** Wall clock, milliseconds since the Unix epoch. */
  now(): number;
}

const OWNER_ONLY = 0o600;
const GROUP = 0o070;
/** A draft that is older was left behind, milliseconds: to write one takes no time. */
const STALE_DRAFT_MS = 30_000;

/** How long another program that writes the file is waited for, milliseconds. */
const PATIENCE = 1000;
const BETWEEN_ATTEMPTS = 50;

const refused = (...lines: readonly Printable[]): Rewritten => ({ kind: 'refused', lines });

/**
 * Changes a file of ours, whole or not at all. Where the path is a link, the file it leads to is changed. The
 * draft lies beside it under one name, so that of two programs only one writes; a file that somebody else
 * changes meanwhile stays theirs.
 */
export async function rewriteFile(
  path: string,
  options: RewriteOptions,
  edit: (text: string) => Rewrite,
): Promise<Rewritten> {
  const { name } = options;
  const trust = trustedPath(path, options.uid);
  if (trust.kind === 'refused') return refused(...refusalLines(trust));
  if (!trust.found) return refused(words`${name} no longer exists.`);
  const target = trust.path;
  try {
    const draft = `${target}.warren-new`;
    const handle = await openedInTime(draft, options);
    if (!handle) {
      return refused(words`Another warren is writing ${name}; try again.`);
    }
    try {
      const rewritten = await writeDraft({ target, handle }, options, edit);
      if (await isTaken(handle))
        return refused(words`Another warren is writing ${name}; try again.`);
      if (rewritten.kind === 'written') {
        await rename(draft, target);
        await syncDirectory(dirname(target));
        return rewritten;
      }
      await unlink(draft);
      return rewritten;
    } catch (error) {
      if (!(await isTaken(handle))) await unlink(draft).catch(() => {});
      throw error;
    } finally {
      await handle.close().catch(() => {});
    }
  } catch (error) {
    const code = codeOf(error);
    if (code === undefined) throw error;
    return refused(words`${name} could not be written: ${printable(reasonOf(code))}.`);
  }
}

/** Why a text that was not read whole must not be written: what it lacks would be gone. */
export const notUtf8 = (name: Printable): readonly Printable[] => [
  words`${name} holds bytes that are not UTF-8: they would be lost. Nothing was written.`,
  words`Save it as UTF-8 in an editor, or edit it by hand.`,
];

type Handle = Awaited<ReturnType<typeof open>>;

/**
 * Whether another program has taken our draft for one that was left behind, since this one was stopped for long or the
 * clock was set: what has its name is not ours, and may be empty.
 */
const isTaken = async (handle: Handle): Promise<boolean> => (await handle.stat()).nlink === 0;

/** Reads, edits and writes the draft; nothing has been put in place yet. */
async function writeDraft(
  { target, handle }: { readonly target: string; readonly handle: Handle },
  { name, uid, shared, largest }: RewriteOptions,
  edit: (text: string) => Rewrite,
): Promise<Rewritten> {
  const read = () =>
    readTrustedFile(target, { owner: 'writes alone', link: 'refused', largest, uid });
  const before = read();
  if (before.kind === 'refused') return before;
  if (before.kind === 'absent') return refused(words`${name} no longer exists.`);
  const found = await lstat(target);
  // The superuser's can be trusted, and is not ours to change.
  if (uid !== undefined && found.uid !== uid) {
    return refused(words`${name} belongs to another user.`);
  }
  if (!before.isUtf8) return refused(...notUtf8(name));
  const edited = edit(before.text);
  if (edited.kind !== 'edited') return edited;

  await handle.writeFile(edited.text);
  // What its group may do would be another group's.
  if (shared && found.mode & GROUP) await handle.chown(-1, found.gid);
  await handle.chmod(shared ? found.mode & 0o777 : OWNER_ONLY);
  await handle.sync();
  const after = read();
  if (after.kind !== 'text' || after.text !== before.text) {
    return refused(words`${name} was changed meanwhile; try again.`);
  }
  return { kind: 'written' };
}

/** The draft, for which another program that saves at the same moment is waited for. */
async function openedInTime(
  draft: string,
  { now }: Pick<RewriteOptions, 'now'>,
): Promise<Handle | undefined> {
  for (let waited = 0; ; waited += BETWEEN_ATTEMPTS) {
    const handle = await openDraft(draft, now());
    if (handle || waited >= PATIENCE) return handle;
    await setTimeout(BETWEEN_ATTEMPTS);
  }
}

/** The one draft there can be; undefined while another program has it. */
async function openDraft(draft: string, now: number): Promise<Handle | undefined> {
  const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants;
  const flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW;
  const create = () =>
    open(draft, flags, OWNER_ONLY).catch((error: unknown) => {
      if (codeOf(error) === 'EEXIST') return undefined;
      throw error;
    });
  const handle = await create();
  if (handle) return handle;
  const found = await lstat(draft).catch(() => undefined);
  if (found && Math.abs(now - found.mtimeMs) < STALE_DRAFT_MS) return undefined;
  await unlink(draft).catch(() => {});
  return create();
}

/** Sees to it that the new name is on the disk; not every file system can be told. */
async function syncDirectory(folder: string): Promise<void> {
  try {
    const handle = await open(folder, constants.O_RDONLY);
    await handle.sync().finally(() => handle.close());
  } catch {
    // The file is in place; only how long a power failure could take it back is not known.
  }
}

/**
 * Puts a configuration in its place, whole or not at all, readable by its owner only. Where the path is a
 * link, the file it leads to is replaced.
 *
 * @throws UserError when it cannot be written
 */
export const writeConfig = (path: string, text: string): Promise<void> =>
  placed(path, async (target) => {
    const draft = `${target}.${randomUUID()}`;
    const file = await open(draft, 'wx', OWNER_ONLY);
    try {
      await file.writeFile(text);
      await file.datasync();
      await rename(draft, target);
    } catch (error) {
      await unlink(draft).catch(() => {});
      throw error;
    } finally {
      await file.close();
    }
  });

/**
 * The same where there is no file yet: what somebody else puts there first stays.
 *
 * @throws UserError when it cannot be written
 */
export const writeFirstConfig = (path: string, text: string): Promise<unknown> =>
  placed(path, (target) => writeNewFile(target, [text]));

/**
 * The same for an access key in a file of its own. Others may look into its directory, as into that of a key file that is
 * read: the file is nobody else's. No link is followed, since none is when the key is read.
 *
 * @throws UserError when it cannot be written
 */
export const writeKeyFile = (path: string, key: string): Promise<unknown> =>
  placed(path, () => writeNewFile(path, [`${key}\n`]));

async function placed<Result>(
  path: string,
  write: (target: string) => Promise<Result>,
): Promise<Result> {
  const trust = trustedPath(path, ownUid());
  if (trust.kind === 'refused') throw new UserError(refusalLines(trust));
  try {
    makeDirectories(dirname(trust.path));
    return await write(trust.path);
  } catch (error) {
    const code = codeOf(error);
    const reason =
      code === undefined
        ? error instanceof FileError && error.message
        : // The directory is there by now; below /proc, say, it takes no files.
          code === 'ENOENT'
          ? 'nothing can be made there.'
          : `${reasonOf(code)}.`;
    if (!reason) throw error;
    throw new UserError([words`${printable(path)} could not be written: ${printable(reason)}`]);
  }
}
