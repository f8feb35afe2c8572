import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished, vi } from 'vitest';
import { SCHEMA_VERSION } from '../../../src/archive/clickhouse/schema.ts';
import { openEventArchive } from '../../../src/archive/open.ts';
import { noCoverage } from '../../../src/events/coverage.ts';
import { DatabaseError } from '../../../src/sqlite/database.ts';
import { utcDay } from '../../../src/text/time.ts';
import { NOBODY } from '../../support/engine.ts';
import { entryWith } from '../../support/event-entries.ts';

const NOON = Date.UTC(2026, 2, 14, 12);
const DAY = utcDay(NOON);

/** What is done with a statement before it is answered; a number is the error it is answered with. */
type Answering = (statement: string) => number | undefined | Promise<number | undefined>;

/**
 * A server that speaks as ClickHouse does, gives whoever asks for a lease that lease, and has nothing else. No engine is
 * needed for what a writer does with its answers.
 */
async function emptyServer(answering: Answering): Promise<string> {
  let holder = '';
  const server = createServer(async (request, response) => {
    const query = new URL(request.url ?? '', 'http://x').searchParams.get('query') ?? '';
    const statement = `${query}${await text(request)}`;
    const code = await answering(statement);
    if (code !== undefined) response.writeHead(500, { 'X-ClickHouse-Exception-Code': code });
    if (statement.includes('version()')) response.end('{"version":"26.7.2.1","readonly":"0"}\n');
    else if (statement.includes('warren_schema')) response.end(`{"version":${SCHEMA_VERSION}}\n`);
    else if (statement.startsWith('SELECT writer') && holder !== '')
      response.end(`${JSON.stringify({ writer: holder })}\n`);
    else response.end();
    const [, , writer] = /warren_lease.*unhex\('(\w*)'\), unhex\('(\w*)'\)/.exec(statement) ?? [];
    if (writer !== undefined) holder = Buffer.from(writer, 'hex').toString();
  }).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  return `clickhouse://warren@127.0.0.1:${(server.address() as AddressInfo).port}/team`;
}

/** A page that claims the time from noon until this many milliseconds after it. */
const page = (logId: string, until: number) => {
  const coverage = { ...noCoverage(DAY), loaded: [{ from: NOON, until: NOON + until }] };
  return ['7', DAY, [entryWith({ logId, timestamp: NOON + until - 1 })], coverage] as const;
};

it('a page is rejected if an earlier one is rejected while it is queued, since its claim includes that one', async () => {
  const inserted: string[] = [];
  const [isWriting, isAsking] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const [refusal, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let questions = 0;
  const archive = await openEventArchive(
    await emptyServer(async (statement) => {
      const [, table] = /^INSERT INTO .*warren_(entry|day|claim) /.exec(statement) ?? [];
      if (table !== undefined) {
        inserted.push(table);
        isWriting.resolve();
        await refusal.promise;
        return inserted.length === 1 ? 999 : undefined;
      }
      if (statement.includes('AS key_stamp')) {
        questions += 1;
        if (questions === 2) {
          isAsking.resolve();
          await answer.promise;
        }
      }
      return undefined;
    }),
    {},
    NOBODY,
  );
  expect(await archive.append(...page('a', 3))).toBe(1);
  await isWriting.promise;
  const second = archive.append(...page('b', 11)).catch((error: unknown) => error);
  await isAsking.promise;
  refusal.resolve();
  // Coverage is read once what waits is written or rejected.
  expect((await archive.coverage('7', DAY)).loaded).toEqual([]);
  answer.resolve();
  const outcomes = [await second, await archive.close().catch((error: unknown) => error)];
  expect(inserted).toEqual(['entry']);
  const trouble = { message: expect.stringContaining('answered with error 999.') };
  expect(outcomes).toEqual([trouble, trouble].map((each) => expect.objectContaining(each)));
});

it('a claim waits for the entries of an earlier page, however long the server takes to look them up', async () => {
  const inserted: string[] = [];
  const [isAsking, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const archive = await openEventArchive(
    await emptyServer(async (statement) => {
      const [, table] = /^INSERT INTO .*warren_(entry|day|claim) /.exec(statement) ?? [];
      if (table !== undefined) inserted.push(table);
      // The server is slow for the first page alone.
      if (statement.includes('AS key_stamp') && inserted.length === 0) {
        isAsking.resolve();
        await answer.promise;
      }
      return undefined;
    }),
    {},
    NOBODY,
  );
  const first = archive.append(...page('a', 3));
  await isAsking.promise;
  // A page without entries needs no query.
  const second = archive.append('7', DAY, [], page('b', 11)[3]);
  await archive.append('8', DAY, [], noCoverage(DAY));
  // Coverage is read once everything queued is written.
  await archive.coverage('8', DAY);
  expect(inserted).toEqual(['day']);
  answer.resolve();
  await Promise.all([first, second]);
  await archive.close();
  expect(inserted).toEqual(['day', 'entry', 'day', 'claim']);
});

it('no page claims the time of an earlier one that could not be queued', async () => {
  const inserted: string[] = [];
  let questions = 0;
  const archive = await openEventArchive(
    await emptyServer(async (statement) => {
      const [, table] = /^INSERT INTO .*warren_(entry|day|claim) /.exec(statement) ?? [];
      if (table !== undefined) inserted.push(table);
      if (!statement.includes('AS key_stamp')) return undefined;
      questions += 1;
      return questions === 1 ? 999 : undefined;
    }),
    {},
    NOBODY,
  );
  const pages = [archive.append(...page('a', 3)), archive.append(...page('b', 11))];
  const refused = { status: 'rejected', reason: expect.any(DatabaseError) };
  expect(await Promise.allSettled(pages)).toEqual([refused, refused]);
  await archive.close();
  expect(inserted).toEqual([]);
});

it('rejects a day that ClickHouse cannot hold, names it, and accepts the last day that it can', async () => {
  const archive = await openEventArchive(await emptyServer(() => undefined), {}, NOBODY);
  const append = (day: number) => archive.append('7', day, [entryWith({})], noCoverage(day));
  await expect(append(-1)).rejects.toThrow('cannot keep the day 1969-12-31: it has days from');
  await expect(append(65_536)).rejects.toThrow('cannot keep the day 2149-06-07');
  await expect(append(65_536)).rejects.toThrow(DatabaseError);
  expect(await append(65_535)).toBe(1);
  await archive.close();
});

// Node warns once a run: a second attempt would find nothing.
it('a wait that ends between two readings of the clock causes no warning of Node', {
  retry: 0,
}, async () => {
  const warnings: string[] = [];
  const warned = ({ name }: Error) => void warnings.push(name);
  process.on('warning', warned);
  onTestFinished(() => {
    process.off('warning', warned);
    vi.restoreAllMocks();
  });
  const archive = await openEventArchive(await emptyServer(() => undefined), {}, NOBODY);
  let now = performance.now();
  vi.spyOn(performance, 'now').mockImplementation(() => {
    now += 300;
    return now;
  });
  await archive.append(...page('a', 3));
  await archive.close();
  expect(warnings).not.toContain('TimeoutNegativeWarning');
});
