import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, it, onTestFinished, vi } from 'vitest';
import { appOverview } from '../../src/contract/operations/app-overview.ts';
import { eventLogs } from '../../src/contract/operations/event-logs.ts';
import { newOwnFolder } from '../../src/edges/own-folder.ts';
import { EventStore } from '../../src/events/store.ts';
import { type Fact, NO_ISSUES, subjectKey } from '../../src/history/fact.ts';
import { issuesSinceOf, sinceOf } from '../../src/history/history-state.ts';
import { writeBundle } from '../../src/recording/bundle.ts';
import { bundleLine, bundleLines } from '../../src/recording/bundle-summary.ts';
import { openRecording } from '../../src/recording/recording-file.ts';
import { openReplaySession } from '../../src/session/replay-session.ts';
import { createSlices } from '../../src/state/slice.ts';
import { bytesOf, found, secretWorld, WORLD_NOW } from '../support/anonymous-bundle.ts';
import { entryWith } from '../support/event-entries.ts';
import { fakeClock } from '../support/fake-clock.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const NEVER = new AbortController().signal;
const HOUR = 3_600_000;

it('leaves no name, identifier, host, address or word of a text in an anonymous bundle', async () => {
  const { contents, secrets } = secretWorld(1, 10);
  const folder = temporaryDirectory();
  const [plain, path] = [`${folder}/plain.db`, `${folder}/anonymous.db`];
  await writeBundle(contents, { path: plain, isAnonymous: false, signal: NEVER });
  const written = await writeBundle(contents, { path, isAnonymous: true, signal: NEVER });
  expect(found(bytesOf(plain), secrets).length).toBeGreaterThan(secrets.length / 2);
  expect(found(bytesOf(path), secrets)).toEqual([]);
  expect(written).toMatchObject({ entries: 10, marks: 5, facts: { isAnonymous: true } });
});

/** A bundle of a world, opened in a console. */
async function opened(isAnonymous: boolean) {
  const path = `${temporaryDirectory()}/b.db`;
  const { contents } = secretWorld(2, 60);
  await writeBundle(contents, { path, isAnonymous, signal: NEVER });
  const session = await openReplaySession(path, { clock: fakeClock(0) });
  const zone = session.workspace.shieldZones[0]?.id ?? '';
  const call = session.connect(() => {});
  const log = (continuationToken?: string) =>
    call(eventLogs, { shieldZoneId: zone, date: '03-14-2026', continuationToken });
  return { contents, path, session, call, log, player: session.replay.player };
}

it('opens as a replay of what there was, at its end', async () => {
  const { contents, session, call, log, player } = await opened(false);
  expect(player.clock.now()).toBe(WORLD_NOW);
  expect(session.workspace).toMatchObject(contents.workspace);
  const appId = contents.workspace.apps[0]?.id ?? '';
  expect(await call(appOverview, { appId })).toMatchObject({ status: 'failing' });
  const page = await log();
  expect(page.logs.length).toBe(60);
  const [store] = contents.logs.map((each) => each.store);
  const newest = store?.entry(store.at(59) as never);
  expect([...page.logs][0]).toMatchObject({ logId: newest?.logId, log: newest?.log });
  await expect(log(page.continuationToken ?? '')).rejects.toThrow('nothing of before');
  await session.close();
});

/** A change of an application some minutes before the end, in some of its pods. */
const restarts = (minutes: number, pods: number): readonly Fact[] =>
  Array.from({ length: pods }, (_, pod) => ({
    subject: { kind: 'apps', id: 'a1' },
    kind: 'restart',
    severity: 'warn',
    place: `DE pod-${pod} web`,
    from: '1',
    to: '2',
    after: null,
    by: WORLD_NOW - minutes * 60_000,
  }));

it.each([false, true])(
  'counts the changes of its time, those of the 5 minutes before on their own, and like ones in one answer as one',
  async (isAnonymous) => {
    const { contents } = secretWorld(2, 1);
    const path = `${temporaryDirectory()}/b.db`;
    const facts = [
      ...restarts(9, 1),
      ...restarts(5, 3),
      ...restarts(4, 2),
      ...restarts(2, 1),
      ...restarts(1, 2),
      ...restarts(0, 4),
    ];
    const written = await writeBundle(
      {
        ...contents,
        since: WORLD_NOW - 60_000,
        history: { ...contents.history, facts, health: new Map() },
      },
      { path, isAnonymous, signal: NEVER },
    );
    if (!written) throw new Error('It was cancelled');
    const [head, counts] = bundleLines(path, written);
    expect(head).toMatch(
      /: 2026-03-14 13:59:00Z to 14:00:00Z, with the history of the 5 minutes before$/,
    );
    expect(counts).toContain(', 2 changes seen and 3 before, ');
    expect(bundleLine(path, written)).toMatch(/, 2 changes seen and 3 before\)\.$/);
  },
);

