import { expect, it } from 'vitest';
import { createLineWriter } from '../../../src/painter/spoken/line-writer.ts';
import { createEmulator } from '../../support/emulator.ts';

const writing = (movesCursor = true, size = { columns: 20, rows: 6 }) =>
  createLineWriter({ ...size, movesCursor, ascii: false });

it('lines stand one below the other, and the cursor at the beginning of the row', () => {
  const writer = writing();
  expect(writer.write(['Apps.'], 'Row 1: a', null)).toBe('Apps.\nRow 1: a\r');
  expect(writer.write([], 'Row 2: b', null)).toBe('\nRow 2: b\r');
});

it('later lines are written below, and the cursor returns to its row', () => {
  const writer = writing();
  writer.write([], 'Row 1: a', null);
  expect(writer.write(['One.', 'Two.'], null, null)).toBe('\nOne.\nTwo.\r\u001b[2A');
  expect(writer.write(['Three.'], null, null)).toBe('\u001b[2B\nThree.\r\u001b[3A');
});

it('a row that would leave the screen is written again', () => {
  const writer = writing();
  writer.write([], 'Row 1: a', null);
  expect(writer.write(['1', '2', '3', '4', '5'], null, null)).toMatch(/5\nRow 1: a\r$/);
});

it('long lines are broken at words, and the cursor is where they begin', async () => {
  const writer = writing();
  const emulator = createEmulator(20, 6);
  // The terminal's driver turns line feeds into line ends.
  const bytes = writer.write(['Apps.'], 'Row 1: application, active', null);
  await emulator.write(bytes.replaceAll('\n', '\r\n'));
  expect(emulator.lines().slice(0, 3)).toEqual(['Apps.', 'Row 1: application,', 'active']);
  expect(bytes.endsWith('\r\u001b[1A')).toBe(true);
});

it('the line that is typed in comes last and has the cursor', () => {
  const writer = writing();
  expect(writer.write(['Filter?'], null, 'Filter: ')).toBe('Filter?\nFilter: ');
  expect(writer.append('a')).toBe('a');
  expect(writer.write(['No match.'], null, 'Filter: a')).toBe('\nNo match.\nFilter: a');
});

it('without cursor movement only text and line feeds are written', () => {
  const writer = writing(false);
  const bytes =
    writer.write(['Apps.'], 'Row 1: a', null) + writer.write(['One.'], null, null) + writer.end();
  expect(bytes).toBe('Apps.\nRow 1: a\nOne.\n');
});

it('untrusted text is shown, in ASCII mode as ASCII', () => {
  expect(writing().write(['a\u001b[2J\ue000b'], null, null)).toBe('a␛[2J<U+E000>b');
  const ascii = createLineWriter({ columns: 40, rows: 6, movesCursor: false, ascii: true });
  expect(ascii.write(['“é” … 名'], null, null)).toBe('"e" ~ ?');
});

it('from one line to the next the characters may be ASCII alone', () => {
  const writer = writing(false);
  expect(writer.write(['a … b'], null, null)).toBe('a … b');
  writer.setAscii(true);
  expect(writer.write(['a … b'], null, null)).toBe('\na ~ b');
});
