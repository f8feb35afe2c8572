import { expect, it } from 'vitest';
import {
  changedCells,
  growth,
  noticeSentence,
  placeSentence,
  promptSentence,
  rowSentence,
  tableSentence,
  withoutFigures,
} from '../../../src/painter/spoken/sentences.ts';
import { cell, rowPart } from './parts.ts';

const cells = [cell('shop'), cell('active'), cell('3/3', 'instances'), cell('–', 'latency')];

it('a row is spoken with its position and its filled cells by name', () => {
  expect(rowSentence(rowPart(3, { cells }))).toBe('Row 3 of 24: shop, active, instances 3/3');
  expect(rowSentence(rowPart(3, { cells, marked: true }))).toMatch(/^Row 3 of 24, marked: shop/);
  expect(rowSentence(rowPart(3, { cells, at: null }))).toMatch(/^Row: shop/);
});

it('only changed cells are spoken, without live readings', () => {
  const before = rowPart(1, { cells: [cell('shop'), cell('active'), cell('1.0', 'CPU', true)] });
  const after = rowPart(1, { cells: [cell('shop'), cell('failing'), cell('9.0', 'CPU', true)] });
  expect(changedCells(before, after, false)).toBe('shop: failing');
  expect(changedCells(after, after, true)).toBe('');
});

it('figures are spoken on request, without their trend', () => {
  const row = (instances: string) =>
    rowPart(1, { cells: [cell('shop'), cell(instances, 'instances')] });
  expect(changedCells(row('15/15'), row('14/15 down'), false)).toBe('');
  expect(changedCells(row('15/15'), row('14/15 down'), true)).toBe('shop: instances 14/15 down');
  expect(changedCells(row('14/15 down'), row('14/15'), true)).toBe('');
  const held = withoutFigures(row('15/15'), row('14/15 down'));
  expect(changedCells(held, row('13/15'), true)).toBe('shop: instances 13/15');
});

it('the first value of a live reading is spoken', () => {
  const before = rowPart(1, { cells: [cell('shop'), cell('–', 'CPU', true)] });
  const after = rowPart(1, { cells: [cell('shop'), cell('9.0', 'CPU', true)] });
  expect(changedCells(before, after, false)).toBe('shop: CPU 9.0');
});

it('tables, places, notices and questions are sentences', () => {
  const table = {
    kind: 'table',
    columns: [],
    rows: 1,
    sorted: 'status, ascending',
    marked: 2,
  } as const;
  expect(tableSentence(table)).toBe('Table of 1 row. Sorted by status, ascending. 2 marked.');
  expect(tableSentence({ ...table, rows: 1960, marked: 1212 })).toContain('1,960 rows.');
  expect(tableSentence({ ...table, rows: 1960, marked: 1212 })).toContain('1,212 marked.');
  expect(
    placeSentence({
      kind: 'place',
      name: 'Apps',
      what: '2 watched',
      fresh: 'as of 14:02',
      isDialog: false,
    }),
  ).toBe('Apps. 2 watched. As of 14:02.');
  expect(noticeSentence({ kind: 'notice', tone: 'bad', text: 'Gone.' })).toBe('Error: Gone.');
  expect(promptSentence({ kind: 'prompt', label: 'Filter', value: '', hint: 'words' })).toBe(
    'Filter? words.',
  );
});

it('growth is told either way', () => {
  expect(growth(24, 36)).toBe('12 new rows, 36 in all.');
  expect(growth(36, 35)).toBe('1 row fewer, 35 in all.');
  expect(growth(1212, 3000)).toBe('1,788 new rows, 3,000 in all.');
  expect(growth(3, 3)).toBe('');
});
