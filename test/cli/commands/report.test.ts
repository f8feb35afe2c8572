import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { openEventArchive } from '../../../src/archive/open.ts';
import { noCoverage } from '../../../src/events/coverage.ts';
import { HISTORY, historyFile } from '../../../src/history/history-file.ts';
import { utcDay } from '../../../src/text/time.ts';
import { entryWith } from '../../events/sample-entries.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { prompt } from '../prompt.ts';

const BY = Date.parse('2026-03-14T14:00:00Z');
const SERVICE = 'http://127.0.0.1:4711';

/** A home in which a console has seen something. */
async function seen(): Promise<string> {
  const home = temporaryDirectory();
  const state = join(home, '.local', 'state', 'warren');
  mkdirSync(state, { recursive: true, mode: 0o700 });
  const path = join(state, 'history.db');
  const { umask } = process;
  const before = umask(0o077);
  const database = new DatabaseSync(path);
  umask(before);
  database.exec(HISTORY.schema);
  database.exec(`PRAGMA application_id = ${HISTORY.applicationId}`);
  database.exec(`PRAGMA user_version = ${HISTORY.version}`);
  const file = historyFile(database, SERVICE, path);
  file.keepFact({
    subject: { kind: 'apps', id: 'a1' },
    kind: 'status',
    severity: 'bad',
    place: '',
    from: 'active',
    to: 'failing',
    after: BY - 5000,
    by: BY,
  });
  file.close();
  return home;
}

const report = (home: string, env: Readonly<Record<string, string>>, ...argv: string[]) =>
  prompt(['report', ...argv], { env: { HOME: home, ...env } });

const THERE = { WARREN_BASE_URL: SERVICE, WARREN_ACCESS_KEY: 'k' };

it('a report covers what consoles have seen of this service only', async () => {
  const home = await seen();
  const { code, stdout, stderr } = await report(home, THERE, '--since', '2026-03-14T13:00Z');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toContain(
    '\nThe history holds no events: warren report --from ARCHIVE adds those of an archive, :report those loaded in the console.\n',
  );
  expect(stdout).toContain(
    '| 2026-03-14T14:00:00Z | 2026-03-14T13:59:55Z | a1 | ✖ status active → failing |\n',
  );
  const other = { ...THERE, WARREN_BASE_URL: 'http://127.0.0.1:4712' };
  expect((await report(home, other, '--since', '2026-03-14T13:00Z')).stdout).toContain(
    'Nothing was seen to change.',
  );
});

it('a report includes changes made on the command line, from the audit file', async () => {
  const home = await seen();
  const change = {
    event: 'ended',
    attempt: 'a',
    time: '2026-03-14T14:00:00Z',
    host: '127.0.0.1:4711',
    operation: 'app-delete',
    subject: { kind: 'app', id: 'price-feed', name: 'prices' },
    outcome: 'accepted',
  };
  const path = join(home, '.local', 'state', 'warren', 'audit.ndjson');
  writeFileSync(path, `${JSON.stringify(change)}\n`, { mode: 0o600 });
  const { stdout } = await report(home, THERE, '--since', '2026-03-14T13:00Z');
  expect(stdout).toContain(
    '## Changed from here\n\n- 2026-03-14T14:00:00Z price-feed: deletion accepted\n',
  );
});

it.each([
  ['--since', '1h', '--until', '2h'],
  ['--since', '1h', '--until', '1h'],
  ['--since', '13:26', '--until', '13:16'],
])('a report rejects an empty time range: %s %s %s %s', async (...span) => {
  const { code, stdout, stderr } = await report(await seen(), THERE, ...span);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain('--since must be before --until.');
});

it.each([
  ['13:30', '14:30'],
  ['2026-03-14T13:30Z', '2026-03-15T13:30Z'],
])('a report from %s until %s ends now, as that is still to come', async (since, until) => {
  const { stdout } = await report(await seen(), THERE, '--since', since, '--until', until);
  expect(stdout).toMatch(/2026-03-14T13:30:00Z .*2026-03-14T14:02:00Z/);
});

