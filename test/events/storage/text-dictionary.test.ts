import { expect, test } from 'vitest';
import { ABSENT, DICTIONARY_LIMITS } from '../../../src/events/columns.ts';
import { TextDictionary } from '../../../src/events/storage/text-dictionary.ts';
import { dictionaryLaws } from './dictionary-laws.ts';

dictionaryLaws('labels', (limits = DICTIONARY_LIMITS) => {
  const dictionary = new TextDictionary(limits);
  return { dictionary, encode: (text) => dictionary.encode(text) };
});

test('a null label is absent, and an empty one is not', () => {
  const dictionary = new TextDictionary(DICTIONARY_LIMITS);
  expect(dictionary.encode(null)).toBe(ABSENT);
  expect(dictionary.valueOf(dictionary.encode(''))).toBe('');
});
