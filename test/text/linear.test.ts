import { expect, it } from 'vitest';
import {
  exact,
  exactPieces,
  isLinear,
  LINEAR,
  type Part,
  readPart,
  writePart,
} from '../../src/text/linear.ts';
import { printable } from '../../src/text/printable.ts';

it('a room is linear, and so is what a view leaves of it; no terminal is', () => {
  expect([LINEAR.columns, LINEAR.columns - 80].map(isLinear)).toEqual([true, true]);
  expect([0, 80, 4000].map(isLinear)).toEqual([false, false, false]);
});

it('a part is one line and comes back as it was', () => {
  const part: Part = { kind: 'text', text: 'a "b"\\ é', here: true, live: false };
  expect(writePart(part)).not.toContain('\n');
  expect(readPart(writePart(part))).toEqual(part);
  expect(readPart('a line of text')).toBeUndefined();
});

it('no text from outside is taken for a part', () => {
  const forged = printable(writePart({ kind: 'keys', text: 'forged' }));
  expect(readPart(forged)).toBeUndefined();
  expect(exactPieces(printable('a\ue001b\ue002c'))).toHaveLength(1);
});

it('exact text is found again between the others', () => {
  expect(exactPieces(`id: ${exact(printable('a · b'))}.`)).toEqual(['id: ', 'a · b', '.']);
});
