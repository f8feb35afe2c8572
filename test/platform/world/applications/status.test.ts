import { expect, test } from 'vitest';
import type { PodSituation } from '../../../../src/platform/world/applications/situation.ts';
import { statusOf } from '../../../../src/platform/world/applications/status.ts';

const ready: PodSituation = {
  status: 'ready',
  message: '',
  generation: 0,
  patch: 0,
  restarts: 0,
  silence: 0,
  container: { status: 'ready', reason: '', message: '', exitCode: null },
};
const failed: PodSituation = { ...ready, container: { ...ready.container, exitCode: 1 } };
const waiting: PodSituation = { ...ready, status: 'scheduled' };
const leaving: PodSituation = { ...ready, status: 'deleting' };

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
