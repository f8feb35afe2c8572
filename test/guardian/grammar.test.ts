import { describe, expect, it } from 'vitest';
import { GRAMMAR, METHODS, type ObjectKind, walk } from '../../src/guardian/grammar.ts';
import { type Node, pointerOf } from '../../src/guardian/node.ts';
import { nodeOf } from '../support/nodes.ts';

it('every object is reached from the document', () => {
  const reached = new Set<ObjectKind>(['document']);
  for (const kind of reached) {
    const { fields, others } = GRAMMAR[kind];
    for (const field of fields.values()) reached.add(field.kind);
    if (others) reached.add(others);
  }
  expect([...reached].sort()).toEqual(Object.keys(GRAMMAR).sort());
});

it('a path item has the eight methods of OpenAPI 3.0 and 3.1', () => {
  const operations = [...GRAMMAR['path item'].fields]
    .filter(([, { kind }]) => kind === 'operation')
    .map(([name]) => name);
  expect(operations).toEqual(METHODS);
  expect([...METHODS].sort()).toEqual([
    'delete',
    'get',
    'head',
    'options',
    'patch',
    'post',
    'put',
    'trace',
  ]);
});

it('schemas are found in every keyword of JSON Schema 2020-12 that has them', () => {
  const applicators = [
    ...['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else', 'dependentSchemas', 'prefixItems'],
    ...['items', 'contains', 'properties', 'patternProperties', 'additionalProperties'],
    ...['propertyNames', 'unevaluatedItems', 'unevaluatedProperties', 'contentSchema', '$defs'],
  ];
  const known = [...GRAMMAR.schema.fields.keys()];
  expect(known).toEqual(expect.arrayContaining(applicators));
});

function visited(root: Node) {
  const objects: string[] = [];
  const references: string[] = [];
  const mismatches: string[] = [];
  walk(root, 'document', null, {
    object: (_node, kind, nodePath) => objects.push(`${pointerOf(nodePath)} ${kind}`),
    reference: (ref, kind, nodePath) =>
      references.push(`${pointerOf(nodePath)} ${kind} ${ref.text}`),
    mismatch: (_node, { kind, as }, nodePath) =>
      mismatches.push(`${pointerOf(nodePath)} ${as} ${kind}`),
  });
  return { objects, references, mismatches };
}

describe('walk', () => {
  it('visits objects in document order', () => {
    const { objects } = visited(
      nodeOf({
        components: { schemas: { A: { items: { type: 'string' } } } },
        paths: { '/a': { get: { responses: { 200: { description: 'ok' } } } } },
      }),
    );
    expect(objects).toEqual([
      ' document',
      '/components components',
      '/components/schemas/A schema',
      '/components/schemas/A/items schema',
      '/paths paths',
      '/paths/~1a path item',
      '/paths/~1a/get operation',
      '/paths/~1a/get/responses responses',
      '/paths/~1a/get/responses/200 response',
    ]);
  });

  it('finds references of every kind, and none in data', () => {
    const data = { $ref: '#/data' };
    const { references } = visited(
      nodeOf({
        paths: {
          '/a': {
            $ref: '#/components/pathItems/x',
            parameters: [
              { $ref: '#/p' },
              { name: 'x', in: 'query', example: data, schema: { default: data } },
            ],
          },
          'x-ignored': data,
        },
        components: {
          schemas: {
            A: { properties: { default: { $ref: '#/s' } }, enum: [data], const: data, 'x-a': data },
          },
          examples: { a: { $ref: '#/e' }, b: { value: data } },
        },
      }),
    );
    expect(references).toEqual([
      '/paths/~1a path item #/components/pathItems/x',
      '/paths/~1a/parameters/0 parameter #/p',
      '/components/schemas/A/properties/default schema #/s',
      '/components/examples/a example #/e',
    ]);
  });

  it('accepts a property named $ref', () => {
    const { references, objects } = visited(
      nodeOf({ components: { schemas: { A: { properties: { $ref: { type: 'string' } } } } } }),
    );
    expect(references).toEqual([]);
    expect(objects).toContain('/components/schemas/A/properties/$ref schema');
  });

  it('reports values of the wrong type, but not boolean schemas', () => {
    const { mismatches } = visited(
      nodeOf({
        paths: [],
        components: {
          schemas: {
            A: { properties: 'x', additionalProperties: false, items: 'y', allOf: {} },
            B: 1,
          },
          parameters: { P: null },
        },
      }),
    );
    expect(mismatches).toEqual([
      '/paths one paths',
      '/components/schemas/A/properties map schema',
      '/components/schemas/A/items one schema',
      '/components/schemas/A/allOf list schema',
      '/components/schemas/B one schema',
      '/components/parameters/P one parameter',
    ]);
  });
});
