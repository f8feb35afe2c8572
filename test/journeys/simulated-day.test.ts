import { expect, it } from 'vitest';
import { playDay } from '../support/endurance/day.ts';
import { growing, type Sample, slopeOf } from '../support/endurance/samples.ts';

/* `npm run proof:day` plays a day, `npm run proof:hour` the built program for an hour. */

const sampled = (at: number, held: Partial<Sample> = {}): Sample => ({
  at,
  live: 100e6,
  compiled: 10e6,
  resident: 300e6,
  timers: 5,
  sockets: 3,
  listeners: 50,
  descriptors: 30,
  threads: 12,
  ...held,
});
const HALF_MINUTE = 30_000;
const samplesOf = (held: (at: number) => Partial<Sample>) =>
  Array.from({ length: 60 }, (_, at) => sampled(at * HALF_MINUTE, held(at)));

it('E: growth of two megabytes an hour is detected, and a single peak is not', () => {
  const leaking = samplesOf((at) => ({ live: 100e6 + (at / 120) * 2e6 }));
  expect(slopeOf(leaking, 'live')).toBeCloseTo(2e6, -3);
  expect(growing(leaking)).toEqual(['memory in use grew by 2.00 MB an hour']);
  expect(growing(samplesOf((at) => ({ live: at === 50 ? 200e6 : 100e6 })))).toEqual([]);
});

it('E: a socket leaked by every outage is detected', () => {
  expect(growing(samplesOf((at) => ({ sockets: 3 + Math.floor(at / 4) })))).toEqual([
    'sockets grew by 10',
  ]);
});

it('E: minutes with an outage and a sleep lose and duplicate no entry', async () => {
  const day = await playDay({
    seed: 3,
    hours: 0.004,
    entries: 600,
    outages: 1,
    sleeps: 1,
    rest: 5000,
    platform: new URL('../support/endurance/day-platform.ts', import.meta.url),
    probe: new URL('../support/endurance/probe.cjs', import.meta.url).pathname,
    atMost: 60_000,
    progress() {},
  });
  expect(day.faults).toEqual([]);
  expect(day).toMatchObject({ outages: 1, sleeps: 1 });
  expect(day.taken).toBeGreaterThan(1000);
});
