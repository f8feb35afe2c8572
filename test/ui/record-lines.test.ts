import { expect, it } from 'vitest';
import { words } from '../../src/text/printable.ts';
import { SPOKEN_ROOM } from '../../src/text/spoken.ts';
import { recordLines } from '../../src/ui/record-lines.ts';

const plain = (lines: readonly string[]) =>
  lines.map((line) => line.replace(/\u001b\[[\d;]*m/g, '').trimEnd());

const fields = [
  { name: words`exitCode`, value: words`137` },
  { name: words`message`, value: words`Container exceeded its memory limit and was killed` },
];

it('names are aligned, and long values go on below where they began', () => {
  expect(plain(recordLines(fields, { columns: 40, rows: 9 }))).toEqual([
    'exitCode  137',
    'message   Container exceeded its memory',
    '          limit and was killed',
  ]);
});

it('values keep their room however long the names are', () => {
  const [line] = plain(
    recordLines([{ name: words`averyveryverylongname`, value: words`1` }], {
      columns: 30,
      rows: 9,
    }),
  );
  expect(line).toBe('averyvery…1');
});

it('no field, no line', () => {
  expect(recordLines([], { columns: 40, rows: 9 })).toEqual([]);
});

it('heard, a record is a name and a value a line', () => {
  expect(plain(recordLines(fields, SPOKEN_ROOM))).toEqual([
    'exitCode: 137',
    'message: Container exceeded its memory limit and was killed',
  ]);
});
