import { printable } from '../../text/printable.ts';

const BEYOND_ASCII = /[^\x20-\x7e\n]+/g;

const escaped = (text: string): string =>
  text.replace(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/**
 * A value as JSON that a terminal may be given: whatever `printable` would change is escaped, so that
 * `JSON.parse` still gives back every character.
 *
 * @param indent spaces for each level; 0 for one line
 */
export const jsonText = (value: unknown, indent: 0 | 2): string =>
  (JSON.stringify(value, null, indent) ?? 'null').replace(BEYOND_ASCII, (run) =>
    printable(run) === run ? run : escaped(run),
  );
