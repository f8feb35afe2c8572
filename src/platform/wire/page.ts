import { hash } from '../world/chance.ts';
import type { Dialect } from './dialect.ts';

/** One page of an event log, before its entries are serialised. */
export interface Page {
  readonly start: Cursor;
  /** Positions in the day's log, in the order served. */
  readonly positions: readonly number[];
  readonly hasMoreData: boolean;
  /** The cursor of its continuation token, or the value sent instead of a token. */
  readonly next: Cursor | '' | null;
}

type Habits = Pick<Dialect, 'log-page-size' | 'live-end' | 'last-page-token'>;

/** The start of a day's first page. */
export const firstCursor = (
  zoneId: number,
  day: number,
  order: Cursor['order'],
  count: number,
): Cursor => ({ zoneId, day, order, at: order === 'oldest' ? 0 : count, turn: 0 });

/**
 * The page at a cursor. Oldest first, the last page of the current day may be requested again and then shows newer
 * entries. Newest first, newer entries are on the first page.
 */
export function pageAt(
  start: Cursor,
  { count, isLive }: { readonly count: number; readonly isLive: boolean },
  habits: Habits,
): Page {
  const size = habits['log-page-size'];
  const from = Math.min(start.at, count);
  if (start.order === 'newest') {
    const to = Math.max(0, from - size);
    const isLast = to === 0;
    return {
      start,
      positions: Array.from({ length: from - to }, (_, at) => from - 1 - at),
      hasMoreData: !isLast,
      next: isLast ? endOf(start, habits) : { ...start, at: to, turn: 0 },
    };
  }
  const to = Math.min(from + size, count);
  const isLast = to === count;
  const goesOn = isLive && habits['live-end'] === 'goes-on';
  const leadsOn = !isLast || goesOn || (isLive && habits['last-page-token'] === 'continues');
  return {
    start,
    positions: Array.from({ length: to - from }, (_, at) => from + at),
    hasMoreData: !isLast || goesOn,
    next: leadsOn ? { ...start, at: to, turn: 0 } : endOf(start, habits),
  };
}

/** The continuation token of the last page. */
function endOf(start: Cursor, habits: Habits): Page['next'] {
  switch (habits['last-page-token']) {
    case 'null':
      return null;
    case 'repeated':
      return start;
    case 'empty':
    case 'continues':
      return '';
  }
}

/** Start of a page. */
export interface Cursor {
  readonly zoneId: number;
  readonly day: number;
  readonly order: 'oldest' | 'newest';
  /** Oldest first: the first position of the page. Newest first: its first position plus one. */
  readonly at: number;
  /** How many empty pages came before; only a fault sets it. */
  readonly turn: number;
}

export interface Token {
  readonly cursor: Cursor;
  /** Seconds since the epoch; 0 if the token does not expire. */
  readonly issuedAt: number;
}

/*
 * A token has 25 bytes, so plain base64 ends in "==": three bytes of 255 (slashes in base64), order, turn, then zone,
 * day, position, time and checksum with four bytes each.
 */
const LENGTH = 25;
const MARK = [255, 255, 255] as const;
const NEWEST = 1;

/** Encodes a token. The `seed` makes it invalid in another world. */
export function tokenText(
  { cursor, issuedAt }: Token,
  form: 'url-safe' | 'slashed',
  seed: number,
): string {
  const bytes = Buffer.alloc(LENGTH);
  bytes.set(MARK);
  bytes.writeUInt8(cursor.order === 'newest' ? NEWEST : 0, 3);
  bytes.writeUInt8(cursor.turn, 4);
  bytes.writeUInt32BE(cursor.zoneId, 5);
  bytes.writeUInt32BE(cursor.day, 9);
  bytes.writeUInt32BE(cursor.at, 13);
  bytes.writeUInt32BE(issuedAt, 17);
  bytes.writeUInt32BE(checkOf(bytes, seed), 21);
  return bytes.toString(form === 'slashed' ? 'base64' : 'base64url');
}

/** Decodes a token; undefined if it is not valid in this world. */
export function tokenFrom(text: string, seed: number): Token | undefined {
  if (!/^[\w+/-]{34}(?:==)?$/.test(text)) return undefined;
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length !== LENGTH || bytes.readUInt32BE(21) !== checkOf(bytes, seed)) return undefined;
  return {
    cursor: {
      order: bytes.readUInt8(3) === NEWEST ? 'newest' : 'oldest',
      turn: bytes.readUInt8(4),
      zoneId: bytes.readUInt32BE(5),
      day: bytes.readUInt32BE(9),
      at: bytes.readUInt32BE(13),
    },
    issuedAt: bytes.readUInt32BE(17),
  };
}

function checkOf(bytes: Buffer, seed: number): number {
  let check = seed;
  for (const byte of bytes.subarray(0, 21)) check = hash(check, byte);
  return check;
}
