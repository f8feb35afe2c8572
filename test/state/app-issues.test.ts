import { describe, expect, it } from 'vitest';
import {
  appProblems,
  containerProblems,
  gradeProblems,
  issuesOf,
  podProblems,
  regionProblems,
  restarts,
} from '../../src/state/app-issues.ts';
import { containerOf, overviewOf, podOf, regionOf } from '../support/overviews.ts';

const NOW = Date.parse('2026-03-14T14:02:00Z');

/** Severity, text and places of each issue. */
const said = (fields: Readonly<Record<string, unknown>>) =>
  issuesOf(overviewOf(fields), NOW).map(({ severity, text, places }) =>
    places === '' ? `${severity}: ${text}` : `${severity}: ${text} (${places})`,
  );

const container = {
  name: 'web',
  exitCode: 1,
  reason: 'Error',
  message: 'missing env PAYMENT_API_URL',
};
const pods = (...names: readonly string[]) =>
  names.map((name) => ({ name, containers: [{ ...container, id: name }] }));

describe('the issues of an application', () => {
  it('are those of all its parts, worst first, each with its place', () => {
    const regions = [
      {
        region: 'DE',
        pods: [{ name: 'p1', message: 'not ready', containers: [{ name: 'web', exitCode: 1 }] }],
      },
      { region: 'FR', status: 'failing' },
    ];
    expect(said({ regions })).toEqual([
      'bad: exit 1 (DE p1 web)',
      'bad: region failing (FR)',
      'warn: not ready (DE p1)',
    ]);
  });

  it('are said once, however many places they are in', () => {
    const regions = [
      { region: 'DE', pods: pods('p1', 'p2', 'p3') },
      { region: 'FR', pods: pods('p4') },
    ];
    expect(said({ status: 'failing', regions })).toEqual([
      'bad: exit 1 x4 — Error: missing env PAYMENT_API_URL (DE 3, FR)',
    ]);
  });

  it('say the status, which stands beside them, only where nothing as bad that lasts explains it', () => {
    const late = { activeInstances: { indicator: 0 }, desiredInstances: 1 };
    expect(said({ status: 'failing' })).toEqual(['bad: status failing']);
    expect(said({ status: 'failing', ...late })).toEqual([
      'bad: status failing',
      'warn: 0 of 1 instances active',
    ]);
    expect(said({ status: 'suspended' })).toEqual(['warn: status suspended']);
    expect(said({ status: 'suspended', ...late })).toEqual(['warn: 0 of 1 instances active']);
  });

  it('count the rejected connections of pods together: only their number differs', () => {
    const rejecting = (...diffs: readonly number[]) =>
      diffs.map((diff, at) => ({
        name: `p${at}`,
        outboundConnectionsRejectedDiff: diff,
        outboundConnectionsLimit: 64,
      }));
    expect(
      said({
        regions: [
          { region: 'DE', pods: rejecting(3, 14) },
          { region: 'FR', pods: rejecting(1025) },
        ],
      }),
    ).toEqual(['warn: 1,042 outbound connections rejected in 3 pods (limit 64 each) (DE 2, FR)']);
    expect(said({ regions: [{ region: 'DE', pods: rejecting(3) }] })).toEqual([
      'warn: 3 outbound connections rejected (limit 64) (DE p0)',
    ]);
  });

  it('are told together where they differ in a number alone, from the least to the most of it', () => {
    const pod = (name: string, minutes: number, data: number, ratio = 0.95) => ({
      name,
      lastHeartBeat: `2026-03-14T13:${60 - minutes}:00Z`,
      volumesUtilizationPercentage: { data, logs: 92 },
      ephemeralStorageUsageRatio: ratio,
    });
    const regions = [
      {
        region: 'DE',
        averageVolumesUsagePercentage: 91,
        pods: [pod('p1', 2, 97.31), pod('p2', 9, 91)],
      },
      { region: 'FR', averageVolumesUsagePercentage: 93.5, pods: [pod('p3', 2, 99, 0.99)] },
    ];
    expect(said({ regions })).toEqual([
      'warn: last heartbeat 4 min to 11 min ago in 3 pods (DE 2, FR)',
      'warn: ephemeral storage ratio 0.95 to 0.99 in 3 pods (DE 2, FR)',
      'warn: volume data 91% to 99% full in 3 pods (DE 2, FR)',
      'warn: volume logs 92% full in 3 pods (DE 2, FR)',
      'warn: volumes 91% to 93% full on average in 2 regions (DE, FR)',
    ]);
    expect(issuesOf(overviewOf({ regions }), NOW).map(({ brief }) => brief)).toEqual([
      'last heartbeat 11 min ago',
      'ephemeral storage ratio 0.99',
      'volume data 99% full',
      'volume logs 92% full',
      'volumes 93% full on average',
    ]);
  });

  it('need nobody where an application is not to run', () => {
    const regions = [{ region: 'DE', isRequired: true, instances: 0 }];
    expect(said({ status: 'active', regions })).toEqual(['bad: required, 0 instances (DE)']);
    expect(said({ status: 'inactive', regions })).toEqual(['warn: required, 0 instances (DE)']);
  });

  it('are none while nothing is wrong', () => {
    expect(said({ status: 'active' })).toEqual([]);
  });

  // Assumption: grade-scale
  it('D3: have full volumes and what is graded low among them, grades last', () => {
    expect(
      said({
        averageRAM: { indicator: 93, statusGrade: 'couldBeBetter' },
        regions: [
          {
            region: 'DE',
            averageVolumesUsagePercentage: 91.57,
            pods: [{ name: 'p1', volumesUtilizationPercentage: { data: 97.31 } }],
          },
        ],
      }),
    ).toEqual([
      'warn: volume data 97.31% full (DE p1)',
      'warn: volumes 91.57% full on average (DE)',
      'warn: RAM 93: couldBeBetter',
    ]);
  });

  it('are printable, whatever the service sends', () => {
    const regions = [{ region: 'D\u001b[2JE', pods: [{ name: 'p', message: 'a\u001b]0;x' }] }];
    expect(said({ regions }).join()).not.toContain('\u001b');
  });
});

