import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  covers,
  coversSoFar,
  dayRange,
  gaps,
  merged,
  noCoverage,
  subtracted,
} from '../../src/events/coverage.ts';
import { utcDay } from '../../src/text/time.ts';
import { SAMPLE_DAY } from './sample-entries.ts';

const HOUR = 3_600_000;
const DAY = utcDay(SAMPLE_DAY);
const hours = (from: number, until: number) => ({
  from: SAMPLE_DAY + from * HOUR,
  until: SAMPLE_DAY + until * HOUR,
});
const loaded = (...ranges: readonly (readonly [number, number])[]) => ({
  ...noCoverage(DAY),
  loaded: ranges.map((range) => hours(...range)),
});

test('nothing requested means nothing loaded', () => {
  expect(noCoverage(DAY)).toMatchObject({ loaded: [], pages: 0, oldest: null });
  expect(covers(noCoverage(DAY), dayRange(DAY))).toBe(false);
});

test('a gap lies between loaded stretches, not before or after them', () => {
  expect(gaps(loaded([8, 10], [12, 14]))).toEqual([hours(10, 12)]);
  expect(gaps(loaded([8, 14]))).toEqual([]);
});

test('a stretch is covered if one loaded stretch contains it', () => {
  const coverage = loaded([8, 10], [12, 14]);
  expect(covers(coverage, hours(8, 10))).toBe(true);
  expect(covers(coverage, hours(9, 13))).toBe(false);
});

const range = fc.tuple(fc.nat(50), fc.nat(50)).map(([from, until]) => ({ from, until }));

test('stretches are sorted and disjoint', () => {
  fc.assert(
    fc.property(fc.array(range), (ranges) => {
      const result = merged(ranges);
      for (let moment = 0; moment < 50; moment += 1) {
        const holds = ({ from, until }: (typeof ranges)[number]) =>
          from <= moment && moment < until;
        expect(result.filter(holds).length).toBe(ranges.some(holds) ? 1 : 0);
      }
      for (const [index, { from }] of result.entries()) {
        expect(from).toBeGreaterThan(result[index - 1]?.until ?? -1);
      }
    }),
  );
});

test('subtracted ranges are removed completely, others stay', () => {
  fc.assert(
    fc.property(fc.array(range), fc.array(range), (ranges, taken) => {
      const left = subtracted(ranges, taken);
      for (let moment = 0; moment < 50; moment += 1) {
        const holds = ({ from, until }: (typeof ranges)[number]) =>
          from <= moment && moment < until;
        expect(left.some(holds)).toBe(ranges.some(holds) && !taken.some(holds));
      }
      expect(left).toEqual(merged(left));
    }),
  );
});

test.each([
  ['the day is loaded up to now', 14, true],
  ['the last page was asked for a moment ago', 14.01, true],
  ['its beginning is not loaded', 14, false],
])('whether the log is loaded up to now if %s', (_, hour, isLoaded) => {
  const from = isLoaded ? 0 : 9;
  const loaded = [{ from: SAMPLE_DAY + from * HOUR, until: SAMPLE_DAY + 14 * HOUR }];
  const coverage = { ...noCoverage(utcDay(SAMPLE_DAY)), pages: 1, loaded };
  expect(coversSoFar(coverage, SAMPLE_DAY + hour * HOUR)).toBe(isLoaded);
});
