import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applySgr } from '../../src/painter/apply-sgr.ts';
import { restyle } from '../../src/painter/restyle.ts';
import { BOLD, DIM, foreground, INVERSE, PLAIN, sgrParameters } from '../../src/text/style.ts';
import { anyStyle } from '../support/frames.ts';

test('leads from any style to any other, never longer than a reset and the style', () => {
  fc.assert(
    fc.property(anyStyle, anyStyle, (from, to) => {
      const bytes = restyle(from, to);
      const parameters = /^\u001b\[([\d;]*)m$/.exec(bytes)?.[1];
      expect(parameters === undefined ? from : applySgr(from, parameters)).toBe(to);
      expect(bytes.length).toBeLessThanOrEqual(`\u001b[;${sgrParameters(to)}m`.length);
    }),
    { numRuns: 2_000 },
  );
});

test.each([
  ['nothing to do', BOLD, BOLD, ''],
  ['plain', foreground(200, BOLD), PLAIN, '\u001b[m'],
  ['one more', BOLD, BOLD | INVERSE, '\u001b[7m'],
  ['one less', BOLD | INVERSE, BOLD, '\u001b[27m'],
  ['another colour', foreground(1, BOLD), foreground(2, BOLD), '\u001b[32m'],
  ['bold stays when dim goes', foreground(200, BOLD | DIM), foreground(200, BOLD), '\u001b[22;1m'],
  ['a reset where that is shorter', foreground(1, BOLD | INVERSE), DIM, '\u001b[;2m'],
])('%s', (_, from, to, bytes) => {
  expect(restyle(from, to)).toBe(bytes);
});
