import {
  blockOf,
  composeInkRow,
  type Piece,
  parsedLines,
  plainWidth,
  sliceColumns,
  widthOf,
} from './ink-rows.ts';

type Transformer = (line: string, index: number) => string;

/**
 * Replaces `ink/build/output.js` with the same result, cell by cell. The original creates a cell object for every
 * place on the screen and parses every line of every frame; this one only handles rows that it has not composed
 * recently.
 */
export default class Output {
  readonly width: number;
  readonly height: number;
  readonly #rows: Piece[][];
  readonly #clips: Clip[] = [];

  constructor({ width, height }: { readonly width: number; readonly height: number }) {
    this.width = width;
    this.height = height;
    this.#rows = Array.from({ length: Math.max(0, height) }, () => []);
  }

  /** Writes `text` at column `x` of row `y`, clipped; each line passes `transformers`. */
  write(
    x: number,
    y: number,
    text: string,
    { transformers }: { readonly transformers: readonly Transformer[] },
  ): void {
    if (text === '') return;
    const { x1, x2, y1, y2 } = this.#clips.at(-1) ?? EVERYTHING;
    if (x1 >= x2 || y1 >= y2) return;
    const block = blockOf(text);
    const end = x + block.width;
    if (end < x1 || x > x2) return;
    // Nearly all text is written unchanged: its styles need no parsing.
    const isUnchanged =
      block.isClosed && transformers.every((transform) => transform(text, 0) === text);
    const lines = isUnchanged ? block.lines : parsedLines(text);
    lines.forEach((line, index) => {
      const pieces = this.#rows[y + index];
      if (!pieces || y + index < y1 || y + index >= y2) return;
      if (isUnchanged && x >= x1 && end <= x2) {
        pieces.push({ x, line, plain: block.plain[index] });
        return;
      }
      const visible = sliceColumns(line, Math.max(0, x1 - x), Math.min(widthOf(line), x2 - x));
      const transformed = transformers.reduce((text, transform) => transform(text, index), visible);
      if (transformed === '') return;
      pieces.push({ x: Math.max(x, x1), line: transformed, plain: plainWidth(transformed) });
    });
  }

  /** Restricts later writes until {@link unclip}. */
  clip(clip: InkClip): void {
    const outer = this.#clips.at(-1) ?? EVERYTHING;
    this.#clips.push({
      x1: Math.max(outer.x1, clip.x1 ?? outer.x1),
      x2: Math.min(outer.x2, clip.x2 ?? outer.x2),
      y1: Math.max(outer.y1, clip.y1 ?? outer.y1),
      y2: Math.min(outer.y2, clip.y2 ?? outer.y2),
    });
  }

  unclip(): void {
    this.#clips.pop();
  }

  /** The frame's rows, joined by line feeds. */
  get(): { readonly output: string; readonly height: number } {
    const rows = this.#rows.map((pieces) => composeInkRow(this.width, pieces));
    return { output: rows.join('\n'), height: rows.length };
  }
}

/** The visible part of the screen: half-open bounds. */
type Clip = Readonly<Record<'x1' | 'x2' | 'y1' | 'y2', number>>;

/** The part that a box with hidden overflow shows, as Ink passes it; an absent bound is open. */
type InkClip = { readonly [Bound in keyof Clip]?: number | undefined };

const EVERYTHING: Clip = {
  x1: Number.NEGATIVE_INFINITY,
  x2: Number.POSITIVE_INFINITY,
  y1: Number.NEGATIVE_INFINITY,
  y2: Number.POSITIVE_INFINITY,
};
