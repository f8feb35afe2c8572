import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type StackedFilter, stackFilter } from '../../../src/events/filter/filter.ts';
import { parseFilter } from '../../../src/events/filter/parse.ts';
import { FilteredView } from '../../../src/events/filtered-view.ts';
import { EventStore } from '../../../src/events/store.ts';
import { filterText, scopeText } from '../../../src/panes/events/filter-commands.ts';
import { inverted, stacked } from '../../../src/panes/events/filter-stack.ts';
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
  const texts = [
    'status:blocked',
    '!(method:GET sql)',
    'country:BG or country:US',
    '-method:GET',
    'path:*.php',
    'sql',
  ];
  const stack = fc.array(
    fc.tuple(fc.constantFrom(...texts), fc.constantFrom('on' as const, 'off' as const)),
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

it('an inverted filter says so in its text, and is the same again when inverted twice', () => {
  const cases = [
    ['status:blocked', '!status:blocked'],
    ['!country:US', 'country:US'],
    ['-country:US', 'country:US'],
    ['status:blocked country:US', '!(status:blocked country:US)'],
    ['a or b', '!(a or b)'],
    ['!a b', '!(!a b)'],
    ['!(a b) c', '!(!(a b) c)'],
    ['-(a) (b)', '!(-(a) (b))'],
    ['!(a) or (b)', '!(!(a) or (b))'],
    ['log~"x y"', '!log~"x y"'],
  ];
  for (const [text = '', opposite] of cases) {
    const other = inverted(stacked(text));
    expect(other.text).toBe(opposite);
    expect(inverted(other).filter).toEqual(stacked(text).filter);
  }
});

it('the text of what is listed includes the time range, to the millisecond', () => {
  const timeRange = { from: SAMPLE_DAY + 1, until: SAMPLE_DAY + 60_002 };
  const [from, until] = [timeRange.from, timeRange.until].map((ms) => new Date(ms).toISOString());
  const filters = [stacked('a or b')];
  expect(scopeText({ filters, timeRange })).toBe(`(a or b) (since:${from} until:${until})`);
  expect(scopeText({ filters: [], timeRange })).toBe(`since:${from} until:${until}`);
  expect(scopeText({ filters, timeRange: null })).toBe('a or b');
});
