import { readdirSync, readFileSync } from 'node:fs';
import os from 'node:os';
import { afterAll, describe, expect, test } from 'vitest';
import { driftLog } from '../../../src/contract/drift.ts';
import type { Operation } from '../../../src/contract/operation.ts';
import { type EventLogPage, eventLogs } from '../../../src/contract/operations/event-logs.ts';
import { search } from '../../../src/contract/operations/search.ts';
import {
  type AnswerReader,
  readBody,
  type UnreadAnswer,
} from '../../../src/contract/read-answer.ts';
import { parseFilter } from '../../../src/events/filter/parse.ts';
import { FilteredView } from '../../../src/events/filtered-view.ts';
import { EventStore } from '../../../src/events/store.ts';
import { WorkerThread } from '../../../src/events/worker/worker-thread.ts';
import { yieldToEventLoop } from '../../../src/feeds/scheduling.ts';
import { nextThread } from '../../support/next-thread.ts';
import { SAMPLE_DAY, sampleEntries } from '../sample-entries.ts';

const MOMENT = { now: SAMPLE_DAY + 30_000, day: SAMPLE_DAY, offsetMinutes: 0 };

const store = new EventStore({ unit: 'ms', segmentRows: 16 });
store.add('7', sampleEntries(1)(4000));

/** Everything that a filter keeps, found as in the console: in slices, with turns of the event loop between them. */
async function found(text: string, searcher?: WorkerThread): Promise<readonly number[]> {
  const view = new FilteredView(store, parseFilter(text).filter, MOMENT, searcher);
  while (view.advance(1)) await yieldToEventLoop();
  expect(view.counts).toMatchObject({ complete: true, stopped: null });
  return [...view.ids()];
}

/** A running thread, started by an empty search. */
async function running(idle = 60_000): Promise<WorkerThread> {
  const thread = new WorkerThread({ idle });
  thread.start([], () => {});
  await expect.poll(() => thread.phase).toBe('running');
  return thread;
}

const PAGE = {
  logs: sampleEntries(3)(50),
  hasMoreData: true,
  continuationToken: 'next',
  errorResponse: { statusCode: 0, success: false },
  surprise: 1,
};

const unread = (body: string, status = 200): UnreadAnswer => ({
  status,
  contentType: 'application/json',
  body: Buffer.from(body),
});

const pageText = JSON.stringify(PAGE);

const LARGE = JSON.stringify({
  SearchResults: Array.from({ length: 5000 }, (_, at) => ({ Type: 'App', Id: at, Name: `n${at}` })),
});

/** Reads an answer. Returns it with all entries, and the noted drift. */
async function readBy<Answer>(
  operation: Operation<unknown, Answer>,
  given: UnreadAnswer,
  reader: AnswerReader = { read: () => undefined },
) {
  const drift = driftLog();
  // A copy, because the reader may transfer the buffer.
  const raw = { ...given, body: Buffer.from(given.body) };
  const reading = await (reader.read(operation, raw, drift) ?? readBody(operation, raw, drift));
  const { answer = {} } = reading.kind === 'answer' ? reading : {};
  const logs = Object.hasOwn(Object(answer), 'logs') ? [...(answer as EventLogPage).logs] : [];
  return { reading: { ...reading, answer: { ...answer, logs } }, drift: drift.entries() };
}

