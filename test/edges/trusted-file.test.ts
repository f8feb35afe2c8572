import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  linkSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { openEventArchive, readEventArchive } from '../../src/archive/open.ts';
import { realFiles } from '../../src/edges/files.ts';
import { refusalText } from '../../src/edges/trusted-file.ts';
import { readAudit } from '../../src/mutations/audit.ts';
import { readConfigFile } from '../../src/session/config-file.ts';
import { logRefusal, openRotatedFile } from '../../src/session/debug-log.ts';
import { rewriteFile } from '../../src/session/replace-file.ts';
import { readTrustedFile } from '../../src/session/trusted-file.ts';
import { words } from '../../src/text/printable.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const uid = process.getuid?.();
const isRoot = uid === 0;
/** A user that need not exist: only its number is compared. */
const THEM = 4242;

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
const CLOSED = { owner: 'alone', link: 'refused', largest: 100_000, uid } as const;

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
      const options = { name: words`config`, uid, shared: false, largest: 100_000, now: Date.now };
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
      const before = fileSize(path);
      openRotatedFile(path, { most: 1000, kept: 1, uid }).add('line');
      if (fileSize(path) !== before) return undefined;
      const refusal = logRefusal(path, uid);
      return refusal ? refusalText(refusal) : 'it is a symbolic link';
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

const fileSize = (path: string) => statSync(path, { throwIfNoEntry: false })?.size;

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
    sentence: /symbolic link|another number of bytes|could not be written|not a regular file/,
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

  it.each(KINDS)('is used where nothing is wrong with it: $kind', async (kind) => {
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
