import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync, statSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { realFiles } from '../../src/edges/files.ts';
import { type Attempt, openAudit, readAudit, verifyAudit } from '../../src/mutations/audit.ts';
import { checkChain } from '../../src/mutations/audit-chain.ts';
import { fakeClock } from '../support/fake-clock.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

let folder = '';
let path = '';
beforeEach(() => {
  folder = temporaryDirectory();
  path = join(folder, 'audit.ndjson');
});

const attempt = (id: string): Attempt => ({
  attempt: id,
  operation: 'app-delete',
  subject: { kind: 'app', id: 'x1', name: 'checkout \u001b[2J é' },
  request: { appId: 'x1' },
});

const audit = () =>
  openAudit({
    files: realFiles(),
    path,
    clock: fakeClock('2026-03-14T14:02:00Z'),
    operator: { user: 'ada', tty: null, ssh: null },
    profile: 'prod',
    host: 'api.example.net',
  });

const add = async (...ids: readonly string[]) => {
  for (const id of ids) expect(await audit().begun(attempt(id))).toBeNull();
};
const lines = () => readFileSync(path, 'latin1').trimEnd().split('\n');
const rewrite = (changed: readonly string[]) =>
  writeFileSync(path, changed.map((line) => `${line}\n`).join(''), 'latin1');
const sentences = async () =>
  (await verifyAudit(realFiles(), path)).problems.map(({ sentence }) => sentence);

