import { MAX_LINKS, PLAIN, type Style, withLink } from '../text/style.ts';
import type { Palette } from '../text/themes.ts';
import type { Grid, GridRow, GridSize } from './grid.ts';
import { blankGrid, blankRow, createFrameParser } from './grid.ts';
import { createPen, type Pen, paintRow } from './pen.ts';

/** Limit of scrolls per frame: lists, a tail and a sidebar may scroll together. */
const MAX_SCROLLS = 3;

/** Moves a block of rows by deleting lines at one end and inserting at the other. */
function scroll(pen: Pen, { top, bottom, by }: Scroll, height: number): void {
  const count = Math.abs(by);
  const lower = bottom - count + 1;
  const removeAt = by > 0 ? top : lower;
  const insertAt = by > 0 ? lower : top;
  // At the bottom of the screen one of the two is enough: the terminal drops or fills the last rows.
  const reachesBottom = bottom === height - 1;
  if (by > 0 || !reachesBottom) {
    pen.moveTo(removeAt, 0);
    pen.deleteRows(count);
  }
  if (by < 0 || !reachesBottom) {
    pen.moveTo(insertAt, 0);
    pen.insertRows(count);
  }
}

/**
 * The bytes that change a screen from `before` to `after`, with the terminal in `style`. Without `before` the screen
 * is cleared first. The cursor may be anywhere. Both grids have one size.
 */
export function diff(before: Grid | undefined, after: Grid, style: Style) {
  const pen = createPen(after.columns, style, after.links);
  const height = after.rows.length;
  let rows: readonly GridRow[];
  if (before) {
    rows = before.rows;
    for (let i = 0; i < MAX_SCROLLS; i++) {
      const found = findScroll(rows, after.rows, i === 0 ? USUAL_SHIFTS : []);
      if (!found) break;
      scroll(pen, found, height);
      rows = scrolled(rows, found);
    }
  } else {
    pen.clear();
    rows = blankGrid({ columns: after.columns, rows: height }).rows;
  }
  after.rows.forEach((row, y) => {
    paintRow(pen, y, rows[y] ?? row, row);
  });
  // Never leaves a link open for other writers.
  pen.setStyle(withLink(pen.style, 0));
  return {
    bytes: pen.bytes,
    /** The terminal's style afterwards. */
    style: pen.style,
  };
}

/** A block of rows that moves within `top..bottom`; `by` > 0 is upwards. */
interface Scroll {
  readonly top: number;
  readonly bottom: number;
  readonly by: number;
}

/** Bytes of a scroll, which it must save at least. */
const SCROLL_COST = 24;
/** Approximate bytes to address a row. */
const ROW_COST = 6;
/** Smaller changes are not analysed. */
const WORTH_A_LOOK = 64;
/** Number of moved rows that determine a distance. */
const ENOUGH_VOTES = 3;
/** Share of distinct rows on a screen with content. */
const LEAST_DISTINCT = 0.2;
/** Tried once otherwise: beside a pane that stands still, no row moves as a whole. */
const USUAL_SHIFTS: readonly number[] = [1, -1, 2, -2, 3, -3];

/**
 * Approximate bytes from `before` to `after`. Called a few hundred times a frame, so it reads cells directly, and
 * compares clusters by their number in the row.
 */
function rowCost(before: GridRow, after: GridRow): number {
  if (before === after) return 0;
  const { glyphs, styles } = after;
  const oldGlyphs = before.glyphs;
  const oldStyles = before.styles;
  let changed = 0;
  for (let column = 0; column < glyphs.length; column++) {
    if (glyphs[column] !== oldGlyphs[column] || styles[column] !== oldStyles[column]) changed++;
  }
  if (changed === 0) return 0;
  // A row of uncertain width is rewritten, with an absolute column after each uncertain grapheme.
  return before.doubtful || after.doubtful ? glyphs.length + ROW_COST : changed + ROW_COST;
}

/** Distances by which rows may have moved: from whole rows, or `usual` if too few moved. */
function likelyShifts(
  before: readonly GridRow[],
  after: readonly GridRow[],
  usual: readonly number[],
): readonly number[] {
  const places = new Map<GridRow, number>();
  before.forEach((row, y) => {
    places.set(row, places.has(row) ? -1 : y);
  });
  const votes = new Map<number, number>();
  after.forEach((row, y) => {
    const place = places.get(row) ?? -1;
    if (place >= 0 && place !== y) votes.set(place - y, (votes.get(place - y) ?? 0) + 1);
  });
  const elected = [...votes].filter(([, count]) => count >= ENOUGH_VOTES).map(([shift]) => shift);
  return elected.length > 0 ? elected : usual;
}

