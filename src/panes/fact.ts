import type { Json } from '../contract/values.ts';
import { type Printable, printable, words } from '../text/printable.ts';
import { type Line, span } from '../ui/line.ts';
import type { RecordField } from '../ui/record-lines.ts';
import { theme } from '../ui/theme.ts';

/** A heading inside a pane. */
export const heading = (text: Parameters<typeof span>[0]): Line => [span(text, theme.heading)];

/** A name and a value on one line, names aligned at `columns`. */
export const fact = (name: Parameters<typeof span>[0], value: Line, columns: number): Line => [
  span(
    words`${name}${PADDING.slice(0, Math.max(1, columns - name.length)) as typeof name}`,
    theme.faint,
  ),
  ...value,
];

const PADDING = ' '.repeat(40);

/** Deeper than this a value is written as JSON, in one line. */
const DEEPEST = 8;

/** Any JSON as fields, those of an object or a list below its name and further in; nothing of it is left out. */
export function rawFields(json: Json, depth = 0): readonly RecordField[] {
  if (typeof json !== 'object' || json === null || depth > DEEPEST) {
    return [{ name: words``, value: json === null ? words`–` : printable(JSON.stringify(json)) }];
  }
  return Object.entries(json).flatMap(([key, value]): readonly RecordField[] => {
    const name = words`${' '.repeat(depth * 2) as Printable}${printable(key)}`;
    const isLeaf =
      typeof value !== 'object' ||
      value === null ||
      Object.keys(value).length === 0 ||
      depth >= DEEPEST;
    return isLeaf
      ? [{ name, value: printable(JSON.stringify(value)) }]
      : [{ name, value: words`` }, ...rawFields(value, depth + 1)];
  });
}
