import fc from 'fast-check';
import { expect, test } from 'vitest';
import { alphanumericId, guid, hex32 } from '../../../src/platform/world/identifier.ts';

test('an id has the letters, digits and length of the ids of the service', () => {
  fc.assert(
    fc.property(fc.integer(), (key) => {
      expect(alphanumericId(key, 15)).toMatch(/^[A-Za-z0-9]{15}$/);
    }),
  );
});

test('ids of different keys differ', () => {
  const ids = Array.from({ length: 1000 }, (_, key) => alphanumericId(key, 15));
  expect(new Set(ids).size).toBe(1000);
});

test('a GUID looks like one of version 4', () => {
  fc.assert(
    fc.property(fc.integer(), fc.integer(), fc.integer(), fc.integer(), (a, b, c, d) => {
      expect(guid(a, b, c, d)).toMatch(
        /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
      );
    }),
  );
});

test('thirty-two bits are eight digits', () => {
  expect(hex32(0)).toBe('00000000');
  expect(hex32(-1)).toBe('ffffffff');
});