it('does not count a change that was not sent, was refused, or of unknown outcome as one that was made', async () => {
  const { contents } = secretWorld(2, 1);
  const [change] = contents.changes;
  if (!change) throw new Error('There is no change');
  const made = async (...outcomes: readonly (typeof change)['outcome'][]) => {
    const path = `${temporaryDirectory()}/b.db`;
    const changes = outcomes.map((outcome) => ({ ...change, outcome }));
    const written = await writeBundle(
      { ...contents, changes },
      { path, isAnonymous: false, signal: NEVER },
    );
    return written && bundleLines(path, written)[1]?.split(/ marks?, /)[1];
  };
  expect(await made('accepted', 'not sent', 'accepted')).toBe(
    '2 changes made from here, 1 not sent',
  );
  expect(await made('refused', 'unknown', 'not sent')).toBe(
    '0 changes made from here, 1 refused, 1 of unknown outcome, 1 not sent',
  );
});

it('is said to be empty where nothing was answered, and to be missing no other file', async () => {
  const { contents } = secretWorld(2, 1);
  const path = `${temporaryDirectory()}/b.db`;
  const empty = { ...contents, observed: null, calls: [], logs: [] };
  await writeBundle(empty, { path, isAnonymous: false, signal: NEVER });
  await expect(openReplaySession(path, { clock: fakeClock(0) })).rejects.toMatchObject({
    lines: [`${path} is empty: nothing was answered while it was made.`],
  });
});

it('is whole for a day only where that was loaded from its beginning, whatever was asked for', async () => {
  const { contents } = secretWorld(2, 60);
  const midnight = Date.parse('2026-03-14T00:00:00Z');
  const noon = midnight + 12 * 3_600_000;
  const [log] = contents.logs;
  if (!log) throw new Error('There is no log');
  const first = log.store.time(log.store.at(0) ?? 0) ?? 0;
  const before = async (loaded: (typeof log)['loaded'], since = midnight - 1) => {
    const path = `${temporaryDirectory()}/b.db`;
    await writeBundle(
      { ...contents, since, logs: [loaded ? { ...log, loaded } : log] },
      { path, isAnonymous: false, signal: NEVER },
    );
    const session = await openReplaySession(path, { clock: fakeClock(0) });
    const call = session.connect(() => {});
    const input = { shieldZoneId: log.zone, date: '03-14-2026' };
    const page = await call(eventLogs, { ...input, continuationToken: undefined });
    const token = page.continuationToken ?? '';
    const said = page.hasMoreData
      ? await call(eventLogs, { ...input, continuationToken: token }).catch(String)
      : 'nothing is missing';
    await session.close();
    return said;
  };
  const nothing = (time: number) =>
    expect.stringContaining(
      `nothing of before ${new Date(time).toISOString().replace('.000', '')}`,
    );
  expect(await before(undefined)).toBe('nothing is missing');
  expect(await before([{ from: midnight, until: WORLD_NOW }])).toBe('nothing is missing');
  expect(await before([{ from: noon, until: WORLD_NOW }])).toEqual(nothing(noon));
  expect(await before([{ from: noon, until: WORLD_NOW }], noon + 1000)).toEqual(
    nothing(noon + 1000),
  );
  expect(await before([])).toEqual(nothing(first));
});

it('has of a log at each moment what it had by then', async () => {
  const { log, player, session } = await opened(false);
  player.seek(WORLD_NOW - 3_600_000 + 150_000);
  const { length } = (await log()).logs;
  expect(length).toBeGreaterThanOrEqual(29);
  expect(length).toBeLessThanOrEqual(31);
  await session.close();
});

