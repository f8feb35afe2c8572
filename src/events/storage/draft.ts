import { COLUMNS } from './columns.ts';
import { GUID_WORDS } from './guid.ts';

/**
 * Codes of one column. Always two bytes, although one would often do: counting and filtering loops are a third faster
 * when they only see one array type.
 */
export type Codes = Uint16Array<ArrayBuffer>;

const FIRST_CAPACITY = 128;
export const FIRST_TEXT = 16 << 10;

/** The arrays of an open segment. They grow with it and are reused for the next segment. */
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

/** Rare values that do not fit into the columns, by row. */
export interface Oddities {
  /** Log ids that are not GUIDs in lower case. */
  ids?: Map<number, string | null>;
  noStamps?: Set<number>;
  /** Timestamps that a double cannot represent, as written. */
  writtenStamps?: Map<number, string>;
  /** Label values beyond the dictionaries, by row and label. */
  labels?: Map<number, string>;
  /** Logs with lone surrogates, which UTF-8 cannot represent. */
  logs?: Map<number, string>;
}

/** An open segment as plain data with arrays of its own, to be sent to another thread. */
export interface SegmentParts extends Omit<Draft, 'text'> {
  readonly text: Uint8Array<ArrayBuffer>;
  readonly rows: number;
  readonly ascii: boolean;
  /** One bit per column; see `Segment.markOther`. */
  readonly others: number;
  readonly odd: Oddities;
}

/** Copies numbers into a wider array. */
export function widened<Numbers extends { set(from: ArrayLike<number>): void }>(
  from: ArrayLike<number>,
  into: Numbers,
): Numbers {
  into.set(from);
  return into;
}
