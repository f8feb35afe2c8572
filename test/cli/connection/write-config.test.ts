import { mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeConfig } from '../../../src/cli/connection/write-config.ts';
import { Refusal } from '../../../src/cli/refusal.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'warren-'));
});
afterEach(() => rm(folder, { recursive: true }));

describe('a configuration that is written', () => {
  it('is its owner’s alone, in a folder of its own', async () => {
    const path = join(folder, 'a', 'b', 'config.yaml');
    await writeConfig(path, 'one');
    await writeConfig(path, 'two');
    expect(await readFile(path, 'utf8')).toBe('two');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await stat(join(folder, 'a', 'b'))).mode & 0o777).toBe(0o700);
    expect(await readdir(join(folder, 'a', 'b'))).toEqual(['config.yaml']);
  });

  it('goes where a link leads', async () => {
    await writeFile(join(folder, 'real'), 'one');
    await symlink(join(folder, 'real'), join(folder, 'link'));
    await writeConfig(join(folder, 'link'), 'two');
    expect(await readFile(join(folder, 'real'), 'utf8')).toBe('two');
  });

  it('is refused with the reason', async () => {
    await writeFile(join(folder, 'file'), '');
    const writing = writeConfig(join(folder, 'file', 'config.yaml'), 'x');
    await expect(writing).rejects.toThrow(Refusal);
  });
});
