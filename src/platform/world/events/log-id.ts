import { hash } from '../chance.ts';

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** Two hexadecimal digits of a number's lowest byte. */
const two = (value: number): string => HEX[value & 255] ?? '';

/** Four hexadecimal digits of a number's lowest sixteen bits. */
const four = (value: number): string => two(value >>> 8) + two(value);

/** Eight hexadecimal digits of a 32-bit number. */
export const eight = (value: number): string => four(value >>> 16) + four(value);

/**
 * The id of an entry, which looks like a GUID. No two entries of a world share one: `unique` must
 * differ between entries of the same `series` (16 bits: a zone's day), and both can be read back from
 * the first twelve digits.
 */
export function logId(unique: number, series: number): string {
  const b = hash(unique, 1);
  const c = hash(unique, 2);
  const first = eight(unique);
  const second = four(series ^ unique);
  const third = four((b & 0x0fff) | 0x4000);
  const fourth = four(((b >>> 16) & 0x3fff) | 0x8000);
  return `${first}-${second}-${third}-${fourth}-${eight(c)}${four(b ^ c)}`;
}
