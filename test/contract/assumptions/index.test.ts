import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Assumption } from '../../../src/contract/assumptions/assumption.ts';
import { assumptions } from '../../../src/contract/assumptions/index.ts';
import { operations } from '../../../src/contract/operations/index.ts';

const all: readonly (readonly [string, Assumption])[] = Object.entries(assumptions);
const ROOT = join(import.meta.dirname, '../../..');

describe('an assumption', () => {
  it.each(all)('%s is written in sentences', (_, { open, choice, why }) => {
    for (const sentence of [open, choice, why]) expect(sentence).toMatch(/^\S.*\.$/);
  });

  it.each(all)('%s names the file of a test that is marked with it', (id, { test }) => {
    expect(marksIn(readFileSync(join(ROOT, test), 'utf8'))).toContain(id);
  });
});

it('tests are marked only with existing assumptions', () => {
  const files = globSync('test/**/*.test.{ts,tsx}', { cwd: ROOT });
  const marks = files.flatMap((file) => marksIn(readFileSync(join(ROOT, file), 'utf8')));
  expect(marks.filter((id) => !Object.hasOwn(assumptions, id))).toEqual([]);
});

/** The ids in `// Assumption: ID` directly before a test, or before the tests of one description. */
function marksIn(text: string): readonly string[] {
  const marks = text.matchAll(
    /^ *\/\/ Assumptions?: (.+)\n(?: *\/\/.*\n)* *(?:it|test|describe)[.(]/gm,
  );
  return [...marks].flatMap(([, ids = '']) => ids.split(', '));
}

it('nothing that the contract states is called open', () => {
  // Found treated as open once: operation 1 states its enumerations, its failures and its arrays.
  for (const id of ['failure-status', 'null-arrays', 'body-of-401'] as const) {
    expect(`${assumptions[id].open} ${assumptions[id].operations}`).toMatch(
      /3 and 8|but (?:in|for) operation 1/,
    );
  }
  expect(assumptions).not.toHaveProperty('enum-representation');
});

it('each operation has an assumption that names it', () => {
  const touched = new Set(all.flatMap(([, assumption]) => assumption.operations));
  expect([...touched].sort()).toEqual(Object.keys(operations).sort());
});
