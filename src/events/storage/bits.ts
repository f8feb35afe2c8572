/** One bit per row, 32 rows per word. */
export type Bits = Uint32Array;

export const bitsFor = (rows: number): Bits => new Uint32Array((rows + 31) >>> 5);

export const hasBit = (bits: Bits, row: number): boolean =>
  (((bits[row >>> 5] ?? 0) >>> (row & 31)) & 1) === 1;

export function setBit(bits: Bits, row: number): void {
  const word = row >>> 5;
  bits[word] = (bits[word] ?? 0) | (1 << (row & 31));
}

export function clearBit(bits: Bits, row: number): void {
  const word = row >>> 5;
  bits[word] = (bits[word] ?? 0) & ~(1 << (row & 31));
}

/** Sets the bits from `from` up to `to`, exclusive. */
export function setRange(bits: Bits, from: number, to: number): void {
  if (from >= to) return;
  const first = from >>> 5;
  const last = (to - 1) >>> 5;
  const head = 0xffffffff << (from & 31);
  const tail = 0xffffffff >>> (31 - ((to - 1) & 31));
  if (first === last) {
    bits[first] = (bits[first] ?? 0) | (head & tail);
    return;
  }
  bits[first] = (bits[first] ?? 0) | head;
  bits.fill(0xffffffff, first + 1, last);
  bits[last] = (bits[last] ?? 0) | tail;
}

export function countBits(bits: Bits): number {
  let total = 0;
  for (let word = 0; word < bits.length; word += 1) {
    let value = bits[word] as number;
    value -= (value >>> 1) & 0x55555555;
    value = (value & 0x33333333) + ((value >>> 2) & 0x33333333);
    total += Math.imul((value + (value >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
  }
  return total;
}

export function noBits(bits: Bits): boolean {
  for (let word = 0; word < bits.length; word += 1) if (bits[word] !== 0) return false;
  return true;
}

/** The first row at or after `from` whose bit is set, or -1. */
export function nextBit(bits: Bits, from: number): number {
  let word = from >>> 5;
  if (word >= bits.length) return -1;
  let value = (bits[word] as number) & (0xffffffff << (from & 31));
  while (value === 0) {
    word += 1;
    if (word >= bits.length) return -1;
    value = bits[word] as number;
  }
  return (word << 5) + 31 - Math.clz32(value & -value);
}

/** Clears in `into` every bit set in `other`. */
export function subtractBits(into: Bits, other: Bits): void {
  for (let word = 0; word < into.length; word += 1) {
    into[word] = (into[word] as number) & ~(other[word] ?? 0);
  }
}

/** Sets in `into` every bit set in `other`. */
export function uniteBits(into: Bits, other: Bits): void {
  for (let word = 0; word < into.length; word += 1) {
    into[word] = (into[word] as number) | (other[word] ?? 0);
  }
}

/** Keeps in `into` only the bits set in `other`. */
export function intersectBits(into: Bits, other: Bits): void {
  for (let word = 0; word < into.length; word += 1) {
    into[word] = (into[word] as number) & (other[word] ?? 0);
  }
}
