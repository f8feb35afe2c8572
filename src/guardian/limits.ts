import type { GuardianConfiguration } from '../contract/operations/guardian-upload.ts';
import type { Endpoint } from './endpoints.ts';
import { GRAMMAR, walk } from './grammar.ts';
import { below, entry, type Mapping, type Node, type NodePath, pointerOf } from './node.ts';
import type { Specification } from './specification.ts';

export type LimitName = Extract<keyof GuardianConfiguration, `max${string}`>;

/** In the contract's order. */
export const LIMIT_NAMES: readonly LimitName[] = [
  'maxEndpoints',
  'maxFieldsPerType',
  'maxNestingDepth',
  'maxTotalSchemaNodes',
  'maxTotalRegexLength',
];

/** The plan limits the service returned; null if it did not return one. */
export type PlanLimits = Pick<GuardianConfiguration, LimitName>;

/** How much of a plan limit a specification uses. */
export interface LimitCount {
  readonly count: number;
  /** False if counting stopped early: `count` is a minimum. */
  readonly isExact: boolean;
  /** The place with the largest share; undefined if the count is 0. */
  readonly worst: Worst | undefined;
}

interface Worst {
  /** The share of this place. Equals the total for limits on single schemas. */
  readonly count: number;
  readonly at: number;
  /** JSON pointer. Hostile text. */
  readonly pointer: string;
}

export type LimitCounts = { readonly [Name in LimitName]: LimitCount };

/** Keeps the first of the largest offers. */
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
 * Schema objects in `components/schemas`: each entry and all schemas inside it. References count as one and are not
 * followed; boolean schemas do not count.
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
 * Counts what the specification uses of each plan limit (contract, ApiGuardianConfigurationDetails):
 *
 * - `maxEndpoints`: operations under `paths`; worst: the path with most of them
 * - `maxFieldsPerType`: `properties` of one schema object, without those from `allOf`
 * - `maxNestingDepth`: see {@link nestingDepth}; worst: the schema the chain starts from
 * - `maxTotalSchemaNodes`: schema objects in `components/schemas`; worst: the largest entry
 * - `maxTotalRegexLength`: UTF-16 units of all `pattern` keywords
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

interface NestingDepth {
  /** Steps through `$ref`, `items` or a property. */
  readonly depth: number;
  /** False if the search stopped early: there may be deeper chains. */
  readonly isExact: boolean;
  /** The start of the deepest chain; undefined if there are no schemas. */
  readonly from: { readonly node: Mapping; readonly nodePath: NodePath | null } | undefined;
}

/** A schema that starts chains or is the target of a `$ref`, with everything inside up to the next such schema. */
interface Unit {
  /** The deepest chain within the unit. */
  readonly inner: number;
  /** Units it leads to, with the maximum number of steps. */
  readonly exits: ReadonlyMap<Mapping, number>;
}

/** Step limit of the search in cycles: a cycle of n schemas can have n! paths. */
const MAX_STEPS = 200_000;

/** Maximum length of a path in a cycle. */
const MAX_PATH_LENGTH = 1_000;

const COUNTED: ReadonlySet<string> = new Set(['items', 'properties']);

/** The direct subschemas of a schema, and whether the step to each counts. */
function* inside(schema: Mapping): Generator<readonly [Mapping, 0 | 1]> {
  for (const [name, node] of schema.entries) {
    const field = GRAMMAR.schema.fields.get(name);
    if (!field) continue;
    const step = COUNTED.has(name) ? 1 : 0;
    if (field.as === 'one') {
      if (node.kind === 'mapping') yield [node, step];
    } else if (node.kind === 'sequence' && field.as === 'list') {
      for (const item of node.items) if (item.kind === 'mapping') yield [item, step];
    } else if (node.kind === 'mapping' && field.as === 'map') {
      for (const item of node.entries.values()) if (item.kind === 'mapping') yield [item, step];
    }
  }
}

/** The outermost schemas in document order, and the targets of all references. */
function outermostSchemas({ root, references }: Specification) {
  const outermost = new Map<Mapping, NodePath | null>();
  const targets = new Map<Mapping, Mapping>();
  const nested = new Set<Mapping>();
  walk(root, 'document', null, {
    object(node, kind, nodePath) {
      if (kind !== 'schema') return;
      if (!nested.has(node) && !outermost.has(node)) outermost.set(node, nodePath);
      for (const [schema] of inside(node)) nested.add(schema);
      const ref = node.entries.get('$ref');
      if (ref?.kind !== 'scalar' || typeof ref.value !== 'string') return;
      const resolution = references.step(ref.value);
      if (resolution.kind === 'found' && resolution.node.kind === 'mapping') {
        targets.set(node, resolution.node);
      }
    },
  });
  return { outermost, targets };
}

