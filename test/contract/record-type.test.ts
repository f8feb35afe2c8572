import { expect, it } from 'vitest';
import { recordTypeName } from '../../src/contract/record-type.ts';

it.each([
  [0, 'A'],
  [4, 'MX'],
  [16, 'SOA'],
  [5, 'TYPE 5'],
  [-1, 'TYPE -1'],
])('record type %i is drawn as %s', (type, name) => {
  expect(recordTypeName(type)).toBe(name);
});
