import {
  type AppOverview,
  appOverview,
  type Container,
  type Pod,
  type Region,
} from '../../src/contract/operations/app-overview.ts';
import { noDrift } from '../support/no-drift.ts';

/** A decoded overview with the given fields. All others are null or empty. */
export function overviewOf(fields: Readonly<Record<string, unknown>> = {}): AppOverview {
  return appOverview.answer.decode({ status: 'active', regions: [], ...fields }, noDrift);
}

/** A decoded region with the given fields. */
export function regionOf(fields: Readonly<Record<string, unknown>> = {}): Region {
  const [region] = overviewOf({ regions: [{ region: 'DE', ...fields }] }).regions;
  if (!region) throw new Error('A region was decoded away');
  return region;
}

export function podOf(fields: Readonly<Record<string, unknown>> = {}): Pod {
  const [pod] = regionOf({ pods: [{ name: 'p1', ...fields }] }).pods;
  if (!pod) throw new Error('A pod was decoded away');
  return pod;
}

export function containerOf(fields: Readonly<Record<string, unknown>> = {}): Container {
  const [container] = podOf({ containers: [{ id: 'c-1', name: 'web', ...fields }] }).containers;
  if (!container) throw new Error('A container was decoded away');
  return container;
}
