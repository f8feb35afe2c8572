import { type Part, type SaidCell, writePart } from '../../../src/text/linear.ts';

type Row = Extract<Part, { kind: 'row' }>;

/** A linear frame of parts and of lines of text. */
export const frameOf = (...parts: readonly (Part | string)[]): string =>
  parts.map((part) => (typeof part === 'string' ? part : writePart(part))).join('\n');

export const cell = (text: string, title = '', live = false): SaidCell => ({ title, text, live });

export const rowPart = (at: number, more: Partial<Row> = {}): Row => ({
  kind: 'row',
  id: `id-${at}`,
  at,
  of: 24,
  here: false,
  marked: false,
  cells: [cell(`app-${at}`), cell('active')],
  ...more,
});

export const tablePart = (rows: number, ...columns: readonly string[]): Part => ({
  kind: 'table',
  columns: columns.length > 0 ? columns : ['application', 'status'],
  rows,
  sorted: '',
  marked: 0,
});

export const placePart = (name: string, what = '', fresh = ''): Part => ({
  kind: 'place',
  name,
  what,
  fresh,
  isDialog: false,
});
