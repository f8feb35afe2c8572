import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  lchownSync,
  linkSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { openEventArchive, readEventArchive } from '../../src/archive/open.ts';
import { realFiles } from '../../src/edges/files.ts';
import { trustedPath } from '../../src/edges/trusted-file.ts';
import { readAudit } from '../../src/mutations/audit.ts';
import { readConfigFile } from '../../src/session/config-file.ts';
import { openRotatedFile } from '../../src/session/debug-log.ts';
import { rewriteFile } from '../../src/session/replace-file.ts';
import { readTrustedFile } from '../../src/session/trusted-file.ts';
import { words } from '../../src/text/printable.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const uid = process.getuid?.();
const isRoot = uid === 0;
/** Users that need not exist: only their numbers are compared. */
const [US, THEM] = [4343, 4242];

let home: string;
let folder: string;
beforeEach(() => {
  home = temporaryDirectory();
  folder = join(home, 'step', 'warren');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(dirname(folder), 0o700);
});

/** A file of the program's: what is in it, and using it. Resolves with why it was refused; undefined when it was used. */
interface Kind {
  readonly kind: string;
  readonly name?: string;
  readonly text?: string;
  /** Whether the path may be a link to a file that is trusted. */
  readonly isFollowed?: true;
  use(path: string): Promise<string | undefined>;
}

const said = (work: () => Promise<unknown>): Promise<string | undefined> =>
  work().then(
    () => undefined,
    (error: Error) => error.message,
  );

const linesOf = (read: { kind: string; lines?: readonly string[] }) =>
  read.kind === 'refused' ? read.lines?.join(' ') : undefined;

const entry = async () => ({ line: 'line\n', head: 'head' });

const archiveOf = (path: string) => path.replace(/-(?:journal|wal|shm)$/, '');
const CLOSED = { owner: 'alone', link: 'refused', maxBytes: 100_000, uid } as const;

const KINDS: readonly Kind[] = [
  {
    kind: 'configuration',
    text: 'profiles: {}\n',
    isFollowed: true,
    use: async (path) => linesOf(await readConfigFile(path, uid)),
  },
  {
    kind: 'file that it includes',
    text: 'workspaces: {}\n',
    isFollowed: true,
    use: async (path) => {
      const config = join(home, 'config.yaml');
      writeFileSync(config, `include: [${path}]\n`, { mode: 0o600 });
      return linesOf(await readConfigFile(config, uid));
    },
  },
  { kind: 'key file', use: async (path) => linesOf(readTrustedFile(path, CLOSED)) },
  {
    kind: 'configuration that is changed',
    isFollowed: true,
    use: async (path) => {
      const options = { name: words`config`, uid, shared: false, maxBytes: 100_000, now: Date.now };
      return linesOf(await rewriteFile(path, options, () => ({ kind: 'edited', text: 'new\n' })));
    },
  },
  {
    kind: 'audit that is written',
    use: (path) => said(() => realFiles().appendRecord(path, entry)),
  },
  {
    kind: 'history of the command line',
    use: (path) => said(() => realFiles().appendPrivate(path, 'line\n')),
  },
  { kind: 'audit that is read', use: (path) => said(() => readAudit(realFiles(), path)) },
  {
    kind: 'debug log',
    use: async (path) => {
      let told: string | undefined;
      const log = openRotatedFile(path, 1000, (text) => {
        told = text;
      });
      log.add('line');
      await log.settled();
      return told;
    },
  },
  ...['', '-journal', '-wal', '-shm'].flatMap((suffix): Kind[] => [
    {
      kind: `archive${suffix} that is written`,
      name: `events.db${suffix}`,
      text: '',
      use: (path) => said(async () => (await openEventArchive(archiveOf(path))).close()),
    },
    {
      kind: `archive${suffix} that is read`,
      name: `events.db${suffix}`,
      text: '',
      use: (path) => said(async () => (await readEventArchive(archiveOf(path))).close()),
    },
  ]),
];

/** A way to lead the program astray, the words of the refusal, and whether root alone can lay it. */
interface Trap {
  readonly trap: string;
  readonly sentence: RegExp;
  readonly byRoot?: true;
  lay(path: string): void;
}

