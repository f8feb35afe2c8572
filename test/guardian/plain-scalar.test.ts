import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isScalar, parseDocument } from 'yaml';
import { plainScalarValue } from '../../src/guardian/plain-scalar.ts';

it.each([
  ['', null],
  ['~', null],
  ['null', null],
  ['nUll', 'nUll'],
  ['true', true],
  ['FALSE', false],
  ['yes', 'yes'],
  ['12', 12],
  ['-0o17', '-0o17'],
  ['0o17', 15],
  ['0xFf', 255],
  ['+1.5e3', 1500],
  ['.5', 0.5],
  ['1.', 1],
  ['-.inf', Number.NEGATIVE_INFINITY],
  ['.NaN', Number.NaN],
  ['1.0.0', '1.0.0'],
  ['2026-01-01', '2026-01-01'],
])('%j means %s', (text, value) => {
  expect(plainScalarValue(text)).toEqual(value);
});

it('agrees with the yaml package', () => {
  const unit = fc.constantFrom(...'+-.0123456789eExoabfINnAaTtrRuUeElLsS~_');
  fc.assert(
    fc.property(fc.string({ unit, minLength: 1, maxLength: 6 }), (text) => {
      const { contents, errors } = parseDocument(text);
      fc.pre(errors.length === 0 && isScalar(contents) && contents.source === text);
      expect(plainScalarValue(text)).toEqual(isScalar(contents) ? contents.value : undefined);
    }),
    { numRuns: 3000 },
  );
});
