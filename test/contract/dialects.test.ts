import { describe, expect, it } from 'vitest';
import { dialectChoices, presumedDialect } from '../../src/contract/dialects.ts';

describe('a dialect', () => {
  it.each(dialectChoices())('has several values for $id, each once', ({ values }) => {
    expect(values.length).toBeGreaterThan(1);
    expect(new Set(values).size).toBe(values.length);
  });

  it('presumes the first value of each', () => {
    const presumed = presumedDialect();
    expect(Object.keys(presumed)).toEqual(dialectChoices().map(({ id }) => id));
    expect(presumed).toMatchObject({ 'log-order': 'newest', 'second-delete': '200' });
  });
});
