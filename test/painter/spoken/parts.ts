import type { SpokenCell, SpokenItem } from '../../../src/text/spoken.ts';
import type { Styled } from '../../../src/ui/line.ts';
import { spokenRow } from '../../../src/ui/spoken.ts';

type Row = Extract<SpokenItem, { kind: 'row' }>;

/** Items, and lines of text. */
export const spokenOf = (...parts: readonly (SpokenItem | string)[]): readonly SpokenItem[] =>
  parts.map((part) => (typeof part === 'string' ? spokenRow(part as Styled) : part));

export const cell = (text: string, title = '', live = false): SpokenCell => ({ title, text, live });

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

export const tablePart = (rows: number, ...columns: readonly string[]): SpokenItem => ({
  kind: 'table',
  columns: columns.length > 0 ? columns : ['application', 'status'],
  rows,
  sorted: '',
  marked: 0,
});

export const placePart = (name: string, what = '', fresh = ''): SpokenItem => ({
  kind: 'place',
  name,
  what,
  fresh,
  isDialog: false,
});
