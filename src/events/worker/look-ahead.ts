import { Block } from '../filter/block.ts';
import type { Compiled } from '../filter/compile.ts';
import { PatternTooSlow } from '../filter/watchdog.ts';
import { type Bits, bitsFor, noBits, setRange } from '../storage/bits.ts';
import { MOST_ROWS } from '../storage/entry-id.ts';
import type { Rows } from '../storage/rows.ts';
import type { Segment } from '../storage/segment.ts';
import type { SearchResult, TextSearch, TextSearcher } from './text-search.ts';

/** Minimum number of segments for which a search uses the thread. */
const MIN_SEGMENTS = 64;

/** The newest segments are left to the caller, which is about to scan them. */
const OWN = 16;

/** Limit of segments sent at once, which takes time on the calling thread. */
const MAX_BATCH = 32;

/** Longer texts would take too much of the thread's memory. */
const MAX_TEXT_LENGTH = 8 << 20;

/** What was found in the log texts of a segment. */
export interface Prefetched {
  /** Rows that depend on their text; no other row matches. */
  readonly candidates: Bits;
  /** The candidates that match, for each text filter. */
  readonly found: readonly Bits[];
}

interface Request {
  readonly revision: number;
  readonly candidates: Bits;
  /** Undefined until it is answered. */
  found: readonly Bits[] | undefined;
}

/** A segment by serial number, with the number of rows scanned. */
interface Pending {
  readonly serial: number;
  readonly rows: number;
}

/**
 * Searches log texts in advance for a view. The view scans the newest segments first, while this sends the oldest to
 * the thread. Results are kept until the view asks for them; where there is none, the view searches by itself.
 */
export class LookAhead {
  readonly #rows: Rows;
  readonly #compiled: Compiled;
  readonly #searcher: TextSearcher;
  /** By serial number of the segment. */
  readonly #asked = new Map<number, Request>();
  #search: TextSearch | undefined;
  /** Set if a pattern was too slow; the decision is left to the view. */
  #slow = false;

  constructor(rows: Rows, compiled: Compiled, searcher: TextSearcher) {
    this.#rows = rows;
    this.#compiled = compiled;
    this.#searcher = searcher;
  }

  /** @param pending oldest first */
  dispatch(pending: readonly Pending[]): void {
    const { texts } = this.#compiled;
    if (texts.length === 0 || this.#slow) return;
    if (!this.#search && pending.length < MIN_SEGMENTS) return;
    this.#search ??= this.#searcher.start(texts, (serial, found) => this.#receive(serial, found));
    const last = pending.length - OWN;
    let count = 0;
    for (let index = 0; index < last; index += 1) {
      if (this.#search.capacity <= 0 || count === MAX_BATCH) return;
      const { serial, rows } = pending[index] as Pending;
      if (rows > 0 || this.#asked.has(serial)) continue;
      const segment = this.#rows.segment(serial);
      if (!segment) continue;
      if (!this.#ask(segment, this.#search)) return;
      count += 1;
    }
  }

  /** Returns and removes the result for a segment; later results for it are ignored. */
  take(segment: Segment): Prefetched | undefined {
    const asked = this.#asked.get(segment.serial);
    if (!asked) return undefined;
    this.#asked.delete(segment.serial);
    const { revision, candidates, found } = asked;
    return found && revision === segment.revision ? { candidates, found } : undefined;
  }

  /** A segment was evicted. */
  forget(serial: number): void {
    this.#asked.delete(serial);
  }

  /** Stops the search for now. */
  end(): void {
    this.#search?.end();
    this.#search = undefined;
    this.#asked.clear();
  }

  /** False if a pattern is too slow on what is known without log texts. */
  #ask(segment: Segment, search: TextSearch): boolean {
    const packed = segment.packedText;
    if (!packed || segment.textLength > MAX_TEXT_LENGTH) return true;
    const candidates = this.#candidates(segment);
    if (!candidates) return false;
    const { serial, revision, offsets, ascii } = segment;
    if (noBits(candidates)) {
      const found = this.#compiled.texts.map(() => candidates);
      this.#asked.set(serial, { revision, candidates, found });
      return true;
    }
    this.#asked.set(serial, { revision, candidates, found: undefined });
    search.submit({ serial, packed, offsets, ascii, candidates });
    return true;
  }

  /** The rows that would match if all text filters did. */
  #candidates(segment: Segment): Bits | undefined {
    const bits = bitsFor(MOST_ROWS);
    setRange(bits, 0, segment.rows);
    const block = new Block(this.#rows, segment, 0, segment.rows, {
      kind: 'assumed',
      as: 'passes',
    });
    try {
      this.#compiled.test.narrow(block, bits);
      return bits;
    } catch (error) {
      if (!(error instanceof PatternTooSlow)) throw error;
      this.#slow = true;
      return undefined;
    }
  }

  #receive(serial: number, found: SearchResult): void {
    const asked = this.#asked.get(serial);
    if (found === null) {
      this.#slow = true;
      this.#asked.delete(serial);
    } else if (asked) asked.found = found;
  }
}
