import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { width } from '../../src/text/width.ts';
import { bar, sparkline, trendWords } from '../../src/ui/chart.ts';

describe('a sparkline', () => {
  it('goes from the least to the greatest', () => {
    expect(sparkline([0, 1, 2, 3, 4, 5, 6, 7], 8)).toBe('▁▂▃▄▅▆▇█');
  });

  it('is flat when nothing changes, and shows gaps as dots', () => {
    expect(sparkline([5, 5, Number.NaN, 5], 8)).toBe('▁▁·▁');
  });

  it('shows the last values when there are more than fit', () => {
    expect(sparkline([9, 9, 0, 7], 2)).toBe('▁█');
  });

  it('never is wider than asked, for any numbers', () => {
    fc.assert(
      fc.property(fc.array(fc.double()), fc.integer({ min: 0, max: 60 }), (values, columns) => {
        expect(width(sparkline(values, columns))).toBeLessThanOrEqual(columns);
      }),
    );
  });
});

describe('a bar', () => {
  it.each([
    [0, '    '],
    [0.5, '██  '],
    [1, '████'],
    [7, '████'],
    [-1, '    '],
    [Number.NaN, '    '],
    [0.03, '▏   '],
  ])('of %d is “%s”', (share, text) => {
    expect(bar(share, 4)).toBe(text);
  });
});

it('what is heard is no picture: where a row began, how far it went', () => {
  expect(trendWords([3, 1, 7, 5])).toBe('from 3 to 5, between 1 and 7');
  expect(trendWords([3])).toBe('');
});
