import { DatabaseSync } from 'node:sqlite';
import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../src/contract/api-error.ts';
import type { Call } from '../../src/contract/operation.ts';
import { appOverview } from '../../src/contract/operations/app-overview.ts';
import { dnsScan } from '../../src/contract/operations/dns-scan.ts';
import { eventLogs } from '../../src/contract/operations/event-logs.ts';
import { type Fact, subjectKey } from '../../src/history/fact.ts';
import { History } from '../../src/history/history.ts';
import {
  HISTORY,
  type HistoryFile,
  historyFile,
  type WatchedSpan,
} from '../../src/history/history-file.ts';
import { HistoryKeeper } from '../../src/history/history-keeper.ts';
import {
  type HistoryState,
  issuesSinceOf,
  type KnownSince,
  MAX_FACTS,
  NO_HISTORY,
  sinceOf,
  stateFrom,
} from '../../src/history/history-state.ts';
import { issueLines } from '../../src/history/report-issues.ts';
import { DatabaseError } from '../../src/sqlite/database.ts';
import { createSlices } from '../../src/state/slice.ts';
import { EMPTY_WORKSPACE } from '../../src/state/workspace.ts';
import { noDrift } from '../support/no-drift.ts';
import { overviewOf } from '../support/overviews.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const T = Date.parse('2026-11-22T12:00:00Z');
const APP = { kind: 'apps', id: 'a1' } as const;
const SERVICE = 'https://api.example.net';
const HOUR = 3_600_000;

/** A file that several histories share, as the consoles of one machine do. */
function sharedFile() {
  const path = `${temporaryDirectory()}/history.db`;
  const open = () => {
    const database = new DatabaseSync(path);
    database.exec('PRAGMA journal_mode = WAL');
    database.exec('PRAGMA synchronous = OFF');
    return database;
  };
  const first = open();
  first.exec(HISTORY.schema);
  first.close();
  return { path, open };
}

/** A history as one run has it; `answers` is what its next call is answered. */
async function run(file = sharedFile(), at = T, machine = { now: () => at, elapsed: () => at }) {
  let waiting = 0;
  const history = new History({
    slice: createSlices().create(NO_HISTORY),
    keeper: new HistoryKeeper({
      open: async () => historyFile(file.open(), SERVICE, file.path),
      openInMemory: async () => {
        throw new Error('The file could not be used');
      },
      isKept: true,
      machine,
    }),
    wake: () => {
      waiting += 1;
    },
  });
  await history.open(at);
  return {
    history,
    file,
    waiting: () => waiting,
    async see(
      status: string | null,
      time: number,
      regions: readonly unknown[] = [],
      appId: string = APP.id,
    ) {
      const answered = async () => {
        if (status === null) throw new ApiError({ kind: 'not-found', title: 'Not found' });
        return overviewOf({ status, regions });
      };
      const call = history.recording(answered as unknown as Call, () => time);
      await call(appOverview, { appId }).catch(() => {});
    },
    facts: () =>
      history.slice
        .getState()
        .facts.filter(({ kind }) => kind === 'status')
        .map(({ from, to, after, by }) => [from, to, after && after - T, by - T]),
  };
}

it('reports the records that changed between two complete DNS scans, whatever was seen between them', async () => {
  const dns = { kind: 'dnsZones', id: '7' } as const;
  const first = await run();
  const second = await run(first.file);
  const scan = async (of: typeof first, status: number, value: string | null, time: number) => {
    const Records = value === null ? null : [{ Name: 'www', Type: 0, Ttl: 300, Value: value }];
    const answer = dnsScan.answer.decode({ JobId: `j${status}`, Status: status, Records }, noDrift);
    const call = of.history.recording((async () => answer) as unknown as Call, () => time);
    await call(dnsScan, { zoneId: dns.id });
    of.history.keep(time);
  };
  await scan(first, 2, '203.0.113.1', T);
  await scan(second, 1, null, T + 5000);
  await scan(second, 3, null, T + 10_000);
  await scan(first, 1, null, T + 15_000);
  await scan(first, 2, '203.0.113.9', T + 20_000);
  await scan(second, 2, '203.0.113.9', T + 21_000);
  const { facts } = (await run(first.file, T + 60_000)).history.slice.getState();
  expect(
    facts
      .filter(({ kind }) => kind === 'record')
      .map(({ place, from, to, after, by }) => [place, from, to, Number(after) - T, by - T]),
  ).toEqual([['www A', '203.0.113.1 ttl 300', '203.0.113.9 ttl 300', 0, 20_000]]);
});

