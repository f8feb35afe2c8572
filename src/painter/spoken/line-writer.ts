import { type Printable, printable } from '../../text/printable.ts';
import { inAscii, wrapLines } from '../../text/width.ts';

interface LineWriterOptions {
  readonly columns: number;
  readonly rows: number;
  /** False if only text and line feeds may be written. */
  readonly movesCursor: boolean;
  readonly ascii: boolean;
}

/**
 * Writes lines one below the other. If the cursor can be moved, it rests at the start of the row under the console's
 * cursor, for braille and for the key that reads the current line.
 */
export function createLineWriter(options: LineWriterOptions) {
  const { movesCursor } = options;
  let { columns, rows, ascii } = options;
  /** The last line has content. */
  let begun = false;
  /** Terminal lines from the cursor to the last written one. */
  let below = 0;
  /** The row under the console's cursor, and the lines from its first to the last written one. */
  let row: { readonly text: string; away: number } | null = null;

  const safe = (text: string): Printable => {
    const shown = printable(text);
    return ascii ? inAscii(shown) : shown;
  };
  // One column less, since terminals differ in when they wrap a full line.
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
    /** Writes lines, then the row under the cursor, then the prompt; null for none. */
    write(lines: readonly string[], next: string | null, prompt: string | null) {
      let bytes = toEnd() + put(lines.flatMap(wrapped));
      if (next !== null) bytes += putRow(next);
      if (prompt !== null) {
        bytes += put(wrapped(prompt));
        // Typing changes where the line ends.
        if (row) row.away = Number.POSITIVE_INFINITY;
        return bytes;
      }
      if (!movesCursor || !row) return bytes;
      if (row.away >= rows - 1) bytes += putRow(row.text);
      below = row.away;
      return `${bytes}\r${below > 0 ? `\u001b[${below}A` : ''}`;
    },
    forget() {
      row = null;
    },
    /** More typed text. */
    append: safe,
    /** Ends the current line. */
    end() {
      const bytes = toEnd() + (begun ? '\n' : '');
      begun = false;
      row = null;
      return bytes;
    },
    resize(size: { readonly columns: number; readonly rows: number }) {
      ({ columns, rows } = size);
      // A resize may rewrap old lines, so the row's place is unknown.
      if (row) row.away = Number.POSITIVE_INFINITY;
    },
    setAscii(next: boolean) {
      ascii = next;
    },
  };
}

export type LineWriter = ReturnType<typeof createLineWriter>;
