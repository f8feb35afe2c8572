import type { Printable } from '../text/printable.ts';
import type { Room, SpokenItem } from '../text/spoken.ts';
import { compose, isStyled, type Line, plainText, type RowContent } from './line.ts';

const HERE = /^\s*❯/;

export function spokenRow(row: RowContent): SpokenItem {
  if (!isStyled(row)) return row;
  const text = plainText(row);
  return { kind: 'text', text, here: HERE.test(text), live: false };
}

export const textOf = (line: Line): Printable => line.map(({ text }) => text).join('') as Printable;

/** A spoken line; `live` if its figures change constantly. */
export const spokenText = (line: Line, how?: 'here' | 'live'): SpokenItem => ({
  kind: 'text',
  text: textOf(line),
  here: how === 'here',
  live: how === 'live',
});

const isLine = (row: Line | SpokenItem): row is Line => Array.isArray(row);

/** Composes a line; spoken items stay as they are. */
export const composeRow = (row: Line | SpokenItem, columns: number): RowContent =>
  isLine(row) ? compose(row, columns) : row;

/** A line whose figures change constantly. */
export const composeLive = (line: Line, room: Room): RowContent =>
  room.kind === 'spoken' ? spokenText(line, 'live') : compose(line, room.columns);

/** The selected tab; `keys` change it. */
export function spokenTab({
  names,
  selected,
  keys,
}: {
  readonly names: readonly Printable[];
  readonly selected: number;
  readonly keys: Printable;
}): SpokenItem {
  const name = names[selected];
  if (name === undefined) return spokenText([]);
  const others = names.length > 1 ? `, ${selected + 1} of ${names.length}; ${keys} change it` : '';
  return { kind: 'tab', text: `${name}${others}` };
}
