import { compose, fitLine, gap, type Line, type Styled } from './line.ts';

/** Blanks between two charts side by side. */
const APART = 3;

interface Size {
  readonly columns: number;
  readonly rows: number;
}

/** How charts of one size share a room: those of `from` to `until` are in sight. */
interface PanelGrid extends Size {
  readonly beside: number;
  readonly lines: number;
  readonly from: number;
  readonly until: number;
}

/**
 * The room divided among `count` charts; where not all fit, those about the one at `at`. Null where none fits.
 *
 * @param least what one takes
 * @param highest rows of one at most: higher charts tell no more
 */
export function panelGrid(
  count: number,
  at: number,
  { least, highest }: { readonly least: Size; readonly highest: number },
  room: Size,
): PanelGrid | null {
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

/** The charts in sight, each of the grid's size, as lines over the whole room. */
export const panelLines = (
  panels: readonly (readonly Line[])[],
  { beside, lines, rows, columns }: PanelGrid,
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