it('reports a new image, even if no pods ran in between', async () => {
  const { see, history } = await run();
  const pods = (image: string) => [
    { region: 'DE', pods: [{ name: `p-${image}`, containers: [{ name: 'web', image }] }] },
  ];
  await see('active', T, pods('web:1'));
  await see('progressing', T + 5000, [{ region: 'DE', pods: [] }]);
  await see('progressing', T + 10_000, [{ region: 'DE', pods: [] }]);
  await see('active', T + 15_000, pods('web:2'));
  history.keep(T + 15_000);
  const images = history.slice.getState().facts.filter(({ kind }) => kind === 'image');
  expect(images.map(({ place, from, to, after, by }) => [place, from, to, after, by])).toEqual([
    ['web', 'web:1', 'web:2', T, T + 15_000],
  ]);
});

it('reports every image change once, whenever no pods ran, answers were kept or the console restarted', async () => {
  const IMAGES = ['web:1', 'web:2', 'web:3'];
  const step = fc.record({
    images: fc.subarray(IMAGES),
    next: fc.constantFrom('nothing', 'keep', 'begin again'),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 12 }), async (steps) => {
      let current = await run();
      const expected: unknown[] = [];
      let before: readonly string[] | null = null;
      for (const [index, { images, next }] of steps.entries()) {
        const at = T + index * 5000;
        const pods = images.map((image) => ({
          name: `p-${image}`,
          containers: [{ name: 'web', image }],
        }));
        await current.see('active', at, [{ region: 'DE', pods }]);
        if (next !== 'nothing') current.history.keep(at);
        if (next === 'begin again') {
          current.history.close(at);
          current = await run(current.file, at);
        }
        if (images.length === 0) continue;
        const was: readonly string[] = before ?? images;
        const added = images.filter((image) => !was.includes(image));
        const gone = was.filter((image) => !images.includes(image));
        const [from, to] = added.length > 0 ? [was, added] : [gone, images];
        if (added.length + gone.length > 0)
          expected.push([from.join(', '), to.join(', '), true, at]);
        before = images;
      }
      current.history.close(T + 100_000);
      const { facts } = (await run(current.file, T + 100_000)).history.slice.getState();
      expect(
        facts
          .filter(({ kind }) => kind === 'image')
          // An unchanged answer need not be kept: the change is later than the one before it.
          .map(({ from, to, after, by }) => [from, to, after !== null && after < by, by]),
      ).toEqual(expected);
    }),
    { numRuns: 30 },
  );
});

it('reports what changed, and between which two answers', async () => {
  const { see, history, facts } = await run();
  for (const [at, status] of ['active', 'active', 'failing', 'failing', 'active'].entries()) {
    await see(status, T + at * 5000);
  }
  history.keep(T + 20_000);
  expect(facts()).toEqual([
    ['active', 'failing', 5000, 10_000],
    ['failing', 'active', 15_000, 20_000],
  ]);
});

it('the next run knows since when an application fails, and that nobody watched meanwhile', async () => {
  const first = await run();
  await first.see('active', T);
  await first.see('failing', T + 5000);
  first.history.close(T + 6000);

  const second = await run(first.file, T + 3_600_000);
  await second.see('failing', T + 3_600_000);
  second.history.keep(T + 3_600_000);
  const state = second.history.slice.getState();
  expect(second.facts()).toEqual([['active', 'failing', 0, 5000]]);
  expect(sinceOf(state, APP, 'bad')).toEqual({ at: T + 5000, how: 'exactly', hasGaps: true });
  expect(sinceOf(state, APP, 'warn')).toBeUndefined();
});

it('the next run knows since when an application fails, however much has changed since', async () => {
  const { file, history, see } = await run();
  await see('failing', T);
  history.keep(T);
  const other = { kind: 'apps', id: 'a2' } as const;
  const restart = { kind: 'restart', severity: 'warn', place: 'DE pod-1 web' } as const;
  const written = historyFile(file.open(), SERVICE, file.path);
  written.transaction(() => {
    for (let count = 0; count <= MAX_FACTS; count += 1) {
      const by = T + 1000 + count;
      const change = { from: `${count}`, to: `${count + 1}`, after: by - 1, by };
      written.keepFact({ ...restart, ...change, subject: other });
    }
  });
  const next = (await run(file)).history.slice.getState();
  expect(next.facts).toHaveLength(MAX_FACTS);
  expect(sinceOf(next, APP, 'bad')?.at).toBe(T);
});

