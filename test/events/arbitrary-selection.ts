import fc from 'fast-check';
import { parseFilter } from '../../src/events/filter/parse.ts';
import { FilteredView } from '../../src/events/filtered-view.ts';
import { EventStore } from '../../src/events/store.ts';
import { anyEntry } from './arbitrary-entries.ts';
import { SAMPLE_DAY } from './sample-entries.ts';

const MOMENT = { now: SAMPLE_DAY, day: SAMPLE_DAY, offsetMinutes: 0 };

export const second = (n: number) => SAMPLE_DAY + n * 1000;

/** A store, perhaps a view of it, perhaps a brush of time; and the ids that are selected, found one by one. */
export const anySelection = fc
  .record({
    pages: fc.array(fc.array(anyEntry, { maxLength: 20 }), { maxLength: 5 }),
    filter: fc.constantFrom(undefined, '', 'status:Blocked', '-country:BG', 'script'),
    range: fc.option(
      fc.tuple(fc.nat(45), fc.nat(45)).map(([a, b]) => ({
        from: second(Math.min(a, b)),
        until: second(Math.max(a, b)),
      })),
      { nil: undefined },
    ),
  })
  .map(({ pages, filter, range }) => {
    const store = new EventStore({ unit: 'ms', segmentRows: 9 });
    for (const page of pages) store.add('7', page);
    const view =
      filter === undefined
        ? undefined
        : new FilteredView(store, parseFilter(filter).filter, MOMENT);
    while (view?.advance(1000));
    const ids = Array.from({ length: store.size }, (_, rank) => store.at(rank) ?? -1)
      .filter((id) => !view || view.stateOf(id) === 'match')
      .filter((id) => {
        if (!range) return true;
        const time = store.time(id);
        return time !== null && time >= range.from && time < range.until;
      });
    return { store, selection: { view, range }, ids };
  });