it('keeps figures, statuses, times and who belongs together in an anonymous bundle', async () => {
  const { contents, session, call, log } = await opened(true);
  const { apps, shieldZones } = session.workspace;
  expect([apps.length, shieldZones.length]).toEqual([2, 1]);
  expect(session.replay.isAnonymous).toBe(true);
  const overview = await call(appOverview, { appId: apps[0]?.id ?? '' });
  const [region] = overview.regions;
  expect(overview).toMatchObject({ status: 'failing', averageLatency: 61, monthlyCost: 12.5 });
  expect(region).toMatchObject({ region: 'DE', instances: 3, status: 'active' });
  const [container] = region?.pods[0]?.containers ?? [];
  expect(container?.image).toMatch(/:3\.18\.4$/);
  expect(container).toMatchObject({ reason: 'OOMKilled', exitCode: 137, numberOfRestarts: 7 });
  const entries = [...(await log()).logs].reverse();
  const [store] = contents.logs.map((each) => each.store);
  expect(entries.map(({ timestamp }) => timestamp)).toEqual(
    entries.map((_, rank) => store?.time(store.at(rank) as never)),
  );
  const isKept = entries.map(({ labels }) => `${labels.status} ${labels.ruleId}`);
  expect(new Set(isKept)).toEqual(new Set(['Blocked 930130']));
  expect(new Set(entries.map(({ logId }) => logId)).size).toBe(60);
  await session.close();
});

it('keeps in anonymous facts the regions that its answers have, and no other words in capitals', async () => {
  const { contents } = secretWorld(2, 5);
  const path = `${temporaryDirectory()}/b.db`;
  const fact: Fact = {
    kind: 'health',
    subject: { kind: 'apps', id: contents.workspace.apps[0]?.id ?? '' },
    severity: 'bad',
    place: '',
    from: 'required, 0 instances (DE)',
    to: 'exit 1 — Error: back-off (IBM)',
    after: null,
    by: WORLD_NOW,
  };
  const history = { ...contents.history, facts: [fact] };
  await writeBundle({ ...contents, history }, { path, isAnonymous: true, signal: NEVER });
  const text = bytesOf(path).toString();
  expect(text).toMatch(/required, 0 instances \(DE\)exit 1 — Error: text-/u);
  expect(text).not.toContain('(IBM)');
});

it.each([
  ['as it was', false],
  ['anonymous', true],
])(
  'knows since when an application has issues, although that was before its time, %s',
  async (_, isAnonymous) => {
    const { contents } = secretWorld(4, 5);
    const id = contents.workspace.apps[0]?.id ?? '';
    const health = (hours: number, severity: 'bad' | 'warn' | 'good', from: string): Fact => ({
      kind: 'health',
      subject: { kind: 'apps', id },
      severity,
      place: '',
      from,
      to: severity,
      after: WORLD_NOW - hours * HOUR - 5000,
      by: WORLD_NOW - hours * HOUR,
    });
    const path = `${temporaryDirectory()}/b.db`;
    const facts = [
      health(7, 'bad', NO_ISSUES),
      health(6, 'good', 'bad'),
      health(5, 'warn', NO_ISSUES),
      health(4, 'bad', 'warn'),
      health(3, 'warn', 'bad'),
      health(1, 'bad', 'warn'),
    ];
    const [fact] = facts;
    const span = { since: WORLD_NOW - 8 * HOUR, until: WORLD_NOW };
    const watched = new Map(fact && [[subjectKey(fact.subject), [span]]]);
    const history = { ...contents.history, facts, watched };
    await writeBundle({ ...contents, history }, { path, isAnonymous, signal: NEVER });
    const session = await openReplaySession(path, { clock: fakeClock(0) });
    const appId = session.workspace.apps[0]?.id ?? '';
    const startsAt = async (hours: number, level: string) => {
      const replayed = session.replay.history(createSlices()).history;
      await replayed.open(WORLD_NOW - hours * HOUR);
      const state = replayed.slice.getState();
      const subject = { kind: 'apps', id: appId } as const;
      return [sinceOf(state, subject, level), issuesSinceOf(state, subject)].map(
        (start) => start && [(WORLD_NOW - start.at) / HOUR, start.how, start.hasGaps],
      );
    };
    expect(await startsAt(2, 'warn')).toEqual([
      [3, 'exactly', false],
      [5, 'exactly', false],
    ]);
    expect(await startsAt(0, 'bad')).toEqual([
      [1, 'exactly', false],
      [5, 'exactly', false],
    ]);
    await session.close();
  },
);

it('has the changes of its own time, profile and host alone', async () => {
  const { contents } = secretWorld(4, 5);
  const [made] = contents.changes;
  if (!made) throw new Error('Nothing was changed');
  const at = (time: number) => ({ ...made, time: new Date(time).toISOString() });
  const changes = [
    at(WORLD_NOW + 1),
    at(WORLD_NOW),
    made,
    { ...made, profile: 'another' },
    { ...made, host: 'another' },
    at(contents.since - 1),
  ];
  const path = `${temporaryDirectory()}/b.db`;
  const options = { path, isAnonymous: false, signal: NEVER };
  const written = await writeBundle({ ...contents, changes }, options);
  expect(written?.facts.changes).toEqual([at(WORLD_NOW), made]);
});

