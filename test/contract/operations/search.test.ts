import { expect, it } from 'vitest';
import { search } from '../../../src/contract/operations/search.ts';
import { parseJson } from '../../../src/contract/read-answer.ts';
import { noDrift } from '../../support/no-drift.ts';

it('keeps the digits of ids, and unknown types', () => {
  const json = parseJson(
    '{"Query":"a","SearchResults":[{"Type":"queue","Id":9007199254740993,"Name":"a"}]}',
  );
  expect(search.answer.decode(json, noDrift).SearchResults).toEqual([
    { Type: 'queue', Id: '9007199254740993', Name: 'a' },
  ]);
});

it('refuses results that are no list: showing none would be wrong', () => {
  const json = { Query: 'a', Total: 100, SearchResults: { length: 100 } };
  expect(() => search.answer.decode(json, noDrift)).toThrow('an array was expected');
});

it('sends only the given parameters', () => {
  expect(search.compose({ search: 'a b', from: 20 })).toEqual({
    path: {},
    query: { search: 'a b', from: 20, size: undefined },
  });
});
