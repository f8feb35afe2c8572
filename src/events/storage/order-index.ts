import type { EntryId } from './entry-id.ts';

/** Compares two entries: negative if `a` comes first, positive if `b` does, 0 for the same entry. */
type CompareEntries = (a: EntryId, b: EntryId) => number;

/** Ids in a chunk before it is split. */
const CHUNK = 2048;

interface Chunk {
  readonly ids: Uint32Array;
  size: number;
}

const newChunk = (): Chunk => ({ ids: new Uint32Array(CHUNK), size: 0 });

/**
 * Entry ids in order, in chunks. Pages that arrive in order, oldest or newest first, are copied to an end; others are
 * merged into the chunks they belong to. Access by rank is a binary search over the chunks.
 */
export class OrderIndex {
  readonly #compare: CompareEntries;
  #chunks: Chunk[] = [];
  #size = 0;
  /** The rank of each chunk's first id; undefined after a change. */
  #starts: Float64Array | undefined;

  constructor(compare: CompareEntries) {
    this.#compare = compare;
  }

  get size(): number {
    return this.#size;
  }

  get byteLength(): number {
    return this.#chunks.length * CHUNK * 4;
  }

  /** The id at `rank`, starting at 0; undefined out of range. */
  at(rank: number): EntryId | undefined {
    if (!(rank >= 0 && rank < this.#size)) return undefined;
    const starts = this.#ranks();
    let low = 0;
    let high = this.#chunks.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if ((starts[middle] as number) <= rank) low = middle;
      else high = middle - 1;
    }
    return this.#chunks[low]?.ids[rank - (starts[low] as number)];
  }

  /** Number of ids before `id`, whether or not it is present. */
  rankOf(id: EntryId): number {
    return this.lowerBound((held) => this.#compare(held, id) < 0);
  }

  /** Number of ids that satisfy `before`, which must hold for a prefix of the order. */
  lowerBound(before: (id: EntryId) => boolean): number {
    let low = 0;
    let high = this.#chunks.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (before(lastOf(this.#chunks[middle]))) low = middle + 1;
      else high = middle;
    }
    const chunk = this.#chunks[low];
    if (!chunk) return this.#size;
    return (this.#ranks()[low] as number) + endOf(chunk.ids, 0, chunk.size, before);
  }

  toArray(): Uint32Array {
    const ids = new Uint32Array(this.#size);
    let at = 0;
    for (const chunk of this.#chunks) {
      ids.set(chunk.ids.subarray(0, chunk.size), at);
      at += chunk.size;
    }
    return ids;
  }

  /** Inserts ids that are in order and not present yet. */
  insertRun(run: Uint32Array): void {
    if (run.length === 0) return;
    this.#starts = undefined;
    this.#size += run.length;
    const first = this.#chunks[0];
    if (!first) this.#append(run);
    else if (this.#compare(lastOf(this.#chunks.at(-1)), run[0] as number) < 0) this.#append(run);
    else if (this.#compare(run[run.length - 1] as number, first.ids[0] as number) < 0) {
      this.#prepend(run);
    } else this.#merge(run);
  }

  /**
   * Removes every id that satisfies `gone`. It stops at the first chunk that is entirely behind the affected range.
   *
   * @returns the number of ids removed
   */
  removeWhere(gone: (id: EntryId) => boolean, behind: (id: EntryId) => boolean): number {
    let removed = 0;
    for (const chunk of this.#chunks) {
      if (behind(chunk.ids[0] as number)) break;
      let kept = 0;
      for (let index = 0; index < chunk.size; index += 1) {
        const id = chunk.ids[index] as number;
        if (gone(id)) continue;
        chunk.ids[kept] = id;
        kept += 1;
      }
      removed += chunk.size - kept;
      chunk.size = kept;
    }
    if (removed > 0) {
      this.#chunks = this.#chunks.filter((chunk) => chunk.size > 0);
      this.#size -= removed;
      this.#starts = undefined;
    }
    return removed;
  }

  #ranks(): Float64Array {
    if (this.#starts) return this.#starts;
    const starts = new Float64Array(this.#chunks.length);
    let rank = 0;
    for (const [index, chunk] of this.#chunks.entries()) {
      starts[index] = rank;
      rank += chunk.size;
    }
    this.#starts = starts;
    return starts;
  }

  #append(run: Uint32Array): void {
    for (let taken = 0; taken < run.length; ) {
      let chunk = this.#chunks.at(-1);
      if (!chunk || chunk.size === CHUNK) {
        chunk = newChunk();
        this.#chunks.push(chunk);
      }
      const count = Math.min(CHUNK - chunk.size, run.length - taken);
      chunk.ids.set(run.subarray(taken, taken + count), chunk.size);
      chunk.size += count;
      taken += count;
    }
  }

  #prepend(run: Uint32Array): void {
    const first = this.#chunks[0];
    let left = run.length;
    if (first && first.size < CHUNK) {
      const count = Math.min(CHUNK - first.size, left);
      first.ids.copyWithin(count, 0, first.size);
      first.ids.set(run.subarray(left - count, left), 0);
      first.size += count;
      left -= count;
    }
    const fresh: Chunk[] = [];
    while (left > 0) {
      const count = Math.min(CHUNK, left);
      const chunk = newChunk();
      chunk.ids.set(run.subarray(left - count, left), 0);
      chunk.size = count;
      fresh.push(chunk);
      left -= count;
    }
    if (fresh.length > 0) this.#chunks.unshift(...fresh.reverse());
  }

  /** Distributes the run over the chunks it belongs to. */
  #merge(run: Uint32Array): void {
    const merged: Chunk[] = [];
    let taken = 0;
    for (const [index, chunk] of this.#chunks.entries()) {
      const last = index === this.#chunks.length - 1;
      const isBefore = (id: EntryId) => this.#compare(id, lastOf(chunk)) < 0;
      let end = taken;
      if (last) end = run.length;
      // For most chunks one comparison is enough, because they get nothing.
      else if (taken < run.length && isBefore(run[taken] as number)) {
        end = endOf(run, taken + 1, run.length, isBefore);
      }
      merged.push(...this.#mergeInto(chunk, run.subarray(taken, end)));
      taken = end;
    }
    this.#chunks = merged;
  }

  #mergeInto(chunk: Chunk, run: Uint32Array): readonly Chunk[] {
    if (run.length === 0) return [chunk];
    const ids = new Uint32Array(chunk.size + run.length);
    let from = chunk.size;
    let to = ids.length;
    for (let index = run.length - 1; index >= 0; index -= 1) {
      const id = run[index] as number;
      const position = endOf(chunk.ids, 0, from, (held) => this.#compare(held, id) < 0);
      ids.set(chunk.ids.subarray(position, from), to - (from - position));
      to -= from - position;
      from = position;
      to -= 1;
      ids[to] = id;
    }
    ids.set(chunk.ids.subarray(0, from), 0);
    return split(ids, chunk);
  }
}

/** The end of those ids from `start` to `end` that satisfy `before`; all of these come first. */
function endOf(
  ids: Uint32Array,
  start: number,
  end: number,
  before: (id: EntryId) => boolean,
): number {
  let low = start;
  let high = end;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (before(ids[middle] as number)) low = middle + 1;
    else high = middle;
  }
  return low;
}

const lastOf = (chunk: Chunk | undefined): EntryId => chunk?.ids[chunk.size - 1] ?? 0;

/** Evenly filled chunks for `ids`, with room for more; `reuse` becomes the first. */
function split(ids: Uint32Array, reuse: Chunk): readonly Chunk[] {
  const count = Math.ceil(ids.length / CHUNK);
  const each = Math.ceil(ids.length / count);
  const chunks: Chunk[] = [];
  for (let start = 0; start < ids.length; start += each) {
    const part = ids.subarray(start, start + each);
    const chunk = start === 0 ? reuse : newChunk();
    chunk.ids.set(part, 0);
    chunk.size = part.length;
    chunks.push(chunk);
  }
  return chunks;
}
