import { expect, it } from 'vitest';
import { printable } from '../../src/text/printable.ts';
import { exact, exactPieces } from '../../src/text/spoken.ts';

it('no text from outside is taken for exact', () => {
  expect(exactPieces(printable('a\ue001b\ue002c'))).toHaveLength(1);
});

it('exact text is found again between the others', () => {
  expect(exactPieces(`id: ${exact(printable('a · b'))}.`)).toEqual(['id: ', 'a · b', '.']);
});
