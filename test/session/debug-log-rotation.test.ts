import { chmod, mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { openRotatedFile } from '../../src/session/debug-log.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

let home: string;
let directory: string;
let path: string;
beforeEach(() => {
  home = temporaryDirectory();
  directory = join(home, 'state', 'warren');
  path = join(directory, 'debug.log');
});

const open = (most = 1000, kept = 2) =>
  openRotatedFile(path, { most, kept, uid: process.getuid?.() });
const mode = async (of: string) => (await stat(of)).mode & 0o777;

describe('a file that is rotated', () => {
  it('is for its owner alone, as is its directory', async () => {
    open().add('one');
    open().add('two');
    expect(await readFile(path, 'utf8')).toBe('one\ntwo\n');
    expect(await mode(path)).toBe(0o600);
    expect(await mode(directory)).toBe(0o700);
  });

  it('has lines that were written behind whoever added them, in their order, and is made again when it is gone', async () => {
    const file = open(1_000_000);
    file.add('at once');
    file.writeBehind();
    file.add('one');
    file.add('two');
    const text = () => readFile(path, 'utf8').catch(() => '');
    await expect.poll(text).toBe('at once\none\ntwo\n');
    await rm(directory, { recursive: true });
    file.add('three');
    await expect.poll(text).toBe('three\n');
    // While the first is written the others wait, more of them than have room.
    for (let line = 0; line < 1102; line += 1) file.add(`line ${line}`);
    await expect.poll(async () => (await text()).trimEnd().split('\n').at(-1)).toBe('line 1101');
    const lines = (await text()).trimEnd().split('\n');
    expect(lines.slice(0, 4)).toEqual(['three', 'line 0', '101 lines missing here', 'line 102']);
    expect(lines).toHaveLength(1003);
  });

  it('is closed to others where it was open to them', async () => {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    await writeFile(path, '', { mode: 0o644 });
    open().add('one');
    expect(await mode(path)).toBe(0o600);
  });

  it('is rotated when it is full, and the oldest is lost', async () => {
    const file = open(20);
    for (let line = 1; line <= 20; line += 1) file.add(`line number ${line}`);
    const names = (await readdir(directory)).sort();
    expect(names).toEqual(['debug.log', 'debug.log.1', 'debug.log.2']);
    const texts = await Promise.all(
      names.toReversed().map((name) => readFile(join(directory, name), 'utf8')),
    );
    const lines = texts.join('').trim().split('\n');
    expect(lines.at(-1)).toBe('line number 20');
    expect(lines).toEqual(lines.map((_, at) => `line number ${20 - lines.length + 1 + at}`));
    for (const name of names) {
      expect(await mode(join(directory, name))).toBe(0o600);
      expect((await stat(join(directory, name))).size).toBeLessThanOrEqual(20 + 16);
    }
  });

  it.each([
    ['a directory that others can look into', () => chmod(directory, 0o755)],
    ['a link', () => symlink(join(home, 'elsewhere'), path)],
    ['a directory in its place', () => mkdir(path)],
  ])('is not written where there is %s, and nobody is bothered', async (_, spoil) => {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    await spoil();
    open().add('one');
    expect(await readdir(home)).toEqual(['state']);
    const found = await stat(path).catch(() => null);
    expect(found?.isFile() ?? false).toBe(false);
  });

  it('is not written where there is no place for it', async () => {
    await writeFile(join(home, 'state'), '');
    open().add('one');
    expect(await readFile(join(home, 'state'), 'utf8')).toBe('');
  });
});
