import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { EventLogPage } from '../../src/contract/operations/event-logs.ts';
import { PageRequests, pageEnding } from '../../src/feeds/page-requests.ts';
import { createZoneState } from '../../src/feeds/zone-state.ts';

/** Requests that are answered by hand; each page leads to the one named `following`. */
function requests(following: (id: number) => string | undefined = () => 'b') {
  const sent: { token: string | undefined; signal: AbortSignal; come(): void }[] = [];
  const zone = createZoneState();
  const body = (token: string) =>
    Buffer.from(`{"logs":[{"timestamp":1}],"hasMoreData":true,"continuationToken":"${token}"}`);
  const all = new PageRequests((token, onBody) => {
    const link = zone.linkedSignal(new AbortController().signal);
    const page = new Promise<EventLogPage>((_, reject) => {
      link.signal.addEventListener('abort', () => reject(new Error('aborted')));
    });
    sent.push({ token, signal: link.signal, come: () => onBody(body(`after ${token}`)) });
    return { askedAt: sent.length, link, page };
  }, following);
  return { all, sent, zone, tokens: () => sent.map(({ token }) => token) };
}

it('are sent one page ahead, once the bytes of the previous page have arrived', () => {
  const { all, sent, tokens } = requests();
  all.ask(1, 'a');
  expect(tokens()).toEqual(['a']);
  sent[0]?.come();
  expect(tokens()).toEqual(['a', 'b']);
  sent[1]?.come();
  // Later pages wait until the previous one is done.
  expect(tokens()).toEqual(['a', 'b']);
  expect(all.ask(1, 'b').askedAt).toBe(2);
  expect(tokens()).toEqual(['a', 'b', 'b']);
});

it('are cancelled if the walk turns out to lead elsewhere, and kept while another walk continues', () => {
  const { all, sent, tokens } = requests();
  all.ask(1, 'a').page.catch(() => {});
  sent[0]?.come();
  all.ask(2, undefined).page.catch(() => {});
  expect(sent[1]?.signal.aborted).toBe(false);
  all.ask(1, 'c').page.catch(() => {});
  expect(sent[1]?.signal.aborted).toBe(true);
  expect(tokens()).toEqual(['a', 'b', undefined, 'c']);
});

it('are repeated after the machine slept, and cancelled when nothing is needed', () => {
  const { all, sent, zone, tokens } = requests();
  all.ask(1, 'a').page.catch(() => {});
  sent[0]?.come();
  zone.jumped();
  all.ask(1, 'b').page.catch(() => {});
  expect(tokens()).toEqual(['a', 'b', 'b']);
  sent[2]?.come();
  all.letGo();
  expect(sent[3]?.signal.aborted).toBe(true);
});

it('wait for the previous page if none may be requested ahead', () => {
  const { all, sent, tokens } = requests(() => undefined);
  all.ask(1, 'a');
  sent[0]?.come();
  expect(tokens()).toEqual(['a']);
});

const page = (over: object = {}, entry: object = {}) => ({
  logs: [{ logId: 'a', timestamp: 1_773_489_600_000, log: 'x', labels: {}, ...entry }],
  hasMoreData: true,
  continuationToken: 'next',
  ...over,
});
const endingOf = (value: unknown) => pageEnding(Buffer.from(JSON.stringify(value)));

it('finds the token of the next page anywhere in the page', () => {
  const { logs, ...rest } = page();
  const ending = { continuationToken: 'next', lastStamp: 1_773_489_600_000 };
  expect(endingOf({ logs, ...rest })).toMatchObject(ending);
  expect(endingOf({ ...rest, logs: [{ log: 'x'.repeat(100_000) }, ...logs] })).toMatchObject(
    ending,
  );
});

it('finds the same token as parsing the page, whatever its entries contain', () => {
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

it('finds nothing in the last page, nor in anything but a page with entries', () => {
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
