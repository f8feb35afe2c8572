import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type DayLog,
  dayLog,
  dayShape,
  MINUTES,
} from '../../../../src/platform/world/events/day-log.ts';
import { preparePattern } from '../../../../src/platform/world/events/template.ts';
import { TRAFFIC_PATTERNS } from '../../../../src/platform/world/events/traffic.ts';
import { DAY_MS, utcDay } from '../../../../src/text/time.ts';

const day = utcDay(Date.parse('2026-03-14T00:00:00Z'));
const begin = day * DAY_MS;
const patterns = TRAFFIC_PATTERNS.map((pattern) => preparePattern(pattern, 'shop.example'));

const logOf = (total: number, key = 5): DayLog =>
  dayLog({ key, series: 77, day, total, phase: 9, patterns });

const log = logOf(300_000);
const anyPosition = fc.integer({ min: 0, max: log.total - 1 });

const entryAt = (from: DayLog, position: number) =>
  JSON.parse(from.textOf(position, 'milliseconds', 'json'));

describe('the log of a day', () => {
  test('has its entries in order of time, all within the day', () => {
    fc.assert(
      fc.property(anyPosition, (position) => {
        const moment = log.momentOf(position);
        expect(moment).toBeGreaterThanOrEqual(begin);
        expect(moment).toBeLessThan(begin + DAY_MS);
        if (position > 0) expect(log.momentOf(position - 1)).toBeLessThanOrEqual(moment);
      }),
      { numRuns: 2000 },
    );
  });

  test('counts exactly the entries that have happened', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1000, max: DAY_MS + 1000 }), (into) => {
        const now = begin + into;
        const count = log.countBy(now);
        if (count > 0) expect(log.momentOf(count - 1)).toBeLessThanOrEqual(now);
        if (count < log.total) expect(log.momentOf(count)).toBeGreaterThan(now);
      }),
      { numRuns: 1000 },
    );
  });

  test('generates an entry independently of others', () => {
    fc.assert(
      fc.property(anyPosition, anyPosition, (position, other) => {
        const fresh = logOf(300_000);
        fresh.textOf(other, 'milliseconds', 'json');
        expect(fresh.textOf(position, 'milliseconds', 'json')).toBe(
          log.textOf(position, 'milliseconds', 'json'),
        );
      }),
      { numRuns: 20 },
    );
  });

  test('gives every entry its own id', () => {
    const ids = new Set<string>();
    for (let position = 0; position < log.total; position += 1) ids.add(log.idOf(position));
    expect(ids.size).toBe(log.total);
  });

  test('may be empty, or have one entry', () => {
    expect(logOf(0).countBy(begin + DAY_MS)).toBe(0);
    const one = logOf(1);
    expect(one.countBy(begin + DAY_MS)).toBe(1);
    expect(one.momentOf(0)).toBeGreaterThanOrEqual(begin);
  });
});

describe('an entry', () => {
  test('has the fields and labels of the contract, in ASCII, its log a document in a string', () => {
    fc.assert(
      fc.property(anyPosition, (position) => {
        const text = log.textOf(position, 'milliseconds', 'json');
        expect(text).toMatch(/^[\x20-\x7e]+$/);
        const entry = JSON.parse(text);
        expect(Object.keys(entry)).toEqual(['logId', 'timestamp', 'log', 'labels']);
        expect(entry.logId).toBe(log.idOf(position));
        expect(entry.timestamp).toBe(log.momentOf(position));
        expect(Object.keys(entry.labels)).toEqual([
          'asn',
          'country',
          'ruleId',
          'severity',
          'method',
          'ruleGroup',
          'status',
          'serverZone',
        ]);
        for (const label of Object.values(entry.labels)) expect(typeof label).toBe('string');
        const document = JSON.parse(entry.log);
        expect(Object.keys(document)).toEqual([
          'ServerZoneId',
          'Message',
          'Url',
          'RemoteIp',
          'UrlEncodedBody',
          'Headers',
          'TriggerMatch',
        ]);
        expect(document.ServerZoneId).toBeTypeOf('number');
        expect(document.RemoteIp).toMatch(/^\d+\.\d+\.\d+\.\*$/);
        expect(document.Url).toContain('https://shop.example/');
      }),
      { numRuns: 1000 },
    );
  });

  test.each([
    { unit: 'seconds', digits: 10 },
    { unit: 'milliseconds', digits: 13 },
    { unit: 'microseconds', digits: 16 },
    { unit: 'nanoseconds', digits: 19 },
  ] as const)('has a timestamp of $digits digits in $unit', ({ unit, digits }) => {
    const stamp = /"timestamp":(\d+),/.exec(log.textOf(1000, unit, 'json'))?.[1];
    expect(stamp).toHaveLength(digits);
    expect(String(log.momentOf(1000)).startsWith((stamp ?? '').slice(0, 10))).toBe(true);
  });

  test('may have a line of text for its log', () => {
    const entry = JSON.parse(log.textOf(1000, 'milliseconds', 'text'));
    expect(entry.log).toMatch(/^\d+\.\d+\.\d+\.\* [A-Z]+ https:\/\/shop\.example\//);
  });
});

describe('the mix', () => {
  const sample = Array.from({ length: 20_000 }, (_, at) => entryAt(log, at * 15));

  test('has all that is done to a request, and many origins', () => {
    const values = (label: string) => new Set(sample.map((entry) => entry.labels[label]));
    expect(values('status')).toEqual(new Set(['Blocked', 'Logged', 'Challenged']));
    expect(values('country').size).toBeGreaterThan(15);
    expect(values('serverZone').size).toBe(10);
    expect(values('ruleId').size).toBeGreaterThan(12);
  });

  test('has text with terminal controls, for consoles to survive', () => {
    const hostile = sample.filter((entry) => /\\u001b|\\u202e/i.test(entry.log));
    expect(hostile.length).toBeGreaterThan(0);
    expect(hostile.length).toBeLessThan(sample.length / 20);
  });

  test('has bursts', () => {
    const perSecond = new Map<number, number>();
    const from = begin + 14 * 3_600_000;
    for (
      let position = log.countBy(from);
      position < log.countBy(from + 3_600_000);
      position += 1
    ) {
      const second = Math.floor(log.momentOf(position) / 1000);
      perSecond.set(second, (perSecond.get(second) ?? 0) + 1);
    }
    const mean = log.total / 86_400;
    expect(Math.max(...perSecond.values())).toBeGreaterThan(4 * mean);
  });
});

test('a day’s minutes add up to exactly the day’s total', () => {
  fc.assert(
    fc.property(fc.nat(30_000), fc.nat(5_000_000), fc.nat(0xffff), (day, total, phase) => {
      const before = dayShape(day, total, phase);
      expect(before).toHaveLength(MINUTES + 1);
      expect(before[0]).toBe(0);
      expect(before[MINUTES]).toBe(total);
      for (let minute = 0; minute < MINUTES; minute += 1) {
        expect(before[minute + 1] ?? 0).toBeGreaterThanOrEqual(before[minute] ?? 0);
      }
    }),
    { numRuns: 20 },
  );
});
