import { renameSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it, onTestFinished, test, vi } from 'vitest';
import { openEventArchive, readEventArchive } from '../../src/archive/open.ts';
import { pagedAnswerer } from '../../src/archive/paged-answers.ts';
import type { EventLogEntry } from '../../src/contract/operations/event-logs.ts';
import { noCoverage } from '../../src/events/coverage.ts';
import { foldCase } from '../../src/events/filter/glob.ts';
import { parseFilter } from '../../src/events/filter/parse.ts';
import type { MatchesAnswer } from '../../src/events/questions/false-positives.ts';
import type { HistogramAnswer } from '../../src/events/questions/histogram.ts';
import type {
  Answer,
  Answered,
  Answerer,
  PageQuestion,
  Question,
  Scope,
} from '../../src/events/questions/question.ts';
import type { TrialAnswer } from '../../src/events/questions/trial.ts';
import type { ZonesAnswer } from '../../src/events/questions/zones.ts';
import { COLUMNS } from '../../src/events/storage/columns.ts';
import { EventStore } from '../../src/events/store.ts';
import { DatabaseThread } from '../../src/sqlite/database-thread.ts';
import { utcDay } from '../../src/text/time.ts';
import { answerTo } from '../events/answer-to.ts';
import { anyEntry } from '../events/arbitrary-entries.ts';
import { anyRange, MOMENT, second } from '../events/arbitrary-scope.ts';
import { entryWith, SAMPLE_DAY } from '../events/sample-entries.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const DAY_MS = 86_400_000;
const ZONES = ['7', '8'];
const PACE = { pages: 1, every: 0, rest: () => Promise.resolve() };

const newFile = () => join(temporaryDirectory(), 'shop.db');

/** What is written of a day of a zone, as an archive is written to, and the same in a store. */
interface Written {
  readonly zone: string;
  readonly day: number;
  readonly entries: readonly EventLogEntry[];
}

async function write(file: string, pages: readonly Written[]): Promise<EventStore> {
  const store = new EventStore({ unit: 'ms' });
  const archive = await openEventArchive(file);
  for (const { zone, day, entries } of pages) {
    store.add(zone, entries);
    const times = entries.flatMap(({ timestamp }) =>
      timestamp !== null && timestamp > 0 && timestamp < 1e15 ? timestamp : [],
    );
    const at = utcDay(SAMPLE_DAY) + day;
    const before = await archive.coverage(zone, at);
    const all = [...times, ...[before.oldest, before.newest].flatMap((time) => time ?? [])];
    await archive.append(zone, at, entries, {
      ...noCoverage(at),
      oldest: all.length === 0 ? null : Math.min(...all),
      newest: all.length === 0 ? null : Math.max(...all),
    });
  }
  await archive.close();
  return store;
}

/** Timestamps of their day in milliseconds, or none. Units are tested elsewhere. */
const anyPage: fc.Arbitrary<Written> = fc
  .record({
    zone: fc.constantFrom(...ZONES),
    day: fc.nat(2),
    entries: fc.array(anyEntry, { maxLength: 15 }),
  })
  .map(({ zone, day, entries }) => ({
    zone,
    day,
    entries: entries.map((entry) => {
      const { logId, log, labels, timestamp } = entry;
      const isTime = timestamp !== null && timestamp >= SAMPLE_DAY && timestamp < 1e15;
      return { logId, log, labels, timestamp: isTime ? timestamp + day * DAY_MS : null };
    }),
  }));

const anyScope: fc.Arbitrary<Scope> = fc
  .record({
    text: fc.constantFrom('', 'status:Blocked', '-country:BG', 'script', 'path~"^/wp"', 'zone:7'),
    range: fc.option(
      fc.tuple(anyRange, fc.nat(2)).map(([{ from, until }, days]) => ({
        from,
        until: until + days * DAY_MS,
      })),
      { nil: undefined },
    ),
  })
  .map(({ text, range }) => ({
    filter: parseFilter(text).filter,
    moment: MOMENT,
    ...(range && { range }),
  }));

async function whole<Asked extends Question>(
  answers: Answerer,
  question: Asked,
): Promise<Answered<Asked>> {
  let last: Answered<Asked> | undefined;
  for await (const answered of answers.ask(question, new AbortController().signal)) last = answered;
  return last ?? expect.fail('there is no answer');
}

