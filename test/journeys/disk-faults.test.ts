import { execFileSync } from 'node:child_process';
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { realFiles, writeNewFile } from '../../src/edges/files.ts';
import { openAudit, verifyAudit } from '../../src/mutations/audit.ts';
import { openRotatedFile } from '../../src/session/debug-log.ts';
import { rewriteFile, saveConfig } from '../../src/session/replace-file.ts';
import { words } from '../../src/text/printable.ts';
import { fakeClock } from '../support/fake-clock.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

/*
 * 20.4: every written file (except archives, which have their own tests) on failing disks. The disks are small file systems
 * in memory, which need root to mount. Tests that need root are skipped for other users.
 */

const uid = process.getuid?.();

function canMount(): boolean {
  if (uid !== 0) return false;
  const place = mkdtempSync(join(tmpdir(), 'warren-mount-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', place], { stdio: 'ignore' });
    execFileSync('umount', [place]);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(place, { recursive: true });
  }
}

let disk: string;
let folder: string;
let isMounted = false;
/** Whether a file may still be open when the disk is unmounted. */
let isOpen = false;
beforeEach(() => {
  disk = temporaryDirectory();
  folder = join(disk, 'warren');
});
afterEach(() => {
  if (isMounted) execFileSync('umount', isOpen ? ['-l', disk] : [disk]);
  isMounted = false;
  isOpen = false;
});

function mount(): void {
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', disk]);
  isMounted = true;
}

/** Fills the disk. */
function fill(): void {
  for (let at = 0; ; at += 1) {
    try {
      writeFileSync(join(disk, `filler-${at}`), Buffer.alloc(4096));
    } catch {
      return;
    }
  }
}
const makeRoom = () => {
  for (const name of readdirSync(disk)) {
    if (name.startsWith('filler-')) unlinkSync(join(disk, name));
  }
};
const remount = (how: 'ro' | 'rw') => execFileSync('mount', ['-o', `remount,${how}`, disk]);

/** A kind of file. The writer resolves with the reason if the write failed. */
interface Kind {
  readonly kind: string;
  /** Creates the initial files and returns the writer. */
  begin(): (text: string) => Promise<string | undefined>;
  /** Checks that the file contains `text` after the fault. */
  holds(text: string): void | Promise<void>;
}

const refusalOf = (work: Promise<unknown>): Promise<string | undefined> =>
  work.then(
    () => undefined,
    (error: Error) => error.message,
  );

const LONG = 'x'.repeat(6000);

const KINDS: readonly Kind[] = [
  {
    kind: 'the configuration that is changed',
    begin() {
      const path = join(folder, 'config.yaml');
      writeFileSync(path, 'before\n', { mode: 0o600 });
      const options = {
        name: words`config.yaml`,
        uid,
        shared: false,
        maxBytes: 1e6,
        now: Date.now,
      };
      return async (text) => {
        const done = await rewriteFile(path, options, () => ({
          kind: 'edited',
          text: text + LONG,
        }));
        return done.kind === 'refused' ? done.lines.join(' ') : undefined;
      };
    },
    holds: (text) => expect(readFileSync(join(folder, 'config.yaml'), 'utf8')).toBe(text + LONG),
  },
  {
    kind: 'the configuration that is made',
    begin: () => (text) =>
      refusalOf(
        saveConfig(join(folder, 'config.yaml'), undefined, text + LONG, {
          uid,
          clock: fakeClock(0),
        }),
      ),
    holds: (text) => expect(readFileSync(join(folder, 'config.yaml'), 'utf8')).toBe(text + LONG),
  },
  {
    kind: 'an export',
    begin: () => (text) => refusalOf(writeNewFile(join(folder, 'export.csv'), [text, LONG])),
    holds: (text) => expect(readFileSync(join(folder, 'export.csv'), 'utf8')).toBe(text + LONG),
  },
  {
    kind: 'the audit',
    begin: () => async (text) => {
      const audit = openAudit({
        files: realFiles(),
        path: join(folder, 'audit.ndjson'),
        clock: fakeClock(),
        operator: { user: 'ada', tty: null, ssh: null },
        profile: 'prod',
        host: 'h',
      });
      const subject = { kind: 'app', id: text, name: text } as const;
      const why = await audit.begun({
        attempt: text,
        operation: 'app-delete',
        subject,
        request: {},
      });
      return why ?? undefined;
    },
    async holds(text) {
      const path = join(folder, 'audit.ndjson');
      expect(readFileSync(path, 'utf8')).toContain(`"attempt":"${text}"`);
      expect(await verifyAudit(realFiles(), path)).toMatchObject({ problems: [], torn: 0 });
    },
  },
];

