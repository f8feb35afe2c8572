import { describe, expect, it } from 'vitest';
import { searchReport } from '../../../src/cli/commands/search.ts';
import { servedPrompt } from '../served.ts';

const HIT = { Type: 'dns', Id: '7', Name: 'evil\u001b[2J' };
const answer = { Query: 'x', Total: 3, From: 0, Size: 1, SearchResults: [HIT] };
const asked = { term: 'x' };

it('search reports that there is more, and how to get it', () => {
  expect(searchReport(answer, asked).notes).toEqual(['1 of 3 results; --from 1 gives the next.']);
  expect(searchReport({ ...answer, From: 2 }, { ...asked, from: 2 }).notes).toEqual([]);
});

it('search reports that the service gives another page than was asked for', () => {
  expect(searchReport(answer, { term: 'x', from: 40 }).notes).toEqual([
    'The service skipped 0 results instead of 40.',
    '1 of 3 results; --from 1 gives the next.',
  ]);
  expect(searchReport({ ...answer, From: 2 }, asked).notes).toEqual([
    'The service skipped 2 results instead of 0.',
  ]);
});

it('E17: search drops results beyond the requested number, and counts them', () => {
  const many = Array.from({ length: 600 }, (_, at) => ({ ...HIT, Id: `${at}` }));
  const flood = { ...answer, Total: 600, SearchResults: many };
  const { records, notes } = searchReport(flood, { term: 'x', size: 100 });
  expect(records).toHaveLength(100);
  expect(notes).toEqual([
    '600 received, 100 asked: 500 left out.',
    '100 of 600 results; --from 100 gives the next.',
  ]);
  expect(searchReport(flood, asked).records).toHaveLength(600);
});

it('search reports that nothing was found', () => {
  const none = { ...answer, Total: 0, SearchResults: [] };
  expect(searchReport(none, asked).notes).toEqual(['No results.']);
});

it('search reports that the service searched for something else', () => {
  expect(searchReport({ ...answer, Total: 1, Query: 'y\u0007' }, asked).notes).toEqual([
    'The service searched for y␇ instead.',
  ]);
});

describe('D10: search', () => {
  const served = servedPrompt();

  it('reports that --from is past the end, and how many results there are', async () => {
    const past = { ...answer, Total: 96, From: null, SearchResults: [] };
    expect(searchReport(past, { term: 'x', from: 200 }).notes).toEqual([
      '--from 200 is past the end: there are 96 results.',
    ]);
    expect(searchReport(past, asked).notes).toEqual([
      'The service counts 96 results and gives none of them.',
    ]);
    const { code, stderr } = await served.run(['search', 'shop', '--from', '2000']);
    expect(code).toBe(0);
    expect(stderr).toMatch(/^--from 2000 is past the end: there are \d+ results\.$/m);
  });

  it.each(['', ' ', '\t'])('sends no empty term (%j)', async (term) => {
    const { code, stdout, stderr } = await served.run(['search', term]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('The term is empty. Nothing was sent.');
    expect(served.platform.served.requests).toEqual([]);
  });
});
