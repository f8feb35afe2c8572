import { expect, test } from 'vitest';
import { type Coverage, noCoverage } from '../../src/events/coverage.ts';
import { coverageMap, coverageSummary, mapLine } from '../../src/events/coverage-map.ts';
import { utcDay } from '../../src/text/time.ts';
import { SAMPLE_DAY } from './sample-entries.ts';

const HOUR = 3_600_000;
const at = (hour: number) => SAMPLE_DAY + hour * HOUR;

const coverage = (stretches: readonly (readonly [number, number])[]): Coverage => ({
  ...noCoverage(utcDay(SAMPLE_DAY)),
  pages: 3,
  entries: 1200,
  oldest: at(4),
  newest: at(13.5),
  loaded: stretches.map(([from, until]) => ({ from: at(from), until: at(until) })),
});

const line = (
  stretches: readonly (readonly [number, number])[],
  facts: { now?: number; horizon?: number | null },
) =>
  mapLine(
    coverageMap(coverage(stretches), 24, {
      now: facts.now ?? at(24),
      horizon: facts.horizon ?? null,
    }),
  );

test.each([
  ['nothing asked', [], {}, '00 ░░░░░░░░░░░░░░░░░░░░░░░░ 24'],
  ['all loaded', [[0, 24]], {}, '00 ████████████████████████ 24'],
  [
    'a gap between',
    [
      [2, 6],
      [9, 14],
    ],
    { now: at(14) },
    '00 ░░████▒▒▒█████           24',
  ],
  ['an hour in part', [[0, 5.5]], { now: at(14) }, '00 █████▓░░░░░░░░           24'],
  ['the current hour up to now', [[0, 13.5]], { now: at(13.5) }, '00 ██████████████           24'],
  ['memory spent', [[0, 14]], { now: at(14), horizon: at(2.5) }, '00 ×××███████████           24'],
] as const)('the map of a day: %s', (_, stretches, facts, expected) => {
  expect(line(stretches, facts)).toBe(expected);
});

test('describes the coverage in words', () => {
  const words = coverageSummary({
    ...coverage([
      [2, 6],
      [9, 14],
    ]),
    stopped: 'the service repeats a page',
  });
  expect(words).toBe(
    '2026-03-14: 3 pages, 1,200 entries loaded; ' +
      'oldest 2026-03-14 04:00:00Z, newest 2026-03-14 13:30:00Z; ' +
      'complete 02:00:00Z to 06:00:00Z, 09:00:00Z to 14:00:00Z; ' +
      'missing 06:00:00Z to 09:00:00Z; ' +
      'stopped: the service repeats a page',
  );
  expect(coverageSummary(noCoverage(utcDay(SAMPLE_DAY)))).toBe('2026-03-14: nothing requested yet');
});
