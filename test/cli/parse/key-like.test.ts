import { expect, it } from 'vitest';
import { offersKey } from '../../../src/cli/parse/key-like.ts';

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
])('%j offers a key: %s', (argv, offers) => {
  expect(offersKey(argv)).toBe(offers);
});
