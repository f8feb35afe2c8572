import { createHash } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { expect, it } from 'vitest';
import type { RecordedCall } from '../../src/recording/recorded-call.ts';
import { openRecording, type RecordingFile } from '../../src/recording/recording-file.ts';
import { sizeOf } from '../../src/sqlite/format.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const callAt = (time: number, more: Partial<RecordedCall> = {}): RecordedCall => ({
  operation: 'app-overview',
  input: '{"appId":"a"}',
  time,
  elapsed: time,
  took: 1,
  status: 200,
  bytes: 10,
  serverDate: null,
  requestId: null,
  error: null,
  span: null,
  answer: '{"same":true}',
  entries: null,
  ...more,
});

it('an answer that another recorder in the same file has taken away is kept anew', async () => {
  const path = `${temporaryDirectory()}/r.db`;
  const [first, second] = [await openRecording(path, 'write'), await openRecording(path, 'write')];
  first.keep([callAt(1)]);
  // More calls than are taken away at once, each with an answer of its own.
  second.keep(
    Array.from({ length: 1001 }, (_, at) =>
      callAt(2 + at, { input: '{"appId":"b"}', answer: `{"other":"${at}"}` }),
    ),
  );
  second.prune(sizeOf(second.database) - 1);
  first.keep([callAt(2000)]);
  const found = first.at('app-overview', '{"appId":"a"}', 2000);
  expect(found?.time).toBe(2000);
  expect(found && first.answer(found)).toEqual({ same: true });
  for (const file of [first, second]) file.close();
});

it('with all calls go their answers, but for the newest, whose number is not given again', async () => {
  const path = `${temporaryDirectory()}/r.db`;
  const [file, follower] = [await openRecording(path, 'write'), await openRecording(path, 'write')];
  const numbers = () =>
    file.database
      .prepare('SELECT number FROM answer')
      .all()
      .map(({ number }) => number);
  follower.keep([callAt(1, { answer: '{"at":1}' })]);
  file.keep([2, 3].map((at) => callAt(at, { answer: `{"at":${at}}` })));
  file.prune(1);
  expect(file.extent()).toBeNull();
  expect(numbers()).toEqual([3]);
  file.keep([callAt(4, { answer: '{"at":4}' })]);
  follower.keep([callAt(5, { answer: '{"at":1}' })]);
  const found = file.at('app-overview', '{"appId":"a"}', 5);
  expect(found && file.answer(found)).toEqual({ at: 1 });
  for (const each of [file, follower]) each.close();
});

/** Text that cannot be packed much. */
const hashOf = (text: string): string =>
  Array.from({ length: 8 }, (_, at) =>
    createHash('sha512').update(`${text} ${at}`).digest('hex'),
  ).join('');

/** Some minutes of many different answers, and of one that is always the same. */
const withRepeated = (minutes: number): readonly RecordedCall[] =>
  Array.from({ length: minutes }, (_, minute) => [
    callAt(minute, { operation: 'dns-scan', input: '{}', answer: '{"status":"Completed"}' }),
    ...Array.from({ length: 20 }, (_, at) =>
      callAt(minute, { answer: JSON.stringify({ hash: hashOf(`${minute} ${at}`) }) }),
    ),
  ]).flat();

it('a full recording gets smaller, and keeps its newest calls, where one thing is always answered the same', async () => {
  const file = await openRecording(`${temporaryDirectory()}/r.db`, 'write');
  file.keep(withRepeated(200));
  const limit = sizeOf(file.database) * 0.6;
  file.prune(limit);
  expect(sizeOf(file.database)).toBeLessThanOrEqual(limit);
  expect(file.extent()).toMatchObject({ calls: 2200, until: 199 });
  const found = file.at('dns-scan', '{}', 199);
  expect(found && file.answer(found)).toEqual({ status: 'Completed' });
  file.close();
});

it('an answer that another recorder has taken away is kept anew, also where an older one stayed', async () => {
  const path = `${temporaryDirectory()}/r.db`;
  const [first, second] = [await openRecording(path, 'write'), await openRecording(path, 'write')];
  const scan = { operation: 'dns-scan', input: '{}' } as const;
  second.keep([callAt(1, scan)]);
  first.keep([callAt(1)]);
  second.keep(
    Array.from({ length: 1100 }, (_, at) =>
      callAt(2 + at, { input: '{"appId":"b"}', answer: `{"other":"${at}"}` }),
    ),
  );
  second.keep([callAt(1200, scan)]);
  second.prune(sizeOf(second.database) - 1);
  first.keep([callAt(2000)]);
  const found = first.at('app-overview', '{"appId":"a"}', 2000);
  expect(found && first.answer(found)).toEqual({ same: true });
  for (const file of [first, second]) file.close();
});