/** Severity and text of each problem. */
const problemsIn = (problems: ReturnType<typeof appProblems>) =>
  problems.map(({ severity, text }) => `${severity}: ${text}`);

describe('a container', () => {
  it.each([
    [{}, []],
    [{ exitCode: 0 }, []],
    [{ exitCode: 0, reason: '', message: '' }, []],
    [{ exitCode: 1 }, ['bad: exit 1']],
    [
      { exitCode: 137, reason: 'OOMKilled', message: 'over its limit' },
      ['bad: exit 137: killed (SIGKILL), often out of memory — OOMKilled: over its limit'],
    ],
    [{ exitCode: 139 }, ['bad: exit 139: segmentation fault']],
    [{ exitCode: 143 }, ['bad: exit 143: asked to stop']],
    [{ reason: 'Starting', message: '' }, ['warn: Starting']],
    [{ reason: 'pull\u001b[2J' }, ['warn: pull␛[2J']],
  ])('of %j', (fields, problems) => {
    expect(problemsIn(containerProblems(containerOf(fields)))).toEqual(problems);
  });
});

describe('a pod', () => {
  it.each([
    [{}, []],
    [{ lastHeartBeat: '2026-03-14T14:01:00Z' }, []],
    [{ lastHeartBeat: '2026-03-14T13:58:00Z' }, ['warn: last heartbeat 4 min ago']],
    [{ lastHeartBeat: '2026-03-14T14:03:00Z' }, []],
    [{ lastHeartBeat: '2026-03-15T14:03:00Z' }, ['warn: heartbeat 1 d 0 h ahead of the clock']],
    [{ outboundConnectionsRejectedDiff: 0 }, []],
    [{ outboundConnectionsRejectedDiff: 3 }, ['warn: 3 outbound connections rejected']],
    [{ outboundConnectionsRejectedDiff: 1 }, ['warn: 1 outbound connection rejected']],
    [
      { outboundConnectionsRejectedDiff: 3, outboundConnectionsLimit: 1024 },
      ['warn: 3 outbound connections rejected (limit 1024)'],
    ],
    [{ ephemeralStorageUsageRatio: 0.5 }, []],
    [{ ephemeralStorageUsageRatio: 0.95 }, ['warn: ephemeral storage ratio 0.95']],
    // On another scale the number says nothing by itself.
    [{ ephemeralStorageUsageRatio: 95 }, []],
    [{ message: 'Readiness probe failed' }, ['warn: Readiness probe failed']],
  ])('of %j', (fields, problems) => {
    expect(problemsIn(podProblems(podOf(fields), NOW))).toEqual(problems);
  });
});

