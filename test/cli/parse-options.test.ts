import { expect, it } from 'vitest';
import { offersKey, quotable } from '../../src/cli/parse-options.ts';

it.each([
  [['--access-key', 'x'], true],
  [['--ACCESS_KEY=x'], true],
  [['--apikey=x'], true],
  [['-key'], true],
  [['--password=x'], true],
  [['--secret', 'x'], true],
  [['search', '--keyword'], false],
  [['search', 'token'], false],
  [['search', '--', '--token'], false],
  [[], false],
])('%j passes a key: %s', (argv, offers) => {
  expect(offersKey(argv)).toBe(offers);
});

it.each([
  ['events', '"events"'],
  ['--folow', '"--folow"'],
  ['k3Jd82hQpLm0xYz', 'that word'],
  ['--key=x', 'that word'],
  ['\u001b[2J', 'that word'],
  ['', 'that word'],
  ['x'.repeat(25), 'that word'],
])('%j is repeated as %s', (word, told) => {
  expect(quotable(word, 'that word')).toBe(told);
});
