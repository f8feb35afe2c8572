import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { nestingDepth } from '../../src/guardian/limits.ts';
import { pointerOf } from '../../src/guardian/node.ts';
import { preflight } from '../../src/guardian/preflight.ts';
import {
  countEndpoints,
  countMostFields,
  countNestingDepth,
  countPatternLength,
  countSchemaNodes,
} from '../support/naive-counts.ts';
import { specificationWith } from '../support/nodes.ts';
import {
  everyoneKnowsEveryone,
  generatedDocuments,
  longChain,
  ring,
  sampleDocuments,
  sampleText,
} from '../support/openapi-documents.ts';

function countsOf(text: string) {
  const checked = preflight(text);
  if (checked.kind !== 'read') return undefined;
  const { limits, placeOf } = checked;
  const at = (name: keyof typeof limits) => {
    const { worst } = limits[name];
    return worst && `${placeOf(worst.at).line} ${worst.pointer}`;
  };
  return { limits, at };
}

describe('limitCounts', () => {
  const documents = [...sampleDocuments(), ...generatedDocuments()];

  it('has more than 20 documents to count', () => {
    expect(documents.filter(({ text }) => countsOf(text)).length).toBeGreaterThan(20);
  });

  // Assumption: what-limits-count
  it.each(documents)('agrees with a naive count of $name', ({ text }) => {
    const limits = countsOf(text)?.limits;
    if (!limits) return expect(text).toMatch(/swagger|openapi: 3\.2/);
    const plain: unknown = text.startsWith('{') ? JSON.parse(text) : parse(text);
    const counts = Object.entries(limits).map(([name, { count, isExact }]) => [
      name,
      count,
      isExact,
    ]);
    expect(counts).toEqual([
      ['maxEndpoints', countEndpoints(plain), true],
      ['maxFieldsPerType', countMostFields(plain), true],
      ['maxNestingDepth', countNestingDepth(plain), true],
      ['maxTotalSchemaNodes', countSchemaNodes(plain), true],
      ['maxTotalRegexLength', countPatternLength(plain), true],
    ]);
  });

  it('names the worst places', () => {
    const { at } = countsOf(sampleText('petstore-expanded.yaml')) ?? {};
    expect(at?.('maxEndpoints')).toBe('10 /paths/~1pets');
    expect(at?.('maxFieldsPerType')).toBe('83 /components/schemas/NewPet');
    expect(at?.('maxNestingDepth')).toBe(
      '33 /paths/~1pets/get/responses/200/content/application~1json/schema',
    );
    expect(at?.('maxTotalSchemaNodes')).toBe('76 /components/schemas/Pet');
    expect(at?.('maxTotalRegexLength')).toBe(
      '87 /components/schemas/NewPet/properties/name/pattern',
    );
  });

  it('names no place if there is none', () => {
    const { at } = countsOf(sampleText('examples-only.yaml')) ?? {};
    expect(at?.('maxTotalSchemaNodes')).toBeUndefined();
    expect(at?.('maxTotalRegexLength')).toBeUndefined();
  });

  it('ignores data', () => {
    const limits = countsOf(sampleText('examples-only.yaml'))?.limits;
    expect(limits?.maxTotalRegexLength.count).toBe(0);
  });
});

const to = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const depthOf = (schemas: Readonly<Record<string, unknown>>) =>
  nestingDepth(specificationWith({ paths: {}, components: { schemas } }));

describe('nestingDepth', () => {
  it.each([
    ['a plain schema', { A: { type: 'string' } }, 0],
    ['no schema', {}, 0],
    ['items', { A: { items: { items: {} } } }, 2],
    ['properties', { A: { properties: { a: { properties: { b: {} } } } } }, 2],
    ['a reference', { A: to('B'), B: {} }, 1],
    ['a reference in a property', { A: { properties: { a: to('B') } }, B: { items: {} } }, 3],
    ['keywords that do not count', { A: { allOf: [{ not: { items: {} } }] } }, 1],
    ['a schema that refers to itself', { A: { properties: { a: to('A') } } }, 1],
    ['two that refer to each other', { A: { items: to('B') }, B: { items: to('A') } }, 3],
    ['a boolean', { A: { items: true } }, 0],
    ['a reference that leads nowhere', { A: { items: to('B') } }, 1],
    [
      'a reference into a schema',
      { A: { properties: { b: { items: {} } } }, B: to('A/properties/b') },
      2,
    ],
  ])('of %s', (_what, schemas, depth) => {
    expect(depthOf(schemas)).toMatchObject({ depth, isExact: true });
  });

  it('names the start of the deepest chain', () => {
    const { from } = depthOf({ A: {}, B: { items: to('C') }, C: { items: {} } });
    expect(from && pointerOf(from.nodePath)).toBe('/components/schemas/B');
  });

  it('agrees with trying all chains', () => {
    const names = ['A', 'B', 'C', 'D', 'E'] as const;
    const { schema } = fc.letrec((tie) => ({
      schema: fc.oneof(
        { depthSize: 'small' },
        fc.constant({}),
        fc.constantFrom(...names).map(to),
        fc.record({ items: tie('schema') }),
        fc.record({ allOf: fc.array(tie('schema'), { maxLength: 2 }) }),
        fc.record({ properties: fc.dictionary(fc.constantFrom('a', 'b'), tie('schema')) }),
        fc.constantFrom(to('A/items'), to('B/properties/a')),
      ),
    }));
    fc.assert(
      fc.property(fc.tuple(schema, schema, schema, schema, schema), (schemas) => {
        const byName = Object.fromEntries(schemas.map((one, index) => [names[index], one]));
        // The naive count distinguishes schemas by identity, so none may be shared.
        const copied = JSON.parse(JSON.stringify(byName));
        const naive = countNestingDepth({ components: { schemas: copied } });
        expect(depthOf(byName)).toMatchObject({ depth: naive, isExact: true });
      }),
      { numRuns: 500 },
    );
  });

  it('is exact for chains of any length', () => {
    expect(depthOf(longChain(20_000).components.schemas)).toMatchObject({
      depth: 2 * 19_999,
      isExact: true,
    });
  });

  it('is exact for a ring of some size', () => {
    expect(depthOf(ring(300).components.schemas)).toMatchObject({
      depth: 2 * 299 + 1,
      isExact: true,
    });
  });

  it('stops early, and says so, if all schemas refer to all', () => {
    const { depth, isExact } = depthOf(everyoneKnowsEveryone(60).components.schemas);
    expect(isExact).toBe(false);
    expect(depth).toBeGreaterThanOrEqual(2 * 59);
    expect(depth).toBeLessThanOrEqual(2 * 60);
  });

  it('stops early on a very long ring', () => {
    const { depth, isExact } = depthOf(ring(5000).components.schemas);
    expect(isExact).toBe(false);
    expect(depth).toBeGreaterThan(1000);
  });
});