describe('A14: the chain of the audit', () => {
  it('is intact after entries, an end, a new process and a torn line', async () => {
    await add('a', 'b');
    expect(await sentences()).toEqual([]);
    writeFileSync(path, '{"event":"begun","att', { flag: 'a' });
    expect(await verifyAudit(realFiles(), path)).toMatchObject({ torn: 1, problems: [] });
    await add('c');
    expect(await verifyAudit(realFiles(), path)).toEqual({
      chained: 3,
      older: 0,
      torn: 1,
      problems: [],
    });
    const { changes } = await readAudit(realFiles(), path);
    expect(changes.map((change) => change.attempt)).toEqual(['c', 'b', 'a']);
    expect(statSync(join(folder, 'audit.head')).mode & 0o777).toBe(0o600);
  });

  it('finds a whole line of something else, and calls none of them cut short', async () => {
    await add('a');
    writeFileSync(path, '{"x":1}\nhello\n', { flag: 'a' });
    await add('b');
    expect(await verifyAudit(realFiles(), path)).toMatchObject({
      torn: 0,
      problems: [
        { kind: 'foreign', line: 2, sentence: 'Line 2 is not an entry of warren.' },
        { kind: 'foreign', line: 3 },
      ],
    });
  });

  it('names the head where that is what cannot be written', async () => {
    await add('a');
    const head = join(folder, 'audit.head');
    rmSync(head);
    symlinkSync(path, head);
    expect(await audit().begun(attempt('b'))).toBe(
      `${head} could not be written: it is a symbolic link.`,
    );
    expect(lines()).toHaveLength(1);
  });

  it('lists a thousand problems of a damaged file, and says where the check ended', () => {
    const { problems } = checkChain('x\n'.repeat(2000), '', () => false);
    expect(problems).toHaveLength(1001);
    expect(problems.at(-1)?.sentence).toBe(
      'Line 1001 and all after it were not checked: the file has too many problems.',
    );
  });

  it('covers the entries of older versions', async () => {
    const old = '{"event":"begun","attempt":"old","operation":"app-delete"}';
    writeFileSync(path, `${old}\n${old.replace('old', 'older \u00e9')}\n`, {
      mode: 0o600,
      encoding: 'latin1',
    });
    expect(await verifyAudit(realFiles(), path)).toMatchObject({ older: 2, problems: [] });
    await add('a');
    expect(await verifyAudit(realFiles(), path)).toMatchObject({ chained: 1, problems: [] });
    rewrite(lines().with(0, old.replace('old', 'new')));
    expect(await sentences()).toEqual([
      'Entry 1 (line 3), or a line before it that has no hash, was changed after it was written.',
    ]);
    rewrite(lines().toSpliced(0, 1));
    expect(await sentences()).toHaveLength(1);
  });

  it('does not read 3 GiB without an entry, and says what to do', async () => {
    writeFileSync(path, '', { mode: 0o600 });
    truncateSync(path, 3 * 2 ** 30);
    expect(await audit().begun(attempt('a'))).toBe(
      'The audit file ends without an entry and is too large. Rename it.',
    );
    expect(statSync(path).size).toBe(3 * 2 ** 30);
  });

  it('finds an edit, and names the entry', async () => {
    await add('a', 'b', 'c');
    rewrite(lines().map((line) => line.replace('"attempt":"b"', '"attempt":"x"')));
    expect(await sentences()).toEqual(['Entry 2 (line 2) was changed after it was written.']);
  });

  it('finds deletions in the middle, at the start and at the end, and exchanged entries', async () => {
    await add('a', 'b', 'c', 'd');
    const whole = lines();
    rewrite(whole.toSpliced(1, 2));
    expect(await sentences()).toEqual(['Entries 2 to 3 are missing before line 2.']);
    rewrite(whole.slice(1));
    expect(await sentences()).toEqual(['Entry 1 is missing before line 1.']);
    rewrite(whole.slice(0, 2));
    expect(await sentences()).toEqual([
      'Entries 3 to 4 are missing at the end of the file: it was cut.',
    ]);
    rewrite([whole[1], whole[0], whole[2], whole[3]].map(String));
    expect((await sentences())[0]).toBe('Entry 1 is missing before line 1.');
    rmSync(path);
    expect(await sentences()).toEqual([
      'Entries 1 to 4 are missing at the end of the file: it was cut.',
    ]);
  });

  it('finds a truncation even after further changes', async () => {
    await add('a', 'b', 'c');
    rewrite(lines().slice(0, 1));
    await add('d');
    expect(await sentences()).toEqual(['Entries 2 to 3 are missing before line 2.']);
    expect(await readAudit(realFiles(), path)).toMatchObject({ broken: 0 });
  });

  it('finds a missing or damaged head even after further changes', async () => {
    await add('a', 'b', 'c', 'd');
    rewrite(lines().slice(0, 2));
    const head = join(folder, 'audit.head');
    rmSync(head);
    await add('e');
    const missing =
      'audit.head was missing when entry 3 (line 3) was written: whether entries before it were cut cannot be told.';
    expect(await sentences()).toEqual([missing]);
    writeFileSync(head, 'x');
    await add('f', 'g');
    expect(await sentences()).toEqual([
      missing,
      'audit.head was damaged when entry 4 (line 4) was written: whether entries before it were cut cannot be told.',
    ]);
    rewrite(lines().map((line) => line.replace(',"head":"missing"', '')));
    expect((await sentences())[0]).toBe('Entry 3 (line 3) was changed after it was written.');
  });

  it('accepts a missing head after the first entry: a program was killed in between', async () => {
    await add('a');
    rmSync(join(folder, 'audit.head'));
    await add('b');
    expect(await sentences()).toEqual([]);
  });

  it('finds that the head is missing, damaged, or from another file', async () => {
    await add('a', 'b');
    const head = join(folder, 'audit.head');
    const before = readFileSync(head);
    writeFileSync(head, 'x');
    expect((await sentences())[0]).toMatch(/^audit\.head is damaged/);
    rmSync(head);
    expect((await sentences())[0]).toMatch(/^audit\.head is missing/);
    writeFileSync(
      head,
      String(before).replace(
        /"hash":"./,
        (found) => `${found.slice(0, -1)}${found.endsWith('0') ? '1' : '0'}`,
      ),
      { mode: 0o600 },
    );
    expect(await sentences()).toEqual([
      'Entry 2 is not the one that audit.head names as the last.',
    ]);
  });

  it('accepts a head that is one entry behind: a program was killed in between', async () => {
    await add('a', 'b');
    const head = readFileSync(join(folder, 'audit.head'));
    await add('c');
    writeFileSync(join(folder, 'audit.head'), head);
    expect(await sentences()).toEqual([]);
    await add('d');
    expect(await sentences()).toEqual([]);
  });

  it('reports no cut when the disk failed after the head was written, and goes on', async () => {
    for (const before of [[], ['a', 'b']]) {
      await add(...before);
      const file = await open(path, 'a');
      const datasync = vi.spyOn(Object.getPrototypeOf(file), 'datasync');
      onTestFinished(() => datasync.mockRestore());
      await file.close();
      // The disk accepts the entry, and no longer the head.
      datasync.mockResolvedValueOnce(undefined);
      datasync.mockRejectedValue(Object.assign(new Error('EIO'), { code: 'EIO' }));
      expect(await audit().begun(attempt('refused'))).toMatch(/could not be written/);
      datasync.mockRestore();
      expect(await sentences()).toEqual([]);
      await add('c');
      expect(await sentences()).toEqual([]);
    }
    const { changes } = await readAudit(realFiles(), path);
    expect(changes.map((change) => change.attempt).toSorted()).toEqual(['a', 'b', 'c']);
  });

  it('finds an entry added by another program', async () => {
    await add('a');
    writeFileSync(path, '{"event":"ended","attempt":"a","outcome":"accepted"}\n', { flag: 'a' });
    expect(await sentences()).toEqual(['Line 2 was added by something else: it has no hash.']);
    await add('b');
    expect(await sentences()).toHaveLength(1);
  });

  it('finds every change of one character, and every missing line', async () => {
    await add('a', 'b', 'c', 'd', 'e');
    const text = readFileSync(path, 'latin1');
    const head = readFileSync(join(folder, 'audit.head'), 'latin1');
    const problems = (changed: string) =>
      checkChain(changed, head, (line) => line.startsWith('{')).problems.length;
    expect(problems(text)).toBe(0);
    fc.assert(
      fc.property(
        fc.nat({ max: text.length - 2 }),
        fc.integer({ min: 32, max: 126 }),
        (at, unit) => {
          const other = String.fromCharCode(unit);
          fc.pre(other !== text[at]);
          expect(problems(text.slice(0, at) + other + text.slice(at + 1))).toBeGreaterThan(0);
        },
      ),
      { numRuns: 500 },
    );
    const all = text.trimEnd().split('\n');
    for (const at of all.keys()) {
      expect(
        problems(
          all
            .toSpliced(at, 1)
            .map((line) => `${line}\n`)
            .join(''),
        ),
      ).toBeGreaterThan(0);
    }
  });

  it('stays intact when two consoles write 80 entries each, and one of them is killed', async () => {
    const program = `
      import { realFiles } from ${JSON.stringify(new URL('../../src/edges/files.ts', import.meta.url).href)};
      import { openAudit } from ${JSON.stringify(new URL('../../src/mutations/audit.ts', import.meta.url).href)};
      const [path, name, count] = process.argv.slice(1);
      const audit = openAudit({ files: realFiles(), path, clock: Date, operator: { user: 'ada', tty: null, ssh: null }, profile: 'p', host: 'h' });
      for (let at = 0; at < Number(count); at += 1) {
        const why = await audit.begun({ attempt: name + at, operation: 'app-delete', subject: { kind: 'app', id: 'x', name: 'x' }, request: {} });
        if (why !== null) throw new Error(why);
        if (at === 0) console.log('begun');
        // Who writes without end leaves the others a moment, as a console does between two changes.
        if (name === 'k') await new Promise((done) => setTimeout(done, 10));
      }`;
    const writer = (name: string, count: number) =>
      spawn(process.execPath, ['--input-type=module', '-e', program, path, name, String(count)], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
    const killed = writer('k', 100_000);
    await once(killed.stdout, 'data');
    const both = [writer('a', 80), writer('b', 80)];
    for (const child of both) child.stdout.resume();
    await once(both[0]?.stdout ?? killed.stdout, 'end');
    killed.kill('SIGKILL');
    const codes = await Promise.all(
      both.map(async (child) => child.exitCode ?? (await once(child, 'exit'))[0]),
    );
    expect(codes).toEqual([0, 0]);
    await add('after');
    expect(await verifyAudit(realFiles(), path)).toMatchObject({ problems: [] });
    const { text } = await realFiles().readTail(path, 1e9);
    for (const name of ['a', 'b']) {
      expect(new Set(text.match(new RegExp(`"attempt":"${name}\\d+"`, 'g'))).size).toBe(80);
    }
  });
});
