import { expect, it } from 'vitest';
import { printable, words } from '../../src/text/printable.ts';
import type { Column } from '../../src/ui/columns.ts';
import { detailsLayout, withWholeCells } from '../../src/ui/details-layout.ts';
import { compose, span } from '../../src/ui/line.ts';
import { styledText } from '../support/line-text.ts';

const layout = (listLines: number) =>
  detailsLayout(
    {
      page: null,
      preview: true,
      details: null,
      why: Array.from({ length: 6 }, (_, at) => ({
        kind: 'text' as const,
        text: words`reason ${at}`,
      })),
      hasWhy: true,
      listLines,
      key: words`d`,
    },
    { columns: 80, rows: 16 },
  );

it('use 2: the explanation is shown in full on the lines that a short list leaves blank', () => {
  const { list, details } = layout(4);
  expect(list.rows).toBe(9);
  expect(styledText(details?.lines ?? []).map((line) => line.trim())).toEqual([
    '─'.repeat(80),
    ...Array.from({ length: 6 }, (_, at) => `reason ${at}`),
  ]);
});

it('a long list keeps its lines, and says how many more there are', () => {
  const { list, details } = layout(40);
  expect(list.rows).toBe(13);
  expect(styledText(details?.lines ?? [])[0]).toContain('4 more lines: d');
});

const COLUMNS: readonly Column<readonly [string, string]>[] = [
  { id: 'name', title: words`NAME`, width: 6, cell: ([name]) => span(printable(name)) },
  { id: 'what', title: words`WHAT`, width: 8, grow: 1, cell: ([, what]) => span(printable(what)) },
];
const ROWS = [
  ['one', 'short'],
  ['two', 'is longer than its cell'],
] as const;
const TABLE = ['head', 'one', 'two'].map((text) => compose([span(printable(text))], 24));

it('cut cells are shown in full on blank lines below the table', () => {
  const told = (rows: number) =>
    styledText(withWholeCells(TABLE, COLUMNS, ROWS, { columns: 24, rows }))
      .slice(TABLE.length)
      .map((line) => line.trimEnd());
  expect(told(8)).toEqual(['─'.repeat(24), 'two', '  is longer than its', '  cell']);
  expect(told(6)).toEqual([]);
});

it('a table does not say again the row that is said whole elsewhere', () => {
  const room = { columns: 24, rows: 8 };
  expect(withWholeCells(TABLE, COLUMNS, ROWS, room, ROWS[1])).toEqual(TABLE);
  expect(withWholeCells(TABLE, COLUMNS, ROWS, room, ROWS[0])).not.toEqual(TABLE);
});
