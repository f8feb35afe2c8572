interface Bursts {
  /** Indexes of the buckets that stand out. */
  readonly marked: readonly number[];
  readonly median: number;
  /** The rule in words. */
  readonly rule: string;
}

/** A burst exceeds the median by this many deviations. */
const FACTOR = 6;
/** Minimum deviation, so that a quiet log does not mark every other entry. */
const MIN_DEVIATION = 1;
/** With fewer non-empty bars than this, empty bars count as usual. */
const MIN_BARS = 5;

/**
 * The buckets above median + k · MAD. Both are medians, so the bursts themselves do not raise the threshold. If most
 * buckets are empty, as with a narrow filter, only the others are used; otherwise every one of them would stand out. A
 * hint, not a verdict.
 */
export function bursts(counts: ArrayLike<number>): Bursts {
  const all = Float64Array.from(counts).sort();
  const some = all.filter((count) => count > 0);
  const isSparse = some.length >= MIN_BARS && some.length * 2 < all.length;
  const sorted = isSparse ? some : all;
  const median = middle(sorted);
  const distances = sorted.map((count) => Math.abs(count - median)).sort();
  const deviation = Math.max(middle(distances), MIN_DEVIATION);
  const threshold = median + FACTOR * deviation;
  const marked: number[] = [];
  for (let index = 0; index < counts.length; index += 1) {
    if ((counts[index] ?? 0) > threshold) marked.push(index);
  }
  const rule =
    `More than ${round(threshold)} entries: the median of ${round(median)}` +
    `${isSparse ? ' (of the bars that have any)' : ''}, ` +
    `and ${FACTOR} times the median deviation of ${round(deviation)}.`;
  return { marked, median, rule };
}

function middle(sorted: Float64Array): number {
  if (sorted.length === 0) return 0;
  const upper = sorted.length >>> 1;
  const value = sorted[upper] ?? 0;
  return sorted.length % 2 === 1 ? value : ((sorted[upper - 1] ?? 0) + value) / 2;
}

const round = (value: number) => value.toLocaleString('en-US', { maximumFractionDigits: 1 });
