import { expect, it } from 'vitest';
import { pageTable, sectionBar, sentences } from '../../../src/panes/guardian/page.ts';
import { EMPTY_LIST } from '../../../src/state/list.ts';
import { printable, words } from '../../../src/text/printable.ts';
import { span } from '../../../src/ui/line.ts';
import { textItem } from '../../../src/ui/record-lines.ts';
import type { Column } from '../../../src/ui/table.ts';
import { theme } from '../../../src/ui/theme.ts';
import { linesText, styledText } from '../../support/line-text.ts';

const ROWS = [{ id: 'a' }, { id: 'b' }];
const COLUMNS: readonly Column<{ readonly id: string }>[] = [
  {
    id: 'id',
    title: words`ID`,
    width: 4,
    cell: ({ id }) => span(printable(id)),
    sortBy: ({ id }) => id,
  },
  { id: 'none', title: words`X`, width: 1, cell: () => span(words``) },
];

const KIND = {
  columns: COLUMNS,
  text: ({ id }: { readonly id: string }) => id,
  detail: ({ id }: { readonly id: string }) => [textItem(printable(id))],
  copies: ({ id }: { readonly id: string }) => [{ what: words`id`, text: printable(id) }],
};

it('a table knows its ids and what it can be sorted by', () => {
  const { table } = pageTable(ROWS, KIND, EMPTY_LIST);
  expect(table?.ids).toEqual(['a', 'b']);
  expect(table?.sortable).toEqual(['id']);
  expect(styledText(table?.lines({ columns: 20, rows: 3 }, true) ?? [])).toEqual([
    '  ID    X',
    '❯ a',
    '  b',
  ]);
});

it('what the filter hides is counted, the order asked for is kept, and the row under the cursor can be copied', () => {
  const sort = { column: 'id', descending: true };
  const sorted = pageTable(ROWS, KIND, { ...EMPTY_LIST, sort });
  expect(sorted.table?.ids).toEqual(['b', 'a']);
  expect(sorted.copies()).toEqual([{ what: 'id', text: 'b' }]);
  expect(pageTable(ROWS, KIND, { ...EMPTY_LIST, filter: 'b' })).toMatchObject({ hidden: 1 });
  expect(pageTable(ROWS, KIND, { ...EMPTY_LIST, filter: 'z' })).toMatchObject({
    hidden: 2,
    table: null,
  });
});

it('the detail is of the row under the cursor; there is none when that is gone', () => {
  const detailAt = (cursor: string) =>
    pageTable(ROWS, KIND, { ...EMPTY_LIST, cursor }).detail?.({ columns: 20, rows: 3 });
  expect(detailAt('b')).toEqual([textItem(words`b`)]);
  expect(detailAt('c')).toBeUndefined();
});

it('sentences are wrapped, on wide screens too', () => {
  const page = sentences(words`${printable('word '.repeat(60).trim())}`);
  expect(page.table).toBeNull();
  const widths = linesText(page.body({ columns: 200, rows: 24 })).map((line) => line.length);
  expect(Math.max(...widths)).toBeLessThanOrEqual(102);
  expect(widths.length).toBeGreaterThan(2);
});

it('the bar names the sections, with what each has to say', () => {
  const marks = { check: { text: words`✖ 2`, style: theme.bad } };
  expect(styledText([sectionBar('send', marks, { columns: 80, rows: 1 })])).toEqual([
    '  Check ✖ 2   Changes   Send   Endpoints   Compared   ← →',
  ]);
});
