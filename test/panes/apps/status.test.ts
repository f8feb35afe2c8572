import { expect, it } from 'vitest';
import { statusSpan } from '../../../src/panes/apps/status.ts';

it.each([
  ['active', '● active'],
  ['failing', '✖ failing'],
  ['progressing', '◐ progressing'],
  ['suspended', '■ suspended'],
  ['unknown', '? unknown'],
  ['rebooting', '? rebooting'],
  ['constructor', '? constructor'],
  ['\u001b[31m', '? ␛[31m'],
  [null, '–'],
])('%j is drawn as %s', (status, drawn) => {
  expect(statusSpan(status).text).toBe(drawn);
});

it('every word that is known has a sign of its own kind, told apart without colour', () => {
  const signs = ['active', 'progressing', 'deleting', 'inactive', 'failing', 'suspended'].map(
    (status) => statusSpan(status).text[0],
  );
  expect(new Set(signs).size).toBe(signs.length);
});
