import { expect, test } from 'vitest';
import { scriptsOf } from '../../../src/platform/world/scripts.ts';

test('scripts and their variables have ids of their own', () => {
  const scripts = scriptsOf(7);
  expect(new Set(scripts.map(({ id }) => id)).size).toBe(scripts.length);
  const variables = scripts.flatMap((script) => script.variables.map(({ id }) => id));
  expect(new Set(variables).size).toBe(variables.length);
  for (const id of variables) expect(id).toBeLessThan(1_000_000);
});
