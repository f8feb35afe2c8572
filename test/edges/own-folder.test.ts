import { spawnSync } from 'node:child_process';
import { chmod, mkdir, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { newOwnFolder, sweepOwnFolders } from '../../src/edges/own-folder.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

let place = '';
beforeEach(() => {
  place = temporaryDirectory();
});

/** The id of a process that was, and is no more. */
const endedProcess = () => spawnSync(process.execPath, ['-e', '']).pid;

async function laid(pid: number, machine?: string): Promise<string> {
  const [prefix, here, , id] = basename(newOwnFolder(place, 'edit')).split('.');
  const folder = join(place, [prefix, machine ?? here, pid, id].join('.'));
  await mkdir(folder, { mode: 0o700 });
  await writeFile(join(folder, 'value.txt'), 'secret', { mode: 0o600 });
  // As vim does while it edits.
  await writeFile(join(folder, '.value.txt.swp'), 'secret');
  return folder;
}

describe('A10: what edits left behind', () => {
  it('is removed at the next start if its process has ended, with what the editor added', async () => {
    await laid(endedProcess());
    const ours = await laid(process.pid);
    await sweepOwnFolders([join(place, 'nowhere'), place]);
    expect(await readdir(place)).toEqual([basename(ours)]);
  });

  it('is removed from a shared directory, too; links with such a name are not followed', async () => {
    await chmod(place, 0o1777);
    const kept = join(place, 'kept');
    await mkdir(kept, { mode: 0o700 });
    await writeFile(join(kept, 'file'), '');
    const left = await laid(endedProcess());
    await rm(left, { recursive: true });
    await symlink(kept, left);
    const other = await laid(endedProcess());
    await symlink(kept, join(other, 'inside'));
    await sweepOwnFolders([place]);
    expect((await readdir(place)).toSorted()).toEqual(['kept', basename(left)]);
    expect(await readdir(kept)).toEqual(['file']);
  });

  it('of another machine is kept for a day', async () => {
    const recent = await laid(endedProcess(), '01234567');
    const old = await laid(endedProcess(), '01234567');
    await utimes(old, 0, 0);
    await sweepOwnFolders([place]);
    expect(await readdir(place)).toEqual([basename(recent)]);
  });

  it('is kept where others can redirect it, as is everything with another name', async () => {
    const folder = await laid(endedProcess());
    await mkdir(join(place, 'warren-edit.mine'));
    await chmod(place, 0o770);
    await sweepOwnFolders([place]);
    expect((await readdir(place)).length).toBe(2);
    await chmod(place, 0o700);
    await chmod(folder, 0o755);
    await sweepOwnFolders([place]);
    expect((await readdir(place)).length).toBe(2);
    await chmod(folder, 0o700);
    await sweepOwnFolders([place]);
    expect(await readdir(place)).toEqual(['warren-edit.mine']);
    expect(dirname(folder)).toBe(place);
  });
});