describe('the start of issues', () => {
  const startsIn = (state: HistoryState, level: string) => {
    const since = (start: KnownSince | undefined) =>
      start && [(start.at - T) / 60_000, start.how, start.hasGaps];
    return { [level]: since(sinceOf(state, APP, level)), issues: since(issuesSinceOf(state, APP)) };
  };

  it('is that of the first warning or error since the application was last well, also in the next run', async () => {
    const { file, see, history } = await run();
    const minutes = [
      [0, 'active'],
      [1, 'suspended'],
      [2, 'failing'],
      [3, 'failing'],
    ] as const;
    for (const [minute, status] of minutes) {
      await see(status, T + minute * 60_000);
      history.keep(T + minute * 60_000);
    }
    const due = { bad: [2, 'exactly', false], issues: [1, 'exactly', false] };
    expect(startsIn(history.slice.getState(), 'bad')).toEqual(due);
    history.close(T + 180_000);
    const next = await run(file, T + 4 * 60_000);
    expect(startsIn(next.history.slice.getState(), 'bad')).toEqual(due);
    await next.see('suspended', T + 4 * 60_000);
    next.history.keep(T + 4 * 60_000);
    expect(startsIn(next.history.slice.getState(), 'warn')).toEqual({
      warn: [4, 'exactly', false],
      issues: [1, 'exactly', false],
    });
    await next.see('active', T + 5 * 60_000);
    await next.see('failing', T + 6 * 60_000);
    next.history.keep(T + 6 * 60_000);
    const again = { bad: [6, 'exactly', false], issues: [6, 'exactly', false] };
    expect(startsIn(next.history.slice.getState(), 'bad')).toEqual(again);
    next.history.close(T + 6 * 60_000);
    const last = stateFrom(historyFile(file.open(), SERVICE, file.path));
    expect(startsIn(last, 'bad')).toEqual(again);
  });

  it('says whether it was there at the first answer, and whether nobody watched in between', async () => {
    const first = await run();
    await first.see('suspended', T);
    first.history.close(T);
    const next = await run(first.file, T + 30 * 60_000);
    await next.see('suspended', T + 30 * 60_000);
    await next.see('failing', T + 31 * 60_000);
    next.history.keep(T + 31 * 60_000);
    expect(startsIn(next.history.slice.getState(), 'bad')).toEqual({
      bad: [31, 'exactly', false],
      issues: [0, 'before', true],
    });
  });

  it('is an upper bound if it was found after a time in which nobody watched', async () => {
    const first = await run();
    await first.see('active', T);
    first.history.close(T);
    const next = await run(first.file, T + 30 * 60_000);
    await next.see('failing', T + 30 * 60_000);
    next.history.keep(T + 30 * 60_000);
    expect(startsIn(next.history.slice.getState(), 'bad')).toEqual({
      bad: [30, 'before', false],
      issues: [30, 'before', false],
    });
  });

  it.each([
    ['a minute and a half after the last answer, it is exact', 90, 'exactly'],
    ['more than that after it, as in an outage, it is an upper bound', 91, 'before'],
  ] as const)('found %s', async (_, seconds, how) => {
    const { see, history } = await run();
    await see('active', T);
    await see('failing', T + seconds * 1000);
    history.keep(T + seconds * 1000);
    const due = [seconds / 60, how, false];
    expect(startsIn(history.slice.getState(), 'bad')).toEqual({ bad: due, issues: due });
  });

  it('is that of before it was gone, if it was not well in between', async () => {
    const { see, history } = await run();
    for (const [minute, status] of ['active', 'failing', null, 'failing'].entries()) {
      await see(status, T + minute * 60_000);
      history.keep(T + minute * 60_000);
    }
    expect(startsIn(history.slice.getState(), 'bad')).toEqual({
      bad: [1, 'exactly', false],
      issues: [1, 'exactly', false],
    });
  });

  it('is before the oldest change that an older version has left', async () => {
    const { file, see, history } = await run();
    for (const [minute, status] of ['active', 'suspended', 'failing'].entries()) {
      await see(status, T + minute * 60_000);
    }
    history.close(T + 120_000);
    const database = file.open();
    database.exec(`DELETE FROM fact WHERE by_time < ${T + 120_000}`);
    database.close();
    expect(startsIn(stateFrom(historyFile(file.open(), SERVICE, file.path)), 'bad')).toEqual({
      bad: [2, 'exactly', false],
      issues: [2, 'before', false],
    });
  });

  it('is not a moment at which it was gone and well again', async () => {
    const { see, history } = await run();
    const statuses = ['active', 'failing', null, 'active', 'active', 'failing'];
    for (const [minute, status] of statuses.entries()) {
      await see(status, T + minute * 60_000);
      history.keep(T + minute * 60_000);
    }
    expect(startsIn(history.slice.getState(), 'bad')).toEqual({
      bad: [5, 'exactly', false],
      issues: [5, 'exactly', false],
    });
  });
});

