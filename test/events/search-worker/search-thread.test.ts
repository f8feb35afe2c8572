import { describe, expect, test } from 'vitest';
import { parseFilter } from '../../../src/events/filter/parse.ts';
import { FilteredView } from '../../../src/events/filtered-view.ts';
import { SearchThread } from '../../../src/events/search-worker/search-thread.ts';
import { EventStore } from '../../../src/events/store.ts';
import { yieldToEventLoop } from '../../../src/feeds/scheduling.ts';
import { SAMPLE_DAY, sampleEntries } from '../sample-entries.ts';

const MOMENT = { now: SAMPLE_DAY + 30_000, day: SAMPLE_DAY, offsetMinutes: 0 };

const store = new EventStore({ unit: 'ms', segmentRows: 16 });
store.add('7', sampleEntries(1)(4000));

/** All that a filter keeps, found as the console does: in slices, with turns for everything else between. */
async function found(text: string, searcher?: SearchThread): Promise<readonly number[]> {
  const view = new FilteredView(store, parseFilter(text).filter, MOMENT, searcher);
  while (view.advance(1)) await yieldToEventLoop();
  expect(view.counts).toMatchObject({ complete: true, stopped: null });
  return [...view.ids()];
}

/** A thread that runs, by a search that wants nothing. */
async function running(idle = 60_000): Promise<SearchThread> {
  const thread = new SearchThread({ idle });
  thread.start([], () => {});
  await expect.poll(() => thread.phase).toBe('running');
  return thread;
}

describe('a thread that searches texts', () => {
  test.each([
    'oci_parse',
    'zzzqqq',
    'http',
    '-python',
    'url:admin status:Blocked',
    'log~"libinj.*firefox/1[23]"',
    'url~"v1$" or <script>',
  ])('finds what is found without it: %s', async (text) => {
    expect(await found(text, await running())).toEqual(await found(text));
  });

  test('answers', async () => {
    const thread = await running();
    const [segment] = store.rows.segments;
    const packed = segment && store.rows.packed(segment);
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

  test('ends when nothing is searched for a while, and starts anew', async () => {
    const thread = new SearchThread({ idle: 1 });
    const wanted = await found('oci_parse');
    expect(await found('oci_parse', thread)).toEqual(wanted);
    await expect.poll(() => thread.phase).toBe('none');
    expect(await found('oci_parse', thread)).toEqual(wanted);
    await expect.poll(() => thread.phase).toBe('none');
  });

  test.each([
    ['that does not compile', 'this is no program'],
    ['that falls', 'throw new Error("fallen")'],
    [
      'that falls over its first order',
      'require("node:worker_threads").parentPort.on("message", () => { throw new Error() })',
    ],
    ['that is not there', new URL('file:///no/such/module.js')],
    ['that never answers', 'require("node:worker_threads").parentPort.on("message", () => {})'],
  ])('%s is done without', async (_, source) => {
    const thread = new SearchThread({ source });
    expect(await found('oci_parse', thread)).toEqual(await found('oci_parse'));
  });
});
