import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  bitsFor,
  clearBit,
  countBits,
  hasBit,
  intersectBits,
  nextBit,
  noBits,
  setBit,
  setRange,
  subtractBits,
  uniteBits,
} from '../../../src/events/storage/bits.ts';

const ROWS = 130;
const rows = fc.uniqueArray(fc.nat(ROWS - 1));

function bitsOf(members: readonly number[]) {
  const bits = bitsFor(ROWS);
  for (const row of members) setBit(bits, row);
  return bits;
}

/** The members, by going from bit to bit. */
function membersOf(bits: Uint32Array): number[] {
  const members: number[] = [];
  for (let row = nextBit(bits, 0); row >= 0; row = nextBit(bits, row + 1)) members.push(row);
  return members;
}

const sorted = (members: Iterable<number>) => [...members].sort((a, b) => a - b);

test('bits behave as a set of rows', () => {
  fc.assert(
    fc.property(rows, rows, (first, second) => {
      const a = new Set(first);
      const b = new Set(second);
      expect(membersOf(bitsOf(first))).toEqual(sorted(a));
      expect(countBits(bitsOf(first))).toBe(a.size);
      expect(noBits(bitsOf(first))).toBe(a.size === 0);
      const union = bitsOf(first);
      uniteBits(union, bitsOf(second));
      expect(membersOf(union)).toEqual(sorted(a.union(b)));
      const rest = bitsOf(first);
      subtractBits(rest, bitsOf(second));
      expect(membersOf(rest)).toEqual(sorted(a.difference(b)));
      const common = bitsOf(first);
      intersectBits(common, bitsOf(second));
      expect(membersOf(common)).toEqual(sorted(a.intersection(b)));
    }),
  );
});

test('a range sets exactly its rows', () => {
  fc.assert(
    fc.property(fc.nat(ROWS), fc.nat(ROWS), (from, to) => {
      const bits = bitsFor(ROWS);
      setRange(bits, from, to);
      expect(membersOf(bits)).toEqual(
        Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index),
      );
    }),
  );
});

test('a cleared bit is not set', () => {
  const bits = bitsOf([3, 64]);
  clearBit(bits, 64);
  expect(hasBit(bits, 64)).toBe(false);
  expect(membersOf(bits)).toEqual([3]);
});

test('no bit is set beyond the last row', () => {
  expect(nextBit(bitsOf([0, 129]), 130)).toBe(-1);
  expect(nextBit(bitsFor(32), 500)).toBe(-1);
});
