import { expect, it } from 'vitest';
import { schemaRenderer } from '../../src/guardian/schema-renderer.ts';
import { nodeOf, specificationWith } from '../support/nodes.ts';

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
