import { printable } from './printable.ts';

const BEYOND_ASCII = /[^\x20-\x7e\n]+/g;

const escaped = (text: string): string =>
  text.replace(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/**
 * A value as JSON. The one way to JSON that leaves the program: for standard output, files and the clipboard.
 * Whatever `printable` would change is escaped, so that it acts on no terminal and no editor, and `JSON.parse`
 * still gives back every character.
 *
 * @param indent spaces for each level; 0 for one line
 */
export const jsonText = (value: unknown, indent: 0 | 2 = 0): string =>
  (JSON.stringify(value, null, indent) ?? 'null').replace(BEYOND_ASCII, (run) =>
    printable(run) === run ? run : escaped(run),
  );
