import type { Palette } from '../text/themes.ts';
import { blankRow, parseRow, type Row } from './row.ts';

/** A whole screen. */
export interface Grid {
  readonly columns: number;
  readonly rows: readonly Row[];
}

export interface GridSize {
  readonly columns: number;
  readonly rows: number;
}

/** An empty screen. */
export function blankGrid(size: GridSize): Grid {
  const row = blankRow(size.columns);
  return { columns: size.columns, rows: Array.from({ length: size.rows }, () => row) };
}

/**
 * Reads frames (lines joined by `\n`, see {@link parseRow}) into grids of one size. Lines that stood in
 * the last frame, wherever, come back as the same {@link Row}.
 */
export function createFrameParser(
  size: GridSize,
  palette: Palette,
  ascii = false,
): (frame: string) => Grid {
  const blank = parseRow('', size.columns, palette, ascii);
  let known = new Map<string, Row>([['', blank]]);
  return (frame) => {
    const lines = frame.split('\n', size.rows);
    const seen = new Map<string, Row>([['', blank]]);
    const rows: Row[] = [];
    for (const line of lines) {
      const row = seen.get(line) ?? known.get(line) ?? parseRow(line, size.columns, palette, ascii);
      seen.set(line, row);
      rows.push(row);
    }
    while (rows.length < size.rows) rows.push(blank);
    known = seen;
    return { columns: size.columns, rows };
  };
}
