import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type StackedFilter, stackFilter } from '../../../src/events/filter/filter.ts';
import { parseFilter } from '../../../src/events/filter/parse.ts';
import { FilteredView } from '../../../src/events/filtered-view.ts';
import { EventStore } from '../../../src/events/store.ts';
import { filterText } from '../../../src/panes/events/filter-commands.ts';
import { stacked } from '../../../src/panes/events/filter-stack.ts';
import { SAMPLE_DAY, sampleEntries } from '../../events/sample-entries.ts';

it('a saved filter keeps the same entries as the filters it was saved from', () => {
  const store = new EventStore({ unit: 'ms' });
  store.add('7', sampleEntries(3)(300));
  const moment = { now: SAMPLE_DAY, day: SAMPLE_DAY, offsetMinutes: 0 };
  const kept = (filter: StackedFilter['filter']) => {
    const view = new FilteredView(store, filter, moment);
    while (view.advance(1000));
    return [...view.ids()];
  };
  const texts = ['status:blocked', 'country:BG or country:US', '-method:GET', 'path:*.php', 'sql'];
  const stack = fc.array(
    fc.tuple(fc.constantFrom(...texts), fc.constantFrom('on', 'off', 'inverted')),
    { maxLength: 4 },
  );
  fc.assert(
    fc.property(stack, (some) => {
      const filters = some.map(([text, state]): StackedFilter => ({ ...stacked(text), state }));
      const text = filterText(filters);
      const { filter, problems } = parseFilter(text);
      expect(problems).toEqual([]);
      expect(kept(filter)).toEqual(kept(stackFilter(filters)));
    }),
    { numRuns: 60 },
  );
});
