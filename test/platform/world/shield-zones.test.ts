import { expect, test } from 'vitest';
import { shieldZonesOf } from '../../../src/platform/world/shield-zones.ts';

test('zones have ids of their own; one is silent and one has no API Guardian', () => {
  const zones = shieldZonesOf(7);
  expect(new Set(zones.map(({ id }) => id)).size).toBe(zones.length);
  expect(zones.filter(({ share }) => share === 0)).toHaveLength(1);
  expect(zones.filter(({ plan }) => plan === 'Basic')).toHaveLength(1);
  for (const { id } of zones) expect(id).toBeLessThan(2 ** 31);
});