describe('a thread that reads answers', () => {
  const thread = new WorkerThread();
  afterAll(() => thread.end());

  test.each([
    ['a page', eventLogs, unread(pageText)],
    ['an empty page', eventLogs, unread('{"logs":[],"hasMoreData":false}')],
    ['a page with a stamp beyond doubles', eventLogs, unread('{"logs":[{"timestamp":9e999}]}')],
    ['a failure', eventLogs, unread('{"Message":"no","ErrorKey":"x.y"}', 400)],
    ['text that is no JSON', eventLogs, unread('<html>')],
    ['nothing', eventLogs, unread('')],
    ['what does not fit the contract', eventLogs, unread('[1]')],
    [
      'text that is no UTF-8',
      eventLogs,
      { ...unread(''), body: Buffer.from('{"logs":[{"log":"\xff"}]}', 'latin1') },
    ],
    ['a large answer', search as Operation<unknown, unknown>, unread(LARGE)],
  ] as const)('reads %s as it is read without it', async (_, operation, raw) => {
    const read = await readBy<unknown>(operation as Operation<unknown, unknown>, raw, thread);
    expect(read).toEqual(await readBy<unknown>(operation as Operation<unknown, unknown>, raw));
    expect(thread.phase).toBe('running');
  });

  test('reads pending answers in this thread when it ends', async () => {
    const ending = new WorkerThread();
    const read = readBy(eventLogs, unread(pageText), ending);
    ending.end();
    expect(await read).toEqual(await readBy(eventLogs, unread(pageText)));
    expect(ending).toMatchObject({ phase: 'none', failure: null });
  });

  test('ended from outside with many pages and a search open loses none of them', async () => {
    const next = nextThread();
    const ending = new WorkerThread();
    const pages = Array.from({ length: 20 }, () => readBy(eventLogs, unread(pageText), ending));
    const entries = found('oci_parse', ending);
    await (await next).terminate();
    const whole = await readBy(eventLogs, unread(pageText));
    expect(await Promise.all(pages)).toEqual(pages.map(() => whole));
    expect(await entries).toEqual(await found('oci_parse'));
    expect(ending).toMatchObject({ phase: 'failed', failure: 'exit code 1' });
    // Later work is done without it.
    expect(await readBy(eventLogs, unread(pageText), ending)).toEqual(whole);
    expect(await found('http', ending)).toEqual(await found('http'));
  });

  test('does not start for a small answer', () => {
    const idle = new WorkerThread();
    expect(idle.read(search, unread('{"Total":0}'), driftLog())).toBeUndefined();
    expect(idle.phase).toBe('none');
  });

  test('reads several answers at once, independently', async () => {
    const pages = [0, 1, 2, 3].map((at) => `{"logs":[],"continuationToken":"${at}"}`);
    const read = await Promise.all(
      pages.map((page) => thread.read(eventLogs, unread(page), driftLog())),
    );
    expect(read).toMatchObject(
      [0, 1, 2, 3].map((at) => ({ answer: { continuationToken: `${at}` } })),
    );
  });

  test.runIf(process.platform === 'linux')(
    'has a lower priority than the thread that handles keys',
    async () => {
      // Threads of other tests may end at the same time.
      const nicenessOf = (task: string) => {
        try {
          const [, fields = ''] = readFileSync(`/proc/self/task/${task}/stat`, 'utf8').split(') ');
          return Number(fields.split(' ')[16]);
        } catch {
          return null;
        }
      };
      await thread.read(eventLogs, unread(pageText), driftLog());
      const own = os.getPriority();
      const others = readdirSync('/proc/self/task').map(nicenessOf);
      expect(others).toContain(Math.min(own + 5, os.constants.priority.PRIORITY_LOW));
      expect(os.getPriority()).toBe(own);
    },
  );

  test.each([
    ['that does not compile', 'this is no program', 'Unexpected'],
    [
      'that falls over its first request',
      'require("node:worker_threads").parentPort.on("message", () => { throw new Error("fallen") })',
      'fallen',
    ],
    ['that ends', 'process.exit(3)', '3'],
    ['that is not there', new URL('file:///no/such/module.js'), 'module.js'],
  ])('%s leaves no answer unread, and gives the reason', async (_, source, why) => {
    const falling = new WorkerThread({ source });
    expect(await readBy(eventLogs, unread(pageText), falling)).toEqual(
      await readBy(eventLogs, unread(pageText)),
    );
    expect(falling.phase).toBe('failed');
    expect(falling.failure).toContain(why);
    expect(falling.read(eventLogs, unread(pageText), driftLog())).toBeUndefined();
  });
});

describe('an answer that takes all the memory of the thread', () => {
  /** Runs out of memory for a page that contains `large`, and answers all others with an error. */
  const source = `
    const { parentPort, workerData } = require('node:worker_threads');
    const held = [];
    parentPort.on('message', ({ id, unread: { body } }) => {
      Atomics.store(workerData, 0, id);
      while (Buffer.from(body).includes('large')) held.push(Array.from({ length: 1e6 }, (_, at) => ({ at })));
      const problem = { kind: 'unexpected', status: 200, title: 'read by the thread' };
      parentPort.postMessage({ kind: 'read', id, reading: { kind: 'problem', problem }, drift: [] });
      Atomics.store(workerData, 0, 0);
    });`;

  test('is not read, with a reason, and later answers are read by another thread', async () => {
    const thread = new WorkerThread({ source });
    const [large, small] = await Promise.all(
      ['{"logs":[],"continuationToken":"large"}', pageText].map((text) =>
        thread.read(eventLogs, unread(text), driftLog()),
      ),
    );
    expect(large).toMatchObject({
      problem: {
        title: 'The answer takes too much memory to be read',
        detail: '39 B; up to 256 MB are used for reading one',
      },
    });
    expect(small).toMatchObject({ problem: { title: 'read by the thread' } });
    expect(thread).toMatchObject({ phase: 'running', failure: null });
    thread.end();
  });
});

