import type { Json } from '../contract/values.ts';
import { type Printable, printable, printableStart, words } from '../text/printable.ts';
import { type Line, span } from '../ui/line.ts';
import { theme } from '../ui/theme.ts';

/** A heading inside a pane. */
export const heading = (text: Parameters<typeof span>[0]): Line => [span(text, theme.heading)];

/** A name and a value on one line, names aligned at `columns`. */
export const fact = (name: Parameters<typeof span>[0], value: Line, columns = 12): Line => [
  span(
    words`${name}${PADDING.slice(0, Math.max(1, columns - name.length)) as typeof name}`,
    theme.faint,
  ),
  ...value,
];

const PADDING = ' '.repeat(40);

/** Deeper than this a tree is cut, visibly. */
const DEEPEST = 8;

/** Any JSON as indented lines, names before values. */
export function rawTree(json: Json, depth = 0, name?: string): readonly Line[] {
  const indent = ' '.repeat(depth * 2) as Printable;
  const label = name === undefined ? words`` : words`${printable(name)}: `;
  if (typeof json !== 'object' || json === null) {
    return [[span(words`${indent}${label}`, theme.faint), span(printableStart(String(json)))]];
  }
  const entries = Object.entries(json);
  if (entries.length === 0) return [[span(words`${indent}${label}(empty)`, theme.faint)]];
  if (depth >= DEEPEST) return [[span(words`${indent}${label}…`, theme.faint)]];
  const inner = name === undefined ? depth : depth + 1;
  const lines = entries.flatMap(([key, value]) => rawTree(value, inner, key));
  return name === undefined ? lines : [[span(words`${indent}${label}`, theme.faint)], ...lines];
}
