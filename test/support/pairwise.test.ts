import fc from 'fast-check';
import { expect, it } from 'vitest';
import { dialectChoices } from '../../src/platform/wire/dialect.ts';
import { settingsOf } from './dialects-touching.ts';
import { pairsOf, pairwise } from './pairwise.ts';

const pairsIn = (row: readonly string[]) => pairsOf(row.map((value) => [value]));
const named = (lengths: readonly number[]) =>
  lengths.map((length, at) => Array.from({ length }, (_, value) => `${at}=${value}`));

it('puts every two values of different choices in one row', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 2, maxLength: 8 }),
      (lengths) => {
        const choices = named(lengths);
        const rows = pairwise(choices);
        for (const row of rows)
          expect(row.map((value) => value.split('=')[0]).sort()).toEqual(
            choices.map((_, at) => String(at)),
          );
        const wanted = pairsOf(choices.toSorted((a, b) => b.length - a.length));
        expect(new Set(rows.flatMap(pairsIn))).toEqual(new Set(wanted));
      },
    ),
  );
});

it('makes a row for each value of a single choice, and no row without choices', () => {
  expect(pairwise([['a=1', 'a=2']])).toEqual([['a=1'], ['a=2']]);
  expect(pairwise([])).toEqual([]);
});

it('needs fewer rows for the dialects of the service than they have values', () => {
  const choices = dialectChoices.map(settingsOf);
  const values = choices.flat().length;
  expect(values).toBeGreaterThan(50);
  expect(pairwise(choices).length).toBeLessThan(values / 2);
});
