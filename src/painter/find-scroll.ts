import { blankRow, type Row } from './row.ts';

/** A block of rows that moved: `top..bottom` is the region they moved in, `by` > 0 is upwards. */
export interface Scroll {
  readonly top: number;
  readonly bottom: number;
  readonly by: number;
}

/** What a scroll costs in bytes; one that saves no more is not worth it. */
const SCROLL_COST = 24;
/** Roughly what addressing a row costs. */
const ROW_COST = 6;
/** Changes smaller than this are not looked at. */
const WORTH_A_LOOK = 64;
/** So many rows that stood elsewhere as a whole say how far things moved. */
const ENOUGH_VOTES = 3;
/** The share of rows that differ from each other on a screen with something on it. */
const LEAST_DISTINCT = 0.2;
/** Tried when rows do not say: beside a pane that stands still, no row moves as a whole. */
const USUAL_SHIFTS: readonly number[] = [1, -1, 2, -2, 3, -3];

/**
 * About how many bytes turn `before` into `after`. Called a few hundred times a frame, so it reads the
 * cells itself and takes clusters for equal when they have the same number in their rows.
 */
function rowCost(before: Row, after: Row): number {
  if (before === after) return 0;
  const { glyphs, styles } = after;
  const oldGlyphs = before.glyphs;
  const oldStyles = before.styles;
  let changed = 0;
  for (let column = 0; column < glyphs.length; column++) {
    if (glyphs[column] !== oldGlyphs[column] || styles[column] !== oldStyles[column]) changed++;
  }
  if (changed === 0) return 0;
  // A doubtful row is written as a whole, with an address behind every doubtful grapheme.
  return before.doubtful || after.doubtful ? glyphs.length + ROW_COST : changed + ROW_COST;
}

/**
 * By how many rows the rows of `after` may have stood lower in `before`: what whole rows say, or the
 * usual shifts when too few of them stood anywhere.
 */
function likelyShifts(before: readonly Row[], after: readonly Row[]): Iterable<number> {
  const places = new Map<Row, number>();
  for (const [y, row] of before.entries()) places.set(row, places.has(row) ? -1 : y);
  const votes = new Map<number, number>();
  for (const [y, row] of after.entries()) {
    const place = places.get(row) ?? -1;
    if (place >= 0 && place !== y) votes.set(place - y, (votes.get(place - y) ?? 0) + 1);
  }
  const elected = [...votes].filter(([, count]) => count >= ENOUGH_VOTES).map(([shift]) => shift);
  return elected.length > 0 ? elected : USUAL_SHIFTS;
}

/** The rows of `before` after `scroll`: what left the region is lost, what came in is empty. */
export function scrolled(before: readonly Row[], { top, bottom, by }: Scroll): Row[] {
  const blank = blankRow(before[0]?.glyphs.length ?? 0);
  return before.map((row, y) => {
    if (y < top || y > bottom) return row;
    const from = y + by;
    return from < top || from > bottom ? blank : (before[from] ?? blank);
  });
}

/**
 * The scroll that saves most on the way from `before` to `after`, or undefined when none is worth it.
 * Works on cells, not on whole rows: a list may scroll beside a pane that stands still.
 */
export function findScroll(before: readonly Row[], after: readonly Row[]): Scroll | undefined {
  const height = after.length;
  // Nearly all of it was blank: nothing stood there that could have moved.
  if (new Set(before).size < before.length * LEAST_DISTINCT) return undefined;
  const costs = after.map((row, y) => rowCost(before[y] ?? row, row));
  if (costs.reduce((sum, cost) => sum + cost, 0) < WORTH_A_LOOK) return undefined;
  const blank = blankRow(after[0]?.glyphs.length ?? 0);
  /** Loss at a row that the scroll empties. */
  const exposed = after.map((row, y) => (costs[y] ?? 0) - rowCost(blank, row));

  let best: Scroll | undefined;
  let most = SCROLL_COST;
  for (const by of likelyShifts(before, after)) {
    const distance = Math.abs(by);
    const exposedFrom = (start: number) => {
      let sum = 0;
      for (let y = start; y < start + distance; y++) sum += exposed[y] ?? Number.NEGATIVE_INFINITY;
      return sum;
    };
    // The best block that ends at `y`, as in Kadane's maximum subarray.
    let gain = Number.NEGATIVE_INFINITY;
    let start = 0;
    for (let y = 0; y < height; y++) {
      const source = before[y + by];
      const target = after[y];
      if (!source || !target) continue;
      const entering = by > 0 ? 0 : exposedFrom(y - distance);
      if (gain <= entering) {
        // A row that is right already is no place to begin.
        gain = costs[y] === 0 ? Number.NEGATIVE_INFINITY : entering;
        start = y;
      }
      if (gain === Number.NEGATIVE_INFINITY) continue;
      gain += (costs[y] ?? 0) - rowCost(source, target);
      const total = gain + (by > 0 ? exposedFrom(y + 1) : 0);
      if (total <= most) continue;
      most = total;
      best =
        by > 0
          ? { top: start, bottom: y + distance, by }
          : { top: start - distance, bottom: y, by };
    }
  }
  return best;
}
