import { expect, it } from 'vitest';
import {
  configuredKeys,
  configuredWorkspace,
  flaggedWorkspace,
} from '../../src/session/configured.ts';
import { EMPTY_WORKSPACE } from '../../src/state/workspace.ts';
import { configOf } from '../config/config-of.ts';

const shop = configOf(
  'workspaces: {shop: {apps: [{id: a, name: checkout}, {id: 7}], dns_zones: [{id: 9}]}}',
);

it('a workspace of the configuration is what the panes take', () => {
  expect(configuredWorkspace(shop, 'shop')).toEqual({
    ...EMPTY_WORKSPACE,
    name: 'shop',
    apps: [
      { id: 'a', name: 'checkout' },
      { id: '7', name: '7' },
    ],
    dnsZones: [{ id: '9', name: '9' }],
  });
  expect(configuredWorkspace(shop, 'other')).toEqual(EMPTY_WORKSPACE);
});

it('the keys of a configuration are those of a command, or those taken from it', () => {
  const config = configOf('keys:\n  list.down: [n, Ctrl-N]\n  -quit:\n  -help: ["?"]\n');
  expect(configuredKeys(config)).toEqual([
    { id: 'list.down', kind: 'these', keys: ['n', 'ctrl-n'], line: 2 },
    { id: 'quit', kind: 'without', keys: [], line: 3 },
    { id: 'help', kind: 'without', keys: ['?'], line: 4 },
  ]);
  expect(configuredKeys({ keys: undefined })).toEqual([]);
});

const NONE = { app: [], zone: [], dns: [], script: [], 'rate-limit': [] };
const OTHER = { ...EMPTY_WORKSPACE, name: 'shop', apps: [{ id: 'a', name: 'checkout' }] };

it('flags that name nothing leave the workspace as it is', () => {
  expect(flaggedWorkspace(NONE, OTHER)).toBe(OTHER);
});

it('flags that name something are the whole workspace', () => {
  expect(flaggedWorkspace({ ...NONE, zone: ['7'] }, OTHER)).toEqual({
    ...EMPTY_WORKSPACE,
    shieldZones: [{ id: '7', name: '7' }],
  });
});

it('a flag may name a thing by its name in the workspace, and one given by its id keeps that name', () => {
  const { apps } = flaggedWorkspace({ ...NONE, app: ['checkout', 'a', 'z'] }, OTHER);
  expect(apps).toEqual([
    { id: 'a', name: 'checkout' },
    { id: 'z', name: 'z' },
  ]);
});

it('a name that several things of the workspace have is refused, with their ids', () => {
  const twice = { ...OTHER, apps: [...OTHER.apps, { id: 'b', name: 'checkout' }] };
  expect(() => flaggedWorkspace({ ...NONE, app: ['checkout'] }, twice)).toThrow(
    expect.objectContaining({
      lines: ['Several applications are called checkout: a, b. Give the id.'],
    }),
  );
});
