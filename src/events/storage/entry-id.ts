/**
 * Identifies an entry while it is in memory: its segment's serial number and its row. It is never reused. A plain
 * number, so that millions fit into typed arrays.
 */
export type EntryId = number;

const ROW_BITS = 12;

export const MOST_ROWS = 1 << ROW_BITS;

/** Number of segments before ids run out. At a thousand rows each, that is a billion entries. */
export const MOST_SEGMENTS = 2 ** (32 - ROW_BITS) - 1;

export const entryId = (serial: number, row: number): EntryId => ((serial << ROW_BITS) | row) >>> 0;

export const serialOf = (id: EntryId): number => id >>> ROW_BITS;

export const rowOf = (id: EntryId): number => id & (MOST_ROWS - 1);