const ofEveryKind = (scope: Scope): readonly Question[] => {
  const buckets = { start: SAMPLE_DAY, size: 40_000_000, count: 7 };
  const facets = { kind: 'facets', scope, columns: COLUMNS, order: 'count' } as const;
  return [
    { kind: 'count', scope },
    { ...facets, direction: 'descending', most: 3, baseline: null },
    { ...facets, direction: 'ascending', most: 1000, baseline: null },
    {
      ...facets,
      order: 'change',
      direction: 'descending',
      most: 4,
      baseline: { from: SAMPLE_DAY, until: second(30) },
    },
    { kind: 'trends', scope, of: [{ column: 'status', values: ['Blocked', null, 'x'] }], buckets },
    { kind: 'histogram', scope, buckets, stackBy: 'status', most: 200 },
    {
      kind: 'comparison',
      scope,
      most: 100_000,
      a: { from: SAMPLE_DAY, until: second(20) },
      b: { from: second(10), until: SAMPLE_DAY + 3 * DAY_MS },
    },
    { kind: 'heat-map', scope, column: 'country', most: 1000, buckets },
    { kind: 'zones', scope, buckets },
    { kind: 'actors', scope, order: 'count', most: 1000, buckets },
    {
      kind: 'trial',
      scope,
      most: 1000,
      limit: { by: 'address', requests: 2, seconds: 60 },
    },
    { kind: 'trial', scope, most: 3, limit: { by: 'all', requests: 9, seconds: 3600 } },
    { kind: 'matches', scope, most: 1000 },
  ];
};

/** The key of a row. */
const NAMES = 'zone column field value asn family shape rule trigger path'.split(' ');
/** The newest entries that a group of matches is read from. */
const SAMPLES = 8;

/** An answer in an order of its own: equal ones may come in any. */
function sorted(question: Question, answer: Answer): unknown {
  const nameOf = (row: object) =>
    JSON.stringify(NAMES.map((key) => (key in row ? row[key as never] : 0)));
  const rows = (all: readonly object[]) => all.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
  if (question.kind === 'histogram') {
    const { layers, totals } = answer as HistogramAnswer;
    return { totals, layers: rows(layers.filter(({ counts }) => counts.some((each) => each > 0))) };
  }
  // Zones without entries may be left out.
  if (question.kind === 'zones') {
    const { rows: zones, total } = answer as ZonesAnswer;
    return { total, zones: rows(zones.filter(({ count }) => count > 0)) };
  }
  // Any of several entries with one time may be the newest.
  if (question.kind === 'matches') {
    const { rows: groups, ...all } = answer as MatchesAnswer;
    // Any of the writings of a group may stand for all.
    const folded = (value: string | null) => value && foldCase(value);
    const told = groups.map(({ samples, matched, withHeaders, withSession, ...row }) => ({
      ...row,
      rule: folded(row.rule),
      trigger: folded(row.trigger),
      path: folded(row.path),
      times: samples.map(({ time }) => time),
      ...(row.count <= SAMPLES && { withHeaders, withSession, matched: matched.toSorted() }),
    }));
    return { ...all, rows: rows(told) };
  }
  if (question.kind === 'trial') {
    const { samples, limit, groups, ...all } = answer as TrialAnswer;
    const times = samples.map(({ time }) => time);
    return {
      ...all,
      times,
      groups: rows(groups),
      limit: { ...limit, rows: rows(limit?.rows ?? []) },
    };
  }
  return 'rows' in answer ? { ...answer, rows: rows(answer.rows) } : answer;
}

test('an archive answers every kind of question as the store in memory does', async () => {
  const folder = temporaryDirectory();
  let files = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(anyPage, { maxLength: 7 }), anyScope, async (pages, scope) => {
      files += 1;
      const file = join(folder, `${files}.db`);
      const store = await write(file, pages);
      const archive = await readEventArchive(file);
      const answers = pagedAnswerer(archive, ZONES, PACE);
      for (const question of ofEveryKind(scope)) {
        const { answer, of } = await whole(answers, question);
        expect(sorted(question, answer), question.kind).toEqual(
          sorted(question, answerTo(store, question)),
        );
        expect(of).toMatchObject({ held: 'archived', looked: of.entries, areCandidates: false });
      }
      await archive.close();
    }),
    { numRuns: 6 },
  );
});

/** An entry a second, many to a page. */
const seconds = (many: number, text = '') =>
  Array.from({ length: many }, (_, at) =>
    entryWith({
      logId: `${text}${at}`,
      timestamp: second(at),
      labels: { status: at % 3 === 0 ? 'Blocked' : 'Logged' },
    }),
  );

it('pages through the entries of a filter, without gaps or repetitions while a writer continues', async () => {
  const file = newFile();
  const pages = [0, 1].map((day) => ({
    zone: '7',
    day,
    entries: seconds(1200).map((entry) => ({
      ...entry,
      timestamp: (entry.timestamp ?? 0) + day * DAY_MS,
    })),
  }));
  const store = await write(file, pages);
  const archive = await readEventArchive(file);
  const scope = { filter: parseFilter('status:Blocked').filter, moment: MOMENT };
  const found: (number | null)[] = [];
  for (let after: string | null = null, round = 0; ; round += 1) {
    const question: PageQuestion = { kind: 'page', scope, most: 150, after };
    const { answer } = await whole(archive.answerer(['7']), question);
    found.push(...answer.entries.map(({ time }) => time));
    after = answer.next;
    if (after === null) break;
    await write(file, [{ zone: '7', day: 3, entries: seconds(50, `new ${round} `) }]);
  }
  const expected = answerTo(store, { kind: 'page', scope, most: 10_000, after: null });
  expect(found).toEqual(expected.entries.map(({ time }) => time));
  await archive.close();
});

