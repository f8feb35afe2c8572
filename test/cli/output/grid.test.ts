import { describe, expect, it } from 'vitest';
import { grid, type OutputColumn, textFacts, textTable } from '../../../src/cli/output/grid.ts';
import { words } from '../../../src/text/printable.ts';

interface Row {
  readonly name: string | null;
  readonly count: number;
  readonly ok: boolean;
}

const COLUMNS: readonly OutputColumn<Row>[] = [
  { name: 'count', title: words`COUNT`, align: 'right', value: ({ count }) => count },
  { name: 'ok', title: words`OK`, value: ({ ok }) => ok },
  { name: 'raw', only: 'csv', value: ({ name }) => name },
  { name: 'name', title: words`NAME`, shrinks: true, value: ({ name }) => name },
];

const ROWS: readonly Row[] = [
  { name: 'checkout', count: 5, ok: true },
  { name: null, count: 12, ok: false },
  { name: 'evil\u001b[2J\nforged row', count: 1234, ok: true },
  { name: '名前', count: 0, ok: true },
];

describe('a table', () => {
  it('is as wide as its cells without a limit', () => {
    expect(textTable(grid(COLUMNS, ROWS).shown, undefined)).toEqual({
      cut: false,
      lines: [
        'COUNT  OK   NAME',
        '    5  yes  checkout',
        '   12  no   –',
        ' 1234  yes  evil␛[2J␊forged row',
        '    0  yes  名前',
      ],
    });
  });

  it('cuts shrinking columns to the width of the terminal, and reports that', () => {
    const { lines, cut } = textTable(grid(COLUMNS, ROWS).shown, 24);
    expect(lines[3]).toBe(' 1234  yes  evil␛[2J␊fo…');
    expect(cut).toBe(true);
  });

  it('wraps a line rather than losing other columns', () => {
    const { lines } = textTable(grid(COLUMNS, ROWS).shown, 5);
    expect(lines[1]).toBe('    5  yes  checkout');
  });

  it('has separate columns for CSV', () => {
    expect(grid(COLUMNS, ROWS.slice(0, 1)).plain).toEqual({
      heads: ['count', 'ok', 'raw', 'name'],
      rows: [[5, true, 'checkout', 'checkout']],
    });
  });
});

describe('facts', () => {
  it('are in two columns', () => {
    expect(
      textFacts([
        [words`status`, words`active`],
        [words`id`, words`x`],
      ]),
    ).toEqual(['status  active', 'id      x']);
  });
});
