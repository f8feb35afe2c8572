import { execFile } from 'node:child_process';
import { chmod, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { FileError, realFiles, writeNewFile } from '../../src/edges/files.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const files = realFiles();
let directory = '';

beforeEach(() => {
  directory = temporaryDirectory();
});

const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);

describe('a file that is appended to', () => {
  it('is made with its directory, for its owner only, whatever the umask', async () => {
    const before = process.umask(0);
    onTestFinished(() => void process.umask(before));
    const path = join(directory, 'state', 'warren', 'audit.ndjson');
    await files.appendPrivate(path, 'one\n');
    await files.appendPrivate(path, 'two\n');
    expect(await readFile(path, 'utf8')).toBe('one\ntwo\n');
    expect(await modeOf(path)).toBe('600');
    expect(await modeOf(join(directory, 'state', 'warren'))).toBe('700');
  });

  it('E3: keeps a line appended after an incomplete one', async () => {
    const path = join(directory, 'state', 'audit.ndjson');
    await files.appendPrivate(path, 'one\n{"torn');
    await files.appendPrivate(path, 'two\n');
    await files.appendPrivate(path, 'three\n');
    expect(await readFile(path, 'utf8')).toBe('one\n{"torn\ntwo\nthree\n');
  });

  it('loses its permissions for others', async () => {
    const own = join(directory, 'warren');
    const path = join(own, 'audit.ndjson');
    await mkdir(own, { mode: 0o700 });
    await writeFile(path, 'before\n');
    await chmod(path, 0o644);
    await files.appendPrivate(path, 'after\n');
    expect(await modeOf(path)).toBe('600');
  });

  it('is not created in a directory that others can open, which is left unchanged', async () => {
    const open = join(directory, 'open');
    await mkdir(open);
    await chmod(open, 0o755);
    const path = join(open, 'audit.ndjson');
    await expect(files.appendPrivate(path, 'x')).rejects.toThrow(`chmod 700 ${open}`);
    expect(await modeOf(open)).toBe('755');
    await expect(stat(path)).rejects.toThrow();
  });

  it('is not reached through a symbolic link, nor is its directory', async () => {
    const target = join(directory, 'target');
    await writeFile(target, 'untouched');
    await mkdir(join(directory, 'real'), { mode: 0o700 });
    await symlink(target, join(directory, 'real', 'audit.ndjson'));
    await symlink(join(directory, 'real'), join(directory, 'linked'));
    await expect(files.appendPrivate(join(directory, 'real', 'audit.ndjson'), 'x')).rejects.toThrow(
      'it is a symbolic link',
    );
    await expect(files.appendPrivate(join(directory, 'linked', 'new'), 'x')).rejects.toThrow(
      FileError,
    );
    expect(await readFile(target, 'utf8')).toBe('untouched');
  });
});

describe('a file that is read', () => {
  it('is read whole, up to its limit', async () => {
    const path = join(directory, 'value');
    await writeFile(path, 'é'.repeat(10));
    expect(await files.readText(path, 20)).toBe('é'.repeat(10));
    await expect(files.readText(path, 19)).rejects.toThrow('larger than 19 bytes');
  });

  it.each([
    ['a directory', '.', 'not a regular file'],
    ['nothing', 'absent', 'it does not exist'],
  ])('is not %s', async (_, name, reason) => {
    await expect(files.readText(join(directory, name), 10)).rejects.toThrow(reason);
  });

  it('is not written, with a message, where the directory is missing', async () => {
    await expect(writeNewFile(join(directory, 'absent', 'a.csv'), ['a'])).rejects.toThrow(
      'a.csv could not be written: its directory does not exist.',
    );
  });

  it('must not be a device, however much it would return', async () => {
    await expect(files.readText('/dev/zero', 10)).rejects.toThrow('not a regular file');
  });

  it('must be text', async () => {
    const path = join(directory, 'bytes');
    await writeFile(path, Buffer.from([0xff, 0xfe]));
    await expect(files.readText(path, 10)).rejects.toThrow('not text in UTF-8');
  });

  it('returns its end, and says whether that is everything', async () => {
    const path = join(directory, 'log');
    await writeFile(path, 'abcdef');
    expect(await files.readTail(path, 3)).toEqual({ text: 'def', whole: false });
    expect(await files.readTail(path, 6)).toEqual({ text: 'abcdef', whole: true });
    expect(await files.readTail(join(directory, 'none'), 3)).toEqual({ text: '', whole: true });
  });
});

it('a new file never replaces an existing one', async () => {
  const path = join(directory, 'own', 'edit.txt');
  await files.createPrivate(path, 'first');
  await expect(files.createPrivate(path, 'second')).rejects.toThrow('it already exists');
  expect(await readFile(path, 'utf8')).toBe('first');
  expect(await modeOf(path)).toBe('600');
  await files.remove(path);
  await files.remove(path);
  await expect(stat(path)).rejects.toThrow();
});

describe('a new file', () => {
  it('contains every line, for its owner only, and leaves nothing beside it', async () => {
    const path = join(directory, 'export.csv');
    const lines = Array.from({ length: 40_000 }, (_, at) => `line ${at} ü\n`);
    expect(await writeNewFile(path, lines)).toBe(Buffer.byteLength(lines.join('')));
    expect(await readFile(path, 'utf8')).toBe(lines.join(''));
    expect(await modeOf(path)).toBe('600');
    expect(await readdir(directory)).toEqual(['export.csv']);
  });

  it('never replaces another', async () => {
    const path = join(directory, 'there');
    await writeFile(path, 'before');
    await expect(writeNewFile(path, ['after'])).rejects.toMatchObject({ code: 'EEXIST' });
    expect(await readFile(path, 'utf8')).toBe('before');
    expect(await readdir(directory)).toEqual(['there']);
  });

  it('does not exist if the program ends while writing it', async () => {
    const program = `
      import { writeFileSync } from 'node:fs';
      import { createWhole } from ${JSON.stringify(new URL('../../src/edges/files.ts', import.meta.url).href)};
      await createWhole(${JSON.stringify(join(directory, 'export'))}, async (draft) => {
        writeFileSync(draft, 'begun');
        process.exit(0);
      });`;
    await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program]);
    expect(await readdir(directory)).toEqual([]);
  });

  it('E2: does not exist if the disk accepts only a part of it', async () => {
    // What a full disk does: some of a write is taken, the next is refused.
    const program = `
      import { writeNewFile } from ${JSON.stringify(new URL('../../src/edges/files.ts', import.meta.url).href)};
      const lines = Array.from({ length: 9000 }, () => 'x'.repeat(99) + '\\n');
      await writeNewFile(${JSON.stringify(join(directory, 'export'))}, lines).then(
        (bytes) => console.log('wrote', bytes),
        (error) => console.log('refused', error.code),
      );`;
    const { stdout } = await promisify(execFile)('sh', [
      '-c',
      'ulimit -f 640 && exec "$0" --input-type=module -e "$1"',
      process.execPath,
      program,
    ]);
    expect(stdout).toBe('refused EFBIG\n');
    expect(await readdir(directory)).toEqual([]);
  });
});
