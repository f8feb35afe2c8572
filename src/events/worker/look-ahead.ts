import { Block } from '../filter/block.ts';
import type { Compiled } from '../filter/compile.ts';
import { PatternTooSlow } from '../filter/watchdog.ts';
import { type Bits, bitsFor, noBits, setRange } from '../storage/bits.ts';
import { MOST_ROWS } from '../storage/entry-id.ts';
import type { Rows } from '../storage/rows.ts';
import type { Segment } from '../storage/segment.ts';
import type { SearchResult, TextSearch, TextSearcher } from './text-search.ts';

/** Segments from which on a search is worth a thread. */
const LEAST = 64;

/** The newest so many are not handed out: whoever asks is about to look at them. */
const OWN = 16;

/** Segments that are handed out in one go: it takes time from whoever asks. */
const MOST_AT_ONCE = 32;

/** Longer texts would be much for the memory of a thread. */
const LONGEST_TEXT = 8 << 20;

/** What was found in the log texts of a segment. */
export interface Prefetched {
  /** The rows that its texts decide about; no other row matches. */
  readonly candidates: Bits;
  /** Those of them that each text filter holds for. */
  readonly found: readonly Bits[];
}

interface Request {
  readonly revision: number;
  readonly candidates: Bits;
  /** Undefined while it is not answered. */
  found: readonly Bits[] | undefined;
}

/** A segment of which so many rows were looked at, by its serial number. */
interface Pending {
  readonly serial: number;
  readonly rows: number;
}

/**
 * Has log texts searched that a view comes to later: it takes the newest segments first, and this hands
 * out the oldest. What is found waits until the view asks for it; where nothing was found yet, or nobody
 * answers, the view looks for itself.
 */
export class LookAhead {
  readonly #rows: Rows;
  readonly #compiled: Compiled;
  readonly #searcher: TextSearcher;
  /** By serial number of the segment. */
  readonly #asked = new Map<number, Request>();
  #search: TextSearch | undefined;
  /** Whether a pattern turned out too slow: judging it is left to the view. */
  #slow = false;

  constructor(rows: Rows, compiled: Compiled, searcher: TextSearcher) {
    this.#rows = rows;
    this.#compiled = compiled;
    this.#searcher = searcher;
  }

  /** @param pending in the order of their age, the oldest first */
  dispatch(pending: readonly Pending[]): void {
    const { texts } = this.#compiled;
    if (texts.length === 0 || this.#slow) return;
    if (!this.#search && pending.length < LEAST) return;
    this.#search ??= this.#searcher.start(texts, (serial, found) => this.#receive(serial, found));
    const last = pending.length - OWN;
    let count = 0;
    for (let index = 0; index < last; index += 1) {
      if (this.#search.capacity <= 0 || count === MOST_AT_ONCE) return;
      const { serial, rows } = pending[index] as Pending;
      if (rows > 0 || this.#asked.has(serial)) continue;
      const segment = this.#rows.segment(serial);
      if (!segment) continue;
      if (!this.#ask(segment, this.#search)) return;
      count += 1;
    }
  }

  /** What was found in a segment. It is told once, and what comes later is of no use. */
  take(segment: Segment): Prefetched | undefined {
    const asked = this.#asked.get(segment.serial);
    if (!asked) return undefined;
    this.#asked.delete(segment.serial);
    const { revision, candidates, found } = asked;
    return found && revision === segment.revision ? { candidates, found } : undefined;
  }

  /** A segment is no longer held. */
  forget(serial: number): void {
    this.#asked.delete(serial);
  }

  /** Nothing more is needed just now. */
  end(): void {
    this.#search?.end();
    this.#search = undefined;
    this.#asked.clear();
  }

  /** False when a pattern is too slow for what is known without texts. */
  #ask(segment: Segment, search: TextSearch): boolean {
    const packed = segment.packedText;
    if (!packed || segment.textLength > LONGEST_TEXT) return true;
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

  /** The rows that would match, did every text say what is wanted of it. */
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
