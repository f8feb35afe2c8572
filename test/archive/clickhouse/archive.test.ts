import { readFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { hostname, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { engineMarks } from '../../../src/archive/clickhouse/archive.ts';
import { retentionStatements } from '../../../src/archive/clickhouse/schema.ts';
import {
  initArchive,
  openEventArchive,
  openTeamAudit,
  openTeamMarks,
  readEventArchive,
} from '../../../src/archive/open.ts';
import { noCoverage } from '../../../src/events/coverage.ts';
import { parseFilter } from '../../../src/events/filter/parse.ts';
import type { CountAnswer } from '../../../src/events/questions/question.ts';
import { utcDay } from '../../../src/text/time.ts';
import { servedPrompt } from '../../cli/served.ts';
import { hasEngine, NOBODY, startEngine } from '../../support/engine.ts';
import { entryWith } from '../../support/event-entries.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const TIME = Date.UTC(2026, 2, 14, 12);
const HOSTILE = "x'); DROP TABLE warren_mark; -- \u001b[31m\\ \0 \ud800 “ñ”";

it.runIf(hasEngine)(
  'the latest mark of an entry counts, whatever the order of arrival, and hostile texts stay texts (npm run test:archive)',
  async () => {
    const engine = await startEngine();
    onTestFinished(() => engine.close());
    const marks = await openTeamMarks(await engine.archive(), NOBODY);
    onTestFinished(() => marks.close());
    const mark = { zone: '7', logId: 'a', time: TIME, note: '', removed: false, age: 0 };
    await marks.write([
      { ...mark, note: HOSTILE, author: HOSTILE },
      { ...mark, logId: HOSTILE, zone: HOSTILE, note: 'other zone' },
    ]);
    // Set an hour ago, while the server was away: later changes take precedence.
    await marks.write([{ ...mark, note: 'older', age: 3_600_000 }]);
    const shown = HOSTILE.toWellFormed();
    const [first, ...more] = await marks.read(['7']);
    expect(more).toEqual([]);
    expect(first).toMatchObject({
      logId: 'a',
      time: TIME,
      note: shown,
      author: shown,
      removed: false,
    });
    expect(Math.abs((first?.at ?? 0) - Date.now())).toBeLessThan(60_000);
    expect(await marks.read([HOSTILE])).toMatchObject([{ zone: shown, logId: shown }]);
    await setTimeout(2);
    await marks.write([{ ...mark, removed: true }]);
    expect(await marks.read(['7'])).toMatchObject([{ logId: 'a', removed: true }]);
    expect(await marks.read()).toHaveLength(2);
    // Every change is still there.
    expect(Number(await engine.run('SELECT count() FROM team1.warren_mark'))).toBe(4);
  },
);

it('what people write is sent as rows, and never as part of a statement', async () => {
  const statements: string[] = [];
  const inserted: (readonly [columns: readonly string[], rows: Buffer])[] = [];
  const marks = engineMarks({
    table: (name) => `team.warren_${name}`,
    async select(sql) {
      statements.push(sql);
      const row = { zone: HOSTILE, log_id: 'a', moment: '1', note: HOSTILE, author: HOSTILE };
      return [{ ...row, latest: '2', removed: 0 }, { ...row, moment: 'nan' }, {}];
    },
    insert: async (_, columns, rows) => void inserted.push([columns, Buffer.from(rows)]),
    run: async () => {},
    close: async () => {},
    address: { origin: '', host: '', user: '', database: '', text: '' },
  });
  const mark = {
    zone: HOSTILE,
    logId: HOSTILE,
    time: TIME,
    note: HOSTILE,
    removed: false,
    age: -1,
  };
  await marks.write([mark]);
  await marks.write([]);
  expect(inserted).toHaveLength(1);
  expect(inserted[0]?.[1].includes(HOSTILE.toWellFormed())).toBe(true);
  // A row without a valid time is ignored.
  expect(await marks.read([HOSTILE])).toMatchObject([{ time: 1, at: 2, note: HOSTILE }]);
  expect(statements.join()).not.toContain('DROP');
});

it.runIf(hasEngine)(
  'keeps entries for the retention, whatever an interrupted init has left (npm run test:archive)',
  async () => {
    const engine = await startEngine();
    onTestFinished(() => engine.close());
    const place = engine.url('team');
    const lifetimes = async () => {
      const sql = `SELECT extract(engine_full, 'TTL day \\\\+ toIntervalDay.([0-9]+)') FROM system.tables WHERE database = 'team' AND name IN ('warren_entry', 'warren_claim', 'warren_day', 'warren_mark')`;
      return (await engine.run(`${sql} FORMAT TSV`)).split('\n').slice(0, 4);
    };
    const each = (days: string) => [days, days, days, days];
    const init = (days: number | null | undefined) => initArchive(place, days, NOBODY);
    expect(await init(4)).toEqual({ kind: 'made', retention: 4 });
    expect(await lifetimes()).toEqual(each('4'));
    // The row that says so is written last.
    await engine.run('TRUNCATE TABLE team.warren_schema');
    expect(await init(null)).toEqual({ kind: 'made', retention: null });
    expect(await lifetimes()).toEqual(each(''));
    expect(await init(null)).toEqual({ kind: 'there', retention: null });
    await engine.run('ALTER TABLE team.warren_entry MODIFY TTL day + INTERVAL 90 DAY');
    expect(await init(null)).toEqual({ kind: 'changed', retention: null });
    expect(await lifetimes()).toEqual(each(''));
    expect(await init(30)).toEqual({ kind: 'changed', retention: 30 });
    await engine.run('ALTER TABLE team.warren_entry MODIFY TTL day + INTERVAL 4 DAY');
    expect(await init(undefined)).toEqual({ kind: 'there', retention: 30 });
    expect(await init(30)).toEqual({ kind: 'changed', retention: 30 });
    expect(await lifetimes()).toEqual(each('30'));
    expect(await init(30)).toEqual({ kind: 'there', retention: 30 });
  },
  60_000,
);

it('changes the retention only of tables with another one', () => {
  const engine = (ttl: string) => `MergeTree ORDER BY day${ttl} SETTINGS index_granularity = 256`;
  const engines = new Map([
    ['warren_entry', engine(' TTL day + toIntervalDay(4)')],
    ['warren_claim', engine(' TTL day + toIntervalDay(30)')],
    ['warren_day', engine('')],
    ['warren_mark', engine(' TTL toDateTime(day) + toIntervalHour(30)')],
  ]);
  const statements = (retention: number | null) =>
    retentionStatements((table) => table, retention, engines);
  const lifetime = 'TTL day + INTERVAL 30 DAY';
  expect(statements(30)).toEqual(
    ['entry', 'day', 'mark'].map((table) => `ALTER TABLE ${table} MODIFY ${lifetime}`),
  );
  expect(statements(null)).toEqual(
    ['entry', 'claim', 'mark'].map((table) => `ALTER TABLE ${table} REMOVE TTL`),
  );
});

const served = servedPrompt();
const PASSWORD = 'correct-horse';
const SECRET = 'SECRET-4711';
const OWN = `${userInfo().username}@${hostname()}`;

/** Somebody whose configuration sends audit entries along. */
async function operator(place: string) {
  const home = temporaryDirectory();
  const folder = join(home, '.config', 'warren');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const config = `audit: archive\narchives:\n  team:\n    url: ${place}\n    password_file: ${join(home, 'p')}\n`;
  await writeFile(join(folder, 'config.yaml'), config, { mode: 0o600 });
  await writeFile(join(home, 'p'), `${PASSWORD}\n`, { mode: 0o600 });
  const script = String(served.platform.world.scripts[0]?.id);
  const run = (...argv: string[]) => served.run(argv, { env: { HOME: home } });
  return {
    run,
    change: (name: string) => run('script', 'add-variable', script, name, '--default', SECRET),
    file: () => readFile(join(home, '.local', 'state', 'warren', 'audit.ndjson'), 'utf8'),
  };
}

describe.runIf(hasEngine)('audit entries of a team (npm run test:archive)', () => {
  it('are sent, later if the server was away, and listed with their writer', async () => {
    const engine = await startEngine({ ENGINE_USER: 'warren', ENGINE_PASSWORD: PASSWORD });
    onTestFinished(() => engine.close());
    const place = engine.url('team');
    const [ann, ben] = [await operator(place), await operator(place)];
    expect((await ann.run('archive', 'init', place)).code).toBe(0);
    const first = await ann.change('FIRST');
    expect([first.code, first.stderr]).toEqual([0, '']);
    await engine.kill();
    const second = await ann.change('SECOND');
    // The change was made: the file of this machine has it.
    expect(second.code).toBe(0);
    expect(second.stderr).toContain(
      `Audit entries could not be sent to the team yet: ${place} is not there: nothing listens at that address. They will be sent later.`,
    );
    await engine.start();
    expect((await ben.change('THIRD')).stderr).toBe('');
    expect((await ann.change('FOURTH')).stderr).toBe('');
    const { stdout, stderr } = await ben.run('audit', '--from', place, '-o', 'json');
    expect(stderr).toBe('');
    const { changes, whole, damaged } = JSON.parse(stdout);
    expect([whole, damaged]).toEqual([true, 0]);
    expect(
      changes
        .map(({ request, outcome, user }: Record<string, Record<string, string>>) => [
          request?.['Name'],
          outcome,
          user,
        ])
        .sort(),
    ).toEqual(['FIRST', 'FOURTH', 'SECOND', 'THIRD'].map((name) => [name, 'accepted', OWN]));
    const kept = await (
      await openTeamAudit(place, { of: async () => PASSWORD, refused() {} })
    ).read();
    // As in the files, in the order of each chain, without secrets.
    const lines = kept.lines.map(({ line }) => line);
    const files = `${await ann.file()}${await ben.file()}`;
    expect([...lines].sort()).toEqual(files.trimEnd().split('\n').sort());
    expect(lines.join()).not.toContain(SECRET);
    expect(stdout + second.stderr + files).not.toContain(PASSWORD);
  });

  it('are stored once however often they are written, and the first for a number in the chain counts', async () => {
    const engine = await startEngine();
    onTestFinished(() => engine.close());
    const audit = await openTeamAudit(await engine.archive(), NOBODY);
    onTestFinished(() => audit.close());
    const entry = { entry: 1, hash: 'a'.repeat(64), line: `{"x":"'\\u001b; DROP"}` };
    await audit.write([entry, { ...entry, entry: 2 }]);
    await audit.write([entry]);
    await audit.write([{ ...entry, line: '{"forged":1}' }]);
    const { lines, whole } = await audit.read();
    expect(whole).toBe(true);
    expect(lines).toEqual([1, 2].map(() => ({ writer: OWN, line: entry.line })));
  });
});

it.runIf(hasEngine)(
  'archive copy copies marks and notes to another server, and says that it does not copy them to a file (npm run test:archive)',
  async () => {
    const engine = await startEngine();
    onTestFinished(() => engine.close());
    const [from, to] = [await engine.archive(), await engine.archive()];
    const source = await openTeamMarks(from, NOBODY);
    const mark = {
      zone: '7',
      logId: 'a',
      time: Date.UTC(2026, 2, 14),
      note: 'seen',
      removed: false,
    };
    await source.write([{ ...mark, author: 'ann@jump1', age: 60_000 }]);
    const read = await source.read();
    await source.close();
    const copy = (target: string) => {
      const env = { WARREN_ARCHIVE_URL: from, WARREN_ARCHIVE_PASSWORD: 'p' };
      return served.run(['archive', 'copy', from, target], { env });
    };
    expect((await copy(join(temporaryDirectory(), 'a.db'))).stderr).toContain(
      '1 mark or note of the team is not copied: a file has none.',
    );
    expect((await copy(to)).stderr).toContain('1 mark or note copied.');
    const target = await openTeamMarks(to, NOBODY);
    const [copied] = await target.read();
    await target.close();
    expect(copied).toMatchObject({ ...mark, author: 'ann@jump1' });
    expect(Math.abs((copied?.at ?? 0) - (read[0]?.at ?? 0))).toBeLessThan(5000);
  },
);

const HELP = readFileSync(new URL('../../../src/help/team.md', import.meta.url), 'utf8');

/** The grants in `warren help team`. */
function grantsOf(user: string): string {
  const lines = [...HELP.matchAll(/^(GRANT .*) TO (\w+);$/gm)].filter(([, , to]) => to === user);
  expect(lines).not.toEqual([]);
  return lines.map(([, grant]) => grant).join('\n');
}

it.runIf(hasEngine)(
  'the rights named in the help are sufficient, and nothing else is allowed with them (npm run test:archive)',
  async () => {
    const now = Date.now();
    const day = utcDay(now);
    const engine = await startEngine();
    onTestFinished(() => engine.close());
    const place = engine.url('warren');
    await engine.run('CREATE DATABASE warren');
    const as = async (user: string) => {
      await engine.kill();
      await engine.start({ ENGINE_GRANTS: grantsOf(user) });
    };
    const write = async () => {
      const archive = await openEventArchive(place);
      try {
        const page = [entryWith({ timestamp: now })];
        await archive.append('7', day, page, { ...noCoverage(day), oldest: now, newest: now });
      } finally {
        await archive.close();
      }
    };
    const note = async () => {
      const marks = await openTeamMarks(place);
      const mark = { zone: '7', logId: 'a', time: now, note: 'seen', removed: false, age: 0 };
      await marks.write([mark]).finally(() => marks.close());
    };
    const refusal = `${place} does not allow the user to do that: see warren help team for the rights.`;

    await as('warren_admin');
    expect(await initArchive(place, undefined, NOBODY)).toEqual({ kind: 'made', retention: 60 });
    expect(await initArchive(place, 90, NOBODY)).toEqual({ kind: 'changed', retention: 90 });

    await as('warren_writer');
    await write();
    await note();
    await expect(initArchive(place, 30, NOBODY)).rejects.toThrow(refusal);
    await expect(engine.run('TRUNCATE TABLE warren.warren_entry')).rejects.toThrow('ACCESS_DENIED');

    await as('warren_reader');
    await expect(write()).rejects.toThrow(refusal);
    await expect(note()).rejects.toThrow(refusal);
    const marks = await openTeamMarks(place);
    onTestFinished(() => marks.close());
    expect(await marks.read(['7'])).toMatchObject([{ note: 'seen', removed: false }]);
    const archive = await readEventArchive(place);
    onTestFinished(() => archive.close());
    const status = await archive.status();
    expect(status).toMatchObject({ rows: 1, retention: 90 });
    expect(status.bytes).toBeGreaterThan(0);
    expect((await archive.page('7', day, undefined)).logs).toHaveLength(1);
    const scope = { filter: parseFilter('').filter, moment: { now, day: now, offsetMinutes: 0 } };
    const counts: CountAnswer[] = [];
    const never = new AbortController().signal;
    for await (const { answer } of archive.answerer(['7']).ask({ kind: 'count', scope }, never)) {
      counts.push(answer);
    }
    expect(counts.at(-1)?.total).toBe(1);
  },
  60_000,
);
