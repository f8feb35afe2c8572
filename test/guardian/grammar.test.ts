import { expect, it } from 'vitest';
import { GRAMMAR, METHODS, type ObjectKind } from '../../src/guardian/grammar.ts';

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

it('a schema holds schemas in every keyword of JSON Schema 2020-12 that does', () => {
  const applicators = [
    ...['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else', 'dependentSchemas', 'prefixItems'],
    ...['items', 'contains', 'properties', 'patternProperties', 'additionalProperties'],
    ...['propertyNames', 'unevaluatedItems', 'unevaluatedProperties', 'contentSchema', '$defs'],
  ];
  const known = [...GRAMMAR.schema.fields.keys()];
  expect(known).toEqual(expect.arrayContaining(applicators));
});
