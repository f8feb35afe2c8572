import { describe, expect, test } from 'vitest';
import {
  applicationsOf,
  type Behaviour,
} from '../../../../src/platform/world/applications/applications.ts';
import {
  gradeOfCount,
  gradeOfLatency,
  gradeOfUsage,
  overviewOf,
} from '../../../../src/platform/world/applications/overview.ts';
import { the } from '../../visitor.ts';

const startedAt = Date.parse('2026-03-14T14:02:00Z');
const cast = applicationsOf(7);

function at(age: number, behaviour: Behaviour, deletedAtAge?: number) {
  const application = the(cast, (one) => one.behaviour === behaviour);
  return overviewOf(application, {
    now: startedAt + age,
    startedAt,
    deletionRequestedAt: deletedAtAge === undefined ? undefined : startedAt + deletedAtAge,
  });
}

const podsOf = (overview: ReturnType<typeof at>) =>
  overview?.regions.flatMap((region) => region.pods) ?? [];

describe('the overview of an application', () => {
  test('counts at most what is desired, and less while pods crash', () => {
    const calm = at(0, 'failing deploy');
    const broken = at(100_000, 'failing deploy');
    expect(calm?.activeInstances.indicator).toBe(calm?.desiredInstances);
    expect(broken?.activeInstances.indicator).toBeLessThan(broken?.desiredInstances ?? 0);
    expect(broken?.currentLatency.indicator).toBeGreaterThan(calm?.currentLatency.indicator ?? 0);
  });

  test('has counters that lag behind its pods', () => {
    const overview = at(34_000, 'flapping');
    expect(overview?.activeInstances.indicator).toBe(overview?.desiredInstances);
    expect(podsOf(overview).some((pod) => pod.containers[0]?.exitCode === 137)).toBe(true);
  });

  test('has valid percentages', () => {
    for (const application of cast) {
      const overview = overviewOf(application, {
        now: startedAt + 77_000,
        startedAt,
        deletionRequestedAt: undefined,
      });
      for (const pod of podsOf(overview)) {
        for (const share of [
          pod.cpuUsage,
          pod.ramUsage,
          ...Object.values(pod.volumesUtilizationPercentage),
        ]) {
          expect(share).toBeGreaterThanOrEqual(0);
          expect(share).toBeLessThanOrEqual(100);
        }
      }
    }
  });

  test('charts latency over 28 days and traffic by the minute, the running one empty', () => {
    const overview = at(0, 'stable');
    expect(Object.keys(overview?.latencyChart ?? {})).toHaveLength(28);
    const [pod] = podsOf(overview);
    const chart = Object.entries(pod?.outboundTrafficChart ?? {});
    expect(chart).toHaveLength(16);
    expect(chart.at(-1)).toEqual(['2026-03-14T14:02:00Z', null]);
  });

  test('reports a heartbeat every ten seconds, and one that is late', () => {
    const beats = (age: number, behaviour: Behaviour) =>
      podsOf(at(age, behaviour)).map(
        (pod) => startedAt + age - (pod.lastHeartBeat?.getTime() ?? 0),
      );
    for (const age of beats(30_000, 'stable')) expect(age).toBeLessThan(10_000);
    expect(Math.max(...beats(30_000, 'late heartbeat'))).toBeGreaterThan(180_000);
  });
});

test('usage is graded by what is left', () => {
  expect([0, 59.9, 60, 84.9, 85, 100].map(gradeOfUsage)).toEqual([
    'doingGreat',
    'doingGreat',
    'notBad',
    'notBad',
    'couldBeBetter',
    'couldBeBetter',
  ]);
});

test('latency is graded by its target', () => {
  expect([40, 41, 60, 61].map((latency) => gradeOfLatency(latency, 40))).toEqual([
    'doingGreat',
    'notBad',
    'notBad',
    'couldBeBetter',
  ]);
});

test('a count is graded by the desired number', () => {
  expect([4, 3, 2, 0].map((count) => gradeOfCount(count, 4))).toEqual([
    'doingGreat',
    'notBad',
    'couldBeBetter',
    'couldBeBetter',
  ]);
});
