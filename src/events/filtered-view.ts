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

/** Progress of a view. */
interface ViewCounts {
  readonly matched: number;
  readonly scanned: number;
  /** Entries in the store. */
  readonly total: number;
  /** Scanned entries that do not match. */
  readonly hidden: number;
  readonly complete: boolean;
  /** Set if scanning was given up because a pattern was too slow. Earlier matches stay. */
  readonly stopped: { readonly reason: 'pattern too slow'; readonly pattern: string } | null;
}

/** Progress in one segment. It must not hold the segment itself, which may be evicted while the view is unused. */
interface Seen {
  readonly serial: number;
  /** Latest time in the segment at the last update. */
  newest: number;
  /** Number of rows scanned, from the first. */
  rows: number;
  revision: number;
  readonly matches: Bits;
}

/** Rows scanned between two looks at the clock. */
const MAX_STRIDE = MOST_ROWS;
const MIN_STRIDE = 16;

/**
 * The entries of a store that a filter keeps, in order, found incrementally: {@link advance} scans the newest rows
 * first. Rows that arrive later are scanned before older ones.
 *
 * Entries are identified by id. Ranks count from the oldest match and change as more are found.
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
  #stride = MAX_STRIDE;
  #stopped: ViewCounts['stopped'] = null;

  /**
   * @param moment reference for relative times in the filter, which stay fixed
   * @param searcher searches log texts in advance; {@link close} must then be called
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
   * Scans more rows for about `budgetMs`: new ones first, then older ones. At least one block is scanned, so that it
   * makes progress with any budget.
   *
   * @returns whether there is more to scan
   */
  advance(budgetMs: number): boolean {
    if (this.#everything) return false;
    this.#catchUp();
    if (this.#stopped) return false;
    const until = this.#store.elapsed() + budgetMs;
    this.#ahead?.dispatch(this.#pending);
    for (let seen = this.#pending.at(-1); seen; seen = this.#pending.at(-1)) {
      const began = this.#store.elapsed();
      // It exists: the list was just updated.
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

  /** Releases the view. */
  close(): void {
    this.#ahead?.end();
  }

  /** Every entry after this time has been scanned, milliseconds since the epoch; -Infinity if all have been. */
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

  /** A copy of the matches in order, which stays valid while entries come and go. */
  ids(): Uint32Array {
    if (this.#everything) return this.#store.ids();
    this.#catchUp();
    return this.#order.toArray();
  }

  /** Number of matches before this entry, which must be in the store. */
  rankOf(id: EntryId): number {
    if (this.#everything) return this.#store.rankOf(id);
    this.#catchUp();
    return this.#order.rankOf(id);
  }

  /** Number of matches older than `time`. */
  firstAtOrAfter(time: number): number {
    if (this.#everything) return this.#store.firstAtOrAfter(time);
    this.#catchUp();
    return this.#order.lowerBound((id) => this.#store.rows.time(id) < time);
  }

  /** Whether an entry matches, is hidden, or was not scanned yet. */
  stateOf(id: EntryId): 'match' | 'hidden' | 'unseen' {
    if (this.#everything) return 'match';
    this.#catchUp();
    const seen = this.#seen.get(serialOf(id));
    if (!seen || rowOf(id) >= seen.rows) return 'unseen';
    return hasBit(seen.matches, rowOf(id)) ? 'match' : 'hidden';
  }

  /** One bit for each matching row of a segment; undefined if every row matches. */
  matchesOf(segment: Segment): Bits | undefined {
    if (this.#everything) return undefined;
    this.#catchUp();
    return this.#seen.get(segment.serial)?.matches ?? NO_MATCHES;
  }

  /** Processes arrivals and evictions since the last call. */
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

  /** Flags of scanned rows have changed, so they are scanned again. */
  #unsee(segment: Segment, seen: Seen): void {
    this.#removeMatches(new Map([[seen.serial, seen]]));
    this.#scanned -= seen.rows;
    seen.rows = 0;
    seen.matches.fill(0);
    seen.revision = segment.revision;
  }

  /** Removes the matches of some segments, which may have been evicted. */
  #removeMatches(segments: ReadonlyMap<number, Seen>): void {
    let newest = Number.NEGATIVE_INFINITY;
    for (const each of segments.values()) newest = Math.max(newest, each.newest);
    const isGone = (id: EntryId) => segments.has(serialOf(id));
    // The store no longer knows the times of evicted entries.
    this.#order.removeWhere(isGone, (id) => !isGone(id) && this.#store.rows.time(id) > newest);
  }

  /**
   * Scans the next rows of a segment, or all of them if their texts were searched in advance; false if a pattern was
   * too slow.
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

  /** A large block may just have much text, so a small one is tried once more. */
  #giveIn({ pattern }: PatternTooSlow): void {
    if (this.#stride > MIN_STRIDE) this.#stride = MIN_STRIDE;
    else this.#stopped = { reason: 'pattern too slow', pattern };
  }

  /** Adapts the block size to the time it takes. */
  #pace(tookMs: number, budgetMs: number): void {
    if (tookMs > budgetMs / 2) this.#stride = Math.max(MIN_STRIDE, this.#stride >> 1);
    else if (tookMs < budgetMs / 8) this.#stride = Math.min(MAX_STRIDE, this.#stride << 1);
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
