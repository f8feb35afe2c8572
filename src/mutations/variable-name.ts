import { type Printable, printable, words } from '../text/printable.ts';

const USUAL = /^[A-Za-z_][A-Za-z0-9_]*$/;

const MAX_LISTED = 6;

/**
 * Describes an unusual name; undefined for a usual one. Contract and vendor state only a maximum length, but code reads
 * names of letters, digits and `_`.
 */
export function unusualName(name: string): Printable | undefined {
  if (name === '' || USUAL.test(name)) return undefined;
  if (/^\d/.test(name))
    return words`The name begins with a digit: code reads names of letters, digits and _.`;
  const odd = [...new Set(name.replace(/[A-Za-z0-9_]/g, ''))];
  const listed = odd
    .slice(0, MAX_LISTED)
    .map((sign) => (sign === ' ' ? words`a blank` : words`“${printable(sign)}”`));
  return words`The name has ${listed.join(', ') as Printable}: code reads names of letters, digits and _.`;
}
