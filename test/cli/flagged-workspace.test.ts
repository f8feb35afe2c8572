import { expect, it } from 'vitest';
import { flaggedWorkspace } from '../../src/cli/flagged-workspace.ts';
import { EMPTY_WORKSPACE } from '../../src/state/workspace.ts';

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
