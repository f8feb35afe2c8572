import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DIALECTS, PLATFORM_DIALECTS } from '../../src/contract/dialects.ts';
import { operations } from '../../src/contract/operations/index.ts';
import { listed, readAssumptions } from '../support/assumptions.ts';

const ROOT = join(import.meta.dirname, '../..');
const all = readAssumptions();
const byId = new Map(all.map((assumption) => [assumption.id, assumption]));
const ofPlatform: Readonly<Record<string, readonly string[]>> = PLATFORM_DIALECTS;

describe.each(all)('the assumption $id', ({ id, said }) => {
  it('says in sentences what is open, what is done here, and on what evidence', () => {
    for (const sentence of [said.Open, said.Here, said.Evidence]) {
      expect(sentence).toMatch(/^\S.*\.$/);
    }
    expect(said.Evidence).toMatch(/ Confidence: (?:high|medium|low|unknown)\.$/);
  });

  it('names the file of a test that is marked with it', () => {
    expect(marksIn(readFileSync(join(ROOT, said['Tried in'] ?? ''), 'utf8'))).toContain(id);
  });
});

it.each(Object.entries(DIALECTS))('the dialect %s is explained, with its values', (id, values) => {
  expect(listed(byId.get(id)?.said.Values)).toEqual([...values, ...(ofPlatform[id] ?? [])]);
});

it('no assumption is there twice, and none has values that the platform does not know', () => {
  expect(all).toHaveLength(byId.size);
  const withValues = all.filter(({ said }) => said.Values !== undefined).map(({ id }) => id);
  expect(withValues.toSorted()).toEqual(Object.keys(DIALECTS).toSorted());
});

it('tests are marked only with existing assumptions', () => {
  const files = globSync('test/**/*.test.{ts,tsx}', { cwd: ROOT });
  const marks = files.flatMap((file) => marksIn(readFileSync(join(ROOT, file), 'utf8')));
  expect(marks.filter((id) => !byId.has(id))).toEqual([]);
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
  for (const id of ['failure-status', 'null-arrays', 'body-of-401']) {
    expect(byId.get(id)?.said.Open).toMatch(/3 and 8|but (?:in|for) operation 1/);
  }
  expect(byId.has('enum-representation')).toBe(false);
});

it('each operation has an assumption, and only operations are named', () => {
  const named = new Set(all.flatMap((assumption) => assumption.operations));
  expect([...named].sort()).toEqual(Object.keys(operations).sort());
});