describe('after more than a week', () => {
  const DAY = 24 * HOUR;

  /** Ten days of consoles, each a day long, and one console that goes on. */
  async function watchedForTenDays(isAlways: boolean) {
    const file = sharedFile();
    let now = T;
    const machine = { now: () => now, elapsed: () => now };
    const statusAt = (hour: number) => (hour < 1 ? 'active' : hour < 20 ? 'suspended' : 'failing');
    for (let day = 0; day < 10; day += 1) {
      now = T + day * DAY;
      const { see, history } = await run(file, now, machine);
      for (let minute = 0; minute < (isAlways ? 24 * 60 : 60); minute += 2) {
        now = T + day * DAY + minute * 60_000;
        await see(statusAt(day * 24 + minute / 60), now);
        if (minute % 60 === 0) history.keep(now);
      }
      history.close(now);
    }
    return file;
  }

  const kept = (file: ReturnType<typeof sharedFile>) => {
    const state = stateFrom(historyFile(file.open(), SERVICE, file.path));
    return {
      facts: state.facts.length,
      since: sinceOf(state, APP, 'bad'),
      issues: issuesSinceOf(state, APP),
    };
  };

  it('the history still knows both starts, and whether it was watched ever since', async () => {
    // Answers are two minutes apart.
    const at = { how: 'before', hasGaps: false };
    expect(kept(await watchedForTenDays(true))).toEqual({
      facts: 3,
      since: { ...at, at: T + 20 * HOUR },
      issues: { ...at, at: T + HOUR },
    });
  });

  it('the history says that nobody watched for some of the time', async () => {
    const { since } = kept(await watchedForTenDays(false));
    expect(since).toEqual({ at: T + DAY, how: 'before', hasGaps: true });
  });

  it('an application that was gone before stays gone, and has no issues in a report', async () => {
    const file = sharedFile();
    let now = T;
    const { see, history } = await run(file, now, { now: () => now, elapsed: () => now });
    await see('failing', now);
    await see(null, now + 5000);
    for (let hour = 0; hour < 9 * 24; hour += 1) {
      now = T + hour * HOUR;
      await see(null, now);
      history.keep(now);
    }
    history.close(now);
    const state = stateFrom(historyFile(file.open(), SERVICE, file.path));
    const workspace = { ...EMPTY_WORKSPACE, apps: [{ id: APP.id, name: 'shop' }] };
    expect(
      issueLines(state, new Map(), { since: now - 8 * 24 * HOUR, until: now }, workspace),
    ).toEqual([]);
  });

  it('a console that finds an application failing as it was takes it for the same issue', async () => {
    const { file, see, history } = await run();
    await see('active', T);
    await see('failing', T + 5000);
    history.close(T + 5000);
    let now = T + 8 * DAY;
    const machine = { now: () => now, elapsed: () => now };
    const between = await run(file, now, machine);
    for (let hour = 0; hour < 3; hour += 1) {
      // Another application is watched: the answers of this one become too old.
      await between.see('active', now, [], 'a2');
      between.history.keep(now);
      now += HOUR;
    }
    between.history.close(now);
    const next = await run(file, now, machine);
    expect(await next.history.at(APP, now)).toBeNull();
    await next.see('failing', now);
    next.history.keep(now);
    expect(kept(file).since).toEqual({ at: T + 5000, how: 'exactly', hasGaps: true });
    now += 5000;
    await next.see('active', now);
    next.history.keep(now);
    expect(sinceOf(next.history.slice.getState(), APP, 'good')?.at).toBe(now);
  });
});

it('three minutes after a console was killed, another program knows that nobody watches', async () => {
  const { file, history, see } = await run();
  for (let at = 0; at <= 540; at += 5) {
    await see('failing', T + at * 1000);
    if (at % 60 === 0) history.keep(T + at * 1000);
  }
  const gapsAt = (seconds: number) => {
    const state = stateFrom(historyFile(file.open(), SERVICE, file.path));
    return sinceOf(state, APP, 'bad', T + seconds * 1000)?.hasGaps;
  };
  expect(gapsAt(600)).toBe(false);
  expect(gapsAt(540 + 200)).toBe(true);
});

