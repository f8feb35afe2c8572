import { figure, greatest, least } from '../text/numbers.ts';
import { type Printable, words } from '../text/printable.ts';
import type { Room } from '../text/spoken.ts';
import type { Style } from '../text/style.ts';
import { compose, fitLine, gap, type Line, type Span, type Styled, span } from './line.ts';

const STEPS = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

interface Scale {
  readonly low: number;
  readonly high: number;
}

/** From the smallest to the largest finite value; at least one unit high. */
export function scaleOf(values: readonly number[]): Scale {
  const finite = values.filter(Number.isFinite);
  if (finite.length === 0) return { low: 0, high: 1 };
  const low = least(finite);
  const high = greatest(finite);
  return { low, high: high > low ? high : low + 1 };
}

/**
 * One bar per value, for the last `columns` values; NaN is a dot. A constant row is flat at the bottom: a sparkline
 * shows change, not height.
 */
export function sparkline(values: readonly number[], columns: number, scale?: Scale): Printable {
  const shown = columns > 0 ? values.slice(-columns) : [];
  const { low, high } = scale ?? scaleOf(shown);
  let text = '';
  for (const value of shown) {
    if (!Number.isFinite(value)) {
      text += '·';
      continue;
    }
    // The difference of very large values may not be finite.
    const share = high > low ? (value - low) / (high - low) : 0;
    const step = Math.floor((Number.isFinite(share) ? share : 0) * STEPS.length);
    text += STEPS[Math.max(0, Math.min(STEPS.length - 1, step))];
  }
  return text as Printable;
}

/** A sparkline in words: first and last value, and range. */
export function trendWords(values: readonly number[]): Printable {
  const finite = values.filter(Number.isFinite);
  const [first = Number.NaN] = finite;
  if (finite.length < 2) return words``;
  return words`from ${figure(first)} to ${figure(finite.at(-1))}, between ${figure(least(finite))} and ${figure(greatest(finite))}`;
}

const PARTS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

/** A bar of `share` (clamped to 0–1) in eighths of a cell, at least one for a positive share, padded to `columns`. */
export function bar(share: number, columns: number): Printable {
  if (columns <= 0) return words``;
  const clamped = Number.isFinite(share) ? Math.max(0, Math.min(1, share)) : 0;
  const eighths = Math.max(clamped > 0 ? 1 : 0, Math.round(clamped * columns * 8));
  const full = Math.floor(eighths / 8);
  const part = PARTS[eighths % 8] ?? '';
  return `${'█'.repeat(full)}${part}`.padEnd(columns) as Printable;
}

export interface BarPart {
  readonly value: number;
  readonly sign: Printable;
  readonly style: Style;
}

/**
 * Cells per part when `most` fills all cells. NaN and negative values take none; every positive value gets a cell if
 * others can spare it, because figures show amounts and the bar shows presence.
 */
function cellsOf(parts: readonly BarPart[], most: number, cells: number): readonly number[] {
  let sum = 0;
  let end = 0;
  const sizes = parts.map(({ value }) => {
    sum += value > 0 ? value : 0;
    const share = most > 0 ? sum / most : 0;
    const begin = end;
    end = Math.round(Math.min(1, Number.isFinite(share) ? share : 0) * cells);
    return end - begin;
  });
  for (const [at, { value }] of parts.entries()) {
    const largest = sizes.indexOf(Math.max(...sizes));
    const spare = sizes[largest] ?? 0;
    if (!(value > 0) || sizes[at] !== 0 || spare < 2) continue;
    sizes[largest] = spare - 1;
    sizes[at] = 1;
  }
  return sizes;
}

/**
 * The parts side by side, scaled so that `most` fills all columns. `trace`: stands for a positive sum below half a
 * cell.
 */
