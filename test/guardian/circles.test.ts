import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { circles } from '../../src/guardian/circles.ts';

type Graph = readonly (readonly number[])[];

const groupsOf = (graph: Graph) => circles(graph.keys(), (node) => graph[node] ?? []);

/** Everything that a node leads to, by trying. */
function reachable(graph: Graph, start: number): ReadonlySet<number> {
  const found = new Set(graph[start]);
  for (const node of found) for (const next of graph[node] ?? []) found.add(next);
  return found;
}

const SIZE = 7;
const anyGraph = fc.array(fc.uniqueArray(fc.nat(SIZE - 1), { maxLength: 3 }), {
  minLength: SIZE,
  maxLength: SIZE,
});

describe('circles', () => {
  it('are the nodes that lead to each other', () => {
    fc.assert(
      fc.property(anyGraph, (graph) => {
        const groups = groupsOf(graph);
        expect(groups.flat().sort()).toEqual([...graph.keys()]);
        for (const group of groups) {
          for (const node of graph.keys()) {
            const [first = 0] = group;
            const together = reachable(graph, first).has(node) && reachable(graph, node).has(first);
            expect(group.includes(node)).toBe(together || node === first);
          }
        }
      }),
    );
  });

  it('come after everything that they lead to', () => {
    fc.assert(
      fc.property(anyGraph, (graph) => {
        const order = new Map(
          groupsOf(graph).flatMap((group, at) => group.map((node) => [node, at])),
        );
        for (const [node, successors] of graph.entries()) {
          for (const next of successors) {
            expect(order.get(next) ?? 0).toBeLessThanOrEqual(order.get(node) ?? 0);
          }
        }
      }),
    );
  });

  it('need no stack', () => {
    const count = 200_000;
    const chain = (node: number) => (node + 1 < count ? [node + 1] : []);
    expect(circles([0], chain)).toHaveLength(count);
    expect(circles([0], (node) => [(node + 1) % count])).toHaveLength(1);
  });
});
