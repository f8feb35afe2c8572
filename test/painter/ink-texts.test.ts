import fc from 'fast-check';
import { expect, it } from 'vitest';
import { measured, sanitized } from '../../src/painter/ink-texts.ts';

// Ink exports neither.
const ofInk = async (module: string) =>
  (await import(new URL(`../../node_modules/ink/build/${module}.js`, import.meta.url).href))
    .default;
const sanitize: (row: string) => string = await ofInk('sanitize-ansi');
const measure: (text: string) => unknown = await ofInk('measure-text');

const piece = fc.constantFrom(
  'plain',
  '❯ ●',
  '漢字',
  'e\u0301',
  '\u0301',
  '\u001b[1;32m',
  '\u001b[0m',
  '\u001b[4:3m',
  '\u001b[2J',
  '\u001b]8;;https://a.example\u0007',
  '\u001b]8;;\u0007',
  '\u001b]0;title\u0007',
  '\u0007',
  '\u009b31m',
);
const row = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(''));

it('a block of rows is measured as Ink measures it', () => {
  fc.assert(
    fc.property(fc.array(row, { maxLength: 5 }), (rows) => {
      const text = sanitize(rows.join('\n'));
      expect(measured(text)).toEqual(measure(text));
    }),
    { numRuns: 1000 },
  );
});

it('rows are cleaned as Ink cleans each of them', () => {
  fc.assert(
    fc.property(fc.array(row, { maxLength: 5 }), (rows) => {
      expect(sanitized(rows.join('\n'), sanitize)).toBe(rows.map(sanitize).join('\n'));
    }),
    { numRuns: 1000 },
  );
});

it('a plain block is not passed to Ink', () => {
  const plain = 'plain\n\u001b[1mbold\u001b[0m';
  expect(sanitized(plain, () => expect.fail('was asked'))).toBe(plain);
});
