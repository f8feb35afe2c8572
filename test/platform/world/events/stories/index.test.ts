import { describe, expect, test } from 'vitest';
import { isStuffing } from '../../../../../src/platform/world/events/stories/credential-stuffing.ts';
import { STORIES } from '../../../../../src/platform/world/events/stories/index.ts';
import { sqlInjection } from '../../../../../src/platform/world/events/stories/sql-injection.ts';

const midnight = Date.parse('2026-03-14T00:00:00Z') / 60_000;

describe.each(STORIES)('the story of $name', (story) => {
  test('has somebody who asks, for something, from somewhere', () => {
    expect(story.origins.length).toBeGreaterThan(0);
    expect(story.sightings.length).toBeGreaterThan(0);
    expect(story.agents.length).toBeGreaterThan(0);
    expect(story.details.length).toBeGreaterThan(0);
    for (const { asn, country, network } of story.origins) {
      expect(asn).toMatch(/^\d+$/);
      expect(country).toMatch(/^[A-Z]{2}$/);
      expect(network).toMatch(/^\d+\.\d+$/);
    }
  });

  test('never has less than nothing to tell', () => {
    for (let minute = 0; minute < 1440; minute += 1) {
      expect(story.weight(midnight + minute, 17)).toBeGreaterThanOrEqual(0);
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