const TRAPS: readonly Trap[] = [
  {
    trap: 'a link',
    sentence: /symbolic link|not a regular file/,
    lay(path) {
      const elsewhere = join(home, 'elsewhere');
      renameSync(path, elsewhere);
      symlinkSync(elsewhere, path);
    },
  },
  {
    trap: 'a link to what the kernel makes up',
    sentence: /symbolic link|another size|could not be written|not a regular file/,
    lay(path) {
      rmSync(path);
      symlinkSync('/proc/self/cmdline', path);
    },
  },
  {
    trap: 'a hard link',
    sentence: /has a second name \(a hard link\)\. Run:? `?cp -p .* && mv /,
    lay: (path) => linkSync(path, join(home, 'second')),
  },
  {
    trap: 'a pipe',
    sentence: /is not a regular file\./,
    lay(path) {
      rmSync(path);
      execFileSync('mkfifo', ['-m', '600', path]);
    },
  },
  {
    trap: 'a file that others may write',
    sentence: /Other users may (?:write|read) .*\. Run:? `?chmod (?:go-w|600) /,
    lay: (path) => chmodSync(path, 0o666),
  },
  {
    trap: "another user's file",
    sentence: /belongs to another user\. Run:? `?sudo chown \d+ /,
    byRoot: true,
    lay: (path) => chownSync(path, THEM, THEM),
  },
  {
    trap: 'a step that a group may write',
    sentence: /Other users may write to .*step\. Run:? `?chmod go-w .*step/,
    lay: (path) => chmodSync(dirname(dirname(path)), 0o770),
  },
  {
    trap: "another user's step",
    sentence: /step belongs to another user\. Run:? `?sudo /,
    byRoot: true,
    lay: (path) => chownSync(dirname(dirname(path)), THEM, THEM),
  },
  {
    trap: 'a sticky folder',
    sentence: /write to .*warren: keep the file in a directory of your own|look into .*chmod 700/,
    lay: (path) => chmodSync(dirname(path), 0o1777),
  },
];

describe('A1, A7: a file that is trusted', () => {
  const lay = async ({ name = 'file', text = 'text\n' }: Kind): Promise<string> => {
    const path = join(folder, name);
    if (name.startsWith('events.db-')) (await openEventArchive(join(folder, 'events.db'))).close();
    if (name === 'events.db') (await openEventArchive(path)).close();
    else writeFileSync(path, text, { mode: 0o600 });
    return path;
  };

  it.each(KINDS)('is used if nothing is wrong with it: $kind', async (kind) => {
    expect(await kind.use(await lay(kind))).toBeUndefined();
  });

  describe.each(TRAPS)('is refused when it is, or lies behind, $trap', (trap) => {
    it.runIf(isRoot || !trap.byRoot).each(KINDS)('$kind', async (kind) => {
      const path = await lay(kind);
      trap.lay(path);
      const refusal = await kind.use(path);
      if (trap.trap === 'a link' && kind.isFollowed) expect(refusal).toBeUndefined();
      else expect(refusal).toMatch(trap.sentence);
    });
  });
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
  it('is trusted if nobody else can write to its directories', () => {
    const path = file(join(directory(join(home, 'a/b')), 'config.yaml'));
    expect(trustedPath(path, uid)).toMatchObject({ kind: 'trusted', path });
  });

  it('is returned without links', () => {
    const real = file(join(directory(join(home, 'real')), 'config.yaml'));
    symlinkSync('real', join(home, 'link'));
    expect(trustedPath(join(home, 'link/config.yaml'), uid)).toMatchObject({ path: real });
  });

  it('may end in something that does not exist yet', () => {
    const path = join(home, 'not/yet/there');
    expect(trustedPath(path, uid)).toEqual({ kind: 'trusted', path, found: undefined });
  });

  it('is not checked on systems without users', () => {
    const shared = directory(join(home, 'shared'), 0o777);
    expect(trustedPath(file(join(shared, 'key')), undefined).kind).toBe('trusted');
  });
});

describe('A1, A7: a path that others can redirect', () => {
  it.each([0o770, 0o707, 0o772])('has a step with mode %o, and the fix is named', (mode) => {
    const shared = directory(join(home, 'shared dir'), mode);
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
    const real = file(join(directory(join(home, 'real')), 'key'));
    const shared = directory(join(home, 'shared'), 0o777);
    symlinkSync(real, join(shared, 'key'));
    expect(reasonOf(join(shared, 'key'))).toBe(`Other users may write to ${shared}.`);
  });

  it('leads through a link into a directory that others can write to', () => {
    const shared = directory(join(home, 'shared'), 0o777);
    file(join(shared, 'key'));
    symlinkSync(shared, join(home, 'link'));
    expect(reasonOf(join(home, 'link/key'))).toBe(`Other users may write to ${shared}.`);
  });

  it('ends in a sticky directory; one of ours in it may be passed', () => {
    const sticky = directory(join(home, 'tmp'), 0o1777);
    expect(reasonOf(file(join(sticky, 'key')))).toContain(
      'keep the file in a directory of your own',
    );
    expect(reasonOf(join(sticky, 'not-there'))).toContain('a directory of your own');
    expect(reasonOf(file(join(directory(join(sticky, 'own')), 'key')))).toBe('trusted');
  });

  it('goes in a circle', () => {
    symlinkSync('b', join(home, 'a'));
    symlinkSync('a', join(home, 'b'));
    expect(reasonOf(join(home, 'a'))).toContain('leads nowhere');
  });

  it('is below a file', () => {
    const path = join(file(join(home, 'file')), 'key');
    expect(reasonOf(path)).toBe(`${join(home, 'file')} is not a directory.`);
  });

  it.runIf(isRoot)('passes a directory of another user, or a link of theirs', () => {
    chmodSync(home, 0o755);
    const theirs = directory(join(home, 'theirs'), 0o755, THEM);
    const path = file(join(directory(join(theirs, 'ours'), 0o700, US), 'key'), US);
    expect(reasonOf(path, US)).toBe(`${theirs} belongs to another user.`);
    expect(reasonOf(path, 0)).toBe(`${theirs} belongs to another user.`);

    const sticky = directory(join(home, 'tmp'), 0o1777);
    symlinkSync(directory(join(home, 'ours'), 0o700, US), join(sticky, 'link'));
    lchownSync(join(sticky, 'link'), THEM, THEM);
    expect(reasonOf(join(sticky, 'link/key'), US)).toContain('Other users may write to');
  });

  it.runIf(isRoot)('ends in a file of root in a directory that is not', () => {
    chmodSync(home, 0o755);
    const ours = directory(join(home, 'ours'), 0o700, US);
    const path = file(join(ours, 'key'), 0);
    expect(reasonOf(path, US)).toBe(`${path} belongs to root, but its directory does not.`);
    expect(reasonOf(file(join(home, 'key'), 0), US)).toBe('trusted');
  });
});
