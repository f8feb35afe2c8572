import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { derive, renderYaml, schemaRenderer } from '../../src/guardian/derive.ts';
import { preflight } from '../../src/guardian/preflight.ts';
import { read, readJson } from '../../src/guardian/read.ts';
import { nodeOf, plainOf, specificationWith } from '../support/nodes.ts';
import { manyPaths, sampleText } from '../support/openapi-documents.ts';

function derived(text: string) {
  const derivation = derive(preflight(text));
  if ('reason' in derivation) throw new Error(derivation.reason);
  return derivation;
}

describe('derive', () => {
  it('returns endpoints as the service does', () => {
    const { title, version, endpoints } = derived(sampleText('petstore-expanded.yaml'));
    expect([title, version]).toEqual(['Kennel with inheritance', '1.0.0']);
    expect(endpoints[1]).toEqual({
      requestMethod: 'POST',
      requestPath: '/pets',
      authSchemes: null,
      requestBodySchemaYaml: [
        'type: object',
        'required:',
        '  - name',
        'properties:',
        '  name:',
        '    type: string',
        '    minLength: 1',
        '    maxLength: 40',
        '    pattern: ^\\S',
        '  tag:',
        '    type: string',
        '    nullable: true',
        '',
      ].join('\n'),
      responseBodySchemasYaml: { 200: expect.stringMatching(/^allOf:\n {2}- type: object\n/) },
      availableParameters: { Path: [], Query: [], Header: [], Cookie: [] },
    });
  });

  it('has null where there is no schema', () => {
    const { endpoints } = derived(sampleText('petstore-expanded.yaml'));
    expect(endpoints.at(-1)).toMatchObject({
      requestMethod: 'DELETE',
      requestBodySchemaYaml: null,
      responseBodySchemasYaml: null,
    });
  });

  it('marks circular references', () => {
    const [tree] = derived(sampleText('cyclic.yaml')).endpoints;
    expect(tree?.responseBodySchemasYaml?.['200']).toContain(
      '$ref: "#/components/schemas/Tree" # refers back to itself',
    );
  });

  it('says how much of the plan limits it needs', () => {
    expect(derived(sampleText('petstore.yaml')).needs).toEqual({
      maxEndpoints: 3,
      maxFieldsPerType: 3,
      maxNestingDepth: 4,
      maxTotalSchemaNodes: 9,
      maxTotalRegexLength: 0,
    });
  });

  it('stays within a few megabytes if many endpoints share a large schema', () => {
    const schema = { $ref: '#/components/schemas/Large' };
    const operation = { requestBody: { content: { 'application/json': { schema } } } };
    const paths = Object.fromEntries(
      Array.from({ length: 400 }, (_, at) => [
        `/p${at}`,
        { post: { ...operation, responses: {} } },
      ]),
    );
    const schemas = { Large: { type: 'string', enum: ['x'.repeat(100_000)] } };
    const { endpoints } = derived(
      JSON.stringify({
        openapi: '3.0.3',
        info: { title: 'Large', version: '1' },
        paths,
        components: { schemas },
      }),
    );
    const bodies = endpoints.map(({ requestBodySchemaYaml }) => requestBodySchemaYaml ?? '');
    expect(bodies[0]?.length).toBeGreaterThan(100_000);
    expect(bodies.join('').length).toBeLessThan(5 << 20);
    expect(bodies.at(-1)).toContain('not written out, for its size');
  });

  it('is deterministic', () => {
    const text = JSON.stringify(manyPaths(50));
    expect(JSON.stringify(derived(text))).toBe(JSON.stringify(derived(text)));
    const once = derived(text);
    expect(once.endpoints).toBe(once.endpoints);
  });

  it.each([
    ['', 'Line 1, column 1: The document is empty.'],
    ['{"openapi": ', 'Line 1, column 13: A value was expected here, not the end of the file.'],
    [
      sampleText('openapi-3.2.yaml'),
      'Line 1, column 1: OpenAPI "3.2.0" is not supported: only 3.0.x and 3.1.x are.',
    ],
    [
      sampleText('broken-references.yaml'),
      'Line 7, column 11: The reference "#/components/parameters/missing" cannot be resolved.',
    ],
  ])('says why a document is unusable', (text, reason) => {
    expect(derive(preflight(text))).toEqual({ reason });
  });

  it('accepts documents with warnings', () => {
    expect(derived(sampleText('external-references.yaml')).endpoints).toHaveLength(1);
  });
});

const specification = specificationWith(
  { paths: {}, components: { schemas: { A: { type: 'string' } } } },
  '3.1.0',
);

it('renders references and their siblings', () => {
  const render = schemaRenderer(specification);
  const ref = { $ref: '#/components/schemas/A' };
  expect(render(nodeOf(ref))).toBe('type: string\n');
  expect(render(nodeOf({ ...ref, title: 'beside' }))).toBe('type: string\ntitle: beside\n');
  expect(render(nodeOf(ref))).toBe('type: string\n');
  expect(render(nodeOf({ items: ref }))).toBe('items:\n  type: string\n');
});

describe('renderYaml', () => {
  it('uses block style', () => {
    const value = {
      type: 'object',
      required: ['a'],
      properties: { a: { type: 'string', pattern: ': #' } },
    };
    expect(renderYaml(nodeOf(value))).toBe(
      'type: object\nrequired:\n  - a\nproperties:\n  a:\n    type: string\n    pattern: ": #"\n',
    );
  });

  it('renders remarks as comments', () => {
    const ref = { kind: 'scalar', at: 0, value: '#/a', text: '#/a', remark: 'a circle' } as const;
    const node = { kind: 'mapping', at: 0, entries: new Map([['$ref', ref]]) } as const;
    expect(renderYaml(node)).toBe('$ref: "#/a" # a circle\n');
  });

  it('writes integers beyond 2^53 as they were written', () => {
    const reading = readJson('{"maximum": 9223372036854775807, "minimum": -9223372036854775808}');
    const text = reading.kind === 'read' ? renderYaml(reading.root) : '';
    expect(text).toBe('maximum: 9223372036854775807\nminimum: -9223372036854775808\n');
  });

  it('can be parsed again, by us and by the package', () => {
    const anyValue = fc.jsonValue({ maxDepth: 4, noUnicodeString: false });
    fc.assert(
      fc.property(anyValue, (value) => {
        const plain: unknown = JSON.parse(JSON.stringify(value));
        const text = renderYaml(nodeOf(plain));
        expect(parse(text)).toEqual(plain);
        const reading = read(text);
        expect(reading.kind === 'read' && plainOf(reading.root)).toEqual(plain);
      }),
    );
  });
});