export function stackedBar(
  parts: readonly BarPart[],
  most: number,
  columns: number,
  trace = words`▏`,
): Line {
  const sizes = cellsOf(parts, most, columns);
  const spans = parts.flatMap(({ sign, style }, at): readonly Span[] => {
    const size = sizes[at] ?? 0;
    return size > 0 ? [span(sign.repeat(size) as Printable, style)] : [];
  });
  const largest = parts.toSorted((a, b) => b.value - a.value)[0];
  if (spans.length > 0 || !largest || !(largest.value > 0) || columns < 1) return spans;
  return [span(trace, largest.style)];
}

/**
 * Stacked columns, the first part at the bottom, in `rows` lines; each `width` wide and followed by `apart` blanks.
 * Positive values leave at least a trace.
 */
export function stackedColumns(
  stacks: readonly (readonly BarPart[] | null)[],
  {
    rows,
    most,
    width,
    apart,
  }: {
    readonly rows: number;
    readonly most: number;
    readonly width: number;
    readonly apart: number;
  },
): readonly Line[] {
  const columns = stacks.map((parts) => {
    if (parts === null) return [];
    return stackedBar(parts, most, rows, words`▁`).flatMap(({ text, style }) =>
      [...text].map((sign) => span(sign.repeat(width) as Printable, style)),
    );
  });
  return Array.from({ length: rows }, (_, at) =>
    columns.flatMap((cells) => [cells[rows - 1 - at] ?? gap(width), gap(apart)]),
  );
}

/**
 * One column per value in eighths of a line, as `rows` lines from the top; each `width` wide. Positive values leave a
 * trace, NaN a dot.
 */
export function columnLines(
  values: readonly number[],
  { rows, most, width }: { readonly rows: number; readonly most: number; readonly width: number },
): readonly Printable[] {
  const eighths = values.map((value) => {
    const share = most > 0 ? Math.max(0, Math.min(1, value / most)) : 0;
    return value > 0 ? Math.max(1, Math.round(share * rows * STEPS.length)) : 0;
  });
  return Array.from({ length: rows }, (_, at) => {
    const below = (rows - 1 - at) * STEPS.length;
    const signs = eighths.map((height, column) => {
      if (height > below) return STEPS[Math.min(STEPS.length, height - below) - 1] ?? '';
      return below === 0 && Number.isNaN(values[column]) ? '·' : ' ';
    });
    return signs.map((sign) => sign.repeat(width)).join('') as Printable;
  });
}

const APART = 3;

type Size = Pick<Room, 'columns' | 'rows'>;

/**
 * Divides the room among `count` charts; if not all fit, shows those around `at`. Null if none fits. `least`: minimum
 * size of a chart. `highest`: maximum rows of a chart.
 */
export function panelGrid(
  count: number,
  at: number,
  { least, highest }: { readonly least: Size; readonly highest: number },
  room: Size,
) {
  if (count === 0 || room.rows < least.rows || room.columns < least.columns) return null;
  const many = Math.max(1, Math.floor((room.columns + APART) / (least.columns + APART)));
  const beside = Math.min(count, many);
  const lines = Math.min(Math.ceil(count / beside), Math.floor(room.rows / least.rows));
  const fits = lines * beside;
  const from = Math.floor(Math.max(0, at) / fits) * fits;
  return {
    beside,
    lines,
    from,
    until: Math.min(count, from + fits),
    rows: Math.min(highest, Math.floor(room.rows / lines)),
    columns: Math.floor((room.columns - APART * (beside - 1)) / beside),
  };
}

/** The visible charts as lines over the whole room. */
export const panelLines = (
  panels: readonly (readonly Line[])[],
  { beside, lines, rows, columns }: NonNullable<ReturnType<typeof panelGrid>>,
): readonly Styled[] =>
  Array.from({ length: lines * rows }, (_, at) => {
    const first = Math.floor(at / rows) * beside;
    const across = panels
      .slice(first, first + beside)
      .flatMap((panel, number) => [
        ...(number > 0 ? [gap(APART)] : []),
        ...fitLine(panel[at % rows] ?? [], columns),
      ]);
    return compose(across, beside * (columns + APART));
  });
