import {
  composeInkRow,
  linesOf,
  type Piece,
  plainWidth,
  sliceColumns,
  widestLine,
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
    if (this.#writeAsItIs(x, y, text, transformers, clip)) return;
    let lines = linesOf(text);
    let column = x;
    let row = y;
    if (clip?.x1 !== undefined && clip.x2 !== undefined) {
      const { x1, x2 } = clip;
      const widest = widestLine(text);
      if (x + widest < x1 || x > x2) return;
      lines = lines.map((line) => {
        const width = widthOf(line);
        return sliceColumns(line, x < x1 ? x1 - x : 0, x + width > x2 ? x2 - x : width);
      });
      column = Math.max(x, x1);
    }
    if (clip?.y1 !== undefined && clip.y2 !== undefined) {
      const { y1, y2 } = clip;
      const { length } = lines;
      if (y + length < y1 || y > y2) return;
      lines = lines.slice(y < y1 ? y1 - y : 0, y + length > y2 ? y2 - y : length);
      row = Math.max(y, y1);
    }
    lines.forEach((line, index) => {
      const pieces = this.#rows[row + index];
      const transformed = pieces
        ? transformers.reduce((text, transform) => transform(text, index + row - y), line)
        : '';
      if (transformed !== '') pieces?.push({ x: column, line: transformed });
    });
  }

  // Nearly every line is written unchanged: its styles need no parsing.
  #writeAsItIs(
    x: number,
    y: number,
    line: string,
    transformers: readonly Transformer[],
    clip: Clip | undefined,
  ): boolean {
    const width = plainWidth(line);
    const pieces = this.#rows[y];
    if (width === undefined || !pieces) return false;
    if (clip && !holds(clip, { x1: x, x2: x + width, y1: y, y2: y + 1 })) return false;
    if (transformers.some((transform) => transform(line, 0) !== line)) return false;
    pieces.push({ x, line });
    return true;
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

/** Whether all of `area` can be seen through `clip`. */
const holds = (clip: Clip, area: Required<Clip>): boolean => {
  const both = intersect(clip, area);
  return both.x1 === area.x1 && both.x2 === area.x2 && both.y1 === area.y1 && both.y2 === area.y2;
};
