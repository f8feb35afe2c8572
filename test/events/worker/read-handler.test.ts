import fc from 'fast-check';
import { expect, test } from 'vitest';
import { driftLog } from '../../../src/contract/drift.ts';
import { eventLogs } from '../../../src/contract/operations/event-logs.ts';
import { readBody } from '../../../src/contract/read-answer.ts';
import { receivedAnswer } from '../../../src/contract/sent-answer.ts';
import { EntryBlock } from '../../../src/events/storage/entry-block.ts';
import { read } from '../../../src/events/worker/read-handler.ts';
import { anyEntry } from '../arbitrary-entries.ts';

const unread = (body: Uint8Array) => ({ status: 200, contentType: 'application/json', body });

/** A page read in this thread. */
function parsed(body: Uint8Array) {
  const drift = driftLog();
  const reading = readBody(eventLogs, unread(body), drift);
  const answer = reading.kind === 'answer' && { ...reading.answer, logs: [...reading.answer.logs] };
  return { reading: answer || reading, drift: drift.entries() };
}

/** A page read as in the worker thread. */
function readInThread(body: Uint8Array) {
  const { reading, drift } = read({
    kind: 'read',
    id: 1,
    operation: 'event-logs',
    unread: unread(body),
  });
  if (reading.kind === 'problem') return { reading, drift };
  const answer = Object(receivedAnswer(structuredClone(reading.answer)));
  const logs = reading.logs ? [...EntryBlock.of(reading.logs)] : [];
  return { reading: { ...answer, logs }, drift };
}

const shuffled = <T extends object>(value: T): fc.Arbitrary<object> =>
  fc
    .shuffledSubarray(Object.entries(value), { minLength: Object.keys(value).length })
    .map((members) => Object.fromEntries(members));

/** An entry as a service may write it: fields in any order, usually a timestamp and texts. */
const writtenEntry = fc.oneof(
  {
    weight: 9,
    arbitrary: anyEntry.chain((entry) =>
      shuffled({
        ...entry,
        timestamp: Math.abs(Math.trunc(entry.timestamp || 0)) % 1e15,
        logId: entry.logId ?? 'odd',
        log: entry.log ?? '',
      }),
    ),
  },
  { weight: 1, arbitrary: anyEntry.map((entry) => ({ ...entry, surprise: 1 })) },
  { weight: 1, arbitrary: anyEntry },
);

const anyPage = fc
  .tuple(
    fc.array(writtenEntry, { maxLength: 12 }),
    fc.constantFrom(0, 1, '\t'),
    fc.constantFrom('as it is', 'by number'),
  )
  .chain(([logs, indent, form]) =>
    shuffled({
      logs,
      hasMoreData: true,
      continuationToken: 'next',
      startToken: 'a"}],[{"logs":[',
      errorResponse: { statusCode: 0, success: false, message: null, errorKey: null },
    }).map((page) => {
      const text = JSON.stringify(page, null, indent);
      return form === 'as it is'
        ? text
        : text.replace(
            /[^ -~\n\t]/g,
            (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`,
          );
    }),
  );

test('a page from the worker thread in columns is the same as one read here', () => {
  fc.assert(
    fc.property(anyPage, (text) => {
      const body = Buffer.from(text);
      expect(readInThread(body)).toEqual(parsed(body));
    }),
  );
});

test('a damaged page gives the same result in the worker thread as here', () => {
  fc.assert(
    fc.property(
      anyPage,
      fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), {
        minLength: 1,
        maxLength: 3,
      }),
      fc.nat(9),
      (text, bytes, cut) => {
        const body = Buffer.from(text);
        for (const [at, byte] of bytes) body[at % body.length] = byte;
        const damaged = cut === 0 ? body.subarray(0, -1) : body;
        expect(readInThread(damaged)).toEqual(parsed(damaged));
      },
    ),
  );
});
