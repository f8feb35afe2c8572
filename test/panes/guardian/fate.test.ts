import { expect, it } from 'vitest';
import { FATES, fateReason } from '../../../src/panes/guardian/fate.ts';

it('what becomes of unmatched requests goes on from their number', () => {
  expect(Object.values(FATES).map(({ would }) => `9 requests ${would}`)).toEqual([
    '9 requests would be blocked',
    '9 requests would be logged and let through',
    '9 requests would be let through',
    '9 requests may be blocked',
  ]);
});

it.each([
  [true, 'Block', 'Ignore', 'API Guardian on, mode Block, unmatched paths Ignore'],
  [false, '7', null, 'API Guardian off, mode 7, unmatched paths not told'],
  [null, null, '\u001b', 'API Guardian not told, mode not told, unmatched paths ␛'],
])('says by which settings: %s %s %s', (isEnabled, executionMode, unmatchedPathAction, words) => {
  expect(fateReason({ isEnabled, executionMode, unmatchedPathAction })).toBe(words);
});
