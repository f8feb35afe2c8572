import type { TextFilter } from '../filter/text-test.ts';
import type { Bits } from '../storage/bits.ts';

/** The log texts of a sealed segment, and the rows of it that a search asks about. */
export interface SearchTask {
  /** Of the segment. */
  readonly serial: number;
  /** As the codec of the store packed them. */
  readonly packed: Uint8Array;
  /** Where each row's log begins once they are unpacked; one more than there are rows. */
  readonly offsets: Uint32Array;
  readonly ascii: boolean;
  readonly candidates: Bits;
}

/** Those of a task's candidates that each text filter holds for; null when a pattern was too slow. */
export type SearchResult = readonly Bits[] | null;

/** Looks through segments one after the other, while whoever asked does something else. */
export interface TextSearch {
  /** How many tasks it would take just now. */
  readonly capacity: number;
  submit(task: SearchTask): void;
  /** Nothing is answered from now on. */
  end(): void;
}

/** Searches log texts elsewhere, as in a worker thread. It may fail at any time, and then stops answering. */
export interface TextSearcher {
  /** @param answered is told what was found in a segment, by its serial number */
  start(
    texts: readonly TextFilter[],
    answered: (serial: number, found: SearchResult) => void,
  ): TextSearch;
}