it('there is no gap if one of several consoles watched without one', () => {
  const MINUTE = 60_000;
  const key = subjectKey(APP);
  const fact: Fact = {
    subject: APP,
    kind: 'health',
    severity: 'bad',
    place: '',
    after: T,
    by: T,
    from: 'no issues',
    to: 'failing',
  };
  const span = (since: number, until: number) => ({
    since: T + since * MINUTE,
    until: T + until * MINUTE,
  });
  const state = (...spans: readonly WatchedSpan[]) => ({
    health: new Map([[key, { latest: fact, firstIssue: fact }]]),
    watched: new Map([[key, spans]]),
  });
  expect(sinceOf(state(span(0, 60), span(5, 10), span(20, 60)), APP, 'bad')?.hasGaps).toBe(false);
  expect(sinceOf(state(span(0, 10), span(5, 8), span(20, 60)), APP, 'bad')?.hasGaps).toBe(true);
});

it('use 17: the next run has the marks and notes, except removed ones', async () => {
  const mark = (logId: string, note = '') => ({ zone: '120736', logId, time: T, note });
  const first = await run();
  first.history.mark(mark('l1', 'the first of them'));
  first.history.mark(mark('l2'));
  first.history.unmark(mark('l2'));
  first.history.close(T);
  const { history } = await run(first.file);
  expect([...history.slice.getState().marks]).toEqual([
    ['shieldZones 120736', [mark('l1', 'the first of them')]],
  ]);
});

it.each([
  [3, true],
  [Number.POSITIVE_INFINITY, false],
])(
  'keeps the last marks if another process releases the file at attempt %d: %s',
  async (attempt, isKept) => {
    const shared = sharedFile();
    const other = shared.open();
    other.exec('BEGIN IMMEDIATE');
    let attempts = 0;
    const open = () => {
      const database = shared.open();
      const exec = database.exec.bind(database);
      database.exec = (sql) => {
        if (sql === 'BEGIN IMMEDIATE') attempts += 1;
        if (attempts === attempt && other.isTransaction) other.exec('COMMIT');
        exec(sql);
      };
      return database;
    };
    const { history } = await run({ ...shared, open });
    history.mark({ zone: '7', logId: 'l1', time: T, note: 'typed last' });
    expect(history.close(T)).toBe(isKept);
    other.close();
    const { marks } = (await run(shared)).history.slice.getState();
    expect(marks.size).toBe(isKept ? 1 : 0);
  },
);

it('the next run reports what changed while nobody watched, and in which time', async () => {
  const first = await run();
  await first.see('active', T);
  first.history.close(T);
  const second = await run(first.file);
  await second.see('failing', T + 3_600_000);
  second.history.keep(T + 3_600_000);
  expect(second.facts()).toEqual([['active', 'failing', 0, 3_600_000]]);
});

it('reports a volume that hovers around its threshold once, across runs and consoles', async () => {
  const volume = (data: number) => [
    { region: 'DE', pods: [{ name: 'p', volumesUtilizationPercentage: { data } }] },
  ];
  const first = await run();
  const second = await run(first.file);
  const runs = [first, first, second, first, second, first];
  for (const [at, percent] of [80, 91, 89, 90, 88, 91].entries()) {
    const each = runs[at] ?? first;
    await each.see('active', T + at * 5000, volume(percent));
    each.history.keep(T + at * 5000);
  }
  for (const { history } of [first, second]) history.close(T + 30_000);
  const next = await run(first.file, T + 35_000);
  for (const [at, percent] of [89, 92, 84, 89].entries()) {
    await next.see('active', T + 35_000 + at * 5000, volume(percent));
    next.history.keep(T + 35_000 + at * 5000);
  }
  const reported = (kind: string) =>
    next.history.slice
      .getState()
      .facts.filter((fact) => fact.kind === kind)
      .map(({ severity, after, by }) => [severity, (after ?? T) - T, by - T]);
  const due = [
    ['warn', 0, 5000],
    ['good', 40_000, 45_000],
  ];
  expect(reported('volume')).toEqual(due);
  expect(reported('health')).toEqual(due);
  next.history.close(T + 60_000);
});

it('distinguishes a state at the first answer from one that began later', async () => {
  const { see, history } = await run();
  await see('failing', T);
  history.keep(T);
  expect(sinceOf(history.slice.getState(), APP, 'bad')).toEqual({
    at: T,
    how: 'before',
    hasGaps: false,
  });
});

it('reports that an item no longer exists, and that it exists again', async () => {
  const { see, history, facts } = await run();
  await see('active', T);
  await see(null, T + 5000);
  await see('active', T + 10_000);
  history.keep(T + 10_000);
  expect(facts()).toEqual([
    ['there', null, 0, 5000],
    [null, 'there', 5000, 10_000],
  ]);
});

