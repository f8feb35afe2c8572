import { expect, it } from 'vitest';
import { searchReport } from '../../../src/cli/commands/search.ts';

const HIT = { Type: 'dns', Id: '7', Name: 'evil\u001b[2J' };
const answer = { Query: 'x', Total: 3, From: 0, Size: 1, SearchResults: [HIT] };

it('search says that there is more, and how to get it', () => {
  expect(searchReport(answer, 'x').notes).toEqual(['1 of 3 results; --from 1 gives the next.']);
  expect(searchReport({ ...answer, From: 2 }, 'x').notes).toEqual([]);
});

it('search says that nothing was found', () => {
  const none = { ...answer, Total: 0, SearchResults: [] };
  expect(searchReport(none, 'x').notes).toEqual(['No results.']);
});

it('search says that the service searched for something else', () => {
  expect(searchReport({ ...answer, Total: 1, Query: 'y\u0007' }, 'x').notes).toEqual([
    'The service searched for y␇ instead.',
  ]);
});
