import { copyFileSync, readFileSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, vi } from 'vitest';
import { ApiError } from '../../src/contract/api-error.ts';
import type { Call } from '../../src/contract/operation.ts';
import { appOverview } from '../../src/contract/operations/app-overview.ts';
import { eventLogs } from '../../src/contract/operations/event-logs.ts';
import { scriptAddVariable } from '../../src/contract/operations/script-add-variable.ts';
import { openRecorder, recordedText } from '../../src/recording/recorder.ts';
import { openRecording, RECORDING } from '../../src/recording/recording-file.ts';
import { openReplaySession } from '../../src/session/replay-session.ts';
import { consoleStore } from '../support/console-store.ts';
import { fakeClock } from '../support/fake-clock.ts';
import { overviewOf } from '../support/overviews.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const SERVICE = 'https://api.example.net';

/** A recorder on a file of its own; `answers` is what the service says, call after call. */
async function recorderUnderTest(
  answers: readonly unknown[],
  service = SERVICE,
  file?: string,
  ending = new AbortController(),
  workspace = '{}',
) {
  const clock = fakeClock();
  const path = file ?? `${temporaryDirectory()}/r.db`;
  const failures: string[] = [];
  const recorder = await openRecorder({
    path,
    clock,
    store: consoleStore(),
    about: {
      version: '1.2.3',
      profile: 'prod',
      host: 'api.example.net',
      service,
      interval: 5000,
      workspace,
    },
    failed: (why) => failures.push(why),
  });
  const waiting = [...answers];
  const answered = async () => {
    const next = waiting.shift();
    if (next instanceof Error) throw next;
    return next;
  };
  const over = recorder.run(ending.signal);
  return {
    path,
    clock,
    recorder,
    failures,
    over,
    call: recorder.recording(answered as unknown as Call),
    async end() {
      ending.abort();
      await over;
    },
  };
}

const entry = (n: number) => ({
  logId: `log-${n}`,
  timestamp: Date.parse('2026-03-14T14:00:00Z') + n,
  log: `{"n":${n}}`,
  labels: { status: 'Blocked' },
});
const page = (from: number, to: number) => ({
  logs: Array.from({ length: to - from }, (_, at) => entry(to - 1 - at)),
  hasMoreData: true,
  continuationToken: `t${from}`,
  startToken: null,
  errorResponse: null,
});
const ZONE = { shieldZoneId: '7', date: '03-14-2026' };

it('keeps every answer with its time, and every failure the service made', async () => {
  const { call, clock, end, path } = await recorderUnderTest([
    overviewOf({ status: 'active' }),
    new ApiError({ kind: 'service', status: 503, title: 'Busy', detail: 'later' }),
    new ApiError({ kind: 'aborted', title: 'Cancelled' }),
    overviewOf({ status: 'failing' }),
  ]);
  for (let asked = 0; asked < 4; asked += 1) {
    await call(appOverview, { appId: 'a1' }).catch(() => {});
    await clock.advance(5000);
  }
  await end();
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const file = await openRecording(path, 'read');
  const begin = Date.parse('2026-03-14T14:02:00Z');
  const calls = file.between(0, Number.MAX_VALUE, 10);
  expect(calls.map(({ time, input, error }) => [time - begin, input, error?.title])).toEqual([
    [0, '{"appId":"a1"}', undefined],
    [5000, '{"appId":"a1"}', 'Busy'],
    [15_000, '{"appId":"a1"}', undefined],
  ]);
  expect(file.answer(calls[2] as (typeof calls)[2])).toMatchObject({ status: 'failing' });
  expect(file.extent()).toEqual({ calls: 3, from: begin, until: begin + 15_000 });
  const facts = file.database.prepare("SELECT was, became FROM fact WHERE kind = 'status'").all();
  expect(facts).toEqual([{ was: 'active', became: 'failing' }]);
  file.close();
});