it('removes what is older than a week while it runs, and keeps the rest', async () => {
  let now = T;
  const machine = { now: () => now, elapsed: () => now };
  const { see, history, facts } = await run(undefined, T, machine);
  const day = 86_400_000;
  for (const [at, status] of ['active', 'failing', 'active', 'failing'].entries()) {
    now = T + at * 3 * day;
    await see(status, now);
    history.keep(now);
  }
  expect(facts()).toHaveLength(3);
  const at = (time: number) => history.at(APP, time);
  expect(await at(T + day)).toBeNull();
  expect((await at(T + 4 * day))?.answer).toMatchObject({ status: 'failing' });
});

it('keeps a note on an entry of an archive that is older than a week', async () => {
  let now = T;
  const machine = { now: () => now, elapsed: () => now };
  const { see, history, file } = await run(undefined, T, machine);
  const mark = { zone: 'z1', logId: 'l1', time: T - 30 * 86_400_000, note: 'the first of them' };
  history.mark(mark);
  for (let hour = 0; hour < 3; hour += 1) {
    await see('active', now);
    history.keep(now);
    now += 3_600_000;
  }
  history.close(now);
  const next = await run(file, now);
  expect([...next.history.slice.getState().marks.values()]).toEqual([[mark]]);
});

it('E16: a clock a year ahead, of the service or this machine, removes nothing of the week', async () => {
  const year = 365 * 86_400_000;
  const mark = { zone: 'z1', logId: 'l1', time: T, note: 'the first' };
  for (const [wall, stamp] of [
    [T, T + year],
    [T + year, T],
  ] as const) {
    let elapsed = 0;
    const { see, history, facts } = await run(undefined, T, {
      now: () => wall,
      elapsed: () => elapsed,
    });
    await see('active', T);
    await see('failing', T + 5000);
    history.mark(mark);
    history.keep(T + 5000);
    elapsed += 3_600_000;
    await see('active', stamp + 10_000);
    history.keep(stamp + 10_000);
    expect((await history.at(APP, T + 6000))?.answer).toMatchObject({ status: 'failing' });
    expect([...history.slice.getState().marks.values()]).toEqual([[mark]]);
    expect(facts()).toHaveLength(2);
  }
});

it('E16: a clock a year ahead removes nothing of the week while the service is away', async () => {
  const year = 365 * 86_400_000;
  const first = await run();
  await first.see('active', T);
  await first.see('failing', T + 5000);
  first.history.close(T + 5000);

  let elapsed = 0;
  const machine = { now: () => T + year, elapsed: () => elapsed };
  const { history, facts } = await run(first.file, T + year, machine);
  for (let minute = 0; minute < 90; minute += 1) {
    history.keep(T + year);
    elapsed += 60_000;
  }
  expect(facts()).toHaveLength(1);
  expect((await history.at(APP, T + year))?.answer).toMatchObject({ status: 'failing' });
});

it('E16: knows since when an application fails, even if an earlier fact was dated hours ahead', async () => {
  const { history, see, file } = await run();
  const hours = 7_200_000;
  const seen = async (status: string, at: number) => {
    await see(status, T + at);
    history.keep(T + at);
  };
  await seen('active', 0);
  await seen('active', hours);
  await seen('failing', hours + 5000);
  for (let at = 20_000; at < 60_000; at += 5000) await seen('active', at);
  for (let at = 60_000; at < 90_000; at += 5000) await seen('failing', at);
  expect(sinceOf(history.slice.getState(), APP, 'bad')?.at).toBe(T + 60_000);
  const next = await run(file, T + 95_000);
  expect(sinceOf(next.history.slice.getState(), APP, 'bad')?.at).toBe(T + 60_000);
});

it('E16: reports changes after the clock is set back an hour, also in the next run', async () => {
  const hour = 3_600_000;
  const first = await run();
  await first.see('active', T - 60_000);
  await first.see('active', T + hour);
  first.history.keep(T + hour);
  await first.see('failing', T + 5000);
  first.history.keep(T + 5000);
  await first.see('active', T + 10_000);
  first.history.close(T + 10_000);
  expect(first.facts()).toEqual([['active', 'failing', 5000, 5000]]);
  const second = await run(first.file, T + 20_000);
  await second.see('failing', T + 20_000);
  second.history.keep(T + 20_000);
  expect(second.facts()).toEqual([
    ['active', 'failing', 5000, 5000],
    ['failing', 'active', 5000, 10_000],
    ['active', 'failing', 10_000, 20_000],
  ]);
});

