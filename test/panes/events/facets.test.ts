import fc from 'fast-check';
import { expect, it } from 'vitest';
import { OUTCOMES } from '../../../src/events/outcome.ts';
import { topWords } from '../../../src/panes/events/facets.ts';
import { splitBar } from '../../../src/panes/events/values.ts';
import { lineWidth } from '../../../src/ui/line.ts';

it('use 15: only what more than half of the entries have is called most of them', () => {
  expect(topWords({ value: '202425', share: 0.258 })).toBe('top: 202425 (26%)');
  expect(topWords({ value: 'LA', share: 0.5 })).toBe('top: LA (50%)');
  expect(topWords({ value: 'US', share: 0.62 })).toBe('mostly US (62%)');
  expect(topWords({ value: '', share: 0.001 })).toBe('top: (empty) (<1%)');
});

it('a bar is divided as the entries are, shows all there is any of, and fills its room', () => {
  const splits = fc.record({
    blocked: fc.nat(1e6),
    challenged: fc.nat(100),
    logged: fc.nat(1e6),
    other: fc.nat(1),
  });
  fc.assert(
    fc.property(splits, fc.integer({ min: 4, max: 30 }), (split, columns) => {
      const bar = splitBar(split, columns);
      const all = OUTCOMES.reduce((sum, each) => sum + split[each], 0);
      expect(lineWidth(bar)).toBe(all === 0 ? 0 : columns);
      const there = OUTCOMES.filter((each) => split[each] > 0);
      expect(bar).toHaveLength(there.length);
      for (const [at, each] of there.entries()) {
        const cells = bar[at]?.text.length ?? 0;
        expect(cells).toBeGreaterThanOrEqual(1);
        if (split[each] > all * 0.6) {
          expect(cells).toBe(Math.max(...bar.map(({ text }) => text.length)));
        }
      }
    }),
    { numRuns: 300 },
  );
});