it('keeps an entry that many pages repeat once, and gives each page back as it was', async () => {
  const pages = [page(0, 1000), page(10, 1010), page(10, 1010), page(20, 1020)];
  const { call, clock, end, path } = await recorderUnderTest(pages);
  for (const _ of pages) {
    await call(eventLogs, ZONE);
    await clock.advance(1000);
  }
  await end();
  const file = await openRecording(path, 'read');
  const calls = file.between(0, Number.MAX_VALUE, 10);
  expect(calls.map((each) => file.answer(each))).toEqual(pages);
  const { entries } =
    file.database.prepare('SELECT sum(count) AS entries FROM entries').get() ?? {};
  expect(entries).toBe(1020);
  expect(new Set(calls.map(({ answer }) => answer)).size).toBe(3);
  file.close();
});

it('is closed without waiting for the file, which another program holds', async () => {
  const { call, over, path, recorder } = await recorderUnderTest([
    overviewOf({ status: 'active' }),
  ]);
  // The recorder may be writing what it begins with.
  const other = new DatabaseSync(path, { timeout: 10_000 });
  other.exec('BEGIN IMMEDIATE');
  await call(appOverview, { appId: 'a1' });
  recorder.stop();
  other.exec('ROLLBACK');
  other.close();
  await over;
  expect(recorder.kept()).toMatchObject({ calls: 1, lost: 0 });
});

it('has in the file itself what a copy of it is to show, while it is written', async () => {
  const { call, end, path, recorder } = await recorderUnderTest([overviewOf({ status: 'active' })]);
  await call(appOverview, { appId: 'a1' });
  await vi.waitFor(() => expect(recorder.kept().calls).toBe(1), 10_000);
  const copy = `${temporaryDirectory()}/copy.db`;
  copyFileSync(path, copy);
  const file = await openRecording(copy, 'read');
  expect(file.extent()?.calls).toBe(1);
  file.close();
  await end();
});

it('says of an empty file that the rest of it may stand beside it', async () => {
  const { end, path } = await recorderUnderTest([]);
  await end();
  await expect(openReplaySession(path, { clock: fakeClock(0) })).rejects.toMatchObject({
    lines: [
      `${path} is empty: nothing was answered while it was made.`,
      `If it was copied while it was written, or after a kill, copy ${path}-wal, too.`,
    ],
  });
});

it('is closed at once where the process was told to end before anything was kept', async () => {
  const ending = new AbortController();
  ending.abort();
  const { over, path, failures } = await recorderUnderTest([], SERVICE, undefined, ending);
  await over;
  expect(failures).toEqual([]);
  const file = await openRecording(path, 'read');
  expect(file.extent()).toBeNull();
  file.close();
});

it('keeps of a change that it was made, and nothing of what it sent or was answered', async () => {
  const { call, clock, end, path } = await recorderUnderTest([{ Value: 'hunter2-hunter2' }]);
  const input = { scriptId: '5', name: 'TOKEN', value: 'hunter2-hunter2', isRequired: false };
  await call(scriptAddVariable, input as never);
  await clock.advance(1000);
  await end();
  expect(readFileSync(path).includes('hunter2')).toBe(false);
  const file = await openRecording(path, 'read');
  expect(file.between(0, Number.MAX_VALUE, 10)).toMatchObject([
    { operation: 'script-add-variable', answer: null, error: null },
  ]);
  file.close();
});

it('goes on with a recording of the same service, and refuses one of another and a bundle', async () => {
  const first = await recorderUnderTest([overviewOf({ status: 'active' })]);
  await first.call(appOverview, { appId: 'a1' });
  await first.end();
  const second = await recorderUnderTest([overviewOf({ status: 'active' })], SERVICE, first.path);
  await second.call(appOverview, { appId: 'a1' });
  await second.end();
  expect(second.recorder.kept()).toMatchObject({ calls: 1, lost: 0 });
  const file = await openRecording(first.path, 'read');
  expect(file.extent()?.calls).toBe(2);
  file.close();
  await expect(recorderUnderTest([], 'https://other.example', first.path)).rejects.toThrow(
    'is a recording of another service: api.example.net',
  );
  const bundle = await openRecording(first.path, 'write');
  const about = bundle.about();
  if (about) bundle.keepAbout({ ...about, bundle: '{}' });
  bundle.close();
  await expect(recorderUnderTest([], SERVICE, first.path)).rejects.toThrow(
    'is a bundle: nothing is recorded into it.',
  );
});

