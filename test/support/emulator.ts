import xterm from '@xterm/headless';
import {
  BOLD,
  background,
  DIM,
  foreground,
  INVERSE,
  ITALIC,
  PLAIN,
  type Style,
  UNDERLINE,
} from '../../src/text/style.ts';

/** One cell as a viewer sees it. */
export interface SeenCell {
  /** Empty in the right half of a wide character, a space where nothing stands. */
  readonly text: string;
  readonly style: Style;
}

/** A terminal emulator of its own, to see what bytes look like. */
export interface Emulator {
  write(bytes: string): Promise<void>;
  resize(columns: number, rows: number): void;
  cell(row: number, column: number): SeenCell;
  /** The rows as text, blanks at the ends removed. */
  lines(): string[];
  /** Every cell; two screens that look the same give the same. */
  picture(): string;
  readonly columns: number;
  readonly rows: number;
}

type XtermCell = NonNullable<
  ReturnType<NonNullable<ReturnType<xterm.Terminal['buffer']['active']['getLine']>>['getCell']>
>;

function styleOf(cell: XtermCell, blank: boolean): Style {
  let style = PLAIN;
  if (cell.isBold()) style |= BOLD;
  if (cell.isDim()) style |= DIM;
  if (cell.isItalic()) style |= ITALIC;
  if (cell.isUnderline()) style |= UNDERLINE;
  if (cell.isInverse()) style |= INVERSE;
  // On a blank only an inverse or underlined foreground can be seen.
  const hidden = blank && !(style & (INVERSE | UNDERLINE));
  if (hidden) style = PLAIN;
  else if (!cell.isFgDefault()) style = foreground(cell.getFgColor(), style);
  return cell.isBgDefault() ? style : background(cell.getBgColor(), style);
}

export function createEmulator(columns: number, rows: number): Emulator {
  const terminal = new xterm.Terminal({
    cols: columns,
    rows,
    allowProposedApi: true,
    scrollback: 0,
  });
  const cell = (row: number, column: number): SeenCell => {
    const found = terminal.buffer.active.getLine(row)?.getCell(column);
    if (!found) throw new Error(`No cell at ${row}, ${column}`);
    const chars = found.getChars();
    const covered = found.getWidth() === 0;
    const text = covered ? '' : chars === '' ? ' ' : chars;
    return { text, style: styleOf(found, text === ' ') };
  };
  return {
    write: (bytes) => new Promise((resolve) => terminal.write(bytes, resolve)),
    resize: (nextColumns, nextRows) => terminal.resize(nextColumns, nextRows),
    cell,
    lines: () =>
      Array.from({ length: terminal.rows }, (_, row) =>
        (
          terminal.buffer.active.getLine(row)?.translateToString(false, 0, terminal.cols) ?? ''
        ).trimEnd(),
      ),
    picture: () =>
      Array.from({ length: terminal.rows }, (_, row) =>
        Array.from({ length: terminal.cols }, (_, column) => {
          const { text, style } = cell(row, column);
          return style === PLAIN ? text : `[${style}:${text}]`;
        }).join(''),
      ).join('\n'),
    get columns() {
      return terminal.cols;
    },
    get rows() {
      return terminal.rows;
    },
  };
}
