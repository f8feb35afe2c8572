import { describe, expect, it } from 'vitest';
import { parseDay, parseSpan } from '../../../../src/cli/commands/events/walk-span.ts';
import { utcDay } from '../../../../src/text/time.ts';

const NOW = Date.parse('2026-03-14T00:10:00Z');
const today = utcDay(NOW);
const asked = (parts: { date?: string; since?: number; until?: number; follow?: boolean }) =>
  parseSpan(
    { date: parts.date, since: parts.since, until: parts.until, follow: parts.follow ?? false },
    NOW,
  );

describe('the days of an event log', () => {
  it.each([
    [{}, { from: today, to: today, since: null, until: null }],
    [{ date: '2026-03-01' }, { from: today - 13, to: today - 13, since: null, until: null }],
    // Ten minutes past midnight, a quarter of an hour reaches into the day before.
    [{ since: NOW - 900_000 }, { from: today - 1, to: today, since: NOW - 900_000, until: null }],
    [
      { since: NOW - 900_000, until: NOW - 700_000 },
      { from: today - 1, to: today - 1, since: NOW - 900_000, until: NOW - 700_000 },
    ],
    [
      { date: '2026-03-14', follow: true },
      { from: today, to: today, since: null, until: null },
    ],
  ])('for %j', (parts, span) => {
    expect(asked(parts)).toEqual(span);
  });

  it.each([
    [{ date: '2026-03-01', since: 1 }, 'Give one of --date and --since or --until.'],
    [{ until: NOW, follow: true }, '--follow has no end; leave --until out.'],
    [{ since: NOW - 1, until: NOW - 2 }, '--since must be before --until.'],
    [{ since: NOW + 1 }, '--since is in the future.'],
    [{ date: '2026-03-16' }, '--date 2026-03-16: that day has not begun (UTC).'],
    [{ date: '14.03.2026' }, '--date takes a day as YYYY-MM-DD.'],
    [{ date: '2026-02-30' }, '--date takes a day as YYYY-MM-DD.'],
    [{ date: '2026-03-13', follow: true }, '--follow starts today; leave --date out.'],
  ])('are rejected for %j', (parts, reason) => {
    expect(() => asked(parts)).toThrow(reason);
  });

  it.each([
    ['1970-01-02', 1],
    ['2028-02-29', utcDay(Date.parse('2028-02-29'))],
    ['2026-02-29', undefined],
    ['2026-13-01', undefined],
    ['2026-1-1', undefined],
  ])('%s is day %j', (text, day) => {
    expect(parseDay(text)).toBe(day);
  });
});
