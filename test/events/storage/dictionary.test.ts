import { Buffer } from 'node:buffer';
import { expect, test } from 'vitest';
import { ABSENT, DICTIONARY_LIMITS, OTHER } from '../../../src/events/storage/columns.ts';
import { ByteDictionary, TextDictionary } from '../../../src/events/storage/dictionary.ts';
import { type ByteSource, byteSource, hashBytes } from '../../../src/events/storage/identity.ts';
import { dictionaryLaws } from './dictionary-laws.ts';

const SEED = 1;

dictionaryLaws('extracts', (limits = DICTIONARY_LIMITS) => {
  const dictionary = new ByteDictionary(limits, SEED);
  const encode = (text: string) => {
    // Not at the start of the buffer, as values never are.
    const source = byteSource(Buffer.from(`"${text}"`));
    return dictionary.encode(source, 1, source.bytes.length - 1);
  };
  return { dictionary, encode };
});

test('values made to collide are given up on instead of searched for ever longer', () => {
  const dictionary = new ByteDictionary(DICTIONARY_LIMITS, SEED);
  // All of these begin their search at one slot, whatever size the table has by then.
  const colliding: ByteSource[] = [];
  for (let at = 0; colliding.length < 100; at += 1) {
    const source = byteSource(Buffer.from(`v${at}`));
    if (hashBytes(source, 0, source.bytes.length, SEED) % 1024 === 0) colliding.push(source);
  }
  const codes = colliding.map((source) => dictionary.encode(source, 0, source.bytes.length));
  expect(codes.slice(0, 60)).not.toContain(OTHER);
  expect(codes.slice(70)).toEqual(Array.from({ length: 30 }, () => OTHER));
});

dictionaryLaws('labels', (limits = DICTIONARY_LIMITS) => {
  const dictionary = new TextDictionary(limits);
  return { dictionary, encode: (text) => dictionary.encode(text) };
});

test('a null label is absent, and an empty one is not', () => {
  const dictionary = new TextDictionary(DICTIONARY_LIMITS);
  expect(dictionary.encode(null)).toBe(ABSENT);
  expect(dictionary.valueOf(dictionary.encode(''))).toBe('');
});
