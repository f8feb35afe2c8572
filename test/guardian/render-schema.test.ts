import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { read } from '../../src/guardian/read.ts';
import { readJson } from '../../src/guardian/read-json.ts';
import { renderYaml, schemaRenderer } from '../../src/guardian/render-schema.ts';
import { nodeOf, plainOf, specificationWith } from '../support/nodes.ts';

const specification = specificationWith(
  { paths: {}, components: { schemas: { A: { type: 'string' } } } },
  '3.1.0',
);

it('renders references and what stands beside them', () => {
  const render = schemaRenderer(specification);
  const ref = { $ref: '#/components/schemas/A' };
  expect(render(nodeOf(ref))).toBe('type: string\n');
  expect(render(nodeOf({ ...ref, title: 'beside' }))).toBe('type: string\ntitle: beside\n');
  expect(render(nodeOf(ref))).toBe('type: string\n');
  expect(render(nodeOf({ items: ref }))).toBe('items:\n  type: string\n');
});

describe('renderYaml', () => {
  it('writes blocks', () => {
    const value = {
      type: 'object',
      required: ['a'],
      properties: { a: { type: 'string', pattern: ': #' } },
    };
    expect(renderYaml(nodeOf(value))).toBe(
      'type: object\nrequired:\n  - a\nproperties:\n  a:\n    type: string\n    pattern: ": #"\n',
    );
  });

  it('writes remarks as comments', () => {
    const ref = { kind: 'scalar', at: 0, value: '#/a', text: '#/a', remark: 'a circle' } as const;
    const node = { kind: 'mapping', at: 0, entries: new Map([['$ref', ref]]) } as const;
    expect(renderYaml(node)).toBe('$ref: "#/a" # a circle\n');
  });

  it('writes integers beyond 2^53 as they were written', () => {
    const reading = readJson('{"maximum": 9223372036854775807, "minimum": -9223372036854775808}');
    const text = reading.kind === 'read' ? renderYaml(reading.root) : '';
    expect(text).toBe('maximum: 9223372036854775807\nminimum: -9223372036854775808\n');
  });

  it('can be read back, by us and by the package', () => {
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
