import { describe, expect, it } from 'vitest';
import { printable, words } from '../../src/text/printable.ts';
import { type Column, cellLine, placeColumns } from '../../src/ui/column.ts';
import { span } from '../../src/ui/line.ts';

const columns: readonly Column<string>[] = [
  { id: 'id', title: words`NAME`, width: 6, grow: 1, cell: (row) => span(printable(row)) },
  { id: 'size', title: words`SIZE`, width: 4, cell: () => [span(words`1`), span(words`0`)] },
  { id: 'extra', title: words`EXTRA`, width: 5, leaves: 1, cell: () => span(words`x`) },
];

describe('columns', () => {
  it('that grow are given what is left over', () => {
    expect(placeColumns(columns, 40).map(({ width }) => width)).toEqual([25, 4, 5]);
  });

  it('that may go do where it is narrow', () => {
    expect(placeColumns(columns, 16).map(({ column }) => column.id)).toEqual(['id', 'size']);
  });

  it('draw a cell as a line, however many pieces it has', () => {
    const drawn = placeColumns(columns, 40).map((of) => cellLine(of, 'a').map(({ text }) => text));
    expect(drawn).toEqual([['a'], ['1', '0'], ['x']]);
  });
});
