import { expect, it } from 'vitest';
import { driftLog } from '../../src/contract/drift.ts';
import { timeframe } from '../../src/contract/timeframe.ts';

it.each([
  [60, 60, []],
  ['PerFiveMinutes', 300, []],
  ['peronehour', 3600, []],
  ['900', 900, []],
  [30, 30, ['unknown-value']],
  ['PerDay', null, ['unknown-value']],
  [{}, null, ['unknown-value']],
  [null, null, []],
  [undefined, null, []],
])('the timeframe %j is %j seconds', (json, seconds, kinds) => {
  const drift = driftLog();
  expect(timeframe.at('at')(json, drift)).toBe(seconds);
  expect(drift.entries().map(({ kind }) => kind)).toEqual(kinds);
});
