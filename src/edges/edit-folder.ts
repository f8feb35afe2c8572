import { randomBytes } from 'node:crypto';
import { lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ownUid } from './files.ts';
import { isRunning, machineTag } from './own-process.ts';
import { directoryRefusal } from './trusted-file.ts';
import { trustedPath } from './trusted-path.ts';

/** A folder in `place` for one edit of this process; not made yet. */
export const newEditFolder = (place: string): string =>
  join(place, `warren-edit.${machineTag()}.${process.pid}.${randomBytes(8).toString('hex')}`);

const NAME = /^warren-edit\.([0-9a-f]{8})\.(\d{1,10})\.[0-9a-f]{16}$/;

/** Longer than anybody edits, milliseconds: what another machine left behind so long ago is nobody's. */
const ABANDONED_MS = 24 * 60 * 60 * 1000;

/**
 * Removes what edits left in `places` whose process was killed: folders of ours, made on this machine by a process
 * that is no more. Places that others could lead elsewhere are left alone.
 */
export async function sweepEditFolders(places: readonly string[]): Promise<void> {
  for (const place of places) {
    const names = await readdir(place).catch(() => []);
    const edits = names.filter((name) => NAME.test(name));
    if (edits.length === 0 || trustedPath(join(place, 'x'), ownUid()).kind === 'refused') continue;
    for (const name of edits) {
      const folder = join(place, name);
      if (await isAbandoned(folder, name)) await rm(folder, { recursive: true, force: true });
    }
  }
}

async function isAbandoned(folder: string, name: string): Promise<boolean> {
  const [, machine, process] = NAME.exec(name) ?? [];
  const found = await lstat(folder).catch(() => undefined);
  if (!found || directoryRefusal(found, folder, ownUid())) return false;
  if (machine !== machineTag()) return Date.now() - found.mtimeMs > ABANDONED_MS;
  return !isRunning(Number(process));
}
