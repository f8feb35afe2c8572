import { Block } from './filter/block.ts';
import { compileFilter } from './filter/compile.ts';
import type { Filter } from './filter/filter.ts';
import type { Test } from './filter/test.ts';
import type { TimeContext } from './filter/time-point.ts';
import { PatternTooSlow, Watchdog } from './filter/watchdog.ts';
import {
  type Bits,
  bitsFor,
  countBits,
  hasBit,
  nextBit,
  setRange,
  uniteBits,
} from './storage/bits.ts';
import { type EntryId, entryId, MOST_ROWS, rowOf, serialOf } from './storage/entry-id.ts';
import { OrderIndex } from './storage/order-index.ts';
import type { Segment } from './storage/segment.ts';
import type { EventStore } from './store.ts';
import { LookAhead, type Prefetched } from './worker/look-ahead.ts';
import type { TextSearcher } from './worker/text-search.ts';

/** How far a view has looked, always true of this moment. */
interface ViewCounts {
  readonly matched: number;
  /** Entries that were looked at. */
  readonly scanned: number;
  /** Entries in the store. */
  readonly total: number;
  /** Entries that were looked at and do not match. */
  readonly hidden: number;
  readonly complete: boolean;
  /** Set when looking was given up: a pattern was too slow. What matched before stays. */
  readonly stopped: { readonly reason: 'pattern too slow'; readonly pattern: string } | null;
}

/** What a view knows of one segment; it must not hold the segment, which may be let go while nobody looks at the view. */
interface Seen {
  readonly serial: number;
  /** The greatest time in it when this last caught up. */
  newest: number;
  /** Rows looked at: the first so many. */
  rows: number;
  revision: number;
  readonly matches: Bits;
}

/** Rows looked at between two looks at the clock. */
const WIDEST_STRIDE = MOST_ROWS;
const NARROWEST_STRIDE = 16;

/**
 * The entries of a store that a filter keeps, in order, found bit by bit: {@link advance} looks at the
 * newest rows first and goes back from there, and rows that arrive later are looked at before older ones.
 *
 * Entries are named by id; ranks count from the oldest match and move as more are found.
 */
export class FilteredView {
  readonly filter: Filter;
  readonly #store: EventStore;
  readonly #test: Test;
  readonly #order: OrderIndex;
  readonly #seen = new Map<number, Seen>();
  readonly #everything: boolean;
  readonly #ahead: LookAhead | undefined;
  #version = -1;
  #pending: Seen[] = [];
  #scanned = 0;
  #stride = WIDEST_STRIDE;
  #stopped: ViewCounts['stopped'] = null;

  /**
   * @param moment what relative times in the filter refer to; they do not slide
   * @param searcher looks through texts that this view comes to later; whoever gives one calls {@link close}
   */
  constructor(store: EventStore, filter: Filter, moment: TimeContext, searcher?: TextSearcher) {
    this.#store = store;
    this.filter = filter;
    this.#everything = filter.kind === 'everything';
    this.#order = new OrderIndex(store.rows.compare);
    const { rows } = store;
    const compiled = compileFilter(filter, { rows, watchdog: new Watchdog(), moment });
    this.#test = compiled.test;
    this.#ahead = searcher && new LookAhead(rows, compiled, searcher);
  }

  get store(): EventStore {
    return this.#store;
  }

