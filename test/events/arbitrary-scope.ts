import fc from 'fast-check';
import { parseFilter } from '../../src/events/filter/parse.ts';
import { FilteredView } from '../../src/events/filtered-view.ts';
import type { Scope } from '../../src/events/questions/question.ts';
import { EventStore } from '../../src/events/store.ts';
import { anyEntry } from './arbitrary-entries.ts';
import { SAMPLE_DAY } from './sample-entries.ts';

export const MOMENT = { now: SAMPLE_DAY, day: SAMPLE_DAY, offsetMinutes: 0 };

/** All entries of all times. */
export const EVERYWHERE: Scope = { filter: parseFilter('').filter, moment: MOMENT };

export const second = (n: number) => SAMPLE_DAY + n * 1000;

export const anyRange = fc.tuple(fc.nat(45), fc.nat(45)).map(([a, b]) => ({
  from: second(Math.min(a, b)),
  until: second(Math.max(a, b)),
}));

/** A store of some zones, and the scope of a question about it. */
export const anyScope = fc
  .record({
    pages: fc.array(fc.tuple(fc.constantFrom('7', '8'), fc.array(anyEntry, { maxLength: 20 })), {
      maxLength: 5,
    }),
    filter: fc.constantFrom('', 'status:Blocked', '-country:BG', 'script', 'family:none'),
    range: fc.option(anyRange, { nil: undefined }),
  })
  .map(({ pages, filter, range }) => {
    const store = new EventStore({ unit: 'ms', segmentRows: 9 });
    for (const [zone, page] of pages) store.add(zone, page);
    const scope: Scope = {
      filter: parseFilter(filter).filter,
      moment: MOMENT,
      ...(range && { range }),
    };
    return { store, scope };
  });

/** The entries of a scope, found one by one. */
export function scopedIds(store: EventStore, { filter, range }: Scope): readonly number[] {
  const view = new FilteredView(store, filter, MOMENT);
  while (view.advance(1000));
  return Array.from({ length: store.size }, (_, rank) => store.at(rank) ?? -1)
    .filter((id) => view.stateOf(id) === 'match')
    .filter((id) => {
      if (!range) return true;
      const time = store.time(id);
      return time !== null && time >= range.from && time < range.until;
    });
}
