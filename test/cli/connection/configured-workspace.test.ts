import { expect, it } from 'vitest';
import { configuredWorkspace } from '../../../src/cli/connection/configured-workspace.ts';
import { readConfig } from '../../../src/config/read-config.ts';
import { EMPTY_WORKSPACE } from '../../../src/state/workspace.ts';

const read = readConfig(
  'workspaces: {shop: {apps: [{id: a, name: checkout}, {id: 7}], dns_zones: [{id: 9}]}}',
);

it('a workspace of the configuration is what the panes take', () => {
  if (read.kind !== 'read') throw new Error(JSON.stringify(read.faults));
  expect(configuredWorkspace(read.config, 'shop')).toEqual({
    ...EMPTY_WORKSPACE,
    name: 'shop',
    apps: [
      { id: 'a', name: 'checkout' },
      { id: '7', name: '7' },
    ],
    dnsZones: [{ id: '9', name: '9' }],
  });
  expect(configuredWorkspace(read.config, 'other')).toEqual(EMPTY_WORKSPACE);
});