  /** Entries found so far. */
  get size(): number {
    if (this.#everything) return this.#store.size;
    this.#catchUp();
    return this.#order.size;
  }

  get counts(): ViewCounts {
    const total = this.#store.size;
    const matched = this.size;
    const scanned = this.#everything ? total : this.#scanned;
    return {
      matched,
      scanned,
      total,
      hidden: scanned - matched,
      complete: scanned === total,
      stopped: this.#stopped,
    };
  }

  /**
   * Looks at more rows for about `budgetMs`: at what has arrived, then further back. At least one stretch
   * is looked at, so that it gets on whatever the budget.
   *
   * @returns whether there is more to look at
   */
  advance(budgetMs: number): boolean {
    if (this.#everything) return false;
    this.#catchUp();
    if (this.#stopped) return false;
    const until = this.#store.elapsed() + budgetMs;
    this.#ahead?.dispatch(this.#pending);
    for (let seen = this.#pending.at(-1); seen; seen = this.#pending.at(-1)) {
      const began = this.#store.elapsed();
      // It is held: this has just caught up.
      const segment = this.#store.rows.segment(seen.serial) as Segment;
      const known = seen.rows === 0 ? this.#ahead?.take(segment) : undefined;
      if (!this.#look(segment, seen, known)) break;
      if (seen.rows >= segment.rows) this.#pending.pop();
      const now = this.#store.elapsed();
      if (!known) this.#pace(now - began, budgetMs);
      if (now >= until) break;
    }
    const more = this.#pending.length > 0 && this.#stopped === null;
    if (!more) this.#ahead?.end();
    return more;
  }

  /** Nobody looks at it any more. */
  close(): void {
    this.#ahead?.end();
  }

  /** No entry after this time is still to be looked at, milliseconds since the epoch; minus infinity when none is. */
  get unseenUntil(): number {
    if (this.#everything) return Number.NEGATIVE_INFINITY;
    this.#catchUp();
    return this.#pending.at(-1)?.newest ?? Number.NEGATIVE_INFINITY;
  }

  /** The match at a rank, the oldest being 0. */
  at(rank: number): EntryId | undefined {
    if (this.#everything) return this.#store.at(rank);
    this.#catchUp();
    return this.#order.at(rank);
  }

  /** The matches as they are now, in order: a copy, to be walked while entries come and go. */
  ids(): Uint32Array {
    if (this.#everything) return this.#store.ids();
    this.#catchUp();
    return this.#order.toArray();
  }

  /** How many matches stand before this entry, which the store holds, be it a match or not. */
  rankOf(id: EntryId): number {
    if (this.#everything) return this.#store.rankOf(id);
    this.#catchUp();
    return this.#order.rankOf(id);
  }

  /** How many matches are older than `time`. */
  firstAtOrAfter(time: number): number {
    if (this.#everything) return this.#store.firstAtOrAfter(time);
    this.#catchUp();
    return this.#order.lowerBound((id) => this.#store.rows.time(id) < time);
  }

  /** What is known of an entry: a match, hidden by the filter, or not looked at yet. */
  stateOf(id: EntryId): 'match' | 'hidden' | 'unseen' {
    if (this.#everything) return 'match';
    this.#catchUp();
    const seen = this.#seen.get(serialOf(id));
    if (!seen || rowOf(id) >= seen.rows) return 'unseen';
    return hasBit(seen.matches, rowOf(id)) ? 'match' : 'hidden';
  }

  /** One bit for each row of a segment that matches; undefined when every row does. */
  matchesOf(segment: Segment): Bits | undefined {
    if (this.#everything) return undefined;
    this.#catchUp();
    return this.#seen.get(segment.serial)?.matches ?? NO_MATCHES;
  }

  /** Learns what has come and gone since. */
  #catchUp(): void {
    if (this.#version === this.#store.version) return;
    this.#version = this.#store.version;
    this.#forgetEvicted();
    this.#pending = [];
    for (const segment of this.#store.rows.segments) {
      let seen = this.#seen.get(segment.serial);
      if (!seen) {
        const matches = bitsFor(MOST_ROWS);
        const { serial, newest, revision } = segment;
        seen = { serial, newest, rows: 0, revision, matches };
        this.#seen.set(serial, seen);
      } else if (seen.revision !== segment.revision) this.#unsee(segment, seen);
      seen.newest = segment.newest;
      if (seen.rows < segment.rows) this.#pending.push(seen);
    }
    this.#pending.sort((a, b) => a.newest - b.newest || a.serial - b.serial);
  }

  #forgetEvicted(): void {
    const gone = new Map<number, Seen>();
    for (const [serial, seen] of this.#seen) {
      if (this.#store.rows.segment(serial) === undefined) gone.set(serial, seen);
    }
    if (gone.size === 0) return;
    this.#removeMatches(gone);
    for (const [serial, { rows }] of gone) {
      this.#seen.delete(serial);
      this.#ahead?.forget(serial);
      this.#scanned -= rows;
    }
  }

  /** Rows were marked after they had been looked at: they are looked at again. */
  #unsee(segment: Segment, seen: Seen): void {
    this.#removeMatches(new Map([[seen.serial, seen]]));
    this.#scanned -= seen.rows;
    seen.rows = 0;
    seen.matches.fill(0);
    seen.revision = segment.revision;
  }

  /** Takes the matches of some segments, held or let go, out of the order. */
  #removeMatches(segments: ReadonlyMap<number, Seen>): void {
    let newest = Number.NEGATIVE_INFINITY;
    for (const each of segments.values()) newest = Math.max(newest, each.newest);
    const isGone = (id: EntryId) => segments.has(serialOf(id));
    // The store no longer knows the time of what it let go.
    this.#order.removeWhere(isGone, (id) => !isGone(id) && this.#store.rows.time(id) > newest);
  }

  /**
   * Looks at the next stretch of a segment, or at all of it when it is known what its texts hold; false
   * when a pattern was too slow for it.
   */
  #look(segment: Segment, seen: Seen, known: Prefetched | undefined): boolean {
    const { rows } = this.#store;
    const from = seen.rows;
    const to = known ? segment.rows : Math.min(segment.rows, from + this.#stride);
    const bits = known?.candidates ?? bitsFor(MOST_ROWS);
    if (!known) setRange(bits, from, to);
    const texts = known && { kind: 'found' as const, found: known.found };
    try {
      this.#test.narrow(new Block(rows, segment, from, to, texts), bits);
    } catch (error) {
      if (!(error instanceof PatternTooSlow)) throw error;
      this.#giveIn(error);
      return false;
    }
    const found = countBits(bits);
    if (found > 0) {
      uniteBits(seen.matches, bits);
      this.#order.insertRun(this.#store.rows.sorted(idsOf(segment, bits, found)));
    }
    seen.rows = to;
    this.#scanned += to - from;
    return true;
  }

  /** A long stretch may just be much text: it is tried once more as a short one. */
  #giveIn({ pattern }: PatternTooSlow): void {
    if (this.#stride > NARROWEST_STRIDE) this.#stride = NARROWEST_STRIDE;
    else this.#stopped = { reason: 'pattern too slow', pattern };
  }

  /** Stretches grow while they are quick, and shrink before they keep a key waiting. */
  #pace(tookMs: number, budgetMs: number): void {
    if (tookMs > budgetMs / 2) this.#stride = Math.max(NARROWEST_STRIDE, this.#stride >> 1);
    else if (tookMs < budgetMs / 8) this.#stride = Math.min(WIDEST_STRIDE, this.#stride << 1);
  }
}

const NO_MATCHES: Bits = bitsFor(MOST_ROWS);

function idsOf(segment: Segment, bits: Bits, count: number): Uint32Array {
  const ids = new Uint32Array(count);
  let index = 0;
  for (let row = nextBit(bits, 0); row >= 0; row = nextBit(bits, row + 1)) {
    ids[index] = entryId(segment.serial, row);
    index += 1;
  }
  return ids;
}