it('a report rejects a start in the future', async () => {
  const { code, stderr } = await report(await seen(), THERE, '--since', '2026-03-15T13:00Z');
  expect(code).toBe(2);
  expect(stderr).toContain('--since is in the future.');
});

it('a report includes the events of an archive, and how complete they are', async () => {
  const home = await seen();
  const path = join(home, 'shop.db');
  const day = utcDay(BY);
  const archive = await openEventArchive(path);
  const entries = [1, 2, 3].map((n) =>
    entryWith({ logId: `log-${n}`, timestamp: BY - n * 60_000, labels: { status: 'Blocked' } }),
  );
  const loaded = [{ from: BY - 1_800_000, until: BY }];
  await archive.append('7', day, entries, { ...noCoverage(day), entries: 3, loaded });
  await archive.close();
  const span = ['--since', '13:00', '--until', '14:00'];
  const { code, stdout } = await report(home, THERE, ...span, '--from', path);
  expect(code).toBe(0);
  expect(stdout).toContain(`### 7

Of 3 events in the archive, 3 are of this time: 3 blocked, 0 challenged, 0 logged, 0 other.

- 2026-03-14T13:00:00Z to 2026-03-14T13:30:00Z: not known to be complete
- 2026-03-14T13:30:00Z to 2026-03-14T14:00:00Z: complete
`);
});

it('a report explains why a history cannot be read, rather than that there is none', async () => {
  const home = temporaryDirectory();
  mkdirSync(join(home, '.local', 'state'), { recursive: true, mode: 0o700 });
  writeFileSync(join(home, '.local', 'state', 'warren'), '');
  const plain = await report(home, THERE);
  expect(plain.code).toBe(2);
  expect(plain.stderr).not.toContain('no history of this service yet');
  expect(plain.stderr).toContain('.local/state/warren');

  const theirs = temporaryDirectory();
  mkdirSync(join(theirs, '.local', 'state', 'warren'), { recursive: true, mode: 0o700 });
  chmodSync(join(theirs, '.local', 'state'), 0o777);
  const refused = await report(theirs, THERE);
  expect(refused.code).toBe(2);
  expect(refused.stderr.replace(/\s+/g, ' ')).toContain(
    `chmod go-w ${join(theirs, '.local', 'state')}`,
  );
});

it('a report explains that there is no history, and how to get one', async () => {
  const { code, stdout, stderr } = await report(temporaryDirectory(), THERE);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(/There is no history of this service yet\s\(\S+\/history\.db\)/);
  expect(stderr.replace(/\s+/g, ' ')).toContain('the console and warren record write it.');
  const nothing = await report(temporaryDirectory(), {});
  expect(nothing).toMatchObject({ code: 2, stdout: '' });
  expect(nothing.stderr).toContain('No service is configured, so there is no history.');
  const demo = await report(temporaryDirectory(), {}, '--demo');
  expect(demo.stderr).toContain('The demo keeps no history');
});

it.each([
  ['a time that is none', 'UPDATE fact SET by_time = 1e300', 'a time is none'],
  ['a page that was overwritten', '', 'malformed'],
])(
  'E6: says of a history with %s that it is damaged, and warren status does without',
  async (_, sql, why) => {
    const home = await seen();
    const path = join(home, '.local', 'state', 'warren', 'history.db');
    const database = new DatabaseSync(path);
    database.exec(sql);
    const { rootpage } =
      database.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'fact'").get() ?? {};
    database.close();
    if (sql === '') {
      const bytes = readFileSync(path);
      bytes.fill(0xff, (Number(rootpage) - 1) * 4096 + 1, Number(rootpage) * 4096);
      writeFileSync(path, bytes);
    }
    const { code, stderr } = await report(home, THERE);
    expect(code).toBe(2);
    expect(stderr.replace(/\s+/g, ' ')).toMatch(
      new RegExp(`history\\.db is not a warren file, or is damaged.*${why}`),
    );
    const status = await prompt(['status', '--app', 'a1'], { env: { HOME: home, ...THERE } });
    expect(status).toMatchObject({ code: 6, stderr: expect.not.stringContaining('damaged') });
  },
);
