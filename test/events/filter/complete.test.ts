import { expect, test } from 'vitest';
import { complete } from '../../../src/events/filter/complete.ts';

const values = (column: string) =>
  column === 'country'
    ? [
        { value: 'BG', count: 7 },
        { value: 'BR', count: 5 },
        { value: 'DE', count: 3 },
      ]
    : column === 'message'
      ? [{ value: 'SQL Injection', count: 2 }]
      : [];

const options = (before: string) => complete(before, values).options.map(({ text }) => text);

test.each([
  ['cou', ['country:']],
  ['status:Blocked cc', ['country:']],
  ['-me', ['method:', 'message:']],
  ['(se', ['severity:', 'pop:']],
  ['country:', ['BG', 'BR', 'DE']],
  ['country:b', ['BG', 'BR']],
  ['-country!=d', ['DE']],
  ['message:', ['"SQL Injection"']],
  ['message:"sq', ['"SQL Injection"']],
  ['log:x', []],
  ['', []],
  ['zzz', []],
])('after %j come %j', (before, expected) => {
  expect(options(before)).toEqual(expected);
});

test('what is completed begins behind the operator', () => {
  expect(complete('a country:b', values).from).toBe('a country:'.length);
  expect(complete('a cou', values).from).toBe('a '.length);
});
