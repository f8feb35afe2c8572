import { constants } from 'node:fs';
import { lstat, open, rename, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { MAX_CONFIG_BYTES } from '../config/defaults.ts';
import { FileError, makeDirectories, ownUid, writeNewFile } from '../edges/files.ts';
import { codeOf, reasonOf } from '../edges/system-error.ts';
import { trustedPath } from '../edges/trusted-file.ts';
import { type Printable, printable, words } from '../text/printable.ts';
import type { Edges } from './edges.ts';
import { UserError } from './errors.ts';
import { readTrustedFile, refusalLines } from './trusted-file.ts';

type Unwritten =
  | { readonly kind: 'unchanged' }
  /** Why nothing was written, and what to do. */
  | { readonly kind: 'refused'; readonly lines: readonly Printable[] };

type Rewritten = { readonly kind: 'written' } | Unwritten;

/** The result of an edit. */
export type Rewrite = { readonly kind: 'edited'; readonly text: string } | Unwritten;

interface RewriteOptions {
  /** The path for display. */
  readonly name: Printable;
  /** The required owner; undefined if the system has no users. */
  readonly uid: number | undefined;
  /** Whether other users keep their access to the file. */
  readonly shared: boolean;
  /** Size limit in bytes. */
  readonly maxBytes: number;
  /** Wall clock, milliseconds since the Unix epoch. */
  now(): number;
}

const OWNER_ONLY = 0o600;
const GROUP = 0o070;
/** A draft older than this was abandoned, in milliseconds. Writing one takes almost no time. */
const STALE_DRAFT_MS = 30_000;

/** How long to wait for another program that is writing the file, in milliseconds. */
const LOCK_TIMEOUT_MS = 1000;
const RETRY_INTERVAL_MS = 50;

const refused = (...lines: readonly Printable[]): Rewritten => ({ kind: 'refused', lines });

/**
 * Changes a file atomically. If the path is a link, its target is changed. The draft beside it has a fixed name, so
 * that only one program writes at a time. If another program changes the file meanwhile, its version is kept.
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
    const busy = refused(words`Another warren is writing ${name}; try again.`);
    if (!handle) return busy;
    try {
      const rewritten = await writeDraft({ target, handle }, options, edit);
      if (await isTaken(handle)) return busy;
      if (rewritten.kind === 'written') {
        await rename(draft, target);
        await syncDirectory(dirname(target));
      } else await unlink(draft);
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

/** The text was not decoded completely, so writing it would lose data. */
export const notUtf8 = (name: Printable): readonly Printable[] => [
  words`${name} holds bytes that are not UTF-8: they would be lost. Nothing was written.`,
  words`Save it as UTF-8 in an editor, or edit it by hand.`,
];

type Handle = Awaited<ReturnType<typeof open>>;

/**
 * Whether another program has taken our draft for an abandoned one, because this process was stopped or the clock was
 * set. A file of that name is then not ours, and may be empty.
 */
const isTaken = async (handle: Handle): Promise<boolean> => (await handle.stat()).nlink === 0;

/** Reads, edits and writes the draft. The file itself is still unchanged. */
async function writeDraft(
  { target, handle }: { readonly target: string; readonly handle: Handle },
  { name, uid, shared, maxBytes }: RewriteOptions,
  edit: (text: string) => Rewrite,
): Promise<Rewritten> {
  const read = () =>
    readTrustedFile(target, { owner: 'writes alone', link: 'refused', maxBytes, uid });
  const before = read();
  if (before.kind === 'refused') return before;
  if (before.kind === 'absent') return refused(words`${name} no longer exists.`);
  const found = await lstat(target);
  // A file of root can be trusted, but is not ours to change.
  if (uid !== undefined && found.uid !== uid) {
    return refused(words`${name} belongs to another user.`);
  }
  if (!before.isUtf8) return refused(...notUtf8(name));
  const edited = edit(before.text);
  if (edited.kind !== 'edited') return edited;

  await handle.writeFile(edited.text);
  // Keep the group, since the file may grant it access.
  if (shared && found.mode & GROUP) await handle.chown(-1, found.gid);
  await handle.chmod(shared ? found.mode & 0o777 : OWNER_ONLY);
  await handle.sync();
  const after = read();
  if (after.kind !== 'text' || after.text !== before.text) {
    return refused(words`${name} was changed meanwhile; try again.`);
  }
  return { kind: 'written' };
}

/** Opens the draft, waiting for another program that is saving. */
async function openedInTime(
  draft: string,
  { now }: Pick<RewriteOptions, 'now'>,
): Promise<Handle | undefined> {
  for (let waited = 0; ; waited += RETRY_INTERVAL_MS) {
    const handle = await openDraft(draft, now());
    if (handle || waited >= LOCK_TIMEOUT_MS) return handle;
    await setTimeout(RETRY_INTERVAL_MS);
  }
}

/** Creates the only draft; undefined while another program has it. */
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

/** Flushes the new name to disk, if the file system supports that. */
async function syncDirectory(folder: string): Promise<void> {
  try {
    const handle = await open(folder, constants.O_RDONLY);
    await handle.sync().finally(() => handle.close());
  } catch {
    // The file is in place. It is only unknown whether it would survive a power failure.
  }
}

/**
 * Writes a configuration atomically, readable by its owner only.
 *
 * @param before what it replaces; undefined for a new file, which never replaces one that was just created
 * @throws UserError when it cannot be written, or was changed meanwhile
 */
export async function saveConfig(
  path: string,
  before: string | undefined,
  text: string,
  { uid, clock }: Pick<Edges, 'uid' | 'clock'>,
): Promise<void> {
  if (before === undefined) return void (await placed(path, (to) => writeNewFile(to, [text])));
  const name = printable(path);
  const options = { name, uid, shared: false, maxBytes: MAX_CONFIG_BYTES, now: clock.now };
  const written = await rewriteFile(path, options, (now) =>
    now === before
      ? { kind: 'edited', text }
      : { kind: 'refused', lines: [words`${name} was changed meanwhile.`] },
  );
  if (written.kind === 'refused') throw new UserError(written.lines);
}

/**
 * Writes an access key to its own file. As when reading a key file, others may list its directory, and links are not
 * followed.
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
