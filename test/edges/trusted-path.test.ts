import { chmodSync, chownSync, lchownSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { trustedPath } from '../../src/edges/trusted-file.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const uid = process.getuid?.();
const isRoot = uid === 0;
/** Users that need not exist: only their numbers are compared. */
const [US, THEM] = [4343, 4242];

let base: string;
beforeEach(() => {
  base = temporaryDirectory();
});

const directory = (path: string, mode = 0o700, owner?: number) => {
  mkdirSync(path, { recursive: true });
  chmodSync(path, mode);
  if (owner !== undefined) chownSync(path, owner, owner);
  return path;
};
const file = (path: string, owner?: number) => {
  writeFileSync(path, 'profiles: {}\n', { mode: 0o600 });
  if (owner !== undefined) chownSync(path, owner, owner);
  return path;
};
const reasonOf = (path: string, as = uid) => {
  const trust = trustedPath(path, as);
  return trust.kind === 'refused' ? trust.reason : trust.kind;
};

describe('a trusted path', () => {
  it('is one of directories that nobody else can write to', () => {
    const path = file(join(directory(join(base, 'a/b')), 'config.yaml'));
    expect(trustedPath(path, uid)).toMatchObject({ kind: 'trusted', path });
  });

  it('is told without the links that lead to it', () => {
    const real = file(join(directory(join(base, 'real')), 'config.yaml'));
    symlinkSync('real', join(base, 'link'));
    expect(trustedPath(join(base, 'link/config.yaml'), uid)).toMatchObject({ path: real });
  });

  it('may end in what is not there yet', () => {
    const path = join(base, 'not/yet/there');
    expect(trustedPath(path, uid)).toEqual({ kind: 'trusted', path, found: undefined });
  });

  it('is not judged where there are no users', () => {
    const shared = directory(join(base, 'shared'), 0o777);
    expect(trustedPath(file(join(shared, 'key')), undefined).kind).toBe('trusted');
  });
});

describe('A1, A7: a path that others can lead elsewhere', () => {
  it.each([0o770, 0o707, 0o772])('has a step with mode %o, and the mend is said', (mode) => {
    const shared = directory(join(base, 'shared dir'), mode);
    const path = file(join(directory(join(shared, 'own')), 'key'));
    const isWritable = (mode & 0o022) !== 0;
    expect(isWritable).toBe(true);
    expect(trustedPath(path, uid)).toEqual({
      kind: 'refused',
      reason: `Other users may write to ${shared}.`,
      mend: `chmod go-w '${shared}'`,
    });
  });

  it('leads through a link whose own directory others can write to', () => {
    const real = file(join(directory(join(base, 'real')), 'key'));
    const shared = directory(join(base, 'shared'), 0o777);
    symlinkSync(real, join(shared, 'key'));
    expect(reasonOf(join(shared, 'key'))).toBe(`Other users may write to ${shared}.`);
  });

  it('leads through a link into a directory that others can write to', () => {
    const shared = directory(join(base, 'shared'), 0o777);
    file(join(shared, 'key'));
    symlinkSync(shared, join(base, 'link'));
    expect(reasonOf(join(base, 'link/key'))).toBe(`Other users may write to ${shared}.`);
  });

  it('ends in a sticky directory; one of ours in it may be passed', () => {
    const sticky = directory(join(base, 'tmp'), 0o1777);
    expect(reasonOf(file(join(sticky, 'key')))).toContain(
      'keep the file in a directory of your own',
    );
    expect(reasonOf(join(sticky, 'not-there'))).toContain('a directory of your own');
    expect(reasonOf(file(join(directory(join(sticky, 'own')), 'key')))).toBe('trusted');
  });

  it('goes in a circle', () => {
    symlinkSync('b', join(base, 'a'));
    symlinkSync('a', join(base, 'b'));
    expect(reasonOf(join(base, 'a'))).toContain('leads nowhere');
  });

  it('is below a file', () => {
    const path = join(file(join(base, 'file')), 'key');
    expect(reasonOf(path)).toBe(`${join(base, 'file')} is not a directory.`);
  });

  it.runIf(isRoot)('passes a directory of another user, or a link of theirs', () => {
    chmodSync(base, 0o755);
    const theirs = directory(join(base, 'theirs'), 0o755, THEM);
    const path = file(join(directory(join(theirs, 'ours'), 0o700, US), 'key'), US);
    expect(reasonOf(path, US)).toBe(`${theirs} belongs to another user.`);
    expect(reasonOf(path, 0)).toBe(`${theirs} belongs to another user.`);

    const sticky = directory(join(base, 'tmp'), 0o1777);
    symlinkSync(directory(join(base, 'ours'), 0o700, US), join(sticky, 'link'));
    lchownSync(join(sticky, 'link'), THEM, THEM);
    expect(reasonOf(join(sticky, 'link/key'), US)).toContain('Other users may write to');
  });

  it.runIf(isRoot)('ends in a file of root in a directory that is not', () => {
    chmodSync(base, 0o755);
    const ours = directory(join(base, 'ours'), 0o700, US);
    const path = file(join(ours, 'key'), 0);
    expect(reasonOf(path, US)).toBe(`${path} belongs to root, but its directory does not.`);
    expect(reasonOf(file(join(base, 'key'), 0), US)).toBe('trusted');
  });
});
