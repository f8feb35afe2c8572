import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { words } from '../../src/text/printable.ts';
import { width } from '../../src/text/width.ts';
import {
  bar,
  columnLines,
  panelGrid,
  panelLines,
  sparkline,
  stackedBar,
  stackedColumns,
  trendWords,
} from '../../src/ui/chart.ts';
import { span } from '../../src/ui/line.ts';
import { lineText, styledText } from '../support/line-text.ts';

describe('a sparkline', () => {
  it('goes from the least to the greatest', () => {
    expect(sparkline([0, 1, 2, 3, 4, 5, 6, 7], 8)).toBe('▁▂▃▄▅▆▇█');
  });

  it('is flat when nothing changes, and shows gaps as dots', () => {
    expect(sparkline([5, 5, Number.NaN, 5], 8)).toBe('▁▁·▁');
  });

  it('shows the last values when there are more than fit', () => {
    expect(sparkline([9, 9, 0, 7], 2)).toBe('▁█');
  });

  it('is never wider than requested', () => {
    fc.assert(
      fc.property(fc.array(fc.double()), fc.integer({ min: 0, max: 60 }), (values, columns) => {
        expect(width(sparkline(values, columns))).toBeLessThanOrEqual(columns);
      }),
    );
  });
});

describe('a bar', () => {
  it.each([
    [0, '    '],
    [0.5, '██  '],
    [1, '████'],
    [7, '████'],
    [-1, '    '],
    [Number.NaN, '    '],
    [0.03, '▏   '],
    [0.001, '▏   '],
  ])('of %d is “%s”', (share, text) => {
    expect(bar(share, 4)).toBe(text);
  });
});

it('spoken output describes the trend in words', () => {
  expect(trendWords([3, 1, 7, 5])).toBe('from 3 to 5, between 1 and 7');
  expect(trendWords([3])).toBe('');
});

describe('stacked bars', () => {
  const parts = (...values: readonly number[]) =>
    values.map((value, at) => ({
      value,
      sign: [words`░`, words`█`][at] ?? words`▒`,
      style: 0,
    }));

  it('are as long as they are of the scale, and leave a trace of what is hardly anything', () => {
    expect(lineText(stackedBar(parts(50, 25), 100, 8))).toBe('░░░░██');
    expect(lineText(stackedBar(parts(0, 1), 10_000, 8))).toBe('▏');
    // What passed is little, and there: on no day it is rounded away while it shows on the next.
    expect(lineText(stackedBar(parts(90, 3), 100, 8))).toBe('░░░░░░█');
    expect(lineText(stackedBar(parts(12, 1), 100, 8))).toBe('░');
    expect(lineText(stackedBar(parts(0, 0), 100, 8))).toBe('');
    expect(lineText(stackedBar(parts(Number.NaN, -5), 0, 8))).toBe('');
  });

  it('stand one beside the other as columns, the first part at the bottom', () => {
    const columns = [parts(2, 2), null, parts(0.1, 0)];
    const lines = stackedColumns(columns, { rows: 4, most: 4, width: 1, apart: 1 });
    expect(lines.map(lineText).map((line) => line.trimEnd())).toEqual(['█', '█', '░', '░   ▁']);
  });
});

it('columns are as high as their values, to an eighth of a line, and leave a trace of what is little', () => {
  const lines = columnLines([0, 1, 100, 150, 400, Number.NaN], { rows: 2, most: 200, width: 2 });
  expect(lines).toEqual(['      ▄▄██  ', '  ▁▁██████··']);
});

const SIZE = { least: { columns: 10, rows: 3 }, highest: 4 };

it('charts stand side by side as long as each has what it needs, and below each other', () => {
  const grid = panelGrid(3, 0, SIZE, { columns: 23, rows: 9 });
  expect(grid).toEqual({ beside: 2, lines: 2, from: 0, until: 3, rows: 4, columns: 10 });
  if (!grid) return;
  const panels = [words`a`, words`b`, words`c`].map((name) => [[span(name)]]);
  expect(styledText(panelLines(panels, grid)).map((line) => line.trimEnd())).toEqual([
    ...['a            b', '', '', ''],
    ...['c', '', '', ''],
  ]);
});

it('if not all fit, the charts around the selected one are visible; if none fits, there is no chart', () => {
  expect(panelGrid(5, 3, SIZE, { columns: 23, rows: 3 })).toMatchObject({ from: 2, until: 4 });
  expect(panelGrid(5, 4, SIZE, { columns: 23, rows: 3 })).toMatchObject({ from: 4, until: 5 });
  expect(panelGrid(5, -1, SIZE, { columns: 23, rows: 3 })).toMatchObject({ from: 0, until: 2 });
  expect(panelGrid(5, 0, SIZE, { columns: 9, rows: 30 })).toBeNull();
  expect(panelGrid(5, 0, SIZE, { columns: 90, rows: 2 })).toBeNull();
  expect(panelGrid(0, 0, SIZE, { columns: 90, rows: 30 })).toBeNull();
});
