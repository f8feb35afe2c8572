import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Intl as LazyIntl } from '../../.build/lazy-intl.ts';

it('cuts text as Intl.Segmenter does', () => {
  const options = { granularity: 'grapheme' } as const;
  const [lazy, real] = [
    new LazyIntl.Segmenter('en', options),
    new Intl.Segmenter('en', options),
  ] as const;
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 20 }), (text) => {
      expect([...lazy.segment(text)]).toEqual([...real.segment(text)]);
    }),
  );
});

it('writes lists as Intl.ListFormat does', () => {
  expect(new LazyIntl.ListFormat('en', { type: 'disjunction' }).format(['a', 'b', 'c'])).toBe(
    'a, b, or c',
  );
});
