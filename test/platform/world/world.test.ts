import { expect, test } from 'vitest';
import { createWorld } from '../../../src/platform/world/world.ts';

const settings = { seed: 7, startedAt: 1_000, events: { perSecond: 20 } } as const;

test('a world of one seed is always the same, whenever it begins', () => {
  const { events: _, catalogue, ...facts } = createWorld(settings);
  const { events: __, catalogue: otherCatalogue, ...others } = createWorld(settings);
  expect(facts).toEqual(others);
  expect(catalogue()).toEqual(otherCatalogue());
  expect(createWorld({ ...settings, startedAt: 2_000 }).applications).toEqual(facts.applications);
});

test('another seed has other ids', () => {
  const one = createWorld(settings);
  const other = createWorld({ ...settings, seed: 8 });
  const idsOf = ({ applications, shieldZones, rateLimits }: typeof one) =>
    [...applications, ...shieldZones, ...rateLimits].map(({ id }) => String(id));
  const known = new Set(idsOf(one));
  expect(idsOf(other).filter((id) => known.has(id))).toEqual([]);
});