/** The files on the disk, without the head and the lock of a log. */
const content = () =>
  readdirSync(folder)
    .filter((name) => !name.endsWith('.head'))
    .map((name) => [name, readFileSync(join(folder, name), 'utf8')])
    .filter(([, text]) => text !== '');

describe.runIf(canMount()).each(KINDS)('$kind', ({ begin, holds }) => {
  beforeEach(() => {
    mount();
    mkdirSync(folder, { mode: 0o700 });
  });

  it('on a full disk is refused with a reason, leaves no partial file, and catches up', async () => {
    const write = begin();
    const before = content();
    fill();
    expect(await write('full')).toMatch(/could not be written: the disk is full\.$/);
    expect(content()).toEqual(before);
    makeRoom();
    expect(await write('after')).toBeUndefined();
    await holds('after');
  });

  it('on a read-only disk is refused with a reason, and catches up', async () => {
    const write = begin();
    const before = content();
    remount('ro');
    expect(await write('read-only')).toMatch(
      /could not be written: the file system is read-only\.$/,
    );
    expect(content()).toEqual(before);
    remount('rw');
    expect(await write('after')).toBeUndefined();
    await holds('after');
  });
});

describe.each(KINDS)('$kind', ({ kind, begin, holds }) => {
  beforeEach(() => mkdirSync(folder, { mode: 0o700 }));

  it('whose folder was removed is refused with a reason, or created again', async () => {
    const write = begin();
    expect(await write('before')).toBeUndefined();
    rmSync(folder, { recursive: true });
    const refusal = await write('after');
    if (refusal === undefined) return holds('after');
    expect(refusal).toMatch(
      /(?:no longer exists|could not be written: its directory does not exist)\.$/,
    );
    expect(kind).toMatch(/changed|export/);
    expect(existsSync(folder)).toBe(false);
  });

  it.runIf(uid === 0 && !kind.includes('export'))(
    'in a folder that now belongs to another user is refused, with what to do',
    async () => {
      const write = begin();
      chownSync(folder, 4242, 4242);
      const before = content();
      expect(await write('theirs')).toMatch(/warren belongs to another user\. Run:? `?sudo /);
      expect(content()).toEqual(before);
      chownSync(folder, 0, 0);
      expect(await write('after')).toBeUndefined();
      await holds('after');
    },
  );
});

describe('the debug log', () => {
  const path = () => join(folder, 'debug.log');
  const told: string[] = [];
  const opened = () => {
    told.length = 0;
    const log = openRotatedFile(path(), 100_000, (text) => told.push(text));
    return async (line: string) => {
      log.add(line);
      await log.settled();
    };
  };
  const lines = () => readFileSync(path(), 'utf8').trimEnd().split('\n');

  it.runIf(canMount())('continues after a full disk, and says that lines are missing', async () => {
    mount();
    mkdirSync(folder, { mode: 0o700 });
    const write = opened();
    isOpen = true;
    await write('one');
    fill();
    for (let at = 0; at < 10; at += 1) await write(LONG);
    expect(told).toEqual([
      expect.stringMatching(/^The debug log misses calls: .*the disk is full/),
    ]);
    makeRoom();
    await write('two');
    const written = lines();
    expect(written[0]).toBe('one');
    expect(written.slice(-2)).toEqual(['Lines are missing here.', 'two']);
  });

  it('is created again when it is removed while it is open', async () => {
    const write = opened();
    await write('one');
    rmSync(folder, { recursive: true });
    await write('two');
    expect(lines()).toEqual(['two']);
  });
});