describe('a thread that searches texts', () => {
  test('does not blame an answer for memory used by a search: another thread reads it', async () => {
    const source = `
      const { parentPort } = require('node:worker_threads');
      const held = [];
      parentPort.on('message', ({ kind, id }) => {
        while (kind === 'look') held.push(Array.from({ length: 1e6 }, (_, at) => ({ at })));
        const problem = { kind: 'unexpected', status: 200, title: 'read by the thread' };
        if (kind === 'read')
          parentPort.postMessage({ kind, id, reading: { kind: 'problem', problem }, drift: [] });
      });`;
    const thread = new WorkerThread({ source });
    const search = thread.start([], () => {});
    await expect.poll(() => thread.phase).toBe('running');
    const [segment] = store.rows.segments;
    if (!segment?.packedText) throw new Error('the first segment is sealed');
    const { serial, packedText: packed, offsets, ascii } = segment;
    search.submit({ serial, packed, offsets, ascii, candidates: Uint32Array.of(1) });
    const read = thread.read(eventLogs, unread(pageText), driftLog());
    expect(await read).toMatchObject({ problem: { title: 'read by the thread' } });
    expect(thread).toMatchObject({ phase: 'running', failure: null });
    thread.end();
  });

  test.each([
    'oci_parse',
    'zzzqqq',
    'http',
    '-python',
    'url:admin status:Blocked',
    'log~"libinj.*firefox/1[23]"',
    'url~"v1$" or <script>',
  ])('finds the same as without it: %s', async (text) => {
    expect(await found(text, await running())).toEqual(await found(text));
  });

  test('answers', async () => {
    const thread = await running();
    const [segment] = store.rows.segments;
    const packed = segment?.packedText;
    if (!segment || !packed) throw new Error('the first segment is sealed');
    const answer = Promise.withResolvers<readonly [number, number]>();
    const search = thread.start(
      [{ kind: 'pattern', target: { kind: 'log' }, source: '^.' }],
      (serial, found) => answer.resolve([serial, found?.[0]?.[0] ?? 0]),
    );
    const { serial, offsets, ascii } = segment;
    search.submit({ serial, packed, offsets, ascii, candidates: Uint32Array.of(0b1011) });
    expect(await answer.promise).toEqual([segment.serial, 0b1011]);
  });

  test('ends after a while without a search, and starts again', async () => {
    const thread = new WorkerThread({ idle: 1 });
    const wanted = await found('oci_parse');
    expect(await found('oci_parse', thread)).toEqual(wanted);
    await expect.poll(() => thread.phase).toBe('none');
    expect(await found('oci_parse', thread)).toEqual(wanted);
    await expect.poll(() => thread.phase).toBe('none');
  });

  test('is given up if searching uses all the memory of one thread after another', async () => {
    const source = `
      const error = Object.assign(new Error('out of memory'), { code: 'ERR_WORKER_OUT_OF_MEMORY' });
      require('node:worker_threads').parentPort.on('message', () => { throw error });`;
    const thread = new WorkerThread({ source });
    thread.start([], () => {});
    await expect.poll(() => thread.phase).toBe('failed');
    expect(thread.failure).toBe('out of memory');
  });

  test.each([
    ['that does not compile', 'this is no program'],
    ['that throws', 'throw new Error("fallen")'],
    [
      'that throws on its first task',
      'require("node:worker_threads").parentPort.on("message", () => { throw new Error() })',
    ],
    ['that is not there', new URL('file:///no/such/module.js')],
    ['that never answers', 'require("node:worker_threads").parentPort.on("message", () => {})'],
  ])('%s is not used', async (_, source) => {
    const thread = new WorkerThread({ source });
    expect(await found('oci_parse', thread)).toEqual(await found('oci_parse'));
  });
});
