import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ArchiveReader } from '../../src/archive/archive.ts';
import { openEventArchive, readEventArchive } from '../../src/archive/open.ts';
import { noCoverage } from '../../src/events/coverage.ts';
import { EVERYTHING } from '../../src/events/filter/filter.ts';
import type { PageQuestion } from '../../src/events/questions/question.ts';
import { UNKNOWN_FACTS } from '../../src/recording/bundle-calls.ts';
import { openRecording } from '../../src/recording/recording-file.ts';
import { DatabaseError } from '../../src/sqlite/database.ts';
import { utcDay } from '../../src/text/time.ts';
import { prompt } from '../cli/prompt.ts';
import { MOMENT } from '../events/arbitrary-scope.ts';
import { entryWith } from '../support/event-entries.ts';
import { PROGRAM } from '../support/program.ts';
import { seededRandom } from '../support/random.ts';

const NOON = Date.UTC(2026, 2, 14, 12);
const DAY = utcDay(NOON);

/** A folder that is removed after the test. */
function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'warren-archive-'));
  onTestFinished(() => {
    chmodSync(path, 0o700);
    rmSync(path, { recursive: true });
  });
  return path;
}

/** An archive with a few hundred entries, without a journal beside it. */
async function archiveFile(): Promise<string> {
  const file = join(folder(), 'shop.db');
  const archive = await openEventArchive(file);
  const entries = Array.from({ length: 300 }, (_, n) =>
    entryWith({ logId: `id-${n}`, timestamp: NOON + n }),
  );
  const loaded = [{ from: NOON, until: NOON + 300 }];
  await archive.append('7', DAY, entries, { ...noCoverage(DAY), loaded });
  await archive.close();
  return file;
}

/** Everything that can be read from an archive. */
async function readAll(archive: ArchiveReader): Promise<number> {
  let entries = 0;
  for (const zone of await archive.zones()) {
    for (const day of await archive.days(zone)) {
      await archive.coverage(zone, day);
      for (let token: string | undefined; ; ) {
        const page = await archive.page(zone, day, token);
        entries += page.logs.length;
        if (!page.hasMoreData) break;
        token = page.continuationToken ?? undefined;
      }
    }
  }
  return entries;
}

/** What opening and reading a file ends with: a sentence, or so many entries. Anything else fails the test. */
async function outcome(
  file: string,
  open: (path: string) => Promise<ArchiveReader> = readEventArchive,
): Promise<string | number> {
  try {
    const archive = await open(file);
    try {
      return await readAll(archive);
    } finally {
      await archive.close();
    }
  } catch (error) {
    if (error instanceof DatabaseError) return error.message;
    throw error;
  }
}

const ENDLESS = 'WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x';

