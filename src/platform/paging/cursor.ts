import { hash } from '../world/chance.ts';

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

/** A token as text. `seed` makes it worthless to another world. */
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

/** The token of a text; undefined for what is no token of this world. */
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

/** Over everything but the check itself. */
function checkOf(bytes: Buffer, seed: number): number {
  let check = seed;
  for (const byte of bytes.subarray(0, 21)) check = hash(check, byte);
  return check;
}
