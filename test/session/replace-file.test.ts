import { unlinkSync, writeFileSync } from 'node:fs';
import {
  chmod,
  chown,
  readdir,
  readFile,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { UserError } from '../../src/session/errors.ts';
import { type Rewrite, rewriteFile, saveConfig } from '../../src/session/replace-file.ts';
import { words } from '../../src/text/printable.ts';
import { fakeClock } from '../support/fake-clock.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

let folder: string;
let path: string;
beforeEach(async () => {
  folder = temporaryDirectory();
  path = join(folder, 'config.yaml');
  await writeFile(path, 'one\n', { mode: 0o640 });
});

const options = {
  name: words`config.yaml`,
  uid: process.getuid?.(),
  shared: false,
  maxBytes: 1000,
  now: Date.now,
};
const to = (text: string) => (): Rewrite => ({ kind: 'edited', text });
const modeOf = async (file: string) => (await stat(file)).mode & 0o777;

describe('a changed file', () => {
  it('is private to its owner, and leaves no draft', async () => {
    const seen: string[] = [];
    const done = await rewriteFile(path, options, (text) => {
      seen.push(text);
      return { kind: 'edited', text: 'two\n' };
    });
    expect(done).toEqual({ kind: 'written' });
    expect(seen).toEqual(['one\n']);
    expect(await readFile(path, 'utf8')).toBe('two\n');
    expect(await modeOf(path)).toBe(0o600);
    expect(await readdir(folder)).toEqual(['config.yaml']);
  });

  it('stays readable for those it is shared with', async () => {
    await rewriteFile(path, { ...options, shared: true }, to('two\n'));
    expect(await modeOf(path)).toBe(0o640);
  });

  it.runIf(process.getuid?.() === 0)('keeps the group it is shared with', async () => {
    await chown(path, 0, 4711);
    await rewriteFile(path, { ...options, shared: true }, to('two\n'));
    expect((await stat(path)).gid).toBe(4711);
    expect(await modeOf(path)).toBe(0o640);
  });

  it('is left alone if it is not valid UTF-8, which would lose data', async () => {
    const latin = Buffer.from('# K\xe4se\none\n', 'latin1');
    await writeFile(path, latin);
    const done = await rewriteFile(path, options, (text) => ({ kind: 'edited', text: `${text}#` }));
    expect(done).toMatchObject({ kind: 'refused' });
    expect(done.kind === 'refused' && done.lines[0]).toContain('bytes that are not UTF-8');
    expect(await readFile(path)).toEqual(latin);
    expect(await readdir(folder)).toEqual(['config.yaml']);
  });

  it('is the target of a link; the link stays', async () => {
    const link = join(folder, 'link');
    await symlink(path, link);
    await rewriteFile(link, options, to('two\n'));
    expect(await readFile(path, 'utf8')).toBe('two\n');
    expect((await readdir(folder)).sort()).toEqual(['config.yaml', 'link']);
  });

  it('waits for another program that is saving', async () => {
    let saved = (): void => {};
    const theirs = rewriteFile(path, options, (text) => {
      saved();
      return { kind: 'edited', text: `${text}theirs\n` };
    });
    const ours = new Promise<void>((resolve) => {
      saved = resolve;
    }).then(() => rewriteFile(path, options, (text) => to(`${text}ours\n`)()));
    expect(await Promise.all([theirs, ours])).toEqual([{ kind: 'written' }, { kind: 'written' }]);
    expect(await readFile(path, 'utf8')).toBe('one\ntheirs\nours\n');
  });

  it('is not touched if nothing changes', async () => {
    const before = await stat(path);
    const done = await rewriteFile(path, options, () => ({ kind: 'unchanged' }));
    expect(done).toEqual({ kind: 'unchanged' });
    expect(await stat(path)).toMatchObject({ ino: before.ino, mtimeMs: before.mtimeMs });
    expect(await readdir(folder)).toEqual(['config.yaml']);
  });
});

describe('a file is left alone', () => {
  const refusal = async (...[file, chosen, edit]: Parameters<typeof rewriteFile>) => {
    const done = await rewriteFile(file, chosen, edit);
    const left = (await readdir(folder)).filter((name) => name.endsWith('.warren-new'));
    return [
      done.kind === 'refused' ? done.lines.join(' ').replaceAll(folder, '') : done.kind,
      left,
    ];
  };

  it('that an editor saves meanwhile', async () => {
    const saved = () => {
      writeFileSync(path, 'theirs\n');
      return to('ours\n')();
    };
    expect(await refusal(path, options, saved)).toEqual([
      'config.yaml was changed meanwhile; try again.',
      [],
    ]);
    expect(await readFile(path, 'utf8')).toBe('theirs\n');
  });

  it('that another program is writing, unless its draft is abandoned', async () => {
    const draft = `${path}.warren-new`;
    await writeFile(draft, 'half');
    expect(await refusal(path, options, to('two\n'))).toEqual([
      'Another warren is writing config.yaml; try again.',
      ['config.yaml.warren-new'],
    ]);
    const longAgo = new Date(Date.now() - 60_000);
    await utimes(draft, longAgo, longAgo);
    expect(await refusal(path, options, to('two\n'))).toEqual(['written', []]);
  });

  it('E4: if another program has taken over the draft, and so is that draft', async () => {
    const draft = `${path}.warren-new`;
    const stoppedForLong = () => {
      unlinkSync(draft);
      writeFileSync(draft, '');
      return to('ours\n')();
    };
    expect(await refusal(path, options, stoppedForLong)).toEqual([
      'Another warren is writing config.yaml; try again.',
      ['config.yaml.warren-new'],
    ]);
    expect(await readFile(path, 'utf8')).toBe('one\n');
  });

  it('that has another owner, or that others may write', async () => {
    const other = { ...options, uid: (options.uid ?? 0) + 1 };
    expect((await refusal(path, other, to('two\n')))[0]).toMatch(
      /^config\.yaml belongs to another user\./,
    );
    await chmod(path, 0o666);
    expect(await refusal(path, options, to('two\n'))).toEqual([
      'Other users may write /config.yaml. Run: chmod go-w /config.yaml',
      [],
    ]);
    expect(await readFile(path, 'utf8')).toBe('one\n');
  });

  it('that does not exist, or is no file', async () => {
    expect((await refusal(join(folder, 'none'), options, to('two\n')))[0]).toBe(
      'config.yaml no longer exists.',
    );
    expect((await refusal(folder, options, to('two\n')))[0]).toMatch(/ is not a regular file\.$/);
  });
});

it('of many concurrent writers, none loses the changes of another', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(fc.nat({ max: 99 }), { maxLength: 8 }), async (numbers) => {
      await writeFile(path, '');
      const outcomes = await Promise.all(
        numbers.map(async (number) => {
          const add = (text: string): Rewrite => ({ kind: 'edited', text: `${text}${number}\n` });
          const { kind } = await rewriteFile(path, options, add);
          return { number, kind };
        }),
      );
      const lines = (await readFile(path, 'utf8')).split('\n').filter((line) => line !== '');
      const written = outcomes.filter(({ kind }) => kind === 'written');
      expect(lines.map(Number).sort()).toEqual(written.map(({ number }) => number).sort());
      expect(written.length).toBeGreaterThanOrEqual(Math.min(1, numbers.length));
    }),
    { numRuns: 20 },
  );
});

