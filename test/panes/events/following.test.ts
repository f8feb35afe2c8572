import { expect, it } from 'vitest';
import { ApiError } from '../../../src/contract/api-error.ts';
import { dayRange, noCoverage } from '../../../src/events/coverage.ts';
import type { DayProgress } from '../../../src/feeds/day-progress.ts';
import { completingSpans } from '../../../src/panes/events/following.ts';
import { startOfDay, utcDay } from '../../../src/text/moments.ts';
import { lineText } from '../../support/line-text.ts';

const DAY = utcDay(Date.UTC(2026, 2, 13));
const HOUR = 3_600_000;

/** A day of which so many hours are kept, from its beginning on. */
const day = (of: number, hours: number, change: Partial<DayProgress> = {}): DayProgress => ({
  day: of,
  order: 'newest-first',
  pages: 1,
  phase: 'walking',
  end: null,
  restarts: 0,
  trouble: null,
  stale: false,
  coverage: {
    ...noCoverage(of),
    loaded:
      hours === 24
        ? [dayRange(of)]
        : [{ from: startOfDay(of), until: startOfDay(of) + hours * HOUR }],
  },
  ...change,
});

const told = (...days: readonly DayProgress[]) =>
  lineText(completingSpans(new Map([['7', new Map(days.map((each) => [each.day, each]))]])));

const trouble = {
  error: new ApiError({ kind: 'service', title: 'Service error' }),
  attempts: 1,
  wait: { kind: 'after', ms: 1000 },
} as const;

it.each([
  ['nothing is to be completed', [], ''],
  ['all is', [day(DAY, 24, { phase: 'ended' })], ''],
  ['a day is under way', [day(DAY, 12)], '  completing 03-13: 50 %'],
  ['two are', [day(DAY - 1, 6), day(DAY, 12)], '  completing 2 days: 37 %'],
  ['one of two is', [day(DAY - 1, 24), day(DAY, 18)], '  completing 03-13: 75 %'],
  [
    'the service does not answer',
    [day(DAY, 12, { trouble })],
    '  completing 03-13: 50 % not answered',
  ],
  ['something cannot be had', [day(DAY, 23, { phase: 'ended' })], '  days before: 1 gap'],
  [
    'more cannot be had',
    [day(DAY - 1, 6, { phase: 'ended' }), day(DAY, 23, { phase: 'ended' })],
    '  days before: 2 gaps',
  ],
] as const)('where %s, that is said', (_, days, sentence) => {
  expect(told(...days)).toBe(sentence);
});