it('an answer whose entries were pruned has none, and never those that are recorded later', async () => {
  const path = `${temporaryDirectory()}/r.db`;
  const [file, follower] = [await openRecording(path, 'write'), await openRecording(path, 'write')];
  const page = (time: number, entries: readonly string[]) =>
    callAt(time, { operation: 'event-logs', input: '{}', answer: '{"more":false}', entries });
  const read = (time: number, from = file) => {
    const found = from.at('event-logs', '{}', time);
    return found && from.answer(found);
  };
  file.keep([page(1, ['{"logId":"a"}']), page(2, ['{"logId":"b"}'])]);
  expect(read(2, follower)).toEqual({ more: false, logs: [{ logId: 'b' }] });
  // As another program may.
  file.database.exec('DELETE FROM entries WHERE first = 1');
  expect([read(1), read(2)]).toEqual([undefined, { more: false, logs: [{ logId: 'b' }] }]);
  file.keep([page(4000, ['{"logId":"c"}']), page(4001, ['{"logId":"d"}'])]);
  expect([read(1), read(1, follower)]).toEqual([undefined, undefined]);
  expect(read(2, follower)).toEqual({ more: false, logs: [{ logId: 'b' }] });
  for (const each of [file, follower]) {
    expect(read(4001, each)).toEqual({ more: false, logs: [{ logId: 'd' }] });
  }
  file.prune(1);
  expect(file.extent()).toBeNull();
  file.keep(['e', 'f', 'g', 'h'].map((id, at) => page(5000 + at, [`{"logId":"${id}"}`])));
  for (const each of [file, follower]) {
    const found = [5000, 5001, 5002, 5003].map((time) => read(time, each));
    expect(found).toEqual(
      ['e', 'f', 'g', 'h'].map((logId) => ({ more: false, logs: [{ logId }] })),
    );
    each.close();
  }
});

const pageAt = (
  time: number,
  numbers: readonly number[],
  more: Partial<RecordedCall> = {},
): RecordedCall =>
  callAt(time, {
    operation: 'event-logs',
    input: '{"zone":"1"}',
    answer: '{"hasMoreData":false}',
    entries: numbers.map((number) => JSON.stringify({ logId: number, text: hashOf(`${number}`) })),
    span: { oldest: Math.min(...numbers), newest: Math.max(...numbers) },
    ...more,
  });

const pagesOf = (file: RecordingFile) =>
  file
    .between(0, 1e9, 1e6)
    .filter(({ operation }) => operation === 'event-logs')
    .map((call) => file.answer(call));

it('entries of a log go with the pages that need them, however many calls are between two of those', async () => {
  const file = await openRecording(`${temporaryDirectory()}/r.db`, 'write');
  for (let minute = 0; minute < 100; minute += 1) {
    file.keep([
      ...Array.from({ length: 60 }, (_, at) =>
        callAt(minute, { answer: `{"at":"${minute} ${at}"}` }),
      ),
      pageAt(minute, [minute]),
    ]);
  }
  const limit = sizeOf(file.database) * 0.7;
  file.prune(limit);
  expect(sizeOf(file.database)).toBeLessThanOrEqual(limit);
  const left = pagesOf(file);
  expect(left.length).toBeGreaterThan(40);
  expect(left).not.toContain(undefined);
  const { blocks } = file.database.prepare('SELECT count(*) AS blocks FROM entries').get() ?? {};
  expect(blocks).toBe(left.length);
  file.close();
});

it('a page that is asked for again much later has its entries still, and what nobody needs goes before it', async () => {
  const file = await openRecording(`${temporaryDirectory()}/r.db`, 'write');
  const quiet = { input: '{"zone":"2"}' };
  file.keep([
    pageAt(1, [1], quiet),
    ...Array.from({ length: 1600 }, (_, at) => pageAt(2 + at, [2 + at])),
    pageAt(2000, [2000, 1], quiet),
  ]);
  const limit = sizeOf(file.database) * 0.7;
  file.prune(limit);
  expect(sizeOf(file.database)).toBeLessThanOrEqual(limit);
  const left = pagesOf(file);
  expect(left).toHaveLength(602);
  expect(left).not.toContain(undefined);
  file.close();
});

it('says how far it was looked through before it is believed, and can be interrupted', async () => {
  const path = `${temporaryDirectory()}/r.db`;
  const made = await openRecording(path, 'write');
  made.keep([callAt(1)]);
  made.close();
  const shares: number[] = [];
  (await openRecording(path, 'read', { progress: (share) => shares.push(share) })).close();
  expect(shares.at(-1)).toBe(1);
  const ended = openRecording(path, 'read', { signal: AbortSignal.abort() });
  await expect(ended).rejects.toThrow(`${path} was not opened: interrupted.`);
});

it('gives back a page of as many entries as a page may have', async () => {
  const path = `${temporaryDirectory()}/r.db`;
  const file = await openRecording(path, 'write');
  const entries = Array.from({ length: 1 << 17 }, () => '{}');
  file.keep([
    callAt(1, { operation: 'event-logs', input: '{}', answer: '{"hasMoreData":false}', entries }),
  ]);
  const page = file.at('event-logs', '{}', 1);
  const { logs } = (page && file.answer(page)) as { readonly logs: readonly unknown[] };
  expect(logs).toHaveLength(entries.length);
  file.close();
});

it('refuses a page whose runs name more than any page has, however small the file is', async () => {
  const path = `${temporaryDirectory()}/r.db`;
  const file = await openRecording(path, 'write');
  const pageOf = (at: number, entries: readonly string[]) =>
    callAt(at, { operation: 'event-logs', input: '{}', answer: '{"hasMoreData":false}', entries });
  const long = `{"log":"${'x'.repeat(1 << 20)}"}`;
  file.keep([pageOf(1, ['{}', long])]);
  const page = file.at('event-logs', '{}', 1);
  const read = (runs: readonly (readonly [number, number])[]) => {
    const body = deflateRawSync(JSON.stringify({ hasMoreData: false, logs: runs }));
    file.database.prepare('UPDATE answer SET body = ?').run(body);
    return () => page && file.answer(page);
  };
  expect(read([[1, 2]])()).toMatchObject({ logs: [{}, { log: expect.any(String) }] });
  const often = (first: number, times: number) =>
    Array.from({ length: times }, () => [first, 1] as const);
  expect(read(often(1, 200_000))).toThrow('a page has more entries than any');
  expect(read(often(2, 100))).toThrow('a page is longer than any');
  file.close();
});
