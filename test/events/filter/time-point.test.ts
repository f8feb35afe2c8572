import { expect, test } from 'vitest';
import { parseTime, resolveEnd, resolveTime } from '../../../src/events/filter/time-point.ts';

const DAY = Date.UTC(2026, 2, 14);
const MOMENT = { now: DAY + 60_000_000, day: DAY, offsetMinutes: 0 };

test.each([
  ['15m', DAY + 60_000_000 - 900_000, 0],
  ['15m ago', DAY + 60_000_000 - 900_000, 0],
  ['2d', DAY + 60_000_000 - 172_800_000, 0],
  ['14', DAY + 50_400_000, 3_600_000],
  ['14:02', DAY + 50_520_000, 60_000],
  ['4:2', DAY + 14_520_000, 60_000],
  ['14:02:05', DAY + 50_525_000, 1000],
  ['14:02:05.25', DAY + 50_525_250, 10],
  ['24', DAY, 0],
  ['24:00', DAY, 0],
  ['2026-03-13', DAY - 86_400_000, 86_400_000],
  ['2026-03-13T01:00Z', DAY - 82_800_000, 60_000],
  ['2026-03-13 01:00:00.123456', DAY - 82_800_000 + 123, 1],
])('%s is a moment and has a length', (text, ms, length) => {
  const span = parseTime(text);
  expect(span && resolveTime(span.point, MOMENT)).toBe(ms);
  expect(span?.length).toBe(length);
});

test.each([
  '',
  '25',
  '24:01',
  '14:60',
  '14:02:61',
  '2026-02-30',
  '2026-13-01',
  '15x',
  '-5m',
  '14:02:',
])('%s is no time', (text) => {
  expect(parseTime(text)).toBeUndefined();
});

test('a time of day is in the time zone on screen', () => {
  const span = parseTime('14:02');
  expect(span && resolveTime(span.point, { ...MOMENT, offsetMinutes: 120 })).toBe(
    Date.UTC(2026, 2, 14, 12, 2),
  );
});

test('going to a time of day goes to the latest one, even if the local date differs from UTC', () => {
  const went = (text: string, now: string, { day = now, offset = 0 } = {}) => {
    const { point } = parseTime(text) ?? { point: { kind: 'ago', ms: 0 } as const };
    const context = { now: Date.parse(now), day: Date.parse(`${day.slice(0, 10)}T00:00:00Z`) };
    const time = resolveTime(point, { ...context, offsetMinutes: offset * 60 });
    return new Date(time).toISOString().slice(0, 16);
  };
  const tokyo = { offset: 9 };
  expect(went('03:35', '2026-11-26T18:38:00Z', tokyo)).toBe('2026-11-26T18:35');
  expect(went('03:40', '2026-11-26T18:38:00Z', tokyo)).toBe('2026-11-25T18:40');
  expect(went('20:35', '2026-11-27T01:38:00Z', { offset: -5 })).toBe('2026-11-27T01:35');
  expect(went('23:58', '2026-11-27T00:01:00Z')).toBe('2026-11-26T23:58');
  // The last minute of the day, in a range until its end.
  expect(went('24:00', '2026-11-27T00:01:00Z')).toBe('2026-11-27T00:00');
  // In an archive, on its last day.
  expect(went('14:02', '2026-11-27T12:00:00Z', { day: '2026-03-14' })).toBe('2026-03-14T14:02');
});

test('the end of a range is the first such time after its start', () => {
  const end = (text: string, now: string, since: string) => {
    const { point } = parseTime(text) ?? { point: { kind: 'ago', ms: 0 } as const };
    const context = { now: Date.parse(now), day: Date.parse(`${now.slice(0, 10)}T00:00:00Z`) };
    const moment = { ...context, offsetMinutes: 0 };
    return new Date(resolveEnd(point, moment, Date.parse(since))).toISOString().slice(0, 16);
  };
  expect(end('12:30', '2026-11-27T12:00:00Z', '2026-11-27T11:30:00Z')).toBe('2026-11-27T12:30');
  expect(end('00:05', '2026-11-27T00:10:00Z', '2026-11-26T23:50:00Z')).toBe('2026-11-27T00:05');
  expect(end('07:15', '2026-11-27T09:00:00Z', '2026-11-25T00:00:00Z')).toBe('2026-11-25T07:15');
  expect(end('06:00', '2026-11-27T23:00:00Z', '2026-11-27T22:00:00Z')).toBe('2026-11-28T06:00');
  expect(end('24:00', '2026-11-27T12:00:00Z', '2026-11-27T11:30:00Z')).toBe('2026-11-28T00:00');
  expect(end('11:30', '2026-11-27T12:00:00Z', '2026-11-27T11:30:00Z')).toBe('2026-11-28T11:30');
});

test('an end without a start is of the viewed day of the displayed clock', () => {
  const end = (text: string, now: string, { day = now, offset = 0 } = {}) => {
    const { point } = parseTime(text) ?? { point: { kind: 'ago', ms: 0 } as const };
    const context = { now: Date.parse(now), day: Date.parse(`${day.slice(0, 10)}T00:00:00Z`) };
    const time = resolveEnd(point, { ...context, offsetMinutes: offset * 60 }, null);
    return new Date(time).toISOString().slice(0, 16);
  };
  expect(end('13:41', '2026-11-27T13:36:00Z')).toBe('2026-11-27T13:41');
  expect(end('24:00', '2026-11-27T13:36:00Z')).toBe('2026-11-28T00:00');
  expect(end('00:00', '2026-11-27T13:36:00Z')).toBe('2026-11-27T00:00');
  expect(end('03:40', '2026-11-26T18:38:00Z', { offset: 9 })).toBe('2026-11-26T18:40');
  expect(end('21:00', '2026-11-27T01:38:00Z', { offset: -5 })).toBe('2026-11-27T02:00');
  const archived = { day: '2026-03-14' };
  expect(end('14:02', '2026-11-27T12:00:00Z', archived)).toBe('2026-03-14T14:02');
  expect(end('24:00', '2026-11-27T12:00:00Z', archived)).toBe('2026-03-15T00:00');
  expect(end('14:02', '2026-11-27T12:00:00Z', { ...archived, offset: 1 })).toBe('2026-03-14T13:02');
});
