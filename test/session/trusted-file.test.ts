import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { readTrustedFile, type TrustRules } from '../../src/session/trusted-file.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const uid = process.getuid?.();
const KEY: TrustRules = { owner: 'alone', link: 'refused', maxBytes: 100, uid };
const CONFIG: TrustRules = { owner: 'writes alone', link: 'followed', maxBytes: 100, uid };

let folder: string;
let file: string;
beforeEach(async () => {
  folder = temporaryDirectory();
  file = join(folder, 'k');
  await writeFile(file, 'text', { mode: 0o600 });
});

const linesOf = (read: ReturnType<typeof readTrustedFile>) =>
  read.kind === 'refused' ? read.lines.map((line) => line.replaceAll(folder, '')) : read;

describe('a trusted file', () => {
  it('is read if only its owner can', () => {
    expect(readTrustedFile(file, KEY)).toEqual({ kind: 'text', text: 'text', isUtf8: true });
  });

  it('may be absent', () => {
    expect(readTrustedFile(`${file}-not`, KEY)).toEqual({ kind: 'absent' });
  });

  it.each([
    [0o640, KEY, ['Other users may read /k.', 'Run: chmod 600 /k']],
    [0o604, KEY, ['Other users may read /k.', 'Run: chmod 600 /k']],
    [0o620, CONFIG, ['Other users may write /k.', 'Run: chmod go-w /k']],
    [0o602, CONFIG, ['Other users may write /k.', 'Run: chmod go-w /k']],
  ])('of mode %o is rejected, with advice', async (mode, guard, lines) => {
    await chmod(file, mode);
    expect(linesOf(readTrustedFile(file, guard))).toEqual(lines);
  });

  it('may be readable by others for a configuration', async () => {
    await chmod(file, 0o644);
    expect(readTrustedFile(file, CONFIG).kind).toBe('text');
  });

  it('behind a link is rejected or followed, according to the rules', async () => {
    const link = join(folder, 'link');
    await symlink(file, link);
    expect(linesOf(readTrustedFile(link, KEY))).toEqual(['/link is a symbolic link.']);
    expect(readTrustedFile(link, CONFIG).kind).toBe('text');
  });

  it('must not be a directory, or too large', async () => {
    await mkdir(join(folder, 'd'));
    expect(linesOf(readTrustedFile(join(folder, 'd'), KEY))).toEqual(['/d is not a regular file.']);
    await writeFile(file, 'x'.repeat(101));
    expect(linesOf(readTrustedFile(file, KEY))).toEqual(['/k is larger than 100 bytes.']);
  });

  it('has its path quoted for a shell', async () => {
    const odd = join(folder, "it's");
    await writeFile(odd, '', { mode: 0o644 });
    expect(linesOf(readTrustedFile(odd, KEY))).toEqual([
      "Other users may read /it's.",
      "Run: chmod 600 '/it'\\''s'",
    ]);
  });
});
