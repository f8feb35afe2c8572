import fc from 'fast-check';
import { expect, test } from 'vitest';
import { packGuid, unpackGuid } from '../../../src/events/storage/guid.ts';

test('a GUID in lower case is unpacked exactly, at any position', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.nat(5), (guid, at) => {
      const words = new Uint32Array(12);
      expect(packGuid(guid, words, at)).toBe(true);
      expect(unpackGuid(words, at)).toBe(guid);
    }),
  );
});

test.each([
  ['upper case', 'C5C09FE1-2071-486C-B6BA-4C43B45AEB09'],
  ['one digit short', 'c5c09fe1-2071-486c-b6ba-4c43b45aeb0'],
  ['no hyphens', 'c5c09fe12071486cb6ba4c43b45aeb09'],
  ['a hyphen out of place', 'c5c09fe-12071-486c-b6ba-4c43b45aeb09'],
  ['a letter beyond f', 'c5c09fe1-2071-486c-b6ba-4c43b45aeb0g'],
  ['a digit of another script', 'c5c09fe1-2071-486c-b6ba-4c43b45aeb0٣'],
  ['braces', '{c5c09fe1-2071-486c-b6ba-4c43b45aeb}'],
  ['nothing', ''],
])('%s is not packed, because packing would change the id', (_, text) => {
  expect(packGuid(text, new Uint32Array(4), 0)).toBe(false);
});
