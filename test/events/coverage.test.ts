import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Coverage,
  covers,
  dayRange,
  gaps,
  merged,
  noCoverage,
  type PageFacts,
  type PageOrder,
  withPage,
  withStop,
} from '../../src/events/coverage.ts';
import { utcDay } from '../../src/text/moments.ts';
import { SAMPLE_DAY } from './sample-entries.ts';

const HOUR = 3_600_000;
const DAY = utcDay(SAMPLE_DAY);
const at = (hour: number) => SAMPLE_DAY + hour * HOUR;

const page = (facts: Partial<PageFacts>): PageFacts => ({
  entries: 10,
  oldest: null,
  newest: null,
  askedAt: at(14),
  continues: true,
  last: false,
  ...facts,
});

const walk = (order: PageOrder, pages: readonly Partial<PageFacts>[]): Coverage =>
  pages.reduce<Coverage>(
    (coverage, facts) => withPage(coverage, page(facts), order),
    noCoverage(DAY),
  );

const hours = ({ loaded }: Coverage) =>
  loaded.map(({ from, until }) => [(from - SAMPLE_DAY) / HOUR, (until - SAMPLE_DAY) / HOUR]);

describe('pages that come oldest first', () => {
  test('cover the day from midnight on, as far as they reach', () => {
    const coverage = walk('oldest-first', [
      { continues: false, oldest: at(1), newest: at(3) },
      { oldest: at(3), newest: at(6) },
    ]);
    expect(hours(coverage)).toEqual([[0, 6]]);
    expect(coverage).toMatchObject({ pages: 2, entries: 20, oldest: at(1), newest: at(6) });
  });

  test('cover all up to now with the last one, entries or none', () => {
    const coverage = walk('oldest-first', [
      { continues: false, oldest: at(1), newest: at(3) },
      { entries: 0, last: true },
    ]);
    expect(hours(coverage)).toEqual([[0, 14]]);
  });

  test('cover the whole day when it is over', () => {
    const coverage = walk('oldest-first', [
      { continues: false, last: true, oldest: at(1), newest: at(3), askedAt: at(30) },
    ]);
    expect(hours(coverage)).toEqual([[0, 24]]);
  });
});

describe('pages that come newest first', () => {
  test('cover the day from now backwards', () => {
    const coverage = walk('newest-first', [
      { continues: false, newest: at(13), oldest: at(12) - 1 },
      { newest: at(12), oldest: at(9) - 1 },
    ]);
    expect(hours(coverage)).toEqual([[9, 14]]);
    expect(
      hours(withPage(coverage, page({ newest: at(8), oldest: at(2), last: true }), 'newest-first')),
    ).toEqual([[0, 14]]);
  });

  test('leave a gap where a later look does not meet what is known', () => {
    const before = walk('newest-first', [
      { continues: false, newest: at(9), oldest: at(8) - 1, askedAt: at(10) },
    ]);
    const after = withPage(
      before,
      page({ continues: false, newest: at(13), oldest: at(12) - 1 }),
      'newest-first',
    );
    expect(hours(after)).toEqual([
      [8, 10],
      [12, 14],
    ]);
    expect(gaps(after)).toEqual([{ from: at(10), until: at(12) }]);
    const closed = withPage(after, page({ newest: at(11), oldest: at(9) }), 'newest-first');
    expect(hours(closed)).toEqual([[8, 14]]);
  });
});

describe('pages of unknown order', () => {
  test('cover what lies between their stamps', () => {
    const coverage = walk('unknown', [
      { continues: false, oldest: at(3), newest: at(4) - 1 },
      { oldest: at(6), newest: at(7) - 1 },
    ]);
    expect(hours(coverage)).toEqual([
      [3, 4],
      [6, 7],
    ]);
  });

  test('cover everything when one is the first and the last', () => {
    const coverage = walk('unknown', [{ continues: false, last: true, entries: 0 }]);
    expect(hours(coverage)).toEqual([[0, 14]]);
  });
});

test('a page without times covers nothing, and the place of the walk is not lost', () => {
  const coverage = walk('oldest-first', [
    { continues: false, oldest: at(1), newest: at(3) },
    {},
    { oldest: at(4), newest: at(5) },
  ]);
  expect(hours(coverage)).toEqual([[0, 5]]);
});

test('nothing asked is nothing loaded', () => {
  expect(noCoverage(DAY)).toMatchObject({ loaded: [], pages: 0, oldest: null });
  expect(covers(noCoverage(DAY), dayRange(DAY))).toBe(false);
});

test('why it stopped stays until the next page', () => {
  const stopped = withStop(noCoverage(DAY), 'the service repeats a page');
  expect(stopped.stopped).toBe('the service repeats a page');
  expect(withPage(stopped, page({ continues: false }), 'unknown').stopped).toBeNull();
});

test('stretches are kept in order and apart', () => {
  const range = fc.tuple(fc.nat(50), fc.nat(50)).map(([from, until]) => ({ from, until }));
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
