import type { EntryId } from './entry-id.ts';

/** No such entry. */
export const NO_ENTRY = -1;

const SMALLEST = 64;
/** The table doubles beyond this load, so that probes stay short. A slot takes eight bytes. */
const FULLEST = 0.7;

/**
 * Entries are distributed over tables by the upper bits of their hash. Each grows separately, so that no insertion
 * takes long.
 */
const SHARD_BITS = 6;

/** Finds entries by the hash of their log id. Several entries may share a hash, so callers compare the ids. */
export class IdIndex {
  readonly #shards = Array.from({ length: 1 << SHARD_BITS }, () => new Shard());

  get byteLength(): number {
    let bytes = 0;
    for (const shard of this.#shards) bytes += shard.byteLength;
    return bytes;
  }

  /** The first entry under `hash`, or {@link NO_ENTRY}. */
  first(hash: number): EntryId {
    return this.#shard(hash).first(hash);
  }

  /** The next entry under `hash` after the last call of {@link first} or `next`. */
  next(hash: number): EntryId {
    return this.#shard(hash).next(hash);
  }

  add(hash: number, id: EntryId): void {
    this.#shard(hash).add(hash, id);
  }

  /** Removes `id` under `hash`, if present. */
  remove(hash: number, id: EntryId): void {
    this.#shard(hash).remove(hash, id);
  }

  #shard(hash: number): Shard {
    return this.#shards[hash >>> (32 - SHARD_BITS)] as Shard;
  }
}

/**
 * A hash table with open addressing and linear probing. A slot has two 32-bit words: the hash, and the entry's id plus
 * one (zero for a free slot).
 */
class Shard {
  #slots = new Uint32Array(SMALLEST * 2);
  #mask = SMALLEST - 1;
  #size = 0;
  #cursor = 0;

  get byteLength(): number {
    return this.#slots.byteLength;
  }

  first(hash: number): EntryId {
    this.#cursor = hash & this.#mask;
    return this.#probe(hash);
  }

  next(hash: number): EntryId {
    this.#cursor = (this.#cursor + 1) & this.#mask;
    return this.#probe(hash);
  }

  add(hash: number, id: EntryId): void {
    if (this.#size + 1 > (this.#mask + 1) * FULLEST) this.#grow();
    this.#place(hash, id + 1);
    this.#size += 1;
  }

  remove(hash: number, id: EntryId): void {
    let found = this.first(hash);
    while (found !== NO_ENTRY && found !== id) found = this.next(hash);
    if (found === NO_ENTRY) return;
    this.#size -= 1;
    this.#closeGap(this.#cursor);
  }

  #probe(hash: number): EntryId {
    const slots = this.#slots;
    for (let slot = this.#cursor; ; slot = (slot + 1) & this.#mask) {
      const held = slots[slot * 2 + 1] as number;
      if (held !== 0 && slots[slot * 2] !== hash) continue;
      this.#cursor = slot;
      return held === 0 ? NO_ENTRY : held - 1;
    }
  }

  #place(hash: number, held: number): void {
    const slots = this.#slots;
    let slot = hash & this.#mask;
    while (slots[slot * 2 + 1] !== 0) slot = (slot + 1) & this.#mask;
    slots[slot * 2] = hash;
    slots[slot * 2 + 1] = held;
  }

  /** Moves later slots of the same run back, so that no probe ends early at the gap. */
  #closeGap(gap: number): void {
    const slots = this.#slots;
    const mask = this.#mask;
    let hole = gap;
    for (let slot = (gap + 1) & mask; slots[slot * 2 + 1] !== 0; slot = (slot + 1) & mask) {
      const home = (slots[slot * 2] as number) & mask;
      // A slot may move unless its home is between the hole and itself, cyclically.
      if (((slot - home) & mask) < ((slot - hole) & mask)) continue;
      slots[hole * 2] = slots[slot * 2] as number;
      slots[hole * 2 + 1] = slots[slot * 2 + 1] as number;
      hole = slot;
    }
    slots[hole * 2] = 0;
    slots[hole * 2 + 1] = 0;
  }

  #grow(): void {
    const old = this.#slots;
    this.#slots = new Uint32Array(old.length * 2);
    this.#mask = old.length - 1;
    for (let slot = 0; slot < old.length; slot += 2) {
      const held = old[slot + 1] as number;
      if (held !== 0) this.#place(old[slot] as number, held);
    }
  }
}
