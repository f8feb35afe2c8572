import { hash } from '../world/chance.ts';
import type { Dialect } from './dialect.ts';

/** One page of an event log, before its entries are written out. */
export interface Page {
  readonly start: Cursor;
  /** The entries' positions in the day's log, in the order they are served. */
  readonly positions: readonly number[];
  readonly hasMoreData: boolean;
  /** Where its continuation token leads, or what the token is when it leads nowhere. */
  readonly next: Cursor | '' | null;
}

/** The state of a day's log. */
interface Progress {
  /** How many entries there are by now. */
  readonly count: number;
  /** Whether more may come: the day is today. */
  readonly isLive: boolean;
}

type Habits = Pick<Dialect, 'log-page-size' | 'live-end' | 'last-page-token'>;

/** Where a day's first page begins. */
export const firstCursor = (
  zoneId: number,
  day: number,
  order: Cursor['order'],
  count: number,
): Cursor => ({ zoneId, day, order, at: order === 'oldest' ? 0 : count, turn: 0 });

/**
 * The page at a cursor. Oldest first, the last page of a live day may be requested again and then shows newer
 * entries. Newest first, newer entries are on the first page.
 */
export function pageAt(start: Cursor, progress: Progress, habits: Habits): Page {
  const { count, isLive } = progress;
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

/** The token of a page after which there is nothing. */
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

/** Where a page begins, and in which day of which zone. */
export interface Cursor {
  readonly zoneId: number;
  /** Days since the epoch. */
  readonly day: number;
  readonly order: 'oldest' | 'newest';
  /** Oldest first: the first position of the page. Newest first: one more than its first position. */
  readonly at: number;
  /** How many empty pages came before it; only a fault makes it other than 0. */
  readonly turn: number;
}

/** What a token stands for. */
export interface Token {
  readonly cursor: Cursor;
  /** Seconds since the epoch; 0 in tokens that do not expire. */
  readonly issuedAt: number;
}

/*
 * A token is 25 bytes, so that plain base64 ends in "==": three of 255, which base64 writes with slashes,
 * the order and the turn in one each, then zone, day, position, time and a check in four each.
 */
const LENGTH = 25;
const MARK = [255, 255, 255] as const;
const NEWEST = 1;

/** A token as text. `seed` makes it invalid in another world. */
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

/** Reads a token; undefined for text that is no token of this world. */
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

/** The checksum of everything before it. */
function checkOf(bytes: Buffer, seed: number): number {
  let check = seed;
  for (const byte of bytes.subarray(0, 21)) check = hash(check, byte);
  return check;
}
