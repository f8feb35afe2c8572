import { count } from '../../text/numbers.ts';
import type { Item, Scene } from './scene.ts';

type Row = Extract<Item, { kind: 'row' }>;
type Table = Extract<Item, { kind: 'table' }>;

/** An empty cell. */
const EMPTY = /^[–…?\s-]*$/;

const cellWords = ({ title, text }: Row['cells'][number]): string =>
  title === '' ? text : `${title} ${text}`;

const filledCells = ({ cells }: Row) => cells.filter(({ text }) => !EMPTY.test(text));

const rowName = (row: Row): string => row.cells[0]?.text ?? '';

/** `Row 3 of 24: shop, active, instances 3/3`. */
export function rowSentence(row: Row): string {
  const where = row.at === null ? 'Row' : `Row ${count(row.at)} of ${count(row.of)}`;
  const mark = row.marked ? ', marked' : '';
  return `${where}${mark}: ${filledCells(row).map(cellWords).join(', ')}`;
}

/** A text without figures and ids: changed ages, counts and times are no news. */
export const shape = (text: string): string =>
  text.replace(/\b[\da-f]{8,}(?:-[\da-f]+)*\b/gi, '0').replace(/\d[\d.,:]*/g, '0');

/** Removes a trend after a figure, which is on screen for a while. */
const still = (text: string): string => text.replace(/ (?:up|down)$/, '');

/** Changed and new cells of a row, without live readings, and figures only if `figures`; empty for none. */
export function changedCells(before: Row, row: Row, figures: boolean): string {
  const hadReadings = before.cells.some(({ live, text }) => live && !EMPTY.test(text));
  const known = (text: string) => (figures ? still(text) : shape(still(text)));
  const cells = row.cells.filter(
    ({ text, live }, at) =>
      at > 0 && known(text) !== known(before.cells[at]?.text ?? '') && (!live || !hadReadings),
  );
  return cells.length === 0 ? '' : `${rowName(row)}: ${cells.map(cellWords).join(', ')}`;
}

/** `row` with the old values of cells in which only figures changed. */
export const withoutFigures = (before: Row, row: Row): Row => ({
  ...row,
  cells: row.cells.map((cell, at) => {
    const earlier = before.cells[at];
    return earlier && shape(still(earlier.text)) === shape(still(cell.text)) ? earlier : cell;
  }),
});

const rows = (of: number): string => `${count(of)} ${of === 1 ? 'row' : 'rows'}`;

/** `Table of 24 rows. Sorted by status, ascending. 2 marked.` Columns are spoken with the rows. */
export function tableSentence({ rows: length, sorted, marked }: Table): string {
  return [
    `Table of ${rows(length)}.`,
    ...(sorted === '' ? [] : [`Sorted by ${sorted}.`]),
    ...(marked === 0 ? [] : [`${count(marked)} marked.`]),
  ].join(' ');
}

/** Changes of a table by a key: sorting and marks. Its length is spoken with the row. */
export function tableChange(before: Table, { sorted, marked }: Table): string {
  return [
    ...(sorted === before.sorted ? [] : [sorted === '' ? 'Not sorted.' : `Sorted by ${sorted}.`]),
    ...(marked === before.marked ? [] : [`${count(marked)} marked.`]),
  ].join(' ');
}

/** The growth of a table: `12 new rows, 36 in all.` */
export function growth(before: number, after: number): string {
  if (after === before) return '';
  const all = `${count(after)} in all.`;
  const more = after - before;
  return more > 0
    ? `${count(more)} new ${more === 1 ? 'row' : 'rows'}, ${all}`
    : `${rows(-more)} fewer, ${all}`;
}

export function itemSentence(item: Item): string {
  switch (item.kind) {
    case 'row':
      return rowSentence(item);
    case 'table':
      return tableSentence(item);
    case 'text':
      return item.here ? `Here: ${item.text}` : item.text;
    case 'tab':
      return item.text;
  }
}

/** `Apps. 28 watched, 2 failing. As of 14:02:05, every 5 s.` */
export function placeSentence({ name, what, fresh }: NonNullable<Scene['place']>): string {
  const all = [name, what, fresh.charAt(0).toUpperCase() + fresh.slice(1)];
  return all
    .filter((text) => text !== '')
    .map((text) => text.replace(/[.…]*$/, '.'))
    .join(' ');
}

const TONES = { info: '', warn: 'Warning: ', bad: 'Error: ' } as const;

export const noticeSentence = ({ tone, text }: NonNullable<Scene['notice']>): string =>
  `${TONES[tone]}${text}`;

/** The question and accepted input, before the typed line. */
export const promptSentence = ({ label, hint }: NonNullable<Scene['prompt']>): string =>
  hint === '' ? `${label}?` : `${label}? ${hint}.`;

/** The typed line, up to the cursor. */
export const promptLine = ({ label, value }: NonNullable<Scene['prompt']>): string =>
  `${label}: ${value}`;
