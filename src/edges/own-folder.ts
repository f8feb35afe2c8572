import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { lstat, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { FileError, ownUid } from './files.ts';
import { atExit, isRunning, machineTag } from './own-process.ts';
import { codeOf, reasonNotMade } from './system-error.ts';
import { directoryRefusal, trustedPath } from './trusted-file.ts';

/** The path of a new folder of this process in `place`; does not create it. */
export const newOwnFolder = (place: string, use: 'edit' | 'bundle'): string =>
  join(place, `warren-${use}.${machineTag()}.${process.pid}.${randomBytes(8).toString('hex')}`);

/**
 * Runs `work` with a new folder in `place` that only its owner can look into. The folder is removed afterwards, and if
 * the process ends, except by SIGKILL; then the next sweep removes it.
 *
 * @throws FileError when the folder cannot be made
 */
export async function withOwnFolder(
  place: string,
  use: Parameters<typeof newOwnFolder>[1],
  work: (folder: string) => Promise<void>,
): Promise<void> {
  const folder = newOwnFolder(place, use);
  const stay = atExit(() => rmSync(folder, { recursive: true, force: true }));
  try {
    await mkdir(folder, { mode: 0o700 }).catch((error: unknown) => {
      throw new FileError(
        `${folder} could not be made: ${reasonNotMade(codeOf(error) ?? String(error))}.`,
      );
    });
    await work(folder);
  } finally {
    // What cannot be removed now is left to the next sweep.
    await rm(folder, { recursive: true, force: true }).catch(() => {});
    stay();
  }
}

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
      if (!(await isAbandoned(folder, name))) continue;
      // One that cannot be removed prevents neither the others nor what the caller is about to do.
      await rm(folder, { recursive: true, force: true }).catch(() => {});
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
