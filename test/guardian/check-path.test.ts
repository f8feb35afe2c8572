import { expect, it } from 'vitest';
import { checkPath } from '../../src/guardian/check-path.ts';
import type { Parameter } from '../../src/guardian/parameter-groups.ts';
import { below } from '../../src/guardian/pointer.ts';
import { collected } from '../support/nodes.ts';

function foundFor(path: string, names: readonly string[]): readonly string[] {
  const { report, found } = collected();
  const trail = below(null, 'get');
  const parameters = names.map(
    (name): Parameter => ({ name, group: 'Path', at: 0, trail: below(trail, name) }),
  );
  checkPath({ path, parameters, at: 0, trail }, report);
  return found;
}

it('has nothing against a path whose names are declared', () => {
  expect(foundFor('/a/{b}/{c}', ['c', 'b'])).toEqual([]);
});

it('reports names without a parameter and parameters without a name', () => {
  expect(foundFor('/a/{b}', ['c'])).toEqual([
    '/get: The path names "b", but the operation declares no such path parameter.',
    '/get/c: The path parameter "c" does not stand in the path "/a/{b}".',
  ]);
});

it('leaves a path with broken braces alone', () => {
  expect(foundFor('/a/{b', ['b'])).toEqual([]);
});
