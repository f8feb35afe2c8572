import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applySgr } from '../../src/painter/apply-sgr.ts';
import { BOLD, background, DIM, foreground, PLAIN, sgrParameters } from '../../src/text/style.ts';
import { anyStyle } from '../support/frames.ts';

test('what text/style makes is read back', () => {
  fc.assert(
    fc.property(anyStyle, (style) => {
      expect(applySgr(PLAIN, sgrParameters(style))).toBe(style);
    }),
  );
});

test.each([
  ['', PLAIN],
  ['0', PLAIN],
  ['0;1', BOLD],
  ['22', foreground(1)],
  ['39', BOLD | DIM],
  ['97;107', background(15, foreground(15, BOLD | DIM))],
  ['38;5;255', foreground(255, BOLD | DIM)],
])('%s on bold, dim and red', (parameters, style) => {
  expect(applySgr(foreground(1, BOLD | DIM), parameters)).toBe(style);
});

test.each([
  '5',
  '8',
  '9',
  '21',
  '53',
  '58;5;1',
  '38',
  '38;5',
  '38;5;256',
  '38;2;1;2;3',
  '48;2;1;2;3',
  '1;8',
  '98',
  '110',
  '130',
])('%s is not ours', (parameters) => {
  expect(applySgr(PLAIN, parameters)).toBeUndefined();
});
