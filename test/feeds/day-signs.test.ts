import { expect, it } from 'vitest';
import { createDaySigns } from '../../src/feeds/day-signs.ts';

it('a day learns whether the service knows a later one', () => {
  const signs = createDaySigns();
  signs.answered(5, 'unknown');
  expect(signs.laterThan(5)).toEqual({ answered: false, refusedAt: null });
  signs.refused(6, 100);
  signs.answered(6, 'unknown');
  expect(signs.laterThan(5)).toEqual({ answered: true, refusedAt: 100 });
  expect(signs.laterThan(6)).toEqual({ answered: false, refusedAt: null });
});

it('a day learns the order another was found in', () => {
  const signs = createDaySigns();
  signs.answered(5, 'newest-first');
  signs.answered(6, 'unknown');
  expect(signs.order).toBe('newest-first');
});

it('a jump lets go of what is in flight, and of nothing later', () => {
  const signs = createDaySigns();
  const end = new AbortController();
  const before = signs.linked(end.signal);
  const over = signs.linked(end.signal);
  over.release();
  signs.jumped();
  const after = signs.linked(end.signal);
  expect([before, over, after].map(({ signal }) => signal.aborted)).toEqual([true, false, false]);
  end.abort();
  expect(after.signal.aborted).toBe(true);
  expect(over.signal.aborted).toBe(false);
});
