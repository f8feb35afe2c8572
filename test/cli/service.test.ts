import { expect, it } from 'vitest';
import { demoHint } from '../../src/cli/service.ts';
import { EMPTY_WORKSPACE } from '../../src/state/workspace.ts';

it('the demo tells what it has of what was not found', () => {
  const apps = [{ id: 'a', name: 'checkout' }];
  expect(demoHint('app-overview', { ...EMPTY_WORKSPACE, apps })).toBe(
    'The demo has these applications: a (checkout).',
  );
  expect(demoHint('search', EMPTY_WORKSPACE)).toBeUndefined();
});
