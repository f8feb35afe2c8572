import { expect, it } from 'vitest';
import { quotable } from '../../../src/cli/parse/quotable.ts';

it.each([
  ['events', '"events"'],
  ['--folow', '"--folow"'],
  ['k3Jd82hQpLm0xYz', 'that word'],
  ['--key=x', 'that word'],
  ['\u001b[2J', 'that word'],
  ['', 'that word'],
  ['x'.repeat(25), 'that word'],
])('%j is told as %s', (word, told) => {
  expect(quotable(word, 'that word')).toBe(told);
});
