import type { GuardianConfiguration } from '../contract/operations/guardian-upload.ts';
import type { Endpoint } from './endpoints.ts';
import { GRAMMAR, walk } from './grammar.ts';
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

/** How deep schemas are nested. */
interface NestingDepth {
  /** Steps over a `$ref`, an `items` or a property. */
  readonly depth: number;
  /** False when the search was given up: there is a chain of `depth`, and there may be deeper ones. */
  readonly isExact: boolean;
  /** The schema that the deepest chain starts from; undefined when there are no schemas. */
  readonly from: { readonly node: Mapping; readonly nodePath: NodePath | null } | undefined;
}

/** A schema that chains start from or that a `$ref` leads to, with what is inside it up to the next such. */
interface Unit {
  /** The deepest chain that stays inside. */
  readonly inner: number;
  /** The units that are led to, and over how many steps at most. */
  readonly exits: ReadonlyMap<Mapping, number>;
}

/** How many steps the search in circles may take. Each way through a circle is its own: there can be n! */
const MOST_STEPS = 200_000;

/** The longest way through one circle that is followed. */
const LONGEST_WAY = 1_000;

const COUNTED: ReadonlySet<string> = new Set(['items', 'properties']);

/** The schemas directly inside a schema, and whether going there counts. */
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

/** The outermost schemas of a document in its order, and what the references of all schemas lead to. */
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
 * The depth of the deepest chain of nested `$ref`, `items` and `properties` (contract, maxNestingDepth).
 * Each of the three counts one; chains lead through `allOf`, `not` and the other keywords that hold
 * schemas as well, uncounted. A chain starts at an outermost schema, and ends where a `$ref` would lead
 * into a schema that it started from or was led to before.
 *
 * Linear in the document, but for schemas that refer to each other in circles: how deep those are
 * depends on the way there, and the search for the deepest is bounded.
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
  const way = new Set<Mapping>();
  let steps = 0;
  let isExact = true;

  /** `circle` is the one that `node` is on. What it leads to outside is known already. */
  function deepestFrom(node: Mapping, circle: ReadonlySet<Mapping>): number {
    const unit = units.get(node);
    let depth = unit?.inner ?? 0;
    way.add(node);
    for (const [exit, length] of unit?.exits ?? []) {
      if (!circle.has(exit)) depth = Math.max(depth, length + (depths.get(exit) ?? 0));
      else if (!way.has(exit)) {
        steps += 1;
        if (steps > MOST_STEPS || way.size >= LONGEST_WAY) {
          isExact = false;
          depth = Math.max(depth, length);
        } else depth = Math.max(depth, length + deepestFrom(exit, circle));
      }
    }
    way.delete(node);
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
 * The strongly connected components of a graph (Tarjan): groups of nodes that each lead to each other,
 * most of them of one node. A group comes after every group that it leads to. Takes time linear in the
 * graph, and no more stack for a long one.
 */
function stronglyConnected<T>(
  nodes: Iterable<T>,
  successorsOf: (node: T) => Iterable<T>,
): readonly (readonly T[])[] {
  const found: T[][] = [];
  const indexes = new Map<T, number>();
  /** The lowest index that can be reached from a node and is not in a group yet. */
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

  /** Groups what came after `root`, and `root`. */
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