it.each([
  ['alone', false],
  ['beside another console', true],
])(
  'E16: reports every change if its first answer is dated a minute ahead, %s',
  async (_, isBeside) => {
    const { history, see, facts, file } = await run(undefined, T + 60_000);
    const other = (await run(file)).history;
    const statuses = new Map([
      [20, 'failing'],
      [35, 'active'],
      [45, 'suspended'],
    ]);
    let status = 'active';
    for (let second = 0; second <= 120; second += 5) {
      status = statuses.get(second) ?? status;
      // The clock is put right once two answers have shown the time of the service.
      const at = T + (second === 0 ? 60 : second) * 1000;
      await see(status, at);
      history.keep(at);
      if (isBeside) other.mark({ zone: '7', logId: `${second}`, time: T, note: '' });
      other.keep(at);
    }
    expect(facts()).toEqual([
      ['active', 'failing', 15_000, 20_000],
      ['failing', 'active', 30_000, 35_000],
      ['active', 'suspended', 40_000, 45_000],
    ]);
  },
);

it('continues in memory when the file becomes unusable, says why, and copies everything back later', async () => {
  let isBroken = false;
  const file = sharedFile();
  const inMemory = () => {
    const database = new DatabaseSync(':memory:');
    database.exec(HISTORY.schema);
    return historyFile(database, SERVICE, 'memory');
  };
  const breakable = (): HistoryFile => {
    const kept = historyFile(file.open(), SERVICE, file.path);
    return {
      ...kept,
      transaction: (work) =>
        kept.transaction(() => {
          const value = work();
          if (isBroken) throw new Error('database or disk is full');
          return value;
        }),
    };
  };
  const history = new History({
    slice: createSlices().create(NO_HISTORY),
    keeper: new HistoryKeeper({
      open: async () => breakable(),
      openInMemory: async () => inMemory(),
      isKept: true,
      machine: { now: () => T, elapsed: () => T },
    }),
    wake: () => {},
  });
  await history.open(T);
  const see = async (status: string, time: number) => {
    const call = history.recording(
      (async () => overviewOf({ status })) as unknown as Call,
      () => time,
    );
    await call(appOverview, { appId: 'a1' });
  };
  await see('active', T);
  history.keep(T);
  isBroken = true;
  await see('failing', T + 5000);
  history.keep(T + 5000);
  await expect
    .poll(() => history.slice.getState().facts.map(({ kind }) => kind))
    .toContain('status');
  const { facts, keeping } = history.slice.getState();
  expect(keeping).toEqual({ kind: 'failed', why: 'database or disk is full' });
  expect(facts.map(({ kind, from, to }) => [kind, from, to])).toEqual([
    ['health', 'no issues', 'status failing'],
    ['status', 'active', 'failing'],
  ]);

  const mark = { zone: 'z1', logId: 'l1', time: T, note: 'the first' };
  history.mark(mark);
  history.keep(T + 6000);
  await history.reopen(T + 70_000);
  expect(history.slice.getState().keeping.kind).toBe('failed');

  isBroken = false;
  await see('active', T + 75_000);
  history.keep(T + 75_000);
  await history.reopen(T + 140_000);
  expect(history.slice.getState().keeping).toEqual({ kind: 'file' });
  await see('failing', T + 145_000);
  history.keep(T + 145_000);
  history.close(T + 145_000);

  const next = await run(file, T + 200_000);
  expect(next.facts()).toEqual([
    ['active', 'failing', 0, 5000],
    ['failing', 'active', 5000, 75_000],
    ['active', 'failing', 75_000, 145_000],
  ]);
  expect([...next.history.slice.getState().marks.values()]).toEqual([[mark]]);
});

it.each([
  ['is packed no more', Buffer.from([0xff, 0, 0])],
  ['is no JSON', deflateRawSync('active')],
])('reports a damaged file if an answer in it %s', async (_, answer) => {
  const first = await run();
  await first.see('active', T);
  first.history.close(T);
  const database = first.file.open();
  database.prepare('UPDATE observation SET answer = ?').run(answer);
  database.close();
  const { history } = await run(first.file);
  const asked = history.observations(0, { since: T, until: T }, 1);
  await expect(asked).rejects.toThrow(`${first.file.path} is not a warren file, or is damaged: `);
  await expect(asked).rejects.toThrow(DatabaseError);
});

