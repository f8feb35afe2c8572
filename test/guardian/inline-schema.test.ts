import { describe, expect, it } from 'vitest';
import { inlineSchema, schemaReferences } from '../../src/guardian/inline-schema.ts';
import type { Node } from '../../src/guardian/node.ts';
import { mappingOf, nodeOf, plainOf, specificationWith } from '../support/nodes.ts';
import { everyoneKnowsEveryone, longChain } from '../support/openapi-documents.ts';

const to = (name: string) => ({ $ref: `#/components/schemas/${name}` });

function inlined(
  schema: unknown,
  schemas: Readonly<Record<string, unknown>>,
  openapi?: string,
): Node {
  const specification = specificationWith({ paths: {}, components: { schemas } }, openapi);
  return inlineSchema(specification, nodeOf(schema));
}

/** The number of values in a tree. */
function sizeOf(node: Node): number {
  if (node.kind === 'scalar') return 1;
  const children = node.kind === 'sequence' ? node.items : [...node.entries.values()];
  return children.reduce((sum, child) => sum + sizeOf(child), 1);
}

/** The remaining `$ref`s, with their remarks. */
function leftIn(node: Node): readonly string[] {
  if (node.kind === 'scalar')
    return node.remark === undefined ? [] : [`${node.text}: ${node.remark}`];
  return (node.kind === 'sequence' ? node.items : [...node.entries.values()]).flatMap(leftIn);
}

describe('inlineSchema', () => {
  it('replaces references in every place of a schema', () => {
    const node = inlined(
      { properties: { a: to('A') }, items: to('A'), allOf: [to('A')], not: { anyOf: [to('A')] } },
      { A: to('B'), B: { type: 'string' } },
    );
    const b = { type: 'string' };
    expect(plainOf(node)).toEqual({
      properties: { a: b },
      items: b,
      allOf: [b],
      not: { anyOf: [b] },
    });
  });

  it('does not change data', () => {
    const schema = { example: to('A'), enum: [to('A')], default: to('A'), 'x-a': to('A') };
    expect(plainOf(inlined(schema, { A: {} }))).toEqual(schema);
  });

  it('cuts circular references, with a remark', () => {
    const node = inlined(to('Tree'), { Tree: { properties: { children: { items: to('Tree') } } } });
    expect(plainOf(node)).toEqual({ properties: { children: { items: to('Tree') } } });
    expect(leftIn(node)).toEqual(['#/components/schemas/Tree: refers back to itself']);
  });

  it('may replace the same reference in several places', () => {
    const node = inlined({ properties: { a: to('A'), b: to('A') } }, { A: { type: 'string' } });
    expect(leftIn(node)).toEqual([]);
  });

  it.each(['#/components/schemas/None', 'other.yaml', '#anchor'])(
    'keeps %s, with a remark',
    ($ref) => {
      const node = inlined({ items: { $ref } }, {});
      expect(leftIn(node)).toEqual([`${$ref}: cannot be followed`]);
    },
  );

  it('drops siblings of a reference in 3.0', () => {
    const schema = { ...to('A'), description: 'beside' };
    expect(plainOf(inlined(schema, { A: { type: 'string' } }))).toEqual({ type: 'string' });
  });

  it('keeps siblings of a reference in 3.1', () => {
    const schemas = { A: { type: 'string', title: 'A' } };
    const describe = { ...to('A'), title: 'beside', description: 'beside' };
    expect(plainOf(inlined(describe, schemas, '3.1.0'))).toEqual({
      type: 'string',
      title: 'beside',
      description: 'beside',
    });
    const limit = { ...to('A'), maxLength: 3, allOf: [{ minLength: 1 }] };
    expect(plainOf(inlined(limit, schemas, '3.1.0'))).toEqual({
      maxLength: 3,
      allOf: [schemas.A, { minLength: 1 }],
    });
  });

  it('keeps boolean schemas', () => {
    expect(plainOf(inlined(true, {}, '3.1.0'))).toBe(true);
  });

  it('limits the result to about a thousand values', () => {
    const { schemas } = everyoneKnowsEveryone(12).components;
    const node = inlined(to('Person0'), schemas);
    expect(sizeOf(node)).toBeLessThanOrEqual(1000);
    expect(sizeOf(node)).toBeGreaterThan(100);
    expect(leftIn(node)).toContain('#/components/schemas/Person11: not written out, for its size');
  });

  it('inlines at most 32 nested references', () => {
    const node = inlined(to('Link0'), longChain(1000).components.schemas);
    expect(sizeOf(node)).toBeLessThan(100);
    expect(leftIn(node)).toEqual(['#/components/schemas/Link32: not written out, for its size']);
  });

  it('keeps the size of a large schema without references', () => {
    const entries = Array.from({ length: 3000 }, (_, index) => [`p${index}`, { type: 'string' }]);
    const schema = mappingOf({ properties: Object.fromEntries(entries) });
    const specification = specificationWith({ paths: {} });
    expect(sizeOf(inlineSchema(specification, schema))).toBe(sizeOf(schema));
  });
});

describe('schemaReferences', () => {
  const referencesIn = (schemas: Readonly<Record<string, unknown>>, openapi?: string) =>
    schemaReferences(specificationWith({ paths: {}, components: { schemas } }, openapi));

  it('follows chains of references, and leaves nested ones', () => {
    const { whole, step } = referencesIn({ A: to('B'), B: { items: to('A') } });
    expect(plainOf(whole(nodeOf(to('A'))))).toEqual({ items: to('A') });
    expect(step(nodeOf({ items: to('A') }))).toBeUndefined();
    expect(plainOf(step(nodeOf(to('A'))) ?? nodeOf(null))).toEqual(to('B'));
  });

  it('leaves unresolvable references, including circular ones', () => {
    const { whole } = referencesIn({ A: to('B'), B: to('A') });
    for (const schema of [to('None'), { $ref: 'other.yaml' }, { $ref: '#anchor' }]) {
      expect(plainOf(whole(nodeOf(schema)))).toEqual(schema);
    }
    expect(plainOf(whole(nodeOf(to('A'))))).toHaveProperty('$ref');
  });

  it('include siblings in 3.1, as the same object each time', () => {
    const { whole } = referencesIn({ A: { type: 'string' } }, '3.1.0');
    const limited = nodeOf({ ...to('A'), maxLength: 3 });
    expect(plainOf(whole(limited))).toEqual({ maxLength: 3, allOf: [{ type: 'string' }] });
    expect(whole(limited)).toBe(whole(limited));
  });

  it('are the same for the same specification', () => {
    const specification = specificationWith({ paths: {} });
    expect(schemaReferences(specification)).toBe(schemaReferences(specification));
  });
});