it('pages through zones of a day together, newest first, without gaps or repetitions', async () => {
  const file = newFile();
  const store = await write(file, [
    { zone: '7', day: 0, entries: seconds(5000) },
    { zone: '8', day: 0, entries: seconds(3500, 'other ').slice(500) },
    { zone: '8', day: 1, entries: seconds(10, 'next ') },
  ]);
  const archive = await readEventArchive(file);
  const scope = { filter: parseFilter('').filter, moment: MOMENT };
  const found: string[] = [];
  let after: string | null = null;
  do {
    const question: PageQuestion = { kind: 'page', scope, most: 500, after };
    const { answer }: Answered<PageQuestion> = await whole(archive.answerer(ZONES), question);
    found.push(...answer.entries.map(({ zone, entry }) => `${zone} ${entry.logId}`));
    after = answer.next;
  } while (after !== null);
  const expected = answerTo(store, { kind: 'page', scope, most: 10_000, after: null });
  expect(found.toSorted()).toEqual(
    expected.entries.map(({ zone, entry }) => `${zone} ${entry.logId}`).toSorted(),
  );
  // What is nearly as new as the last of a zone comes before what is older than a page.
  expect(found.indexOf('8 other 3499')).toBeLessThan(found.indexOf('7 2000'));
  expect(found.indexOf('7 2400')).toBeLessThan(found.indexOf('8 other 1400'));
  await archive.close();
});

it('a thread reports partial answers and how much they cover, and stops when nobody waits', async () => {
  const file = newFile();
  await write(file, [{ zone: '7', day: 0, entries: seconds(5000) }]);
  const archive = await readEventArchive(file);
  const scope = { filter: parseFilter('status:Blocked').filter, moment: MOMENT };
  const counted = await whole(archive.answerer(['7']), { kind: 'count', scope });
  expect(counted.answer.total).toBe(Math.ceil(5000 / 3));
  expect(counted.of).toMatchObject({ looked: 5000, entries: 5000 });
  const ended = new AbortController();
  const answers = archive.answerer(['7']).ask({ kind: 'count', scope }, ended.signal);
  const first = answers[Symbol.asyncIterator]().next();
  ended.abort();
  expect((await first).done).toBe(true);
  const parts: number[] = [];
  const { signal } = new AbortController();
  for await (const { of } of pagedAnswerer(archive, ['7'], PACE).ask(
    { kind: 'count', scope },
    signal,
  ))
    parts.push(of.looked);
  expect(parts.length).toBeGreaterThan(4);
  expect(parts).toEqual(parts.toSorted((a, b) => a - b));
  await archive.close();
  await expect(whole(archive.answerer(['7']), { kind: 'count', scope })).rejects.toThrow();
});

it('replaces a crashed thread by one, however many questions are asked at that moment', async () => {
  const file = newFile();
  await write(file, [{ zone: '7', day: 0, entries: seconds(50) }]);
  const archive = await readEventArchive(file);
  const start = vi.spyOn(DatabaseThread, 'start');
  onTestFinished(() => start.mockRestore());
  const count = () =>
    whole(archive.answerer(['7']), {
      kind: 'count',
      scope: { filter: parseFilter('').filter, moment: MOMENT },
    });
  await count();
  const before = start.mock.calls.length;
  (await start.mock.results[0]?.value)?.close();
  const counted = await Promise.all([count(), count(), count()]);
  expect(counted.map(({ answer }) => answer.total)).toEqual([50, 50, 50]);
  expect(start.mock.calls.length).toBe(before + 1);
  await archive.close();
});

it('answers no question about another file that has replaced the opened one', async () => {
  const [file, other] = [newFile(), newFile()];
  await write(file, [{ zone: '7', day: 0, entries: seconds(50) }]);
  await write(other, [{ zone: '7', day: 0, entries: seconds(3) }]);
  const archive = await readEventArchive(file);
  const scope = { filter: parseFilter('').filter, moment: MOMENT };
  const count = async () =>
    (await whole(archive.answerer(['7']), { kind: 'count', scope })).answer.total;
  expect(await count()).toBe(50);
  renameSync(other, file);
  await expect(count()).rejects.toThrow('was removed or replaced.');
  await archive.close();
});
