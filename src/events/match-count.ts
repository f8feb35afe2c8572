import { Block } from './filter/block.ts';
import { compileFilter } from './filter/compile.ts';
import type { Filter } from './filter/filter.ts';
import type { Test } from './filter/test.ts';
import type { TimeContext } from './filter/time-point.ts';
import { PatternTooSlow, Watchdog } from './filter/watchdog.ts';
import { bitsFor, countBits, setRange } from './storage/bits.ts';
import { MOST_ROWS } from './storage/entry-id.ts';
import type { Segment } from './storage/segment.ts';
import type { EventStore } from './store.ts';

/** What is known of one segment. */
interface Counted {
  rows: number;
  matched: number;
  revision: number;
}

/** Rows looked at between two looks at the clock. */
const STRIDE = 1024;

/**
 * How many entries of a store pass a filter, found bit by bit and kept up as entries come and go. It knows which
 * ones no more than their number: a view costs an index, and each filter of a stack has its own count.
 */
export class MatchCount {
  readonly #store: EventStore;
  readonly #test: Test;
  readonly #counted = new Map<number, Counted>();
  #version = -1;
  #pending: Segment[] = [];
  #isTooSlow = false;

  /** @param moment what relative times in the filter refer to; they do not slide */
  constructor(store: EventStore, filter: Filter, moment: TimeContext) {
    this.#store = store;
    const { rows } = store;
    this.#test = compileFilter(filter, { rows, watchdog: new Watchdog(), moment }).test;
  }

  /** Entries that pass; null until all have been looked at, or where a pattern is too slow for it. */
  get matched(): number | null {
    this.#catchUp();
    if (this.#pending.length > 0 || this.#isTooSlow) return null;
    let sum = 0;
    for (const { matched } of this.#counted.values()) sum += matched;
    return sum;
  }

  /** Looks at more rows for about `budgetMs`, at least at one stretch; gives whether there is more to look at. */
  advance(budgetMs: number): boolean {
    this.#catchUp();
    const until = this.#store.elapsed() + budgetMs;
    for (let segment = this.#pending.at(-1); segment; segment = this.#pending.at(-1)) {
      if (this.#isTooSlow) return false;
      const counted = this.#of(segment);
      this.#look(segment, counted);
      if (counted.rows >= segment.rows) this.#pending.pop();
      if (this.#store.elapsed() >= until) break;
    }
    return this.#pending.length > 0 && !this.#isTooSlow;
  }

  #catchUp(): void {
    if (this.#version === this.#store.version) return;
    this.#version = this.#store.version;
    const { rows } = this.#store;
    for (const serial of this.#counted.keys()) {
      if (rows.segment(serial) === undefined) this.#counted.delete(serial);
    }
    this.#pending = [...rows.segments].filter((segment) => this.#of(segment).rows < segment.rows);
  }

  /** What is known of a segment: nothing, where its rows were marked since. */
  #of({ serial, revision }: Segment): Counted {
    const known = this.#counted.get(serial);
    if (known?.revision === revision) return known;
    const fresh = { rows: 0, matched: 0, revision };
    this.#counted.set(serial, fresh);
    return fresh;
  }

  #look(segment: Segment, counted: Counted): void {
    const to = Math.min(segment.rows, counted.rows + STRIDE);
    const bits = bitsFor(MOST_ROWS);
    setRange(bits, counted.rows, to);
    try {
      this.#test.narrow(new Block(this.#store.rows, segment, counted.rows, to), bits);
    } catch (error) {
      if (!(error instanceof PatternTooSlow)) throw error;
      this.#isTooSlow = true;
      return;
    }
    counted.matched += countBits(bits);
    counted.rows = to;
  }
}
