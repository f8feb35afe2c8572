import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseFilter } from '../../../src/events/filter/parse.ts';
import { FilteredView } from '../../../src/events/filtered-view.ts';
import { EventStore } from '../../../src/events/store.ts';
import {
  type SearchRequest,
  SearchRequestHandler,
  type SearchResponse,
} from '../../../src/events/worker/search-handler.ts';
import type { SearchResult, TextSearcher } from '../../../src/events/worker/text-search.ts';
import { anyEntry } from '../arbitrary-entries.ts';
import { filterText } from '../arbitrary-filter.ts';
import { naivelyPasses } from '../naive-filter.ts';
import { entryWith, SAMPLE_DAY, sampleEntries } from '../sample-entries.ts';

const MOMENT = { now: SAMPLE_DAY + 30_000, day: SAMPLE_DAY, offsetMinutes: 90 };

/** A store of many small segments, with a clock that advances by a millisecond at each reading. */
function tickingStore(maxBytes: number): EventStore {
  let now = 0;
  return new EventStore({
    unit: 'ms',
    maxBytes,
    segmentRows: 2,
    dictionaries: { values: 8, valueUnits: 16 },
    elapsed: () => {
      now += 1;
      return now;
    },
  });
}

/** The entries of a page, with distinct ids. */
const page = (most: number) => fc.array(anyEntry, { minLength: most / 2, maxLength: most });

const steps = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('look' as const), budget: fc.nat(9) }) },
    {
      weight: 3,
      arbitrary: fc.record({ kind: fc.constant('search' as const), orders: fc.nat(40) }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('add' as const), entries: page(30) }) },
  ),
  { minLength: 10, maxLength: 60 },
);

test('searching ahead gives the same result as checking each entry, while entries are added and evicted', () => {
  let helped = 0;
  fc.assert(
    fc.property(
      page(400),
      filterText,
      steps,
      fc.constantFrom(10_000_000, 400_000),
      fc.integer({ min: 1, max: 40 }),
      (first, text, steps, maxBytes, room) => {
        const store = tickingStore(maxBytes);
        store.add('7', first, 'backfill');
        const searcher = new QueuedSearcher(room);
        const { filter } = parseFilter(text);
        const view = new FilteredView(store, filter, MOMENT, searcher);
        for (const step of steps) {
          if (step.kind === 'add') store.add('7', step.entries, 'live');
          else if (step.kind === 'search') searcher.work(step.orders);
          else view.advance(step.budget);
          for (const id of view.ids()) expect(store.has(id)).toBe(true);
        }
        for (let more = true; more; searcher.work(2)) more = view.advance(3);
        helped += searcher.answered;
        const expected = [...store.ids()].filter((id) =>
          naivelyPasses(filter, store.entry(id), MOMENT),
        );
        expect([...view.ids()], text).toEqual(expected);
        expect(view.counts).toMatchObject({
          matched: expected.length,
          scanned: store.size,
          complete: true,
          stopped: null,
        });
      },
    ),
    { numRuns: 40 },
  );
  expect(helped).toBeGreaterThan(200);
});

const manyEntries = () => {
  const store = new EventStore({ unit: 'ms', segmentRows: 8 });
  store.add('7', sampleEntries(1)(2000));
  return store;
};

test('matches found ahead are shown in order: the newest matches stay the newest', () => {
  const store = manyEntries();
  const searcher = new QueuedSearcher(1000);
  const view = new FilteredView(store, parseFilter('http').filter, MOMENT, searcher);
  view.advance(0);
  searcher.work(1000);
  expect(searcher.answered).toBeGreaterThan(10);
  view.advance(0);
  const shown = [...view.ids()];
  expect(shown.length).toBeLessThan(store.size);
  expect(shown).toEqual([...store.ids()].slice(-shown.length));
});

test('rows that other columns exclude are not searched ahead', () => {
  const store = manyEntries();
  const searcher = new QueuedSearcher(1000);
  const view = new FilteredView(store, parseFilter('country:XX http').filter, MOMENT, searcher);
  while (view.advance(0)) searcher.work(10);
  expect(view.counts).toMatchObject({ matched: 0, complete: true });
  expect(searcher.answered).toBe(0);
});

test('entries that are marked after they were handed out are checked again', () => {
  const store = new EventStore({ unit: 'ms', segmentRows: 8 });
  const entries = sampleEntries(1)(2000);
  store.add('7', entries);
  const searcher = new QueuedSearcher(1000);
  const view = new FilteredView(store, parseFilter('is:conflict http').filter, MOMENT, searcher);
  view.advance(0);
  store.add('7', [{ ...(entries[0] ?? entryWith({})), log: '{"Url":"http://other.example"}' }]);
  while (view.advance(0)) searcher.work(10);
  expect(view.size).toBe(2);
});

test('nothing is searched for a view that is no longer used', () => {
  const searcher = new QueuedSearcher(1000);
  const view = new FilteredView(manyEntries(), parseFilter('http').filter, MOMENT, searcher);
  view.advance(0);
  view.close();
  searcher.work(1000);
  expect(searcher.answered).toBe(0);
});

test('a pattern that is too slow ahead is judged when the view gets there', () => {
  const store = new EventStore({ unit: 'ms', segmentRows: 8 });
  const harmless = Array.from({ length: 1000 }, (_, at) =>
    entryWith({ logId: `ok ${at}`, timestamp: SAMPLE_DAY + 1000 + at, log: 'aaa' }),
  );
  const poisoned = entryWith({ logId: 'bad', log: `${'a'.repeat(60)}!` });
  store.add('7', [poisoned, ...harmless]);
  const searcher = new QueuedSearcher(1000);
  const view = new FilteredView(store, parseFilter('log~"^(a+)+$"').filter, MOMENT, searcher);
  view.advance(0);
  searcher.work(1000);
  expect(view.counts.stopped).toBe(null);
  while (view.advance(8)) searcher.work(1000);
  expect(view.counts.stopped).toEqual({ reason: 'pattern too slow', pattern: '^(a+)+$' });
  // All but the segment with the slow text.
  expect(view.size).toBeGreaterThan(900);
});

/** Does the work of a search thread in this thread, one task at a time, when told to. */
class QueuedSearcher implements TextSearcher {
  readonly #orders: SearchRequest[] = [];
  readonly #heard = new Map<number, (serial: number, found: SearchResult) => void>();
  readonly #looker = new SearchRequestHandler((answer: SearchResponse) => {
    this.answered += 1;
    this.#heard.get(answer.search)?.(answer.serial, structuredClone(answer.found));
  });
  readonly #room: number;
  #count = 0;
  /** Segments answered so far. */
  answered = 0;

  /** @param room the number of tasks that it takes at a time */
  constructor(room: number) {
    this.#room = room;
  }

  start: TextSearcher['start'] = (texts, answered) => {
    this.#count += 1;
    const search = this.#count;
    const ended = new Int32Array(new SharedArrayBuffer(4));
    this.#heard.set(search, answered);
    this.#orders.push({ kind: 'begin', search, texts, ended });
    const room = () => this.#room - this.#orders.length;
    return {
      get capacity() {
        return room();
      },
      submit: (task) => {
        this.#orders.push({ kind: 'look', search, task });
      },
      end: () => {
        Atomics.store(ended, 0, 1);
        this.#orders.push({ kind: 'end', search });
      },
    };
  };

  /** Carries out the next `orders` tasks. */
  work(orders: number): void {
    for (const order of this.#orders.splice(0, orders)) this.#looker.handle(structuredClone(order));
  }
}
