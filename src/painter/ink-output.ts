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
 * Stands in for `ink/build/output.js`: takes the writes of one frame and gives its text, cell by cell the
 * same as the original's. The original makes a cell object for every place on the screen and parses
 * every line of every frame; this one looks only at rows it has not composed lately.
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

  /** Puts `text` at column `x` of row `y`, through the clips in force; each line through `transformers`. */
  write(
    x: number,
    y: number,
    text: string,
    { transformers }: { readonly transformers: readonly Transformer[] },
  ): void {
    if (text === '') return;
    const clip = this.#clips.at(-1);
    if (clip && isEmpty(clip)) return;
    const block = blockOf(text);
    const end = x + block.width;
    const { x1 = x, x2 = end } = clip ?? {};
    if (end < x1 || x > x2) return;
    // Nearly all text is written as it is: its styles need no parsing.
    const isAsItIs =
      block.isClosed && transformers.every((transform) => transform(text, 0) === text);
    const lines = isAsItIs ? block.lines : parsedLines(text);
    lines.forEach((line, index) => {
      const pieces = this.#rows[y + index];
      if (!pieces || (clip && !isWithin(y + index, clip.y1, clip.y2))) return;
      if (isAsItIs && x >= x1 && end <= x2) {
        pieces.push({ x, line, plain: block.plain[index] });
        return;
      }
      const shown = sliceColumns(line, Math.max(0, x1 - x), Math.min(widthOf(line), x2 - x));
      const transformed = transformers.reduce((text, transform) => transform(text, index), shown);
      if (transformed === '') return;
      pieces.push({ x: Math.max(x, x1), line: transformed, plain: plainWidth(transformed) });
    });
  }

  /** Narrows what later writes may touch, until {@link unclip}. */
  clip(clip: Clip): void {
    this.#clips.push(intersect(this.#clips.at(-1), clip));
  }

  unclip(): void {
    this.#clips.pop();
  }

  /** The frame: its rows, joined by line feeds. */
  get(): { readonly output: string; readonly height: number } {
    const rows = this.#rows.map((pieces) => composeInkRow(this.width, pieces));
    return { output: rows.join('\n'), height: rows.length };
  }
}

/** The part of the screen that a box with hidden overflow shows: half-open bounds, an absent one is open. */
interface Clip {
  readonly x1?: number | undefined;
  readonly x2?: number | undefined;
  readonly y1?: number | undefined;
  readonly y2?: number | undefined;
}

function tighter(
  a: number | undefined,
  b: number | undefined,
  pick: (a: number, b: number) => number,
): number | undefined {
  if (a === undefined) return b;
  return b === undefined ? a : pick(a, b);
}

/** What both show: an inner box never lets content out of an outer one. */
function intersect(outer: Clip | undefined, inner: Clip): Clip {
  if (!outer) return inner;
  return {
    x1: tighter(outer.x1, inner.x1, Math.max),
    x2: tighter(outer.x2, inner.x2, Math.min),
    y1: tighter(outer.y1, inner.y1, Math.max),
    y2: tighter(outer.y2, inner.y2, Math.min),
  };
}

const isEmptyRange = (from: number | undefined, to: number | undefined): boolean =>
  from !== undefined && to !== undefined && from >= to;

/** Whether nothing can be seen through it. */
const isEmpty = ({ x1, x2, y1, y2 }: Clip): boolean => isEmptyRange(x1, x2) || isEmptyRange(y1, y2);

const isWithin = (
  at: number,
  from = Number.NEGATIVE_INFINITY,
  to = Number.POSITIVE_INFINITY,
): boolean => at >= from && at < to;