it('overwrites nothing, is for its owner only, and leaves nothing behind', async () => {
  const folder = temporaryDirectory();
  const path = `${folder}/b.db`;
  const { contents } = secretWorld(3, 5);
  const options = { path, isAnonymous: false, signal: NEVER };
  await writeBundle(contents, options);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  await expect(writeBundle(contents, options)).rejects.toMatchObject({ code: 'EEXIST' });
  const before = readFileSync(path);
  expect(
    await writeBundle(contents, { ...options, path: `${path}2`, signal: AbortSignal.abort() }),
  ).toBeNull();
  const unread = {
    ...contents,
    observed: {
      observations: () => {
        throw new Error('damaged');
      },
    },
  };
  await expect(writeBundle(unread, { ...options, path: `${path}3` })).rejects.toThrow('damaged');
  expect(readdirSync(folder)).toEqual(['b.db']);
  expect(readFileSync(path)).toEqual(before);
  // It needs no write-ahead log beside it, which a read-only medium would not allow.
  expect([...before.subarray(18, 20)]).toEqual([1, 1]);
});

/** Temporary files of this test go to this directory. */
function temporaryFilesIn(directory: string) {
  vi.stubEnv('TMPDIR', directory);
  onTestFinished(() => void vi.unstubAllEnvs());
}

/** Writes a bundle into a directory, and returns what is there afterwards, or why it failed. */
async function writtenTo(folder: string) {
  const { contents } = secretWorld(3, 5);
  const options = { path: `${folder}/b.db`, isAnonymous: false, signal: NEVER };
  return writeBundle(contents, options).then(
    () => readdirSync(folder),
    (error: unknown) => error,
  );
}

it('says which directory prevents it: that of temporary files or its own', async () => {
  const [folder, shared] = [temporaryDirectory(), temporaryDirectory()];
  chmodSync(shared, 0o770);
  temporaryFilesIn(shared);
  expect(await writtenTo(folder)).toMatchObject({
    name: 'FileError',
    message: expect.stringContaining(`Other users may write to ${shared}.`),
  });
  temporaryFilesIn(`${shared}/nowhere`);
  expect(await writtenTo(folder)).toMatchObject({
    name: 'FileError',
    message: expect.stringMatching(
      new RegExp(`^${shared}/nowhere/warren-bundle\\.\\S+ could not be made: its directory`),
    ),
  });
  expect([...readdirSync(folder), ...readdirSync(shared)]).toEqual([]);
  temporaryFilesIn(folder);
  expect(await writtenTo(`${folder}/nowhere`)).toMatchObject({
    message: `${folder}/nowhere/b.db could not be written: its directory does not exist.`,
  });
});

it('is written even if a folder that another process left behind cannot be removed', async () => {
  const [temporary, folder] = [temporaryDirectory(), temporaryDirectory()];
  temporaryFilesIn(temporary);
  const { pid } = spawnSync(process.execPath, ['-e', '']);
  const left = newOwnFolder(temporary, 'bundle').replace(`.${process.pid}.`, `.${pid}.`);
  mkdirSync(left, 0o700);
  // Too deep for a path, so that it cannot be removed by one.
  const step = 'x'.repeat(200);
  const deepen = `for _ in $(seq 25); do mkdir ${step} && cd -P ${step} || exit 1; done`;
  spawnSync('sh', ['-c', deepen], { cwd: left });
  expect(await writtenTo(folder)).toEqual(['b.db']);
  expect(readdirSync(temporary).map((name) => `${temporary}/${name}`)).toEqual([left]);
});

it('A10: leaves no database behind if the process exits while it is written', () => {
  const [temporary, folder] = [temporaryDirectory(), temporaryDirectory()];
  const url = (path: string) => JSON.stringify(new URL(path, import.meta.url));
  const source = `
    import { readdirSync } from 'node:fs';
    import { writeBundle } from ${url('../../src/recording/bundle.ts')};
    import { secretWorld } from ${url('../support/anonymous-bundle.ts')};
    const progress = () => {
      console.log(readdirSync(process.env.TMPDIR).length);
      process.exit(3);
    };
    const { signal } = new AbortController();
    const options = { path: '${folder}/b.db', isAnonymous: false, signal, progress };
    await writeBundle(secretWorld(3, 5).contents, options);`;
  const { status, stdout } = spawnSync(
    process.execPath,
    ['--input-type=module', '--eval', source],
    { env: { TMPDIR: temporary }, encoding: 'utf8' },
  );
  expect({ status, stdout }).toEqual({ status: 3, stdout: '1\n' });
  expect([...readdirSync(temporary), ...readdirSync(folder)]).toEqual([]);
});

