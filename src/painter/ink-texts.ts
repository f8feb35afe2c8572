import { memoizeByKey } from '../text/memoize.ts';
import { blockOf } from './ink-rows.ts';

// What stands in for functions of Ink that look at every text of every frame.

/** How many columns and rows `text` takes. */
export function measured(text: string): { readonly width: number; readonly height: number } {
  const { width, lines } = blockOf(text);
  return { width, height: text === '' ? 0 : lines.length };
}

const cleaned = memoizeByKey<string>(128);

/** The rows of `text` as Ink's `sanitize` leaves each, which has nothing to do in what is plain. */
export function sanitized(text: string, sanitize: (row: string) => string): string {
  const { lines, plain } = blockOf(text);
  if (!plain.includes(undefined)) return text;
  return lines.map((row) => cleaned(row, () => sanitize(row))).join('\n');
}
