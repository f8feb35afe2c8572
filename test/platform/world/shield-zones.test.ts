import { expect, test } from 'vitest';
import { endpointSettings, shieldZonesOf } from '../../../src/platform/world/shield-zones.ts';

test('zones have different ids; one is silent and one has no API Guardian', () => {
  const zones = shieldZonesOf(7);
  expect(new Set(zones.map(({ id }) => id)).size).toBe(zones.length);
  expect(zones.filter(({ share }) => share === 0)).toHaveLength(1);
  expect(zones.filter(({ plan }) => plan === 'Basic')).toHaveLength(1);
  for (const { id } of zones) expect(id).toBeLessThan(2 ** 31);
});

test('D18: a zone blocks, one only logs, one is off, and each action is set somewhere', () => {
  const guardians = shieldZonesOf(7).map(({ guardian }) => guardian);
  expect(guardians.some(({ isEnabled }) => !isEnabled)).toBe(true);
  const modes = guardians
    .filter(({ isEnabled }) => isEnabled)
    .map(({ executionMode }) => executionMode);
  expect(new Set(modes)).toEqual(new Set(['Block', 'Log']));
  for (const action of ['bodyLimitAction', 'unmatchedPathAction'] as const) {
    expect(new Set(guardians.map((guardian) => guardian[action]))).toEqual(
      new Set(['Block', 'Log', 'Ignore']),
    );
  }
});

test('D18: endpoints of later zones differ; the same endpoint never does', () => {
  const [shop, , media] = shieldZonesOf(7);
  if (!shop || !media) throw new Error('too few zones');
  const names = Array.from({ length: 40 }, (_, index) => `GET /items/${index}`);
  expect(new Set(names.map((name) => endpointSettings(shop, name))).size).toBe(1);
  const varied = names.map((name) => endpointSettings(media, name));
  expect(varied).toEqual(names.map((name) => endpointSettings(media, name)));
  const has = (part: (settings: (typeof varied)[number]) => unknown) => new Set(varied.map(part));
  expect(has(({ isEnabled }) => isEnabled)).toEqual(new Set([true, false]));
  expect(has(({ rateLimit }) => rateLimit.isEnabled)).toEqual(new Set([true, false]));
  expect(has(({ rateLimit }) => rateLimit.type)).toEqual(new Set(['Global', 'IP']));
  expect(has(({ rateLimit }) => rateLimit.seconds)).toEqual(new Set([1, 10, 60, 300, 900, 3600]));
  expect(has(({ detectsXss, detectsSqli }) => `${detectsXss} ${detectsSqli}`)).toEqual(
    new Set(['false false', 'true true', 'false true']),
  );
});
