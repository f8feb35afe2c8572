/** Which rows of a long list are on screen. */
export interface Window {
  /** Index of the first visible row. */
  readonly top: number;
  /** Index after the last visible row. */
  readonly end: number;
}

/** What decides it. */
export interface WindowFacts {
  readonly length: number;
  /** Rows that fit. */
  readonly height: number;
  /** Where the window was before: it moves only as far as it must. */
  readonly top: number;
  /** The row that has to be visible; -1 for none. */
  readonly cursor: number;
}

/** The rows to show: the cursor in view, no emptiness below the last row while there are rows above. */
export function windowOf({ length, height, top, cursor }: WindowFacts): Window {
  const fits = Math.max(0, Math.floor(height));
  if (fits === 0 || length === 0) return { top: 0, end: 0 };
  let first = top;
  if (cursor >= 0) first = Math.min(Math.max(first, cursor - fits + 1), cursor);
  first = Math.max(0, Math.min(first, length - fits));
  return { top: first, end: Math.min(length, first + fits) };
}