/**
 * The depth of the deepest chain of nested `$ref`, `items` and `properties` (contract, maxNestingDepth). Each of
 * these counts one; chains also lead through `allOf`, `not` and other keywords, which do not count. A chain starts at
 * an outermost schema and ends where a `$ref` would lead to a schema it has visited.
 *
 * Linear in the document, except for cycles: their depth depends on the path, and the search for the deepest is
 * bounded.
 */
export function nestingDepth(specification: Specification): NestingDepth {
  const { outermost, targets } = outermostSchemas(specification);
  const starts = new Set([...outermost.keys(), ...targets.values()]);

  function unitOf(start: Mapping): Unit {
    const exits = new Map<Mapping, number>();
    let inner = 0;
    const exit = (to: Mapping, steps: number): void => {
      exits.set(to, Math.max(exits.get(to) ?? 0, steps));
    };
    const descend = (schema: Mapping, steps: number): void => {
      inner = Math.max(inner, steps);
      const target = targets.get(schema);
      if (target) exit(target, steps + 1);
      for (const [child, step] of inside(schema)) {
        if (starts.has(child)) exit(child, steps + step);
        else descend(child, steps + step);
      }
    };
    descend(start, 0);
    return { inner, exits };
  }

  const units = new Map<Mapping, Unit>();
  for (const start of starts) units.set(start, unitOf(start));
  const { depths, isExact } = depthsOf(units);
  let deepest: NestingDepth = { depth: 0, isExact, from: undefined };
  for (const [node, nodePath] of outermost) {
    const depth = depths.get(node) ?? 0;
    if (!deepest.from || depth > deepest.depth)
      deepest = { depth, isExact, from: { node, nodePath } };
  }
  return deepest;
}

function depthsOf(units: ReadonlyMap<Mapping, Unit>): {
  readonly depths: ReadonlyMap<Mapping, number>;
  readonly isExact: boolean;
} {
  const depths = new Map<Mapping, number>();
  const path = new Set<Mapping>();
  let steps = 0;
  let isExact = true;

  /** `circle` is the cycle of `node`. The depths of units outside it are already known. */
  function deepestFrom(node: Mapping, circle: ReadonlySet<Mapping>): number {
    const unit = units.get(node);
    let depth = unit?.inner ?? 0;
    path.add(node);
    for (const [exit, length] of unit?.exits ?? []) {
      if (!circle.has(exit)) depth = Math.max(depth, length + (depths.get(exit) ?? 0));
      else if (!path.has(exit)) {
        steps += 1;
        if (steps > MAX_STEPS || path.size >= MAX_PATH_LENGTH) {
          isExact = false;
          depth = Math.max(depth, length);
        } else depth = Math.max(depth, length + deepestFrom(exit, circle));
      }
    }
    path.delete(node);
    return depth;
  }

  for (const group of stronglyConnected(
    units.keys(),
    (node) => units.get(node)?.exits.keys() ?? [],
  )) {
    const circle = new Set(group);
    const found = group.map((node) => [node, deepestFrom(node, circle)] as const);
    for (const [node, depth] of found) depths.set(node, depth);
  }
  return { depths, isExact };
}

/**
 * The strongly connected components of a graph (Tarjan), each after all components it leads to. Linear time, without
 * recursion.
 */
function stronglyConnected<T>(
  nodes: Iterable<T>,
  successorsOf: (node: T) => Iterable<T>,
): readonly (readonly T[])[] {
  const found: T[][] = [];
  const indexes = new Map<T, number>();
  /** The lowest index that a node can reach outside finished groups. */
  const lows = new Map<T, number>();
  const ungrouped: T[] = [];
  const isGrouped = new Set<T>();

  const lower = (node: T, to: number): void => {
    lows.set(node, Math.min(lows.get(node) ?? to, to));
  };

  function enter(node: T): { readonly node: T; readonly left: Iterator<T> } {
    lows.set(node, indexes.size);
    indexes.set(node, indexes.size);
    ungrouped.push(node);
    return { node, left: successorsOf(node)[Symbol.iterator]() };
  }

  /** Groups `root` with the nodes after it. */
  function close(root: T): void {
    const group = ungrouped.splice(ungrouped.lastIndexOf(root));
    for (const member of group) isGrouped.add(member);
    found.push(group);
  }

  for (const start of nodes) {
    if (indexes.has(start)) continue;
    const path = [enter(start)];
    for (let top = path.at(-1); top; top = path.at(-1)) {
      const { node, left } = top;
      const { done, value: next } = left.next();
      if (!done && !indexes.has(next)) path.push(enter(next));
      else if (!done && !isGrouped.has(next)) lower(node, indexes.get(next) ?? 0);
      else if (done) {
        path.pop();
        const parent = path.at(-1);
        if (parent) lower(parent.node, lows.get(node) ?? 0);
        if (lows.get(node) === indexes.get(node)) close(node);
      }
    }
  }
  return found;
}
