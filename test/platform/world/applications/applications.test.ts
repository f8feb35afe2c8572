import { expect, test } from 'vitest';
import {
  applicationsOf,
  desiredInstances,
} from '../../../../src/platform/world/applications/applications.ts';

test('the cast is the same for a seed, and has other ids for another', () => {
  expect(applicationsOf(1)).toEqual(applicationsOf(1));
  const ids = new Set(applicationsOf(1).map(({ id }) => id));
  for (const { id } of applicationsOf(2)) expect(ids.has(id)).toBe(false);
});

test('names and ids are not shared', () => {
  const cast = applicationsOf(1);
  expect(cast.length).toBeGreaterThanOrEqual(24);
  expect(new Set(cast.map(({ id }) => id)).size).toBe(cast.length);
  expect(new Set(cast.map(({ name }) => name)).size).toBe(cast.length);
});

test('each runs in one to nine regions, none of them twice', () => {
  for (const application of applicationsOf(1)) {
    const codes = application.regions.map(({ code }) => code);
    expect(codes.length).toBeGreaterThanOrEqual(1);
    expect(codes.length).toBeLessThanOrEqual(9);
    expect(new Set(codes).size).toBe(codes.length);
    expect(desiredInstances(application)).toBeGreaterThan(0);
    for (const code of codes) expect(code).toMatch(/^[A-Z]{2,3}$/);
  }
});
