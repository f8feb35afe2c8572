import { MAX_LINKS, PLAIN, type Style, withLink } from '../text/style.ts';
import type { Palette } from '../text/themes.ts';
import type { Grid, GridRow, GridSize } from './grid.ts';
import { blankGrid, blankRow, createFrameParser } from './grid.ts';
import { createPen, type Pen, paintRow } from './pen.ts';

/** How frames are drawn. */
interface Settings extends GridSize {
  readonly palette: Palette;
  readonly ascii: boolean;
  readonly links: boolean;
}

/** Tracks what the screen shows, and produces the bytes to change it. */
export function createScreen(initial: Settings) {
  let settings = initial;
  /** Link addresses by number - 1, kept across changes of settings. */
  let addresses: string[] = [];
  const createParser = () =>
    createFrameParser(settings, settings.palette, {
      ascii: settings.ascii,
      links: settings.links ? addresses : undefined,
    });
  let parse = createParser();
  /** What the screen shows; undefined if unknown. */
  let current: Grid | undefined;
  /** The terminal's style. */
  let style: Style = PLAIN;
  return {
    /** The bytes to show `frame`; empty if the screen shows it. */
    change(frame: string): string {
      // All link numbers are used, mostly by links that left the screen: start again.
      if (addresses.length >= MAX_LINKS && countLinks(frame) < MAX_LINKS / 2) {
        addresses = [];
        parse = createParser();
        current = undefined;
      }
      const next = parse(frame);
      const change = diff(current, next, style);
      current = next;
      style = change.style;
      return change.bytes;
    },
    isKnown: () => current !== undefined,
    /** The screen may show anything. */
    forget() {
      current = undefined;
    },
    /** The terminal's style was reset. */
    resetStyle() {
      style = PLAIN;
    },
    /** Changes settings; returns whether anything changed. */
    configure(change: Partial<Settings>): boolean {
      const before = settings;
      settings = { ...settings, ...change };
      const isChanged = !isSame(settings, before);
      if (isChanged) parse = createParser();
      return isChanged;
    },
  };
}

const isSame = (one: Settings, other: Settings): boolean =>
  one.columns === other.columns &&
  one.rows === other.rows &&
  one.palette === other.palette &&
  one.ascii === other.ascii &&
  one.links === other.links;

const countLinks = (frame: string): number => frame.split('\u001b]8;;').length / 2;

/** Limit of scrolls per frame: lists, a tail and a sidebar may scroll together. */
const MAX_SCROLLS = 3;

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

/** Moves a block of rows by deleting rows at one end and inserting rows at the other. */
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

/** Approximate bytes of a scroll. It must save more. */
const SCROLL_COST = 24;
/** Approximate bytes to move the cursor to a row. */
const ROW_COST = 6;
/** Changes of fewer bytes are not searched for scrolls. */
const MIN_SEARCHED = 64;
/** Number of whole rows that must have moved by a distance for it to be tried. */
const MIN_MOVED_ROWS = 3;
/** Least share of distinct rows on a screen worth a search: a nearly blank one has nothing to scroll. */
const MIN_DISTINCT = 0.2;
/** Distances to try once if too few whole rows moved: beside a pane that stands still, none does. */
const USUAL_SHIFTS: readonly number[] = [1, -1, 2, -2, 3, -3];

/**
 * Approximate bytes from `before` to `after`. Called a few hundred times a frame, so it reads cells directly, and
 * compares clusters by their number in the row, which may differ for equal text.
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

/** Distances by which rows may have moved: those of several whole rows, otherwise `usual`. */
function likelyShifts(
  before: readonly GridRow[],
  after: readonly GridRow[],
  usual: readonly number[],
): readonly number[] {
  const places = new Map<GridRow, number>();
  before.forEach((row, y) => {
    // A row that occurs twice, such as a blank one, says nothing.
    places.set(row, places.has(row) ? -1 : y);
  });
  const movedRows = new Map<number, number>();
  after.forEach((row, y) => {
    const place = places.get(row) ?? -1;
    if (place < 0 || place === y) return;
    movedRows.set(place - y, (movedRows.get(place - y) ?? 0) + 1);
  });
  const shifts = [...movedRows].filter(([, count]) => count >= MIN_MOVED_ROWS);
  return shifts.length > 0 ? shifts.map(([shift]) => shift) : usual;
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
 * The scroll that saves most bytes from `before` to `after`, if any saves more than it costs. Works on cells, since a
 * list may scroll beside a pane that stands still.
 *
 * For one distance, every row has a gain: the bytes to paint it where nothing moved, minus those to paint it over the
 * row that moves there. Rows that the scroll empties have a loss, as they are painted anew. The best block is the one
 * with the greatest sum, found in one pass (Kadane's maximum subarray).
 */
function findScroll(
  before: readonly GridRow[],
  after: readonly GridRow[],
  usual: readonly number[],
): Scroll | undefined {
  const height = after.length;
  if (new Set(before).size < before.length * MIN_DISTINCT) return undefined;
  const shifts = likelyShifts(before, after, usual);
  if (shifts.length === 0) return undefined;
  const costs = after.map((row, y) => rowCost(before[y] ?? row, row));
  const total = costs.reduce((sum, cost) => sum + cost, 0);
  if (total < MIN_SEARCHED) return undefined;
  const blank = blankRow(after[0]?.glyphs.length ?? 0);
  /** Per row: the gain if a scroll empties it, usually a loss. Computed on demand, since few are needed. */
  const emptied: number[] = [];
  const gainIfEmptied = (y: number): number => {
    const row = after[y];
    if (!row) return Number.NEGATIVE_INFINITY;
    emptied[y] ??= (costs[y] ?? 0) - rowCost(blank, row);
    return emptied[y];
  };

  let best: Scroll | undefined;
  let most = SCROLL_COST;
  for (const by of shifts) {
    // Once a scroll saves half of everything, others rarely save more.
    if (most > total / 2) break;
    const distance = Math.abs(by);
    /** The gain of the rows that are emptied, from `start`. */
    const gainOfEmptied = (start: number) => {
      let sum = 0;
      for (let y = start; y < start + distance; y++) sum += gainIfEmptied(y);
      return sum;
    };
    // The best block that ends at `y` starts at `start`. Downwards, the rows above it are emptied; upwards, those
    // below it, which are counted when the block ends.
    let gain = Number.NEGATIVE_INFINITY;
    let start = 0;
    for (let y = 0; y < height; y++) {
      const source = before[y + by];
      const target = after[y];
      if (!source || !target) continue;
      // An unchanged row does not start a block.
      if (gain === Number.NEGATIVE_INFINITY && costs[y] === 0) continue;
      const gainOfStart = by > 0 ? 0 : gainOfEmptied(y - distance);
      if (gain <= gainOfStart) {
        gain = costs[y] === 0 ? Number.NEGATIVE_INFINITY : gainOfStart;
        start = y;
      }
      if (gain === Number.NEGATIVE_INFINITY) continue;
      gain += (costs[y] ?? 0) - rowCost(source, target);
      const saved = gain + (by > 0 ? gainOfEmptied(y + 1) : 0);
      if (saved <= most) continue;
      most = saved;
      const [top, bottom] = by > 0 ? [start, y + distance] : [start - distance, y];
      best = { top, bottom, by };
    }
  }
  return best;
}
