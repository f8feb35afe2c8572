import { describe, expect, test } from 'vitest';
import { type EventRate, eventStream } from '../../../../src/platform/world/events/event-stream.ts';
import { shieldZonesOf } from '../../../../src/platform/world/shield-zones.ts';
import { utcDay } from '../../../../src/text/time.ts';
import { first } from '../../visitor.ts';

const noon = Date.parse('2026-03-14T12:00:00Z');
const today = utcDay(noon);
const zones = shieldZonesOf(7);
const busiest = first(zones);
const streamOf = (rate: EventRate, seed = 7) => eventStream(seed, zones, rate);

describe('the event stream', () => {
  test('has more than 200,000 entries by noon at 20 a second', () => {
    const count = streamOf({ perSecond: 20 }).day(busiest, today).countBy(noon);
    expect(count).toBeGreaterThan(200_000);
    expect(count).toBeLessThan(2_000_000);
  });

  test('has exactly the entries of a bulk day', () => {
    expect(streamOf({ perDay: 1_000_000 }).day(busiest, today - 1).total).toBe(1_000_000);
  });

  test.each([1, 10, 10_000])('evenly has %i entries in each second', (perSecond) => {
    const log = streamOf({ perSecond, evenly: true }).day(busiest, today);
    expect(log.total).toBe(perSecond * 86_400);
    for (const into of [0, 59_000, 43_200_000, 86_399_000]) {
      const second = today * 86_400_000 + into;
      expect(log.countBy(second + 999) - log.countBy(second - 1)).toBe(perSecond);
    }
  });

  test('evenly has the same kinds of entries in each minute, of an attack that comes and goes, too', () => {
    const log = streamOf({ perSecond: 1000, evenly: true }).day(busiest, today);
    const shares = Array.from({ length: 24 }, (_, hour) => {
      const start = log.countBy(today * 86_400_000 + hour * 3_600_000);
      const minute = Array.from({ length: 3000 }, (__, at) => start + at * 20);
      const ofWave = minute.filter((position) =>
        log.textOf(position, 'milliseconds', 'json').includes('"asn":"202425"'),
      );
      return ofWave.length / minute.length;
    });
    expect(Math.max(...shares) - Math.min(...shares)).toBeLessThan(0.05);
    expect(Math.min(...shares)).toBeGreaterThan(0.05);
  });

  test('always has a wave from one network within the last hour', () => {
    const log = streamOf({ perSecond: 20 }).day(busiest, today);
    for (let hour = 2; hour < 24; hour += 1) {
      const now = today * 86_400_000 + hour * 3_600_000;
      let wave = 0;
      let all = 0;
      for (
        let position = log.countBy(now - 3_600_000);
        position < log.countBy(now);
        position += 50
      ) {
        all += 1;
        if (log.textOf(position, 'milliseconds', 'json').includes('"asn":"202425"')) wave += 1;
      }
      expect(wave / all).toBeGreaterThan(0.08);
    }
  });

  test('never repeats an id, over zones and days', () => {
    const stream = streamOf({ perSecond: 0.02 });
    const ids: string[] = [];
    for (const zone of zones) {
      for (const day of [today - 2, today - 1, today]) {
        const log = stream.day(zone, day);
        for (let position = 0; position < log.total; position += 1) ids.push(log.idOf(position));
      }
    }
    expect(ids.length).toBeGreaterThan(5_000);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('regenerates a day after many others were used', () => {
    const stream = streamOf({ perSecond: 1 });
    const before = stream.day(busiest, today).textOf(3, 'milliseconds', 'json');
    for (let back = 1; back < 40; back += 1) stream.day(busiest, today - back);
    expect(stream.day(busiest, today).textOf(3, 'milliseconds', 'json')).toBe(before);
  });
});
