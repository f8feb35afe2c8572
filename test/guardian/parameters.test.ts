import { describe, expect, it } from 'vitest';
import { below } from '../../src/guardian/node.ts';
import {
  checkPath,
  mergedParameters,
  type Parameter,
  parameterGroups,
  parametersOf,
} from '../../src/guardian/parameters.ts';
import { resolver } from '../../src/guardian/specification.ts';
import { collected, mappingOf, nodeOf } from '../support/nodes.ts';

const references = resolver(
  mappingOf({ shared: { name: 'shared', in: 'cookie' }, away: { $ref: 'other.yaml' } }),
);

function parametersIn(list: unknown) {
  const { report, found } = collected();
  const nodePath = below(null, 'parameters');
  const parameters = parametersOf(references, { node: nodeOf(list), nodePath }, report);
  return { parameters, found };
}

describe('parametersOf', () => {
  it('reads names and places, resolving references', () => {
    const { parameters, found } = parametersIn([
      { name: 'id', in: 'path' },
      { $ref: '#/shared' },
      { $ref: '#/away' },
    ]);
    expect(parameters.map(({ name, group }) => `${group} ${name}`)).toEqual([
      'Path id',
      'Cookie shared',
    ]);
    expect(found).toEqual([]);
  });

  it('reports invalid ones', () => {
    const { parameters, found } = parametersIn([
      { in: 'query' },
      { name: 'x', in: 'body' },
      { name: 'y' },
      { name: 'z', in: 'query' },
      { name: 'z', in: 'query' },
      'text',
    ]);
    expect(parameters).toHaveLength(1);
    expect(found).toEqual([
      '/parameters/0: This parameter has no "name".',
      '/parameters/1: The parameter "x" must be in "path", "query", "header" or "cookie".',
      '/parameters/2: The parameter "y" must be in "path", "query", "header" or "cookie".',
      '/parameters/4: The query parameter "z" is duplicated in this list.',
    ]);
  });

  it('ignores anything but a list', () => {
    expect(parametersIn({ name: 'x', in: 'query' }).parameters).toEqual([]);
  });
});

describe('mergedParameters', () => {
  it('lets the operation override parameters by name and place', () => {
    const { parameters: ofPath } = parametersIn([
      { name: 'a', in: 'query' },
      { name: 'b', in: 'query' },
    ]);
    const { parameters: own } = parametersIn([
      { name: 'a', in: 'header' },
      { name: 'b', in: 'query' },
    ]);
    const merged = mergedParameters(ofPath, own);
    expect(merged).toEqual([ofPath[0], own[1], own[0]]);
    expect(parameterGroups(merged)).toEqual({
      Path: [],
      Query: ['a', 'b'],
      Header: ['a'],
      Cookie: [],
    });
  });
});

function foundFor(path: string, names: readonly string[]): readonly string[] {
  const { report, found } = collected();
  const nodePath = below(null, 'get');
  const parameters = names.map(
    (name): Parameter => ({
      name,
      group: 'Path',
      isRequired: true,
      schema: null,
      at: 0,
      nodePath: below(nodePath, name),
    }),
  );
  checkPath({ path, parameters, isWhole: true, at: 0, nodePath }, report);
  return found;
}

it('accepts a path whose names are declared', () => {
  expect(foundFor('/a/{b}/{c}', ['c', 'b'])).toEqual([]);
});

it('reports names without a parameter and parameters without a name', () => {
  expect(foundFor('/a/{b}', ['c'])).toEqual([
    '/get: The path names "b", but the operation declares no such path parameter.',
    '/get/c: The path parameter "c" is not in the path "/a/{b}".',
  ]);
});

it('ignores a path with unbalanced braces', () => {
  expect(foundFor('/a/{b', ['b'])).toEqual([]);
});
