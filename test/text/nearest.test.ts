import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editDistance, nearest } from '../../src/text/nearest.ts';

describe('edit distance', () => {
  it.each([
    ['', '', 0],
    ['abc', 'abc', 0],
    ['abc', '', 3],
    ['base_ulr', 'base_url', 1],
    ['kitten', 'sitting', 3],
  ])('%j to %j is %i', (a, b, distance) => {
    expect(editDistance(a, b)).toBe(distance);
  });

  it('is symmetric, and at most the length of the longer word', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 12 }), fc.string({ maxLength: 12 }), (a, b) => {
        const distance = editDistance(a, b);
        expect(distance).toBe(editDistance(b, a));
        expect(distance).toBeLessThanOrEqual(Math.max(a.length, b.length));
      }),
    );
  });
});

describe('the nearest name', () => {
  const names = ['base_url', 'access_key_file', 'access_key_command', 'workspace'];

  it.each([
    ['base_ulr', 'base_url'],
    ['BASE_URL', 'base_url'],
    ['workspaces', 'workspace'],
    ['acces_key_file', 'access_key_file'],
    ['colour', undefined],
    ['x', undefined],
    ['', undefined],
  ])('to %j is %j', (word, name) => {
    expect(nearest(word, names)).toBe(name);
  });

  it('is found for words of any length', () => {
    expect(nearest('x'.repeat(100_000), names)).toBeUndefined();
  });
});