describe('a region', () => {
  it.each([
    [{ status: 'active', instances: 2 }, []],
    [{ status: 'failing' }, ['bad: region failing']],
    [{ isRequired: true, instances: 0 }, ['bad: required, 0 instances']],
    [{ isRequired: false, instances: 0 }, []],
    // What the status beside it does not say comes first.
    [
      { status: 'failing', isRequired: true, instances: 0 },
      ['bad: required, 0 instances', 'bad: region failing'],
    ],
  ])('of %j', (fields, problems) => {
    expect(problemsIn(regionProblems(regionOf(fields)))).toEqual(problems);
  });
});

describe('an application', () => {
  it.each([
    [{ status: 'active' }, []],
    [{ status: 'failing' }, ['bad: status failing']],
    [{ status: 'suspended' }, ['warn: status suspended']],
    [{ activeInstances: { indicator: 3 }, desiredInstances: 5 }, ['warn: 3 of 5 instances active']],
    [{ activeInstances: { indicator: 5 }, desiredInstances: 5 }, []],
    [{ activeInstances: null, desiredInstances: 5 }, []],
  ])('of %j', (fields, problems) => {
    expect(problemsIn(appProblems(overviewOf(fields)))).toEqual(problems);
  });
});

describe('restarts', () => {
  it('are summed over all containers that have a count', () => {
    const pods = [
      { containers: [{ numberOfRestarts: 2 }, { numberOfRestarts: null }] },
      { containers: [{ numberOfRestarts: 3 }] },
    ];
    expect(restarts(overviewOf({ regions: [{ pods }] }))).toBe(5);
  });

  it('are unknown where no container has one', () => {
    expect(restarts(overviewOf())).toBeNull();
    expect(restarts(overviewOf({ regions: [{ pods: [{ containers: [{}] }] }] }))).toBeNull();
  });
});

describe('D3: what is nearly full, or graded low, stands out', () => {
  it.each([
    [
      { volumesUtilizationPercentage: { data: 97.31, logs: 12 } },
      ['warn: volume data 97.31% full'],
    ],
    [{ volumesUtilizationPercentage: { data: 90 } }, ['warn: volume data 90% full']],
    [{ volumesUtilizationPercentage: { data: 89.99 } }, []],
    [{ volumesUtilizationPercentage: { 'a\u001b[2J': 99 } }, ['warn: volume a␛[2J 99% full']],
    // No structure is stated: of another one nothing is said.
    [{ volumesUtilizationPercentage: [97] }, []],
    [{ volumesUtilizationPercentage: { data: '97' } }, []],
    [{ volumesUtilizationPercentage: null }, []],
  ])('D3: a pod with %j', (fields, problems) => {
    expect(problemsIn(podProblems(podOf(fields), NOW))).toEqual(problems);
  });

  it.each([
    [{ averageVolumesUsagePercentage: 91.57 }, ['warn: volumes 91.57% full on average']],
    [{ averageVolumesUsagePercentage: 89 }, []],
    [{ averageVolumesUsagePercentage: null }, []],
  ])('D3: a region with %j', (fields, problems) => {
    expect(problemsIn(regionProblems(regionOf(fields)))).toEqual(problems);
  });

  it.each([
    ['couldBeBetter', ['warn: latency 812: couldBeBetter']],
    ['CouldBeBetter', ['warn: latency 812: couldBeBetter']],
    ['notBad', []],
    ['doingGreat', []],
    [null, []],
  ])('D3: a latency that is graded %s', (statusGrade, problems) => {
    const overview = overviewOf({ currentLatency: { indicator: 812, statusGrade } });
    expect(problemsIn(gradeProblems(overview))).toEqual(problems);
  });

  it('instances that are missing are said once: by their number, not again by their grade', () => {
    const graded = (indicator: number) =>
      overviewOf({
        activeInstances: { indicator, statusGrade: 'couldBeBetter' },
        desiredInstances: 15,
      });
    const said = (overview: ReturnType<typeof overviewOf>) =>
      problemsIn([...appProblems(overview), ...gradeProblems(overview)]);
    expect(said(graded(6))).toEqual(['warn: 6 of 15 instances active']);
    // Where none is missing nothing else says why the service grades them so.
    expect(said(graded(15))).toEqual(['warn: active instances 15: couldBeBetter']);
  });
});
