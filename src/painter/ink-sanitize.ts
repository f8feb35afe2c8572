import { memoizeByKey } from '../text/memoize.ts';
import { plainWidth } from './ink-rows.ts';

const cleaned = memoizeByKey<string>(1024);

/** The rows of `text` as Ink's `sanitize` leaves each, which has nothing to do in what is plain. */
export function sanitized(text: string, sanitize: (row: string) => string): string {
  const rows = text.split('\n');
  if (rows.every((row) => plainWidth(row) !== undefined)) return text;
  return rows.map((row) => cleaned(row, () => sanitize(row))).join('\n');
}
