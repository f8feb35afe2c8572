import { randomBytes } from 'node:crypto';
import { lstat, mkdir, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ownUid } from './files.ts';
import { isRunning, machineTag } from './own-process.ts';
import { directoryRefusal, trustedPath } from './trusted-file.ts';

/** What folders are for: a value in the operator's editor; a recording that is being packed, or was unpacked. */
export type OwnFolderUse = 'edit' | 'recording';

/** A folder in `place` for one use by this process; not made yet. */
export const newOwnFolder = (place: string, use: OwnFolderUse): string =>
  join(place, `warren-${use}.${machineTag()}.${process.pid}.${randomBytes(8).toString('hex')}`);

/**
 * Makes a folder for a recording among temporary files, for its owner only, and removes what processes that were killed
 * left there: nothing of it is anonymous.
 */
export async function makeRecordingFolder(): Promise<string> {
  const place = tmpdir();
  await sweepOwnFolders([place]).catch(() => {});
  const folder = newOwnFolder(place, 'recording');
  await mkdir(folder, { mode: 0o700 });
  return folder;
}

const NAME = /^warren-(?:edit|recording)\.([0-9a-f]{8})\.(\d{1,10})\.[0-9a-f]{16}$/;

/** Longer than anybody edits or packs, milliseconds: what another machine left behind so long ago is nobody's. */
const ABANDONED_MS = 24 * 60 * 60 * 1000;

/**
 * Removes what processes left in `places` that were killed: folders of ours, made on this machine by a process
 * that is no more. Places that others could lead elsewhere are left alone.
 */
export async function sweepOwnFolders(places: readonly string[]): Promise<void> {
  for (const place of places) {
    const names = await readdir(place).catch(() => []);
    for (const name of names.filter((each) => NAME.test(each))) {
      const folder = join(place, name);
      if (await isAbandoned(folder, name)) await rm(folder, { recursive: true, force: true });
    }
  }
}

async function isAbandoned(folder: string, name: string): Promise<boolean> {
  const [, machine, process] = NAME.exec(name) ?? [];
  const found = await lstat(folder).catch(() => undefined);
  if (!found || directoryRefusal(found, folder, ownUid())) return false;
  if (trustedPath(join(folder, 'x'), ownUid()).kind === 'refused') return false;
  if (machine !== machineTag()) return Date.now() - found.mtimeMs > ABANDONED_MS;
  return !isRunning(Number(process));
}