it('keeps the things and filters that were recorded before beside those that it goes on with', async () => {
  const thing = (id: string, name: string) => ({ id, name });
  const recorded = async (path: string | undefined, workspace: object) => {
    const each = await recorderUnderTest(
      ...([[overviewOf({ status: 'active' })], SERVICE, path] as const),
      ...([new AbortController(), JSON.stringify(workspace)] as const),
    );
    await each.call(appOverview, { appId: 'a1' });
    await each.end();
    return each.path;
  };
  const path = await recorded(undefined, {
    name: 'before',
    apps: [thing('a1', 'shop'), thing('a2', 'blog')],
    shieldZones: [thing('7', 'edge')],
    filters: [{ name: 'bad', filter: 'status:blocked' }],
  });
  await recorded(path, {
    name: 'now',
    apps: [thing('a3', 'mail'), thing('a1', 'store')],
    filters: [{ name: 'bad', filter: 'rule:9*' }],
  });
  const session = await openReplaySession(path, { clock: fakeClock(0) });
  expect(session.workspace).toMatchObject({
    name: 'now',
    apps: [thing('a3', 'mail'), thing('a1', 'store'), thing('a2', 'blog')],
    shieldZones: [thing('7', 'edge')],
    filters: [{ name: 'bad', filter: 'rule:9*' }],
  });
  await session.close();
});

it('counts an answer once it is written: another program holds the file meanwhile', async () => {
  const { call, end, path, recorder } = await recorderUnderTest([overviewOf({ status: 'active' })]);
  // The recorder may be writing what it begins with.
  const other = new DatabaseSync(path, { timeout: 10_000 });
  const rows = () => other.prepare('SELECT count(*) AS calls FROM call').get()?.['calls'];
  other.exec('BEGIN IMMEDIATE');
  await call(appOverview, { appId: 'a1' });
  for (let turn = 0; turn < 20; turn += 1) {
    await (await openRecording(path, 'read')).close();
    expect(recorder.kept().calls).toBe(0);
  }
  other.exec('COMMIT');
  await vi.waitFor(() => expect([rows(), recorder.kept().calls]).toEqual([1, 1]), 10_000);
  other.close();
  await end();
  expect(recorder.kept()).toMatchObject({ calls: 1, lost: 0 });
});

it('tells what was recorded, where, and what was lost', () => {
  const text = (lost: number) =>
    recordedText({ kept: () => ({ calls: 1, changes: 0, lost }) }, 'r.db');
  expect(text(0)).toBe('Recorded 1 answer and 0 changes into r.db');
  expect(text(2)).toBe(
    'Recorded 1 answer and 0 changes into r.db; 2 more answers could not be written in time and are lost',
  );
});

it('goes on with a file of an older program, and refuses one of a newer, of another kind, or with tables of its own', async () => {
  const path = `${temporaryDirectory()}/r.db`;
  await (await recorderUnderTest([], SERVICE, path)).end();
  const change = (sql: string) => {
    const database = new DatabaseSync(path);
    database.exec(sql);
    database.close();
  };
  const version = () => readFileSync(path).readUInt32BE(60);
  change(`PRAGMA user_version = ${RECORDING.version - 1}`);
  (await openRecording(path, 'read')).database.close();
  expect(version()).toBe(RECORDING.version - 1);
  (await openRecording(path, 'write')).database.close();
  expect(version()).toBe(RECORDING.version);
  change(`PRAGMA user_version = ${RECORDING.version + 1}`);
  const before = readFileSync(path);
  await expect(openRecording(path, 'write')).rejects.toThrow('was written by a newer warren');
  expect(readFileSync(path).equals(before)).toBe(true);
  change(`PRAGMA user_version = ${RECORDING.version}; CREATE VIEW v AS SELECT 1`);
  await expect(openRecording(path, 'read')).rejects.toThrow('it has other tables');
  change('DROP VIEW v; PRAGMA application_id = 7');
  await expect(openRecording(path, 'read')).rejects.toThrow('is no recording or bundle of warren');
});
