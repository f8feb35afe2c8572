import { COLUMNS } from './columns.ts';
import { GUID_WORDS } from './guid.ts';

/**
 * Codes of one column. Always two bytes, though one would often do: the loops that count and filter are a
 * third faster when they meet one kind of array only.
 */
export type Codes = Uint16Array<ArrayBuffer>;

const FIRST_CAPACITY = 128;
export const FIRST_TEXT = 16 << 10;

/** The arrays an open segment writes into. They grow with it, and the next segment takes them over. */
export interface Draft {
  readonly times: Float64Array<ArrayBuffer>;
  readonly ids: Uint32Array<ArrayBuffer>;
  readonly codes: readonly Codes[];
  readonly offsets: Uint32Array<ArrayBuffer>;
  readonly flags: Uint8Array<ArrayBuffer>;
  readonly text: Buffer;
}

export function newDraft(): Draft {
  return {
    times: new Float64Array(FIRST_CAPACITY),
    ids: new Uint32Array(FIRST_CAPACITY * GUID_WORDS),
    codes: COLUMNS.map(() => new Uint16Array(FIRST_CAPACITY)),
    offsets: new Uint32Array(FIRST_CAPACITY + 1),
    flags: new Uint8Array(FIRST_CAPACITY),
    text: Buffer.allocUnsafeSlow(FIRST_TEXT),
  };
}

/** What few rows have and no column has room for, by row. */
export interface Oddities {
  /** Log ids that are no GUID in lower case. */
  ids?: Map<number, string | null>;
  noStamps?: Set<number>;
  /** Stamps that no double holds, as they were written. */
  writtenStamps?: Map<number, string>;
  /** Label values the dictionaries had no room for, by row and label. */
  labels?: Map<number, string>;
  /** Logs with lone surrogates, which UTF-8 cannot hold. */
  logs?: Map<number, string>;
}

/** All of an open segment, in arrays of its own: plain data, which can be handed to another thread. */
export interface SegmentParts extends Omit<Draft, 'text'> {
  readonly text: Uint8Array<ArrayBuffer>;
  readonly rows: number;
  readonly ascii: boolean;
  /** One bit a column: see `Segment.markOther`. */
  readonly others: number;
  readonly odd: Oddities;
}

/** The same in a wider array. */
export function widened<Numbers extends { set(from: ArrayLike<number>): void }>(
  from: ArrayLike<number>,
  into: Numbers,
): Numbers {
  into.set(from);
  return into;
}
