import { Buffer } from 'node:buffer';
import { expect, test } from 'vitest';
import { DICTIONARY_LIMITS, OTHER } from '../../../src/events/columns.ts';
import { ByteDictionary } from '../../../src/events/storage/byte-dictionary.ts';
import { hashBytes } from '../../../src/events/storage/hash.ts';
import { dictionaryLaws } from './dictionary-laws.ts';

const SEED = 1;

dictionaryLaws('extracts', (limits = DICTIONARY_LIMITS) => {
  const dictionary = new ByteDictionary(limits, SEED);
  const encode = (text: string) => {
    // Not at the start of the buffer, as values never are.
    const bytes = Buffer.from(`"${text}"`);
    return dictionary.encode(bytes, 1, bytes.length - 1);
  };
  return { dictionary, encode };
});

test('values made to collide are given up on instead of searched for ever longer', () => {
  const dictionary = new ByteDictionary(DICTIONARY_LIMITS, SEED);
  // All of these begin their search at one slot, whatever size the table has by then.
  const colliding: Buffer[] = [];
  for (let at = 0; colliding.length < 100; at += 1) {
    const bytes = Buffer.from(`v${at}`);
    if (hashBytes(bytes, 0, bytes.length, SEED) % 1024 === 0) colliding.push(bytes);
  }
  const codes = colliding.map((bytes) => dictionary.encode(bytes, 0, bytes.length));
  expect(codes.slice(0, 60)).not.toContain(OTHER);
  expect(codes.slice(70)).toEqual(Array.from({ length: 30 }, () => OTHER));
});