it('returns the answer of any time that was kept', async () => {
  const { see, history } = await run();
  await see('active', T);
  await see('failing', T + 5000);
  history.keep(T + 5000);
  const at = async (time: number) => (await history.at(APP, time))?.answer;
  expect(await at(T - 1)).toBeUndefined();
  expect(await at(T + 4999)).toMatchObject({ status: 'active' });
  expect(await at(T + 5000)).toMatchObject({ status: 'failing' });
});

it('two consoles on one service keep each fact once, and no others', async () => {
  const statuses = ['active', 'failing', 'progressing'];
  const step = fc.record({
    who: fc.nat({ max: 1 }),
    status: fc.nat({ max: 2 }),
    keeps: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 30 }), async (steps) => {
      const file = sharedFile();
      const runs = [await run(file), await run(file)];
      let status = 0;
      for (const [at, { who, status: next, keeps }] of steps.entries()) {
        // The service changes at times; each console sees its current state.
        if (at % 3 === 0) status = next;
        await runs[who]?.see(statuses[status] ?? '', T + at * 1000);
        if (keeps) runs[who]?.history.keep(T + at * 1000);
      }
      for (const { history } of runs) history.close(T + 60_000);
      const facts = (await run(file)).facts();
      // Each fact begins where the previous one ended, and no time is more precise than the answers.
      for (const [at, [from, to, after, by]] of facts.entries()) {
        expect(from).not.toBe(to);
        if (at > 0) expect(from).toBe(facts[at - 1]?.[1]);
        expect(Number(after)).toBeLessThan(Number(by));
      }
    }),
    { numRuns: 15 },
  );
});

it('a burst found by two consoles is one fact for its begin and end, and listeners are called', async () => {
  const file = sharedFile();
  const [first, second] = [await run(file), await run(file)];
  const heard: unknown[] = [];
  first.history.onObservation((subject, observation) =>
    heard.push([subject.id, observation.answer]),
  );
  const calm = { isBurst: false, text: '3 a minute, usual are 3' };
  const loud = { isBurst: true, text: '90 a minute, usual are 3' };
  const MINUTE = 60_000;
  for (const [at, burst] of [calm, loud, loud, calm].entries()) {
    for (const { history } of [first, second]) {
      history.seeBurst('7', burst, T + at * MINUTE);
      history.keep(T + at * MINUTE);
    }
  }
  expect(heard).toHaveLength(4);
  for (const { history } of [first, second]) {
    history.keep(T + 5 * MINUTE);
    expect(
      history.slice
        .getState()
        .facts.map(({ kind, from, to, after, by }) => [kind, from, to, after && after - T, by - T]),
    ).toEqual([
      ['burst', null, loud.text, 0, MINUTE],
      ['burst', loud.text, null, 2 * MINUTE, 3 * MINUTE],
    ]);
  }
});

it('of too many watched spans, one that goes on is read, however long ago it began', () => {
  const { open, path } = sharedFile();
  const file = historyFile(open(), SERVICE, path);
  file.transaction(() => {
    file.keepWatched(APP, { since: T - 30 * 24 * HOUR, until: T });
    for (let at = 0; at < 10_000; at += 1) {
      const since = T - HOUR - at * 300_000;
      file.keepWatched({ ...APP, id: `b${at % 100}` }, { since, until: since });
    }
  });
  expect(file.watched().at(-1)).toEqual([APP, { since: T - 30 * 24 * HOUR, until: T }]);
  file.close();
});

it('of too many watched spans, the newest are read, oldest first', () => {
  const { open, path } = sharedFile();
  const file = historyFile(open(), SERVICE, path);
  file.transaction(() => {
    for (let hour = 0; hour <= 10_000; hour += 1) {
      const subject = { ...APP, id: `a${hour % 100}` };
      file.keepWatched(subject, { since: hour * HOUR, until: hour * HOUR });
    }
  });
  const read = file.watched();
  expect(read.map(([, { since }]) => since / HOUR)).toEqual(
    Array.from({ length: 10_000 }, (_, at) => at + 1),
  );
  file.close();
});

it('passes on the listener for the bytes of an answer, so that the next page is requested early', async () => {
  const { history } = await run();
  const bytes = Buffer.from('{}');
  const service: Call = async (_operation, _input, _signal, onBody) => {
    onBody?.(bytes);
    return null as never;
  };
  const seen: unknown[] = [];
  const input = { shieldZoneId: '1', date: '11-22-2026', continuationToken: undefined };
  await history.recording(service, () => T)(eventLogs, input as never, undefined, (body) =>
    seen.push(body),
  );
  expect(seen).toEqual([bytes]);
});
