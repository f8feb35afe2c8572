import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Assumption } from '../../../src/contract/assumptions/assumption.ts';
import { assumptions } from '../../../src/contract/assumptions/index.ts';
import { operations } from '../../../src/contract/operations/index.ts';

const all: readonly (readonly [string, Assumption])[] = Object.entries(assumptions);
const SOURCE = join(import.meta.dirname, '../../../src');

describe('an assumption', () => {
  it.each(all)('%s is told in sentences', (_, { open, choice, why, change }) => {
    for (const sentence of [open, choice, why, change]) expect(sentence).toMatch(/^\S.*\.$/);
  });

  it.each(all)('%s says where to change it, by files that are there', (_, { change }) => {
    for (const [path] of change.matchAll(/[a-z-]+\/[\w/-]*(?:\.ts)?/g)) {
      expect(existsSync(join(SOURCE, path)), path).toBe(true);
    }
  });
});

it('each operation has an assumption that names it', () => {
  const touched = new Set(all.flatMap(([, assumption]) => assumption.operations));
  expect([...touched].sort()).toEqual(Object.keys(operations).sort());
});
