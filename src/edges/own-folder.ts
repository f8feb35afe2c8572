import { randomBytes } from 'node:crypto';
import { lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ownUid } from './files.ts';
import { isRunning, machineTag } from './own-process.ts';
import { directoryRefusal, trustedPath } from './trusted-file.ts';

/** The path of a new folder of this process in `place`; does not create it. */
export const newOwnFolder = (place: string, use: 'edit' | 'bundle'): string =>
  join(place, `warren-${use}.${machineTag()}.${process.pid}.${randomBytes(8).toString('hex')}`);

const NAME = /^warren-(?:edit|bundle)\.([0-9a-f]{8})\.(\d{1,10})\.[0-9a-f]{16}$/;

/** Folders of other machines are removed at this age, milliseconds: nobody edits or writes for so long. */
const ABANDONED_MS = 24 * 60 * 60 * 1000;

/**
 * Removes the folders that killed processes of this machine left in `places`. Skips places that others could
 * redirect.
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
