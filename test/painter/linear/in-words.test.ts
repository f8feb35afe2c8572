import { expect, it } from 'vitest';
import { inWords } from '../../../src/painter/linear/in-words.ts';
import { exact } from '../../../src/text/linear.ts';
import { words } from '../../../src/text/printable.ts';

it.each([
  ['✖ failing', 'failing'],
  ['● connected', 'connected'],
  ['! 503 Service Unavailable · 3 attempts', 'Attention: 503 Service Unavailable, 3 attempts'],
  ['as of 14:02:05 · every 5 s · 12 ms', 'as of 14:02:05, every 5 s, 12 ms'],
  ['10/15▼', '10/15 down'],
  ['checkout   eiY0oti3', 'checkout, eiY0oti3'],
  [' 00 ████▒▒░░ 24  2026-03-14 · 3 pages', '2026-03-14, 3 pages'],
  ['──────────', ''],
  ['▸ DE required', 'closed, DE required'],
  ['j ↓', 'j Down'],
  ['••••••••', 'hidden'],
  ['14:02:05.123‹', '14:02:05.123 late'],
  ['‹ arrived late', 'arrived late'],
  ['‹struck out›', '‹struck out›'],
  ['Nothing is sent.', 'Nothing is sent.'],
])('%s is said as %s', (shown, said) => {
  expect(inWords(shown)).toBe(said);
});

it('what must be exact stays as it is', () => {
  expect(inWords(`name: ${exact(words`a · b  ▲`)}`)).toBe('name: a · b  ▲');
});
