import { MOST_LINKS, PLAIN, type Style, withLink } from '../text/style.ts';
import type { Palette } from '../text/themes.ts';
import type { Grid, GridRow, GridSize } from './grid.ts';
import { blankGrid, blankRow, createFrameParser } from './grid.ts';
import { createPen, type Pen, paintRow } from './pen.ts';

/** Lists, a tail and a sidebar may scroll in one frame; more is not worth looking for. */
const MOST_SCROLLS = 3;

/** Moves a block of rows by deleting lines at one end of it and inserting at the other. */
function scroll(pen: Pen, { top, bottom, by }: Scroll, height: number): void {
  const count = Math.abs(by);
  const lower = bottom - count + 1;
  const removeAt = by > 0 ? top : lower;
  const insertAt = by > 0 ? lower : top;
  // A block that ends at the bottom of the screen needs only one of the two: the terminal drops or fills the last rows.
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
 * The bytes that turn a screen showing `before` into one showing `after`, the terminal being in `style`.
 * Without `before` the screen is emptied first. The cursor may be anywhere. Both grids have one size.
 */
export function diff(before: Grid | undefined, after: Grid, style: Style) {
  const pen = createPen(after.columns, style, after.links);
  const height = after.rows.length;
  let rows: readonly GridRow[];
  if (before) {
    rows = before.rows;
    for (let i = 0; i < MOST_SCROLLS; i++) {
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
  // A link is never left open: what others write to the terminal is none of it.
  pen.setStyle(withLink(pen.style, 0));
  return {
    bytes: pen.bytes,
    /** The style the terminal is left in. */
    style: pen.style,
  };
}

/** A block of rows that moved: `top..bottom` is the region they moved in, `by` > 0 is upwards. */
interface Scroll {
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
/** Tried once when rows do not say: beside a pane that stands still, no row moves as a whole. */
const USUAL_SHIFTS: readonly number[] = [1, -1, 2, -2, 3, -3];

/**
 * About how many bytes turn `before` into `after`. Called a few hundred times a frame, so it reads the
 * cells itself and takes clusters for equal when they have the same number in their rows.
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
  // A row of uncertain width is written whole, with an absolute column after every uncertain grapheme.
  return before.doubtful || after.doubtful ? glyphs.length + ROW_COST : changed + ROW_COST;
}

/**
 * By how many rows the rows of `after` may have stood lower in `before`: what whole rows say, or `usual` when too few
 * of them stood anywhere.
 */
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

/** The rows of `before` after `scroll`: what left the region is lost, what came in is empty. */
function scrolled(before: readonly GridRow[], { top, bottom, by }: Scroll): GridRow[] {
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
function findScroll(
  before: readonly GridRow[],
  after: readonly GridRow[],
  usual = USUAL_SHIFTS,
): Scroll | undefined {
  const height = after.length;
  // A nearly blank screen has nothing that could scroll.
  if (new Set(before).size < before.length * LEAST_DISTINCT) return undefined;
  const shifts = likelyShifts(before, after, usual);
  if (shifts.length === 0) return undefined;
  const costs = after.map((row, y) => rowCost(before[y] ?? row, row));
  const total = costs.reduce((sum, cost) => sum + cost, 0);
  if (total < WORTH_A_LOOK) return undefined;
  const blank = blankRow(after[0]?.glyphs.length ?? 0);
  /** Loss at a row that the scroll empties; most rows are never asked about. */
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
    // Few others save more than one that saves most of it.
    if (most > total / 2) break;
    const distance = Math.abs(by);
    const exposedFrom = (start: number) => {
      let sum = 0;
      for (let y = start; y < start + distance; y++) sum += lossAt(y);
      return sum;
    };
    // The best block that ends at `y`, as in Kadane's maximum subarray.
    let gain = Number.NEGATIVE_INFINITY;
    let start = 0;
    for (let y = 0; y < height; y++) {
      const source = before[y + by];
      const target = after[y];
      if (!source || !target) continue;
      // A row that needs no change does not start a block.
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

/** What decides how a frame is read. */
interface Reading extends GridSize {
  readonly palette: Palette;
  readonly ascii: boolean;
  readonly links: boolean;
}

const READ_BY = ['columns', 'rows', 'palette', 'ascii', 'links'] as const;

/** How many links a frame has at most. */
const linksIn = (frame: string): number => frame.split('\u001b]8;;').length / 2;

/** What the screen shows, and the bytes that make it show something else. */
export function createScreen(options: Reading) {
  let reading = options;
  /** The addresses of links, by number: what is shown goes by them, however the next frame is read. */
  let addresses: string[] = [];
  const parserOf = (each: Reading) =>
    createFrameParser(each, each.palette, {
      ascii: each.ascii,
      links: each.links ? addresses : undefined,
    });
  let parse = parserOf(reading);
  /** Undefined when what is shown is not known. */
  let shown: Grid | undefined;
  let style: Style = PLAIN;
  return {
    /** The bytes that make the screen show `frame`; none when it shows it. */
    change(frame: string): string {
      // All numbers are given, most of them to links that are on the screen no more: they are given anew.
      if (addresses.length >= MOST_LINKS && linksIn(frame) < MOST_LINKS / 2) {
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
    /** It may show anything. */
    forget() {
      shown = undefined;
    },
    /** Styles are off on the terminal. */
    resetStyle() {
      style = PLAIN;
    },
    /** From now on frames are read otherwise; whether that is news. */
    readOtherwise(change: Partial<Reading>): boolean {
      const next = { ...reading, ...change };
      const isNews = READ_BY.some((key) => next[key] !== reading[key]);
      reading = next;
      if (isNews) parse = parserOf(next);
      return isNews;
    },
  };
}
