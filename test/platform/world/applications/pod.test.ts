import { expect, test } from 'vitest';
import { applicationsOf } from '../../../../src/platform/world/applications/applications.ts';
import { chartMinutes, podReport, round } from '../../../../src/platform/world/applications/pod.ts';
import { podState } from '../../../../src/platform/world/applications/pod-state.ts';
import { the } from '../../visitor.ts';

const now = Date.parse('2026-03-14T14:02:00Z');
const application = the(applicationsOf(7), ({ name }) => name === 'checkout');
const place = { application, regionIndex: 0, ordinal: 0, position: 0, total: 15 };

function reportAt(age: number, strain = 1) {
  const pod = podState(place, age);
  if (!pod) throw new Error('there is no pod');
  return podReport(place, pod, { now, strain, minutes: chartMinutes(now) });
}

test('a crashing pod has the next image, a reason, and another name than the one it replaced', () => {
  const before = reportAt(0);
  const crashing = reportAt(100_000);
  const imageOf = (report: typeof before) => report.containers[0]?.imageDisplay;
  expect(crashing.name).not.toBe(before.name);
  expect(imageOf(crashing)).not.toBe(imageOf(before));
  expect(crashing.containers[0]).toMatchObject({ exitCode: 1, reason: 'CrashLoopBackOff' });
  expect(crashing.outboundTrafficChart).toBeNull();
});

test('the sidecar goes on running, and has a share of what the pod uses', () => {
  const { containers, cpuUsage } = reportAt(100_000);
  expect(containers.map(({ name }) => name)).toEqual(['checkout', 'envoy']);
  expect(containers[1]).toMatchObject({ status: 'ready', exitCode: null });
  const sum = containers.reduce((whole, container) => whole + container.cpuUsage, 0);
  expect(Math.abs(sum - cpuUsage)).toBeLessThan(0.02);
});

test('a pod that does the work of two uses more', () => {
  expect(reportAt(0, 2).cpuUsage).toBeGreaterThan(reportAt(0).cpuUsage);
});

test('the image that runs is the platform’s copy of the one that was asked for', () => {
  const [container] = reportAt(0).containers;
  expect(container?.image.endsWith(`/${container.imageDisplay}`)).toBe(true);
});

test('figures are rounded', () => {
  expect([round(1.005), round(2.345, 1), round(7)]).toEqual([1, 2.3, 7]);
});