it('refuses a compressed one and says what to do, one of a newer program, and a damaged one', async () => {
  const folder = temporaryDirectory();
  const { contents } = secretWorld(4, 5);
  const path = `${folder}/b.db`;
  await writeBundle(contents, { path, isAnonymous: false, signal: NEVER });
  const whole = readFileSync(path);
  const changed = (change: (bytes: Buffer) => void) => {
    const bytes = Buffer.from(whole);
    change(bytes);
    return bytes;
  };
  const cases: readonly (readonly [Buffer, string])[] = [
    [
      gzipSync(whole),
      `is compressed: run \`gunzip < '${folder}/h 0.db' > NEW.db\`, and open NEW.db.`,
    ],
    [changed((bytes) => bytes.writeUInt32BE(99_999, 60)), 'was written by a newer warren'],
    [changed((bytes) => bytes.fill('x', bytes.indexOf('CREATE TABLE about'))), 'is damaged'],
    [whole.subarray(0, 2000), 'is damaged'],
  ];
  for (const [at, [bytes, why]] of cases.entries()) {
    const name = `${folder}/h ${at}.db`;
    writeFileSync(name, bytes, { mode: 0o600 });
    const refusal = await openRecording(name, 'read').catch((error: unknown) => error);
    expect(refusal).toMatchObject({ name: 'DatabaseError', message: expect.stringContaining(why) });
    expect(refusal).toMatchObject({ message: expect.stringContaining(name) });
  }
});

it('A3: gives others their turn after each long entry, as who attacks can send them', async () => {
  const { contents } = secretWorld(5, 1);
  const store = new EventStore();
  const entries = Array.from({ length: 10 }, (_, n) =>
    entryWith({ logId: `l${n}`, timestamp: WORLD_NOW - 1000, log: 'a:'.repeat(20_000) }),
  );
  for (const _ of store.ingest('7', entries, 'backfill', 1000));
  let turns = 0;
  await writeBundle(
    { ...contents, logs: [{ zone: '7', store }] },
    {
      path: `${temporaryDirectory()}/b.db`,
      isAnonymous: true,
      signal: NEVER,
      progress: () => {
        turns += 1;
      },
    },
  );
  expect(turns).toBeGreaterThanOrEqual(10);
});

it('leaves out what memory drops while it is written, and counts and dates what it has', async () => {
  for (const isAnonymous of [false, true]) {
    const { contents } = secretWorld(6, 1);
    const store = new EventStore({ maxBytes: 4_000_000 });
    let at = WORLD_NOW - 3_000_000;
    const page = () =>
      Array.from({ length: 1000 }, () => {
        at += 100;
        return entryWith({ logId: `l${at}`, timestamp: at, log: `a:${at}`.repeat(50) });
      });
    const load = () => {
      for (const _ of store.ingest('7', page(), 'backfill', 1000));
    };
    for (let pages = 0; pages < 16; pages += 1) load();
    let more = 3;
    const path = `${temporaryDirectory()}/b.db`;
    const held = store.size;
    const { evicted } = store.counts;
    const written = await writeBundle(
      { ...contents, since: WORLD_NOW - 3_600_000, logs: [{ zone: '7', store }] },
      { path, isAnonymous, signal: NEVER, progress: () => void (more-- > 0 && load()) },
    );
    expect(store.counts.evicted).toBeGreaterThan(evicted);
    const [log] = written?.facts.logs ?? [];
    expect(written?.entries).toBe(log?.entries);
    expect(log?.entries).toBeGreaterThan(0);
    expect(log?.entries).toBeLessThan(held);
    const session = await openReplaySession(path, { clock: fakeClock(0) });
    const newest = await session.connect(() => {})(eventLogs, {
      shieldZoneId: isAnonymous ? (log?.zone ?? '') : '7',
      date: '03-14-2026',
      continuationToken: undefined,
    });
    expect([...newest.logs][0]).toMatchObject({ timestamp: log?.newest });
    await session.close();
  }
});
