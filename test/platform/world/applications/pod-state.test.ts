import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type Application,
  applicationsOf,
  type Behaviour,
  desiredInstances,
} from '../../../../src/platform/world/applications/applications.ts';
import {
  CLEANUP_MS,
  cleanedUp,
  type PodSlot,
  type PodState,
  podState,
  statusOf,
} from '../../../../src/platform/world/applications/pod-state.ts';
import { the } from '../../visitor.ts';

const cast = applicationsOf(7);

function placesOf(behaviour: Behaviour): readonly PodSlot[] {
  const application: Application = the(cast, (one) => one.behaviour === behaviour);
  const total = desiredInstances(application);
  let position = 0;
  return application.regions.flatMap((region, regionIndex) =>
    Array.from({ length: region.instances }, (_, ordinal) => ({
      application,
      regionIndex,
      ordinal,
      position: position++,
      total,
    })),
  );
}

const podsAt = (behaviour: Behaviour, age: number) =>
  placesOf(behaviour).flatMap((place) => podState(place, age) ?? []);

test('the flapping application fails and recovers within a minute, restarting each time', () => {
  const fails = (age: number) =>
    podsAt('flapping', age).some((pod) => pod.container.exitCode === 137);
  expect([0, 31_999, 32_000, 49_999, 50_000].map(fails)).toEqual([false, false, true, true, false]);
  const restarts = (age: number) => podsAt('flapping', age)[0]?.restarts ?? 0;
  expect(restarts(100_000)).toBe(restarts(0) + 2);
});

test('a scaling application waits for an instance that is not scheduled', () => {
  const pods = podsAt('scaling', 10_000);
  expect(pods.filter((pod) => pod.status === 'notScheduled')).toHaveLength(1);
  expect(podsAt('scaling', 70_000).at(-1)?.container.status).toBe('started');
});

test('the starved region is required and has no pod', () => {
  const empty = placesOf('starved region').filter((place) => !podState(place, 0));
  expect(empty).toHaveLength(1);
  const [place] = empty;
  expect(place?.application.regions[place.regionIndex]?.required).toBe(true);
});

test('a late heartbeat grows later', () => {
  const silence = (age: number) => podsAt('late heartbeat', age)[0]?.silence ?? 0;
  expect(silence(0)).toBe(180_000);
  expect(silence(60_000)).toBe(240_000);
});

test.each(['suspended', 'inactive'] as const)('a %s application has no pods', (behaviour) => {
  expect(placesOf(behaviour).length).toBeGreaterThan(0);
  expect(podsAt(behaviour, 0)).toEqual([]);
});

const ready: PodState = {
  status: 'ready',
  message: '',
  generation: 0,
  patch: 0,
  restarts: 0,
  silence: 0,
  container: { status: 'ready', reason: '', message: '', exitCode: null },
};
const failed: PodState = { ...ready, container: { ...ready.container, exitCode: 1 } };
const waiting: PodState = { ...ready, status: 'scheduled' };
const leaving: PodState = { ...ready, status: 'deleting' };

test.each([
  { pods: [], status: 'inactive' },
  { pods: [ready], status: 'active' },
  { pods: [ready, waiting], status: 'progressing' },
  { pods: [ready, waiting, failed], status: 'failing' },
  { pods: [leaving], status: 'inactive' },
  { pods: [leaving, ready], status: 'active' },
  { pods: [{ ...ready, container: { ...ready.container, exitCode: 0 } }], status: 'active' },
])('pods $pods.length of them are together $status', ({ pods, status }) => {
  expect(statusOf(pods)).toBe(status);
});

const application = the(applicationsOf(7), ({ name }) => name === 'storefront');
const placeOf = (position: number) => ({
  application,
  regionIndex: 0,
  ordinal: position,
  position,
  total: 20,
});
const STAGE = { ready: 0, deleting: 1, gone: 2 };

test('every pod is ready, then deleting, then gone, and none comes back', () => {
  fc.assert(
    fc.property(fc.nat(19), fc.nat(CLEANUP_MS), fc.nat(CLEANUP_MS), (position, one, other) => {
      const place = placeOf(position);
      const stageAt = (since: number) => {
        const pod = cleanedUp(podState(place, 0), place, since);
        return pod?.status === 'deleting' ? STAGE.deleting : pod ? STAGE.ready : STAGE.gone;
      };
      const [earlier, later] = [Math.min(one, other), Math.max(one, other)];
      expect(stageAt(earlier)).toBeLessThanOrEqual(stageAt(later));
      expect(stageAt(CLEANUP_MS)).toBe(STAGE.gone);
    }),
  );
});
