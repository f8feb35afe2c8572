import { expect, it } from 'vitest';
import { fact, heading } from '../../src/panes/fact.ts';
import { words } from '../../src/text/printable.ts';
import { span } from '../../src/ui/line.ts';
import { lineText } from '../support/line-text.ts';

it('values are aligned, and kept apart from names that are long', () => {
  expect(lineText(fact(words`cost`, [span(words`7`)]))).toBe('cost        7');
  expect(lineText(fact(words`cost`, [span(words`7`)], 6))).toBe('cost  7');
  expect(lineText(fact(words`averylongname`, [span(words`7`)], 6))).toBe('averylongname 7');
});

it('a heading is its text', () => {
  expect(lineText(heading(words`Regions`))).toBe('Regions');
});
