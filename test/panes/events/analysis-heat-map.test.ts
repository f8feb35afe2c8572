import { expect, it } from 'vitest';
import { shades } from '../../../src/panes/events/analysis-heat-map.ts';

const cells = (...counts: readonly number[]) => Uint32Array.from(counts);

it('a heat map loses no cell in a terminal that became narrower, and repeats them in a wider one', () => {
  const counted = cells(0, 9, 0, 0, 0, 0, 0, 0, 1, 0);
  expect(shades(counted, 9, 10)).toBe(' █      · ');
  expect(shades(counted, 9, 5)).toBe('█   ·');
  expect(shades(counted, 9, 3)).toBe('█ ·');
  expect(shades(cells(9, 0), 9, 6)).toBe('███   ');
});
