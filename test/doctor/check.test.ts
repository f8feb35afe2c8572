import { expect, it } from 'vitest';
import { failed, noted, passed, reportText } from '../../src/doctor/check.ts';
import { printable, words } from '../../src/text/printable.ts';

it('the copied findings are one line that no shell runs before Enter', () => {
  const text = reportText('warren doctor', [
    passed(words`search`, words`200 in 7 ms`),
    failed(words`clock`, words`2 min ahead`, words`Set it.`),
    noted(words`answers`, printable('unknown-field a\n$(reboot)\r')),
  ]);
  expect(text).toBe(
    'warren doctor · ok search: 200 in 7 ms · FAILED clock: 2 min ahead → Set it. · note answers: unknown-field a␊$(reboot)␍',
  );
});
