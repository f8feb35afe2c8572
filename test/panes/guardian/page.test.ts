import { expect, it } from 'vitest';
import { pageTable, sectionBar } from '../../../src/panes/guardian/page.ts';
import { EMPTY_LIST, type ListState } from '../../../src/state/list.ts';
import { printable, words } from '../../../src/text/printable.ts';
import { span } from '../../../src/ui/line.ts';
import { textItem } from '../../../src/ui/record-lines.ts';
import type { Column } from '../../../src/ui/table.ts';
import { theme } from '../../../src/ui/theme.ts';
import { FACTS, idsIn } from '../../support/guardian-states.ts';
import { styledText } from '../../support/line-text.ts';

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
  none: words`There is no row.`,
  noRow: words`No row`,
  grammar: { fields: [], text: ({ id }: { readonly id: string }) => id },
  detail: ({ id }: { readonly id: string }) => [textItem(printable(id))],
  copies: ({ id }: { readonly id: string }) => [{ what: words`id`, text: printable(id) }],
};

const listed = (list: Partial<ListState>) =>
  pageTable(ROWS, KIND, { ...FACTS, list: { ...EMPTY_LIST, ...list } });

it('a table knows its ids and what it can be sorted by', () => {
  const { table } = pageTable(ROWS, KIND, FACTS);
  expect(idsIn({ table })).toEqual(['a', 'b']);
  expect(table?.sortable).toEqual(['id']);
  expect(styledText(table?.lines({ columns: 20, rows: 3 }) ?? [])).toEqual([
    '  ID    X',
    '❯ a',
    '  b',
  ]);
});

it('what the filter hides is counted, the order asked for is kept, and the row under the cursor can be copied', () => {
  const sort = { column: 'id', descending: true };
  const sorted = listed({ sort });
  expect(idsIn(sorted)).toEqual(['b', 'a']);
  expect(sorted.copies()).toEqual([{ what: 'id', text: 'b' }]);
  expect(listed({ filter: 'b' })).toMatchObject({ hidden: 1 });
  const none = listed({ filter: 'z' });
  expect(none).toMatchObject({ hidden: 2, detail: null });
  expect(styledText(none.table?.lines({ columns: 60, rows: 3 }) ?? [])).toContain(
    '  No row matches “z”. Esc clears the filter.',
  );
});

it('the detail is of the row under the cursor; there is none when that is gone', () => {
  const detailAt = (cursor: string) => listed({ cursor }).detail?.({ columns: 20, rows: 3 });
  expect(detailAt('b')).toEqual([textItem(words`b`)]);
  expect(detailAt('c')).toEqual([]);
});

it('the bar names the sections, with what each has to say', () => {
  const marks = { check: span(words`✖ 2`, theme.bad) };
  expect(styledText([sectionBar('send', marks, { columns: 80, rows: 1 })])).toEqual([
    '  Check ✖ 2  Changes  Send  Endpoints  Compared   ← →',
  ]);
});