/** The rows of `before` after `scroll`, with blank rows where others left. */
function scrolled(before: readonly GridRow[], { top, bottom, by }: Scroll): GridRow[] {
  const blank = blankRow(before[0]?.glyphs.length ?? 0);
  return before.map((row, y) => {
    if (y < top || y > bottom) return row;
    const from = y + by;
    return from < top || from > bottom ? blank : (before[from] ?? blank);
  });
}

/**
 * The scroll that saves most from `before` to `after`, if worthwhile. Works on cells, since a list may scroll beside
 * a pane that stands still.
 */
function findScroll(
  before: readonly GridRow[],
  after: readonly GridRow[],
  usual = USUAL_SHIFTS,
): Scroll | undefined {
  const height = after.length;
  // A nearly blank screen has nothing to scroll.
  if (new Set(before).size < before.length * LEAST_DISTINCT) return undefined;
  const shifts = likelyShifts(before, after, usual);
  if (shifts.length === 0) return undefined;
  const costs = after.map((row, y) => rowCost(before[y] ?? row, row));
  const total = costs.reduce((sum, cost) => sum + cost, 0);
  if (total < WORTH_A_LOOK) return undefined;
  const blank = blankRow(after[0]?.glyphs.length ?? 0);
  /** Loss at a row that the scroll empties. Lazy, since few rows are needed. */
  const exposed: number[] = [];
  const lossAt = (y: number): number => {
    const row = after[y];
    if (!row) return Number.NEGATIVE_INFINITY;
    exposed[y] ??= (costs[y] ?? 0) - rowCost(blank, row);
    return exposed[y];
  };

  let best: Scroll | undefined;
  let most = SCROLL_COST;
  for (const by of shifts) {
    // Others rarely save more than one that saves most.
    if (most > total / 2) break;
    const distance = Math.abs(by);
    const exposedFrom = (start: number) => {
      let sum = 0;
      for (let y = start; y < start + distance; y++) sum += lossAt(y);
      return sum;
    };
    // The best block ending at `y`, as in Kadane's maximum subarray.
    let gain = Number.NEGATIVE_INFINITY;
    let start = 0;
    for (let y = 0; y < height; y++) {
      const source = before[y + by];
      const target = after[y];
      if (!source || !target) continue;
      // An unchanged row does not start a block.
      if (gain === Number.NEGATIVE_INFINITY && costs[y] === 0) continue;
      const entering = by > 0 ? 0 : exposedFrom(y - distance);
      if (gain <= entering) {
        gain = costs[y] === 0 ? Number.NEGATIVE_INFINITY : entering;
        start = y;
      }
      if (gain === Number.NEGATIVE_INFINITY) continue;
      gain += (costs[y] ?? 0) - rowCost(source, target);
      const saved = gain + (by > 0 ? exposedFrom(y + 1) : 0);
      if (saved <= most) continue;
      most = saved;
      const [top, bottom] = by > 0 ? [start, y + distance] : [start - distance, y];
      best = { top, bottom, by };
    }
  }
  return best;
}

/** Settings for parsing frames. */
interface Reading extends GridSize {
  readonly palette: Palette;
  readonly ascii: boolean;
  readonly links: boolean;
}

const READ_BY = ['columns', 'rows', 'palette', 'ascii', 'links'] as const;

const linksIn = (frame: string): number => frame.split('\u001b]8;;').length / 2;

/** Tracks what the screen shows, and produces the bytes to change it. */
export function createScreen(options: Reading) {
  let reading = options;
  /** Link addresses by number, kept across changes of settings. */
  let addresses: string[] = [];
  const parserOf = (each: Reading) =>
    createFrameParser(each, each.palette, {
      ascii: each.ascii,
      links: each.links ? addresses : undefined,
    });
  let parse = parserOf(reading);
  /** Undefined if unknown. */
  let shown: Grid | undefined;
  let style: Style = PLAIN;
  return {
    /** The bytes to show `frame`; empty if it is shown. */
    change(frame: string): string {
      // All link numbers are used, mostly by links no longer shown: start again.
      if (addresses.length >= MAX_LINKS && linksIn(frame) < MAX_LINKS / 2) {
        addresses = [];
        parse = parserOf(reading);
        shown = undefined;
      }
      const grid = parse(frame);
      const painted = diff(shown, grid, style);
      shown = grid;
      style = painted.style;
      return painted.bytes;
    },
    isKnown: () => shown !== undefined,
    /** The screen may show anything. */
    forget() {
      shown = undefined;
    },
    resetStyle() {
      style = PLAIN;
    },
    /** Changes settings; returns whether anything changed. */
    readOtherwise(change: Partial<Reading>): boolean {
      const next = { ...reading, ...change };
      const isNews = READ_BY.some((key) => next[key] !== reading[key]);
      reading = next;
      if (isNews) parse = parserOf(next);
      return isNews;
    },
  };
}