describe('A6: an archive is not trusted', () => {
  it.each([
    {
      said: 'a view that never ends in place of a table',
      forge: `DROP TABLE walked; DROP TABLE loaded; DROP TABLE entry; DROP TABLE zone;
        CREATE VIEW zone AS ${ENDLESS} AS number, 'z' AS id FROM n;
        CREATE VIEW entry AS SELECT 1 AS number; CREATE VIEW loaded AS SELECT 1 AS zone;
        CREATE VIEW walked AS SELECT 1 AS zone`,
    },
    {
      said: 'a view that takes all memory',
      forge: `DROP TABLE loaded; CREATE VIEW loaded AS SELECT zeroblob(900000000) AS since`,
    },
    {
      said: 'a view that loads code',
      forge: `DROP TABLE loaded; CREATE VIEW loaded AS SELECT load_extension('/tmp/x') AS since`,
    },
    {
      said: 'a view named like the function that identifies the file',
      forge: `CREATE VIEW pragma_application_id AS ${ENDLESS} AS application_id FROM n`,
    },
    {
      said: 'a trigger',
      forge: `CREATE TRIGGER t AFTER INSERT ON entry BEGIN DELETE FROM entry; END`,
    },
    {
      said: 'an index over an expression',
      forge: `CREATE INDEX i ON entry (length(hex(log)))`,
    },
    {
      said: 'a virtual table',
      forge: `DROP TABLE loaded; CREATE VIRTUAL TABLE loaded USING fts5(zone, day, since, until)`,
    },
    {
      said: 'a table with other columns',
      forge: `ALTER TABLE entry ADD COLUMN x TEXT GENERATED ALWAYS AS (hex(log)) VIRTUAL`,
    },
  ])('$said is detected before anything is read', async ({ forge }) => {
    const file = await archiveFile();
    const database = new DatabaseSync(file);
    database.exec(forge);
    database.close();
    const before = readFileSync(file);
    for (const open of [readEventArchive, openEventArchive]) {
      expect(await outcome(file, open)).toBe(
        `${file} is no archive that warren made: it has other tables. It was not read.`,
      );
    }
    expect(readFileSync(file).equals(before)).toBe(true);
    const { code, stderr } = await prompt(['events', '--from', file]);
    expect([code, stderr]).toEqual([2, expect.stringMatching(/^warren: .* It was not read\.\n$/)]);
  });

  it.each(['in the file', 'in its write-ahead log'])(
    'an endless list of tables, %s, is not read, since SQLite could not be stopped',
    async (where) => {
      const file = await archiveFile();
      const database = new DatabaseSync(file);
      database.exec('UPDATE zone SET id = id');
      const log = readFileSync(`${file}-wal`);
      database.close();
      forgeEndlessSchema(file);
      if (where !== 'in the file') {
        // The first page as it was before is what the file has, and the forged one is the last of the log.
        const forged = readFileSync(file);
        const frame = Buffer.concat([log.subarray(32, 56), forged.subarray(0, 4096)]);
        frame.writeUInt32BE(1, 0);
        writeFileSync(`${file}-wal`, Buffer.concat([log.subarray(0, 32), frame]), { mode: 0o600 });
        forged[100] = 0x0d;
        writeFileSync(file, forged);
      }
      for (const argv of [
        ['events', '--from', file],
        ['events', '7', '--follow', '--archive', file],
      ]) {
        // In a process that can be killed if it hangs.
        const { status, stderr } = spawnSync(process.execPath, [PROGRAM, ...argv], {
          env: {
            HOME: join(file, '..'),
            WARREN_BASE_URL: 'http://127.0.0.1:9',
            WARREN_ACCESS_KEY: 'x',
          },
          encoding: 'utf8',
          timeout: 20_000,
          killSignal: 'SIGKILL',
        });
        expect([status, stderr]).toEqual([2, expect.stringContaining('It was not read.')]);
      }
    },
  );

  it('a text in a recording beyond the length limit is not loaded, since many rows might have one', async () => {
    const file = join(folder(), 'long.db');
    const made = await openRecording(file, 'write');
    const call = { operation: 'search', input: '{}', took: 0, elapsed: 0, error: null } as const;
    made.keep([{ ...call, ...UNKNOWN_FACTS, answer: '{}', time: NOON }]);
    made.close();
    // More than SQLite loads here.
    const database = new DatabaseSync(file);
    database.exec(`UPDATE call SET error = CAST(zeroblob(40000000) AS TEXT);
      INSERT INTO about VALUES ('host', CAST(zeroblob(40000000) AS TEXT))`);
    database.close();
    const read = await openRecording(file, 'read');
    expect(read.between(0, Number.MAX_VALUE, 10)).toMatchObject([{ time: NOON, error: null }]);
    expect(read.about()).toMatchObject({ host: '' });
    read.close();
  });

  it.runIf(process.platform === 'linux')(
    'a file generated by the kernel is not opened',
    async () => {
      expect(await outcome('/proc/self/status')).toBe(
        '/proc/self/status has another size than the file system says.',
      );
    },
  );

  it('an endless index is not read, nor a recording with one', async () => {
    const file = await archiveFile();
    forgeEndlessIndex(file, 'entry_by_time');
    const recording = join(folder(), 'shop-recording.db');
    const made = await openRecording(recording, 'write');
    const call = { operation: 'search', input: '{}', took: 0, elapsed: 0, error: null } as const;
    const answer = { ...UNKNOWN_FACTS, answer: '{}' } as const;
    made.keep(Array.from({ length: 500 }, (_, n) => ({ ...call, ...answer, time: NOON + n })));
    made.close();
    forgeEndlessIndex(recording, 'call_by_time');
    for (const argv of [
      ['archive', 'status', file],
      ['replay', recording],
    ]) {
      const { status, stderr } = spawnSync(process.execPath, [PROGRAM, ...argv], {
        env: { HOME: join(file, '..') },
        encoding: 'utf8',
        timeout: 20_000,
        killSignal: 'SIGKILL',
      });
      expect([status, stderr]).toEqual([2, expect.stringContaining('do not make trees.')]);
    }
  });

  it('a foreign file, named by mistake, keeps its permissions and every byte', async () => {
    const file = join(folder(), 'theirs.db');
    const database = new DatabaseSync(file);
    database.exec('CREATE TABLE theirs (a)');
    database.close();
    chmodSync(file, 0o644);
    const before = readFileSync(file);
    expect(await outcome(file, openEventArchive)).toBe(`${file} is no archive of warren.`);
    expect(statSync(file).mode & 0o777).toBe(0o644);
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  it('a value larger than any answer of the service is not read', async () => {
    const file = await archiveFile();
    const database = new DatabaseSync(file);
    database.exec(`UPDATE entry SET log = zeroblob(40000000) WHERE number = 1`);
    database.close();
    expect(await outcome(file)).toContain('cannot be used: string or blob too big');
  });

  it.each([
    ['a day is not in the calendar', 'UPDATE walked SET day = 1000000000000'],
    ['cannot be used', 'UPDATE walked SET day = 9223372036854775807'],
    ['the id of a zone is too long', `UPDATE zone SET id = hex(zeroblob(1000))`],
  ])('what no run writes is reported as damage: %s', async (sentence, forge) => {
    const file = await archiveFile();
    const database = new DatabaseSync(file);
    database.exec(`PRAGMA foreign_keys = OFF; ${forge}`);
    database.close();
    expect(await outcome(file)).toContain(sentence);
  });
});

describe('E6: a damaged or foreign file is reported in one clear sentence', () => {
  const zeroed = (bytes: Buffer, from: number) => bytes.fill(0, from, from + 4096);

  it.each([
    ['half of it', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
    ['its first page', (bytes: Buffer) => bytes.subarray(0, 4096)],
    ['less than a header', (bytes: Buffer) => bytes.subarray(0, 50)],
    ['nothing', () => Buffer.alloc(0)],
    ['a page of zeros within', (bytes: Buffer) => zeroed(bytes, 4096 * 2)],
    ['its end of zeros', (bytes: Buffer) => bytes.fill(0, 4096)],
    ['text', () => Buffer.from('{"log": "lines"}\n'.repeat(500))],
    ['a header without tables', (bytes: Buffer) => bytes.fill(0, 100, 4096)],
  ])('%s', async (_, damage) => {
    const file = await archiveFile();
    writeFileSync(file, damage(readFileSync(file)));
    const { code, stderr, stdout } = await prompt(['events', '--from', file]);
    expect(stderr).toMatch(
      /^warren: \S+shop\.db (is|cannot) [^\n]*\.\n$|^warren: [^\n]*\.\n[^\n]*the rest is missing\.\n$|^[^\n]*the rest is missing\.\nwarren: [^\n]*\.\n$/,
    );
    expect(stderr).not.toContain('bug');
    expect([1, 2]).toContain(code);
    for (const line of stdout.split('\n').filter(Boolean)) JSON.parse(line);
  });

  it.each([
    ['half of a file', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
    ['the first page alone', (bytes: Buffer) => bytes.subarray(0, 4096)],
    ['a file without its end', (bytes: Buffer) => bytes.fill(0, 4096)],
  ])('archive check reports %s', async (_, damage) => {
    const file = await archiveFile();
    writeFileSync(file, damage(readFileSync(file)));
    expect(await prompt(['archive', 'check', file])).toMatchObject({ code: 1, stdout: '' });
  });

  it('archive check reports an archive with a gap as unchanged, and archive status no day as complete', async () => {
    const file = await archiveFile();
    const { code, stdout } = await prompt(['archive', 'check', file, '-o', 'json']);
    expect({ code, found: JSON.parse(stdout) }).toEqual({
      code: 0,
      found: { archive: file, unchanged: true, entries: 300, days: 1, faults: [] },
    });
    const said = await prompt(['archive', 'check', file, '-o', 'table']);
    expect(said.stdout).toBe(
      `${file} has all that was written into it, unchanged: read 300 entries of 1 day.\n`,
    );
    const status = await prompt(['archive', 'status', file, '-o', 'json']);
    expect(JSON.parse(status.stdout).zones[0]).toMatchObject({ days: 1, whole: 0 });
  });

  it('archive check reports an additional table', async () => {
    const file = await archiveFile();
    const database = new DatabaseSync(file);
    database.exec('CREATE TABLE theirs (a)');
    database.close();
    expect((await prompt(['archive', 'check', file])).code).toBe(1);
  });

  it.each(['check', 'status'])('archive %s of a missing file is a usage error', async (command) => {
    const { code, stderr } = await prompt(['archive', command, join(folder(), 'shop.db')]);
    expect(code).toBe(2);
    expect(stderr).toContain('it does not exist');
  });

  it.each([
    ['init', (made: string) => [made]],
    ['copy', (made: string, whole: string) => [whole, made]],
  ])('so is a missing directory, for archive %s', async (command, places) => {
    const made = join(folder(), 'missing', 'shop.db');
    const argv = ['archive', command, ...places(made, await archiveFile())];
    const { code, stderr } = await prompt(argv);
    expect(code).toBe(2);
    expect(stderr).toContain('There is no directory');
  });

  it('whatever byte is changed, there are entries or an error, within bounded time', async () => {
    const whole = await archiveFile();
    const random = seededRandom(20261122);
    const bytes = readFileSync(whole);
    const file = join(folder(), 'changed.db');
    for (let round = 0; round < 300; round += 1) {
      const changed = Buffer.from(bytes);
      for (let n = 0; n < 1 + (round % 8); n += 1) {
        changed[random.below(changed.length)] = random.below(256);
      }
      writeFileSync(file, changed, { mode: 0o600 });
      const ended = await outcome(file);
      expect(typeof ended === 'string' || ended <= 300, `round ${round}`).toBe(true);
    }
  });
});

/** Ends with holes. */
async function largeFile(): Promise<string> {
  const file = await archiveFile();
  truncateSync(file, 8 << 20);
  return file;
}

describe('a large archive', () => {
  it('reports how much was checked', async () => {
    const told: number[] = [];
    const archive = await readEventArchive(await largeFile(), undefined, {
      progress: (share) => told.push(share),
    });
    await archive.close();
    expect(told).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((part) => part / 8));
  });

  it('stops when it is cancelled, and is not reported as damaged', async () => {
    const file = await largeFile();
    const end = new AbortController();
    const opening = readEventArchive(file, undefined, {
      signal: end.signal,
      progress: () => end.abort(),
    });
    await expect(opening).rejects.toThrow(
      new DatabaseError(`${file} was not opened: interrupted.`),
    );
  });
});

describe('an archive that is replaced while it is open', () => {
  const scope = { filter: EVERYTHING, moment: MOMENT };
  const page: PageQuestion = { kind: 'page', scope, most: 10, after: null };

  it.each([
    ['another archive', async (file: string) => renameSync(await archiveFile(), file)],
    ['nothing', (file: string) => rmSync(file)],
  ])('by %s says so, instead of answering from the old file', async (_, replace) => {
    const file = await archiveFile();
    const archive = await readEventArchive(file);
    onTestFinished(() => archive.close());
    const ask = async () => {
      const answers = archive.answerer(['7']).ask(page, new AbortController().signal);
      for await (const answered of answers) expect(answered).toBeDefined();
    };
    await ask();
    await replace(file);
    const gone = new DatabaseError(`${file} was removed or replaced.`);
    await expect(archive.contents()).rejects.toThrow(gone);
    await expect(archive.page('7', DAY, undefined)).rejects.toThrow(gone);
    await expect(ask()).rejects.toThrow(gone);
  });
});

it.runIf(process.platform === 'linux')(
  'an archive that is removed while it is checked is not kept open',
  async () => {
    const file = await largeFile();
    const { ino } = statSync(file);
    const opening = readEventArchive(file, undefined, {
      progress: () => rmSync(file, { force: true }),
    });
    await expect(opening).rejects.toThrow(`${file} was removed or replaced.`);
    const isIt = (name: string) => statSync(`/proc/self/fd/${name}`, NONE)?.ino === ino;
    // What was looked at stays open (kept-open.ts), and nothing of SQLite's.
    expect(readdirSync('/proc/self/fd').filter(isIt)).toHaveLength(1);
  },
);

const NONE = { throwIfNoEntry: false } as const;

describe('E5: an archive in a read-only directory', () => {
  /** Does `work` as a user who may read `file`, and write nothing beside it. */
  async function asReader<Value>(file: string, work: () => Promise<Value>): Promise<Value> {
    const isRoot = process.geteuid?.() === 0;
    chmodSync(file, 0o444);
    chmodSync(join(file, '..'), 0o555);
    if (isRoot) process.seteuid?.(65_534);
    try {
      return await work();
    } finally {
      if (isRoot) process.seteuid?.(0);
    }
  }

  it('is read', async () => {
    const file = await archiveFile();
    expect(await asReader(file, () => outcome(file))).toBe(300);
  });

  it('is not read without its journal, and the error says what to do', async () => {
    const file = await archiveFile();
    const archive = await openEventArchive(file);
    await archive.append('7', DAY, [entryWith({ logId: 'more' })], noCoverage(DAY));
    const medium = join(folder(), 'shop.db');
    for (const kind of ['', '-wal']) copyFileSync(file + kind, medium + kind);
    await archive.close();
    expect(statSync(`${medium}-wal`).size).toBeGreaterThan(0);
    chmodSync(`${medium}-wal`, 0o444);
    expect(await asReader(medium, () => outcome(medium))).toBe(
      `${medium} has entries in ${medium}-wal that cannot be read where nothing can be written. Copy both files to a directory of your own.`,
    );
  });
});

/** How often each page of the forged tree leads to the next, and how many such pages there are. */
const FAN = 200;
const LEVELS = 12;

/** A row of `sqlite_schema` that SQLite takes as often as it comes: an index that it made by itself. */
const isAutomaticIndex = (cell: Buffer): boolean => cell.includes('sqlite_autoindex_entry_1');

/**
 * Makes of an archive one whose list of tables never ends: pages that lead to the same next page over and over, 200 to
 * the power of 12 rows. SQLite finds each step in order, and reads the list before any statement is run.
 */
function forgeEndlessSchema(file: string): void {
  const bytes = readFileSync(file);
  const size = bytes.readUInt16BE(16);
  const first = bytes.subarray(0, size);
  const cells = first.readUInt16BE(103);
  const offsets = Array.from({ length: cells }, (_, at) => first.readUInt16BE(108 + 2 * at));
  const page = () => Buffer.alloc(size);

  const leaf = (of: readonly number[]): Buffer => {
    const made = Buffer.from(first);
    made.fill(0, 0, 108 + 2 * cells);
    made.writeUInt8(0x0d, 0);
    made.writeUInt16BE(of.length, 3);
    made.writeUInt16BE(Math.min(...of), 5);
    for (const [at, offset] of of.entries()) made.writeUInt16BE(offset, 8 + 2 * at);
    return made;
  };
  const interior = (made: Buffer, start: number, children: readonly number[]): Buffer => {
    made.writeUInt8(0x05, start);
    made.writeUInt16BE(children.length - 1, start + 3);
    made.writeUInt16BE(size - 5 * children.length, start + 5);
    made.writeUInt32BE(children.at(-1) ?? 0, start + 8);
    for (const [at, child] of children.slice(0, -1).entries()) {
      const offset = size - 5 * (at + 1);
      made.writeUInt16BE(offset, start + 12 + 2 * at);
      made.writeUInt32BE(child, offset);
      made.writeUInt8(100, offset + 4);
    }
    return made;
  };

  const old = bytes.length / size;
  const index = offsets.find((offset) => isAutomaticIndex(first.subarray(offset, offset + 80)));
  if (index === undefined) throw new Error('There is no such index on the first page.');
  const [tables, row, levels] = [old + 1, old + 2, old + 3];
  const pages = Array.from({ length: LEVELS }, (_, level) => {
    const next = level === LEVELS - 1 ? row : levels + level + 1;
    return interior(page(), 0, Array(FAN).fill(next));
  });
  const root = Buffer.from(first);
  root.fill(0, 100);
  interior(root, 100, [tables, levels]);
  root.writeUInt32BE(old + 2 + LEVELS, 28);
  const forged = [root, bytes.subarray(size), leaf(offsets), leaf([index]), ...pages];
  writeFileSync(file, Buffer.concat(forged));
}

/** The depth limit of SQLite. */
const DEEPEST = 18;

/** Makes of an index one that leads through the same pages over and over, each leading to the next many times. */
function forgeEndlessIndex(file: string, name: string): void {
  const database = new DatabaseSync(file);
  database.exec('PRAGMA journal_mode = DELETE');
  const found = database.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').get(name);
  database.close();
  const bytes = readFileSync(file);
  const size = bytes.readUInt16BE(16);
  const root = bytes.subarray((Number(found?.['rootpage']) - 1) * size).subarray(0, size);
  const leaf = root.readUInt32BE(8);
  const leadingTo = (page: Buffer, child: number): Buffer => {
    page.writeUInt32BE(child, 8);
    for (let cell = 0; cell < page.readUInt16BE(3); cell += 1)
      page.writeUInt32BE(child, page.readUInt16BE(12 + 2 * cell));
    return page;
  };
  const last = bytes.length / size;
  const levels = Array.from({ length: DEEPEST }, (_, level) =>
    leadingTo(Buffer.from(root), level === 0 ? leaf : last + level),
  );
  leadingTo(root, last + DEEPEST);
  bytes.writeUInt32BE(last + DEEPEST, 28);
  writeFileSync(file, Buffer.concat([bytes, ...levels]));
}
