import { memoizeByKey } from '../text/memoize.ts';
import { blockOf } from './ink-rows.ts';

// Replaces functions of Ink that process every text of every frame.

export function measured(text: string): { readonly width: number; readonly height: number } {
  const { width, lines } = blockOf(text);
  return { width, height: text === '' ? 0 : lines.length };
}

const cleaned = memoizeByKey<string>(128);

/** Applies Ink's `sanitize` to the rows of `text`; plain text needs none. */
export function sanitized(text: string, sanitize: (row: string) => string): string {
  const { lines, plain } = blockOf(text);
  if (!plain.includes(undefined)) return text;
  return lines.map((row) => cleaned(row, () => sanitize(row))).join('\n');
}
