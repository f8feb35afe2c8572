import { words } from '../text/printable.ts';
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
