import { describe, expect, it } from 'vitest';
import { operations } from '../../src/contract/operations/index.ts';
import {
  dialectChoices,
  presumedDialect,
  type Unstated,
  unstated,
} from '../../src/contract/unstated.ts';

const points: readonly (readonly [string, Unstated])[] = Object.entries(unstated);

describe('what the contract leaves open', () => {
  it.each(points)('%s is told in sentences', (_, point) => {
    for (const sentence of [point.open, point.choice, point.why, point.change]) {
      expect(sentence).toMatch(/^\S.*\.$/);
    }
  });

  it.each(points)('%s names operations that exist', (_, { operations: ids }) => {
    for (const id of ids) expect(operations).toHaveProperty([id]);
  });

  it('has at least one point for each operation', () => {
    const touched = new Set(points.flatMap(([, point]) => point.operations));
    expect([...touched].sort()).toEqual(Object.keys(operations).sort());
  });
});

describe('a dialect', () => {
  it.each(dialectChoices())('has several ways for $id, each once', ({ values }) => {
    expect(values.length).toBeGreaterThan(1);
    expect(new Set(values).size).toBe(values.length);
  });

  it('is presumed to be the first way of each', () => {
    const presumed = presumedDialect();
    expect(Object.keys(presumed)).toEqual(dialectChoices().map(({ id }) => id));
    expect(presumed).toMatchObject({ 'log-order': 'newest', 'second-delete': '404' });
  });
});
