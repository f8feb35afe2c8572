import { expect, it } from 'vitest';
import type { Json } from '../../src/contract/values.ts';
import { fact, heading, rawFields } from '../../src/panes/fact.ts';
import { words } from '../../src/text/printable.ts';
import { span } from '../../src/ui/line.ts';
import { lineText } from '../support/line-text.ts';

it('values are aligned, and kept apart from names that are long', () => {
  expect(lineText(fact(words`cost`, [span(words`7`)], 12))).toBe('cost        7');
  expect(lineText(fact(words`cost`, [span(words`7`)], 6))).toBe('cost  7');
  expect(lineText(fact(words`averylongname`, [span(words`7`)], 6))).toBe('averylongname 7');
});

it('a heading is its text', () => {
  expect(lineText(heading(words`Regions`))).toBe('Regions');
});

const told = (json: Json) => rawFields(json).map(({ name, value }) => [name, value]);

it('any JSON is fields, those of an object below its name, further in', () => {
  expect(told({ a: 1, b: { c: [true, null], d: {} }, 'e\u001b[2J': 'x\ny' })).toEqual([
    ['a', '1'],
    ['b', ''],
    ['  c', ''],
    ['    0', 'true'],
    ['    1', 'null'],
    ['  d', '{}'],
    ['e␛[2J', '"x\\ny"'],
  ]);
});

it('a single value is one field', () => {
  expect(told('plain')).toEqual([['', '"plain"']]);
  expect(told([])).toEqual([]);
});

it('what is deeper than anybody reads is written as JSON, whole', () => {
  let json: Json = 'bottom';
  for (let depth = 0; depth < 2000; depth += 1) json = { in: json };
  const fields = told(json);
  expect(fields.length).toBeLessThan(20);
  expect(fields.at(-1)?.[1]).toContain('"bottom"');
});
