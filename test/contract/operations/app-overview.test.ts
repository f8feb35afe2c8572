import { describe, expect, it } from 'vitest';
import { driftLog } from '../../../src/contract/drift.ts';
import { appOverview } from '../../../src/contract/operations/app-overview.ts';

function decode(json: unknown) {
  const drift = driftLog();
  return { overview: appOverview.answer.decode(json, drift), drift };
}

const container = {
  id: 'c-1',
  name: 'web',
  cpuUsage: 0.2,
  ramUsage: 0.3,
  reason: 'CrashLoopBackOff',
  message: '',
  image: 'mirror/nginx:alpine',
  imageDisplay: 'nginx:alpine',
  numberOfRestarts: 7,
  exitCode: 137,
  status: 'Ready',
};

const pod = {
  name: 'p1',
  lastHeartBeat: '2026-03-18T13:56:38.8350428Z',
  outboundTrafficChart: { '2026-03-18T13:56:00Z': 5 },
  cpuUsage: 1,
  ramUsage: 2,
  containers: [container],
  message: null,
  volumesUtilizationPercentage: {},
  ephemeralStorageUsageBytes: null,
  ephemeralStorageLimitBytes: null,
  ephemeralStorageUsageRatio: null,
  outboundConnectionsLimit: null,
  outboundConnectionsRejectedDiff: null,
  status: 'ready',
};

describe('an application overview', () => {
  // Assumption: enum-casing
  it('normalises the casing of every status and keeps unknown ones', () => {
    const { overview, drift } = decode({
      status: 'Progressing',
      regions: [{ region: 'DE', status: 'hibernating', pods: [pod] }],
    });
    expect(overview.status).toBe('progressing');
    expect(overview.regions[0]?.status).toBe('hibernating');
    expect(overview.regions[0]?.pods[0]?.containers[0]?.status).toBe('ready');
    expect(drift.entries()).toContainEqual({
      kind: 'unknown-value',
      path: 'app-overview.regions[].status',
      count: 1,
      sample: '"hibernating"',
    });
  });

  it('reads a pod with its heartbeat to the millisecond', () => {
    const { overview } = decode({ regions: [{ pods: [pod] }] });
    expect(overview.regions[0]?.pods[0]).toMatchObject({
      lastHeartBeat: '2026-03-18T13:56:38.835Z',
      outboundTrafficChart: { '2026-03-18T13:56:00Z': 5 },
      containers: [{ exitCode: 137, numberOfRestarts: 7, imageDisplay: 'nginx:alpine' }],
    });
  });

  it('needs only one field', () => {
    const { overview } = decode({ monthlyCost: 0 });
    expect(overview).toMatchObject({
      monthlyCost: 0,
      regions: [],
      activeInstances: null,
      status: null,
      latencyChart: null,
    });
  });

  it('distinguishes a null grade from a missing indicator', () => {
    const { overview, drift } = decode({ targetLatency: { indicator: 0, statusGrade: null } });
    expect(overview.targetLatency).toEqual({ indicator: 0, statusGrade: null });
    expect(drift.entries().map(({ path }) => path)).not.toContain(
      'app-overview.targetLatency.indicator',
    );
  });

  it('reads null for regions, pods and containers as empty', () => {
    expect(decode({ regions: null }).overview.regions).toEqual([]);
    expect(decode({ regions: [{ pods: null }] }).overview.regions[0]?.pods).toEqual([]);
  });
});
