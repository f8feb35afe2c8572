import { isLinear, type Part, writePart } from '../text/linear.ts';
import type { Printable } from '../text/printable.ts';
import { PLAIN } from '../text/style.ts';
import { compose, type Line, type Styled } from './line.ts';

/** A line's text. */
export const textOf = (line: Line): Printable => line.map(({ text }) => text).join('') as Printable;

/** A part as a line to draw: what it holds is printable, and the painter of lines says it. */
export const said = (part: Part): Styled => writePart(part) as Styled;

/** A part among lines that are composed later. */
export const saidLine = (part: Part): Line => [
  { text: writePart(part) as Printable, style: PLAIN },
];

/** A line of text, `live` where its figures change all the time. */
export const saidText = (line: Line, how?: 'here' | 'live'): Styled =>
  said({ kind: 'text', text: textOf(line), here: how === 'here', live: how === 'live' });

/** A line whose figures change all the time, for a screen or to be said. */
export const composeLive = (line: Line, columns: number): Styled =>
  isLinear(columns) ? saidText(line, 'live') : compose(line, columns);

/** The tab that is shown, of `names`, in a room that is linear; undefined in any other. */
export function saidTab(
  {
    names,
    selected,
    keys,
  }: {
    readonly names: readonly Printable[];
    readonly selected: number;
    readonly keys: Printable;
  },
  columns: number,
): Styled | undefined {
  if (!isLinear(columns)) return undefined;
  const name = names[selected];
  if (name === undefined) return saidText([]);
  const others = names.length > 1 ? `, ${selected + 1} of ${names.length}; ${keys} change it` : '';
  return said({ kind: 'tab', text: `${name}${others}` });
}
