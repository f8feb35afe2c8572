import type { TextFilter } from '../filter/text-test.ts';
import type { Bits } from '../storage/bits.ts';

/** The log texts of a sealed segment, and the rows to be searched. */
export interface SearchTask {
  /** Of the segment. */
  readonly serial: number;
  /** As packed by the store. */
  readonly packed: Uint8Array;
  /** Start of each row's log in the unpacked text, and the end of the last. */
  readonly offsets: Uint32Array;
  readonly ascii: boolean;
  readonly candidates: Bits;
}

/** The candidates that match, for each text filter; null if a pattern was too slow. */
export type SearchResult = readonly Bits[] | null;

/** Searches segments one after the other in the background. */
export interface TextSearch {
  /** How many more tasks it accepts now. */
  readonly capacity: number;
  submit(task: SearchTask): void;
  /** Stops answering. */
  end(): void;
}

/** Searches log texts elsewhere, for example in a worker thread. It may fail at any time and then stops answering. */
export interface TextSearcher {
  /** @param answered receives the matches of a segment, by its serial number */
  start(
    texts: readonly TextFilter[],
    answered: (serial: number, found: SearchResult) => void,
  ): TextSearch;
}
