import { APART } from './layout.ts';
import { type Styled, styledWidth } from './line.ts';

/** Lines one under the other, each of at most so many columns. */
export interface Block {
  readonly lines: readonly Styled[];
  readonly columns: number;
}

/** `left` and `right` beside each other as `rows` lines: what a box with that gap between them shows. */
export function beside(left: Block, right: Block, rows: number): readonly Styled[] {
  const column = left.columns + APART;
  return Array.from({ length: rows }, (_, at) => {
    const line = left.lines[at] ?? ('' as Styled);
    const gap = ' '.repeat(Math.max(0, column - styledWidth(line)));
    return `${line}${gap}${right.lines[at] ?? ''}` as Styled;
  });
}
