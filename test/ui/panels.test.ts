import { expect, it } from 'vitest';
import { words } from '../../src/text/printable.ts';
import { span } from '../../src/ui/line.ts';
import { panelGrid, panelLines } from '../../src/ui/panels.ts';
import { styledText } from '../support/line-text.ts';

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

it('where not all fit, those about the chosen one are in sight; where none fits, there is no chart', () => {
  expect(panelGrid(5, 3, SIZE, { columns: 23, rows: 3 })).toMatchObject({ from: 2, until: 4 });
  expect(panelGrid(5, 4, SIZE, { columns: 23, rows: 3 })).toMatchObject({ from: 4, until: 5 });
  expect(panelGrid(5, -1, SIZE, { columns: 23, rows: 3 })).toMatchObject({ from: 0, until: 2 });
  expect(panelGrid(5, 0, SIZE, { columns: 9, rows: 30 })).toBeNull();
  expect(panelGrid(5, 0, SIZE, { columns: 90, rows: 2 })).toBeNull();
  expect(panelGrid(0, 0, SIZE, { columns: 90, rows: 30 })).toBeNull();
});
