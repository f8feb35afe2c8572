import { type Printable, printable, toAscii } from '../../text/printable.ts';
import { graphemes, wrapLines } from '../../text/width.ts';

interface LineWriterOptions {
  /** Of the terminal. */
  readonly columns: number;
  readonly rows: number;
  /** False where nothing but text and line feeds may be written. */
  readonly movesCursor: boolean;
  /** True writes ASCII characters alone. */
  readonly ascii: boolean;
}

/**
 * Lines one below the other as bytes. Where the cursor can be moved it rests at the beginning of the row
 * that was said to be under the console's cursor, for braille and for the key that reads the current line.
 */
export function createLineWriter(options: LineWriterOptions) {
  const { movesCursor } = options;
  let { columns, rows, ascii } = options;
  /** Something stands on the line that was written last. */
  let begun = false;
  /** Lines of the terminal from the cursor to the last one written. */
  let below = 0;
  /** The row under the console's cursor, and the lines from its first to the last one written. */
  let row: { readonly text: string; away: number } | null = null;

  const safe = (text: string): Printable => {
    const shown = printable(text);
    return ascii ? (graphemes(shown).map(toAscii).join('') as Printable) : shown;
  };
  // One column less than the terminal has: terminals differ in when they wrap a full line.
  const wrapped = (text: string): readonly string[] => wrapLines(safe(text), columns - 1);

  const toEnd = (): string => {
    const down = below > 0 ? `\u001b[${below}B` : '';
    below = 0;
    return down;
  };
  const put = (lines: readonly string[]): string => {
    let text = '';
    for (const line of lines) {
      text += begun ? `\n${line}` : line;
      begun = true;
    }
    if (row) row.away += lines.length;
    return text;
  };
  const putRow = (text: string): string => {
    const lines = wrapped(text);
    const bytes = put(lines);
    row = { text, away: lines.length - 1 };
    return bytes;
  };

  return {
    /** Lines, then the row under the cursor, then the line that is typed in; null for what there is not. */
    write(lines: readonly string[], next: string | null, prompt: string | null) {
      let bytes = toEnd() + put(lines.flatMap(wrapped));
      if (next !== null) bytes += putRow(next);
      if (prompt !== null) {
        bytes += put(wrapped(prompt));
        // What is typed next changes where the line ends.
        if (row) row.away = Number.POSITIVE_INFINITY;
        return bytes;
      }
      if (!movesCursor || !row) return bytes;
      if (row.away >= rows - 1) bytes += putRow(row.text);
      below = row.away;
      return `${bytes}\r${below > 0 ? `\u001b[${below}A` : ''}`;
    },
    /** No row is under the console's cursor. */
    forget() {
      row = null;
    },
    /** More of the line that is typed in. */
    append: safe,
    /** What follows begins on a line of its own. */
    end() {
      const bytes = toEnd() + (begun ? '\n' : '');
      begun = false;
      row = null;
      return bytes;
    },
    resize(size: { readonly columns: number; readonly rows: number }) {
      ({ columns, rows } = size);
      // A resize may wrap old lines again, so the row's place is unknown.
      if (row) row.away = Number.POSITIVE_INFINITY;
    },
    /** From now on with ASCII characters alone, or no longer. */
    setAscii(next: boolean) {
      ascii = next;
    },
  };
}

export type LineWriter = ReturnType<typeof createLineWriter>;
