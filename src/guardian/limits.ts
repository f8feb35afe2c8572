import type { GuardianConfiguration } from '../contract/operations/guardian-upload.ts';
import type { Endpoint } from './endpoints.ts';
import { walk } from './grammar.ts';
import { nestingDepth } from './nesting-depth.ts';
import { below, entry, type Mapping, type Node, type NodePath, pointerOf } from './node.ts';
import type { Specification } from './specification.ts';

/** The plan limits, by their name in the contract. */
export type LimitName = Extract<keyof GuardianConfiguration, `max${string}`>;

/** All of them, in the contract's order. */
export const LIMIT_NAMES: readonly LimitName[] = [
  'maxEndpoints',
  'maxFieldsPerType',
  'maxNestingDepth',
  'maxTotalSchemaNodes',
  'maxTotalRegexLength',
];

/** The plan limits as the service tells them; a null is one it did not tell. */
export type PlanLimits = Pick<GuardianConfiguration, LimitName>;

/** What a specification has of something that plans limit. */
export interface LimitCount {
  readonly count: number;
  /** False when counting was given up: there is at least this much. */
  readonly isExact: boolean;
  /** Where it is worst; undefined when there is none of it. */
  readonly worst: Worst | undefined;
}

/** The place that contributes most to a count. */
interface Worst {
  /** What is there of it. Equals the count for limits of single schemas. */
  readonly count: number;
  readonly at: number;
  /** JSON pointer. Hostile text. */
  readonly pointer: string;
}

export type LimitCounts = { readonly [Name in LimitName]: LimitCount };

/** Keeps the first of the largest. */
function worstOf(): {
  offer(count: number, node: Node, nodePath: NodePath | null): void;
  worst(): Worst | undefined;
} {
  let most: { count: number; node: Node; nodePath: NodePath | null } | undefined;
  return {
    offer(count, node, nodePath) {
      if (count > (most?.count ?? 0)) most = { count, node, nodePath };
    },
    worst: () => most && { count: most.count, at: most.node.at, pointer: pointerOf(most.nodePath) },
  };
}

function endpointCount(endpoints: readonly Endpoint[], root: Mapping): LimitCount {
  const byPath = new Map<string, number>();
  for (const { path } of endpoints) byPath.set(path, (byPath.get(path) ?? 0) + 1);
  const worst = worstOf();
  const paths = below(null, 'paths');
  for (const [path, count] of byPath) {
    const item = entry(root.entries.get('paths'), path);
    if (item) worst.offer(count, item, below(paths, path));
  }
  return { count: endpoints.length, isExact: true, worst: worst.worst() };
}

/**
 * Schema objects in `components/schemas`: each entry and every schema in it. References count one and
 * are not followed; `true` and `false` in the place of a schema do not count.
 */
function nodeCount(root: Mapping): LimitCount {
  const worst = worstOf();
  let total = 0;
  const schemas = entry(root.entries.get('components'), 'schemas');
  const nodePath = below(below(null, 'components'), 'schemas');
  for (const [name, schema] of schemas?.kind === 'mapping' ? schemas.entries : []) {
    let count = 0;
    const object = (): void => {
      count += 1;
    };
    walk(schema, 'schema', null, { object });
    worst.offer(count, schema, below(nodePath, name));
    total += count;
  }
  return { count: total, isExact: true, worst: worst.worst() };
}

/**
 * What the specification has of each plan limit (contract, ApiGuardianConfigurationDetails), counted:
 *
 * - `maxEndpoints`: operations under `paths`; the worst place is the path with most of them
 * - `maxFieldsPerType`: `properties` of one schema object anywhere, without those it gets by `allOf`
 * - `maxNestingDepth`: see {@link nestingDepth}; the worst place is the schema the chain starts from
 * - `maxTotalSchemaNodes`: schema objects in `components/schemas`; the worst place is the largest entry
 * - `maxTotalRegexLength`: UTF-16 units over every `pattern` of a schema anywhere
 */
export function limitCounts(
  specification: Specification,
  endpoints: readonly Endpoint[],
): LimitCounts {
  const { root } = specification;
  const fields = worstOf();
  const patterns = worstOf();
  let patternLength = 0;
  walk(root, 'document', null, {
    object(node, kind, nodePath) {
      if (kind !== 'schema') return;
      const properties = node.entries.get('properties');
      if (properties?.kind === 'mapping') fields.offer(properties.entries.size, node, nodePath);
      const pattern = node.entries.get('pattern');
      if (pattern?.kind !== 'scalar' || typeof pattern.value !== 'string') return;
      patternLength += pattern.value.length;
      patterns.offer(pattern.value.length, pattern, below(nodePath, 'pattern'));
    },
  });

  const { depth, isExact, from } = nestingDepth(specification);
  const deepest = worstOf();
  if (from) deepest.offer(depth, from.node, from.nodePath);
  return {
    maxEndpoints: endpointCount(endpoints, root),
    maxFieldsPerType: { count: fields.worst()?.count ?? 0, isExact: true, worst: fields.worst() },
    maxNestingDepth: { count: depth, isExact, worst: deepest.worst() },
    maxTotalSchemaNodes: nodeCount(root),
    maxTotalRegexLength: { count: patternLength, isExact: true, worst: patterns.worst() },
  };
}
