import { countPart, type Part, rowsOf } from '../selection.ts';
import { ABSENT, type ColumnName, FIRST_VALUE, OTHER } from '../storage/columns.ts';
import { type EntryId, entryId } from '../storage/entry-id.ts';
import type { EventStore } from '../store.ts';

/** Number of rows with each code of a column. */
export function* tallied(
  store: EventStore,
  parts: readonly Part[],
  column: ColumnName,
): Generator<void, Uint32Array, void> {
  const counts = new Uint32Array(store.dictionary(column).codes);
  for (const part of parts) {
    countPart(part, column, counts);
    yield;
  }
  return counts;
}

/** The most frequent codes from `least` on, most frequent first, without the code for values beyond the dictionary. */
export function topCodes(counts: Uint32Array, most: number, least = ABSENT): readonly number[] {
  const codes: number[] = [];
  for (let code = least; code < counts.length; code += 1) {
    if (code !== OTHER && (counts[code] as number) > 0) codes.push(code);
  }
  return codes
    .sort((a, b) => (counts[b] as number) - (counts[a] as number) || a - b)
    .slice(0, most);
}

/** Runs all steps of a generator. */
export function drained<Result>(steps: Generator<void, Result, void>): Result {
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value;
}

/** The newest `most` entries of each wanted group, newest first; `of` has the group of each row, by part. */
export function* newestOf(
  parts: readonly Part[],
  of: readonly Int32Array[],
  wanted: ReadonlySet<number>,
  most: number,
): Generator<void, ReadonlyMap<number, readonly EntryId[]>, void> {
  const newest = new Map<number, { id: EntryId; time: number }[]>();
  for (const group of wanted) newest.set(group, []);
  // Newest first: once a group has enough entries, few more are inserted.
  const ordered = parts
    .map((part, index) => ({ part, own: of[index] as Int32Array }))
    .sort((a, b) => b.part.segment.newest - a.part.segment.newest);
  for (const { part, own } of ordered) {
    const { rows } = rowsOf(part);
    const { segment } = part;
    for (let at = 0; at < own.length; at += 1) {
      const held = newest.get(own[at] as number);
      if (!held) continue;
      const row = rows[at] as number;
      const time = segment.times[row] as number;
      if (held.length === most && time <= (held.at(-1)?.time ?? 0)) continue;
      held.push({ id: entryId(segment.serial, row), time });
      held.sort((a, b) => b.time - a.time || b.id - a.id);
      held.length = Math.min(held.length, most);
    }
    yield;
  }
  return new Map([...newest].map(([group, held]) => [group, held.map(({ id }) => id)]));
}

export const isValue = (code: number): boolean => code >= FIRST_VALUE;