let directory: string;
beforeEach(() => {
  directory = temporaryDirectory();
});

describe('writing a configuration', () => {
  const edges = { uid: process.getuid?.(), clock: fakeClock(Date.now()) };

  it('makes it private, in a directory of its own', async () => {
    const path = join(directory, 'a', 'b', 'config.yaml');
    await saveConfig(path, undefined, 'one', edges);
    await chmod(path, 0o640);
    await saveConfig(path, 'one', 'two', edges);
    expect(await readFile(path, 'utf8')).toBe('two');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await stat(join(directory, 'a', 'b'))).mode & 0o777).toBe(0o700);
    expect(await readdir(join(directory, 'a', 'b'))).toEqual(['config.yaml']);
  });

  it('follows a link', async () => {
    await writeFile(join(directory, 'real'), 'one');
    await symlink(join(directory, 'real'), join(directory, 'link'));
    await saveConfig(join(directory, 'link'), 'one', 'two', edges);
    expect(await readFile(join(directory, 'real'), 'utf8')).toBe('two');
  });

  it('never replaces one that was created first, or changed meanwhile', async () => {
    const path = join(directory, 'a', 'config.yaml');
    await saveConfig(path, undefined, 'one', edges);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    await expect(saveConfig(path, undefined, 'two', edges)).rejects.toThrow(UserError);
    await expect(saveConfig(path, 'other', 'two', edges)).rejects.toThrow('was changed meanwhile');
    expect(await readFile(path, 'utf8')).toBe('one');
    expect(await readdir(join(directory, 'a'))).toEqual(['config.yaml']);
  });

  it('reports why it failed', async () => {
    await writeFile(join(directory, 'file'), '');
    const writing = saveConfig(join(directory, 'file', 'config.yaml'), undefined, 'x', edges);
    await expect(writing).rejects.toThrow(UserError);
  });
});
