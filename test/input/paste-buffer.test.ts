import { expect, test } from 'vitest';
import { createPasteBuffer, LONGEST_PASTE } from '../../src/input/paste-buffer.ts';

test('keeps what is added', () => {
  const buffer = createPasteBuffer();
  buffer.add('a');
  buffer.add('');
  buffer.add('b\u0003');
  expect(buffer.endsInterrupted).toBe(true);
  expect(buffer.close(true)).toEqual({ kind: 'paste', text: 'ab\u0003', cut: false });
});

test('without its end loses the Ctrl-C that was pressed to leave it', () => {
  const buffer = createPasteBuffer();
  buffer.add('ab\u0003\u0003');
  expect(buffer.close(false)).toEqual({ kind: 'paste', text: 'ab', cut: true });
});

test('of just the longest length is whole', () => {
  const buffer = createPasteBuffer();
  buffer.add('x'.repeat(LONGEST_PASTE));
  expect(buffer.close(true).cut).toBe(false);
  buffer.add('y');
  expect(buffer.close(true)).toEqual({ kind: 'paste', text: 'x'.repeat(LONGEST_PASTE), cut: true });
});
