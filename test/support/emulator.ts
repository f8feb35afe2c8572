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

/** One cell of the screen. */
export interface SeenCell {
  /** Empty in the right half of a wide character, a space in a blank cell. */
  readonly text: string;
  readonly style: Style;
}

/** A terminal emulator, independent of the program, that shows what its output looks like. */
export interface Emulator {
  write(bytes: string): Promise<void>;
  resize(columns: number, rows: number): void;
  cell(row: number, column: number): SeenCell;
  /** Every style in use, each with one row that has it. */
  styles(): ReadonlyMap<Style, string>;
  /** The rows as text without trailing blanks. */
  lines(): string[];
  /** All cells as text. Screens that look alike give the same text. */
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
  // The foreground of a blank is visible only if it is inverse or underlined.
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
    // Otherwise it warns about the use of writeSync.
    logLevel: 'off',
  });
  // The public method waits for a timer, which takes 15 times as long.
  const core = (terminal as unknown as { _core: { writeSync(bytes: string): void } })._core;
  const cell = (row: number, column: number): SeenCell => {
    const found = terminal.buffer.active.getLine(row)?.getCell(column);
    if (!found) throw new Error(`No cell at ${row}, ${column}`);
    const chars = found.getChars();
    const covered = found.getWidth() === 0;
    const text = covered ? '' : chars === '' ? ' ' : chars;
    return { text, style: styleOf(found, text === ' ') };
  };
  const cellOfAll = terminal.buffer.active.getNullCell();
  const lineAt = (row: number) =>
    (
      terminal.buffer.active.getLine(row)?.translateToString(false, 0, terminal.cols) ?? ''
    ).trimEnd();
  return {
    write: async (bytes) => core.writeSync(bytes),
    resize: (nextColumns, nextRows) => terminal.resize(nextColumns, nextRows),
    cell,
    styles() {
      const styles = new Map<Style, string>();
      for (let row = 0; row < terminal.rows; row += 1) {
        const line = terminal.buffer.active.getLine(row);
        for (let column = 0; line && column < terminal.cols; column += 1) {
          line.getCell(column, cellOfAll);
          const isText = cellOfAll.getCode() !== 0 && cellOfAll.getChars() !== ' ';
          if (!isText) continue;
          const style = styleOf(cellOfAll, false);
          if (!styles.has(style)) styles.set(style, lineAt(row));
        }
      }
      return styles;
    },
    lines: () => Array.from({ length: terminal.rows }, (_, row) => lineAt(row)),
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
