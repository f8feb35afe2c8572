import { expect, it } from 'vitest';
import { LINEAR } from '../../src/text/linear.ts';
import { words } from '../../src/text/printable.ts';
import { recordLines } from '../../src/ui/record-lines.ts';

const plain = (lines: readonly string[]) =>
  lines.map((line) => line.replace(/\u001b\[[\d;]*m/g, '').trimEnd());

const fields = [
  { name: words`exitCode`, value: words`137` },
  { name: words`message`, value: words`Container exceeded its memory limit and was killed` },
];

it('names are aligned, and long values go on below where they began', () => {
  expect(plain(recordLines(fields, 40))).toEqual([
    'exitCode  137',
    'message   Container exceeded its memory',
    '          limit and was killed',
  ]);
});

it('values keep their room however long the names are', () => {
  const [line] = plain(recordLines([{ name: words`averyveryverylongname`, value: words`1` }], 30));
  expect(line).toBe('averyvery…1');
});

it('no field, no line', () => {
  expect(recordLines([], 40)).toEqual([]);
});

it('heard, a record is a name and a value a line', () => {
  expect(plain(recordLines(fields, LINEAR.columns))).toEqual([
    'exitCode: 137',
    'message: Container exceeded its memory limit and was killed',
  ]);
});
