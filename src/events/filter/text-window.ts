/**
 * Text decoded in one go, in bytes: strings up to about this size cost the engine next to nothing to make
 * and to let go, and many rows fit into one.
 */
const WINDOW = 64 << 10;

/** The end of the rows from `row` on whose text fits a window; at least one row, and none from `to` on. */
export function windowEnd(offsets: Uint32Array, row: number, to: number): number {
  const most = (offsets[row] as number) + WINDOW;
  let end = row + 1;
  while (end < to && (offsets[end + 1] as number) <= most) end += 1;
  return end;
}
