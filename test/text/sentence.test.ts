import { expect, it } from 'vitest';
import { words } from '../../src/text/printable.ts';
import { asSentence } from '../../src/text/sentence.ts';

it('a sentence ends with one full stop, whether the text had one or not', () => {
  expect(asSentence(words`The name exists`)).toBe('The name exists.');
  expect(asSentence(words`The name exists.`)).toBe('The name exists.');
  expect(asSentence(words`Why?`)).toBe('Why?');
});
