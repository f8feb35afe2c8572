import fc from 'fast-check';
import { expect, it } from 'vitest';
import { GraphReader, slicesOf } from '../../src/guardian/sliced-graph.ts';

/** Slices a graph, copies each slice as between threads, and reassembles them. */
function handedOver(root: object, most?: number) {
  const reader = new GraphReader();
  const sizes: number[] = [];
  for (const slice of slicesOf(root, most)) {
    sizes.push(slice.reduce((sum, { values }) => sum + 1 + values.length, 0));
    reader.take(structuredClone(slice));
  }
  return { root: reader.root, sizes };
}

const { graph } = fc.letrec((tie) => ({
  graph: fc.oneof(
    fc.dictionary(fc.constantFrom('a', 'b', 'at', 'kind'), tie('value')),
    fc.array(tie('value'), { maxLength: 12 }),
    fc.dictionary(fc.string(), tie('value')).map((each) => new Map(Object.entries(each))),
  ),
  value: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    fc.constantFrom(null, undefined, true, 0, -0, 1.5, Number.NaN, '', 'text', '__proto__'),
    tie('graph'),
  ),
}));

it('a graph is unchanged after slicing, however small the slices', () => {
  fc.assert(
    fc.property(graph, fc.integer({ min: 1, max: 30 }), (value, most) => {
      const root = [value];
      expect(handedOver(root, most).root).toStrictEqual(structuredClone(root));
    }),
    { numRuns: 500 },
  );
});

it('shared objects stay shared', () => {
  const shared = new Map([['type', { kind: 'scalar', value: 'string' }]]);
  const made = handedOver({ one: shared, others: [shared, { again: shared }] }, 1).root as {
    one: object;
    others: [object, { again: object }];
  };
  expect(made.others[0]).toBe(made.one);
  expect(made.others[1].again).toBe(made.one);
});

it('no slice is long, even for a long list or map', () => {
  const keys = Array.from({ length: 50_000 }, (_, at) => `key ${at}`);
  const root = { list: keys, map: new Map(keys.map((key) => [key, { key }])) };
  const { root: made, sizes } = handedOver(root);
  expect(made).toEqual(root);
  expect(Math.max(...sizes)).toBeLessThan(9000);
});
