import { describe, expect, test } from 'vitest';
import { isStuffing, sqlInjection } from '../../../../src/platform/world/events/attacks.ts';

import { TRAFFIC_PATTERNS } from '../../../../src/platform/world/events/traffic.ts';

const midnight = Date.parse('2026-03-14T00:00:00Z') / 60_000;

describe.each(TRAFFIC_PATTERNS)('traffic of $name', (pattern) => {
  test('has somebody who asks, for something, from somewhere', () => {
    expect(pattern.origins.length).toBeGreaterThan(0);
    expect(pattern.requests.length).toBeGreaterThan(0);
    expect(pattern.agents.length).toBeGreaterThan(0);
    expect(pattern.details.length).toBeGreaterThan(0);
    for (const { asn, country, network } of pattern.origins) {
      expect(asn).toMatch(/^\d+$/);
      expect(country).toMatch(/^[A-Z]{2}$/);
      expect(network).toMatch(/^\d+\.\d+$/);
    }
  });

  test('never has a negative weight', () => {
    for (let minute = 0; minute < 1440; minute += 1) {
      expect(pattern.weight(midnight + minute, 17)).toBeGreaterThanOrEqual(0);
    }
  });
});

test('the injection wave has its hours, and sweeps of seven minutes in every forty-seven', () => {
  const weights = Array.from({ length: 1440 }, (_, at) => sqlInjection.weight(midnight + at, 0));
  expect(weights.filter((weight) => weight >= 45).length / 1440).toBeCloseTo(7 / 47, 1);
  expect(weights.filter((weight) => weight % 45 === 4)).toHaveLength(240);
});

test('credentials are stuffed for eleven minutes in every thirty-one', () => {
  const minutes = Array.from({ length: 310 }, (_, at) => isStuffing(midnight + at, 3));
  expect(minutes.filter(Boolean)).toHaveLength(110);
});
