import fc from 'fast-check';
import { expect, it } from 'vitest';
import { pageEnding } from '../../src/feeds/page-ending.ts';

const page = (over: object = {}, entry: object = {}) => ({
  logs: [{ logId: 'a', timestamp: 1_773_489_600_000, log: 'x', labels: {}, ...entry }],
  hasMoreData: true,
  continuationToken: 'next',
  ...over,
});
const endingOf = (value: unknown) => pageEnding(Buffer.from(JSON.stringify(value)));

it('tells what the next page is asked for with, wherever in the page that stands', () => {
  const { logs, ...rest } = page();
  const ending = { continuationToken: 'next', lastStamp: 1_773_489_600_000 };
  expect(endingOf({ logs, ...rest })).toMatchObject(ending);
  expect(endingOf({ ...rest, logs: [{ log: 'x'.repeat(100_000) }, ...logs] })).toMatchObject(
    ending,
  );
});

it('tells any token as reading the page does, whatever its entries say', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.string({ unit: 'binary' }),
      (token, log) => {
        const read = page({ continuationToken: token }, { log: `${log}"continuationToken":"no"` });
        expect(endingOf(read)?.continuationToken).toBe(token);
      },
    ),
  );
});

it('tells nothing of the last page, nor of what is no page with entries', () => {
  for (const body of [
    page({ hasMoreData: false }),
    page({ hasMoreData: null }),
    page({ continuationToken: null }),
    page({}, { timestamp: 9.5 }),
    page({}, { timestamp: '1' }),
    { ...page(), logs: [] },
    { logs: 'not "continuationToken":"a","hasMoreData":true,"timestamp":1' },
    '',
  ]) {
    expect(endingOf(body)).toBeNull();
  }
  expect(pageEnding(Buffer.from(JSON.stringify(page()).slice(0, -9)))).toBeNull();
});
