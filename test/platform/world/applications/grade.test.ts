import { expect, test } from 'vitest';
import {
  gradeOfCount,
  gradeOfLatency,
  gradeOfUsage,
} from '../../../../src/platform/world/applications/grade.ts';

test('usage is graded by what is left', () => {
  expect([0, 59.9, 60, 84.9, 85, 100].map(gradeOfUsage)).toEqual([
    'doingGreat',
    'doingGreat',
    'notBad',
    'notBad',
    'couldBeBetter',
    'couldBeBetter',
  ]);
});

test('latency is graded by the one aimed at', () => {
  expect([40, 41, 60, 61].map((latency) => gradeOfLatency(latency, 40))).toEqual([
    'doingGreat',
    'notBad',
    'notBad',
    'couldBeBetter',
  ]);
});

test('a count is graded by what is wanted', () => {
  expect([4, 3, 2, 0].map((count) => gradeOfCount(count, 4))).toEqual([
    'doingGreat',
    'notBad',
    'couldBeBetter',
    'couldBeBetter',
  ]);
});
