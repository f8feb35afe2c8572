/** Addresses from `low` to `high`, inclusive. */
export type AddressRange =
  | { readonly family: 4; readonly low: number; readonly high: number }
  | { readonly family: 6; readonly low: bigint; readonly high: bigint };

type FourRange = Extract<AddressRange, { readonly family: 4 }>;
type SixRange = Extract<AddressRange, { readonly family: 6 }>;

const BITS = { 4: 32, 6: 128 } as const;
const MAX_LENGTH = 64;

/**
 * Reads `1.2.3.4`, `2001:db8::1`, a CIDR block (`1.2.3.0/24`), or an address masked by the service (`1.2.3.*`,
 * `2001:db8:*`), which stands for every address it may have been. Undefined for other text.
 */
export function parseAddress(text: string): AddressRange | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const [address = '', prefix, ...rest] = text.split('/');
  if (rest.length > 0) return undefined;
  const range = address.includes(':') ? parseSix(address) : parseFour(address);
  if (!range || prefix === undefined) return range;
  if (!/^\d{1,3}$/.test(prefix) || Number(prefix) > BITS[range.family]) return undefined;
  const length = Number(prefix);
  if (range.family === 4) {
    const size = 2 ** (32 - length);
    const low = range.low - (range.low % size);
    return { family: 4, low, high: range.high - (range.high % size) + size - 1 };
  }
  const mask = (1n << BigInt(128 - length)) - 1n;
  return { family: 6, low: range.low & ~mask, high: range.high | mask };
}

/** Whether an address could contain the text. `*` stands for anything. */
export function isPartOfAddress(text: string): boolean {
  if (/^[\da-f:*]+$/i.test(text)) return true;
  // With a port, or the end of an address of version 6 in the form of version 4.
  if (text.includes(':')) return /^[\da-f:.*]+$/i.test(text);
  const groups = text.split('.');
  return (
    groups.length <= 4 && groups.every((group) => /^[\d*]*$/.test(group) && !(Number(group) > 255))
  );
}

/** Whether the ranges overlap. */
export const intersects = (a: AddressRange, b: AddressRange): boolean =>
  a.family === b.family && a.low <= b.high && b.low <= a.high;

function parseFour(text: string): FourRange | undefined {
  const parts = text.split('.');
  if (parts.length !== 4) return undefined;
  let low = 0;
  let high = 0;
  for (const part of parts) {
    const group = groupOf(part, 10, 255);
    if (!group) return undefined;
    low = low * 256 + group.low;
    high = high * 256 + group.high;
  }
  return { family: 4, low, high };
}

function parseSix(text: string): SixRange | undefined {
  const halves = text.split('::');
  if (halves.length > 2) return undefined;
  const [front = [], back = []] = halves.map(groupsOf);
  if (!front || !back) return undefined;
  const missing = 8 - front.length - back.length;
  if (halves.length === 2) {
    if (missing < 1) return undefined;
    const zeros = Array.from({ length: missing }, () => ({ low: 0, high: 0 }));
    return fromGroups([...front, ...zeros, ...back]);
  }
  // `2001:db8:*`: the groups after a masked one are unknown as well.
  const masked = front.at(-1);
  const open = missing > 0 && masked?.low === 0 && masked.high === 0xffff && text.endsWith('*');
  if (missing !== 0 && !open) return undefined;
  const unknown = Array.from({ length: missing }, () => ({ low: 0, high: 0xffff }));
  return fromGroups([...front, ...unknown]);
}

interface Group {
  readonly low: number;
  readonly high: number;
}

function groupsOf(text: string): readonly (Group | undefined)[] {
  if (text === '') return [];
  const groups = text.split(':');
  const four = groups.at(-1)?.includes('.') ? parseFour(groups.pop() ?? '') : undefined;
  const read = groups.map((group) => groupOf(group, 16, 0xffff));
  if (!four) return read;
  const upper = (value: number) => Math.floor(value / 0x10000);
  const lower = (value: number) => value % 0x10000;
  return [
    ...read,
    { low: upper(four.low), high: upper(four.high) },
    { low: lower(four.low), high: lower(four.high) },
  ];
}

function groupOf(text: string, radix: 10 | 16, most: number): Group | undefined {
  if (text === '*') return { low: 0, high: most };
  if (!(radix === 10 ? /^\d{1,3}$/ : /^[0-9a-f]{1,4}$/i).test(text)) return undefined;
  const value = Number.parseInt(text, radix);
  return value > most ? undefined : { low: value, high: value };
}

function fromGroups(groups: readonly (Group | undefined)[]): SixRange | undefined {
  if (groups.length !== 8) return undefined;
  let low = 0n;
  let high = 0n;
  for (const group of groups) {
    if (!group) return undefined;
    low = (low << 16n) | BigInt(group.low);
    high = (high << 16n) | BigInt(group.high);
  }
  return { family: 6, low, high };
}
