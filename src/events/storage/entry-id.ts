/**
 * Names one entry for as long as it is held, and is never given to another: the serial number of its
 * segment and its row there. A plain number, so that millions fit into typed arrays.
 */
export type EntryId = number;

const ROW_BITS = 12;

export const MOST_ROWS = 1 << ROW_BITS;

/** Segments that can be made before ids run out: at a thousand rows each, a billion entries. */
export const MOST_SEGMENTS = 2 ** (32 - ROW_BITS) - 1;

export const entryId = (serial: number, row: number): EntryId => ((serial << ROW_BITS) | row) >>> 0;

export const serialOf = (id: EntryId): number => id >>> ROW_BITS;

export const rowOf = (id: EntryId): number => id & (MOST_ROWS - 1);
