import { GRAMMAR } from './grammar.ts';
import type { SchemaReferences } from './inline-schema.ts';
import { type Mapping, type Node, type NodePath, stringAt } from './node.ts';
import { canonical } from './schema-values.ts';
import { quoted } from './specification.ts';

/** Undefined: no schema, which admits everything. */
export type Schema = Node | undefined;

/** How many values may still be compared. */
export interface Budget {
  left: number;
}

/** Maximum number of values of both sides compared for one endpoint; takes a fraction of a second. */
const MAX_COMPARED_VALUES = 100_000;

export const newBudget = (): Budget => ({ left: MAX_COMPARED_VALUES });

/** Maximum nesting of compared schemas: references can be nested without end, and each uses stack. */
const MAX_DEPTH = 250;

/** Thrown if two schemas are too large to compare; caught in {@link compareSchemas}. */
export class TooLarge extends Error {}

/** Two schemas with references resolved, or why they cannot be compared, as a sentence. */
type Pair = { readonly from: Schema; readonly to: Schema } | string;

/** A reference that only one side could not resolve, and its target on the other side. */
interface Assumed {
  readonly ref: string;
  readonly target: Node;
  readonly nodePath: NodePath | null;
}

/** What a comparison has learned, kept only if it succeeds. */
interface Trail {
  readonly compared: Set<Node>;
  readonly assumed: Map<string, Assumed>;
  readonly pairs: PairSet;
}

/** Pairs of schemas by identity. */
class PairSet {
  readonly #of = new Map<Node, Set<Node>>();

  has(one: Node, other: Node): boolean {
    return this.#of.get(one)?.has(other) ?? false;
  }

  add(one: Node, other: Node): void {
    const others = this.#of.get(one) ?? new Set();
    this.#of.set(one, others.add(other));
  }

  delete(one: Node, other: Node): void {
    this.#of.get(one)?.delete(other);
  }

  addAll(pairs: PairSet): void {
    for (const [one, others] of pairs.#of) for (const other of others) this.add(one, other);
  }
}

const newTrail = (): Trail => ({
  compared: new Set(),
  assumed: new Map(),
  pairs: new PairSet(),
});

/** What is known about two schemas and their subschemas during a comparison; each pair is compared once. */
export class SchemaPairs {
  readonly #before: SchemaReferences;
  readonly #after: SchemaReferences;
  readonly #budget: Budget;
  /** All pairs in `pairs` are equal. */
  readonly #known = newTrail();
  /** A pair is compared again under `not`, where a difference has the opposite meaning. */
  readonly #visited = { upright: new PairSet(), inverted: new PairSet() };
  readonly #sizes = new Map<Mapping, number>();
  #depth = 0;

  constructor(before: SchemaReferences, after: SchemaReferences, budget: Budget) {
    this.#before = before;
    this.#after = after;
    this.#budget = budget;
  }

  /** @throws TooLarge */
  spend(values: number): void {
    this.#budget.left -= values;
    if (this.#budget.left < 0) throw new TooLarge();
  }

  /** Enters a nested schema. @throws TooLarge */
  enter(): void {
    if (this.#depth >= MAX_DEPTH) throw new TooLarge();
    this.#depth += 1;
  }

  leave(): void {
    this.#depth -= 1;
  }

  /** Whether to compare a pair: not if it is already being compared further out, or known to be the same. */
  begin(one: Mapping, other: Mapping, isInverted: boolean): boolean {
    const visited = this.#visited[isInverted ? 'inverted' : 'upright'];
    if (visited.has(one, other)) return false;
    this.spend(this.#sizeOf(one) + this.#sizeOf(other));
    this.enter();
    visited.add(one, other);
    return true;
  }

  end(
    one: Mapping,
    other: Mapping,
    ended: { readonly isInverted: boolean; isSame: boolean },
  ): void {
    this.leave();
    if (!ended.isSame) this.#visited[ended.isInverted ? 'inverted' : 'upright'].delete(one, other);
  }

  /** Resolves the references of both sides. */
  pairOf(from: Schema, to: Schema, nodePath: NodePath | null, trail = this.#known): Pair {
    const one = from && this.#before.whole(from);
    const other = to && this.#after.whole(to);
    if (!from || !to) return { from: one, to: other };
    const [left, right] = [stringAt(one, '$ref'), stringAt(other, '$ref')];
    if (left !== undefined && right === undefined) {
      const through = assumed(this.#after, to, { ref: left, nodePath }, trail);
      return through ? { from: one, to: through } : notWritten(left);
    }
    if (right !== undefined && left === undefined) {
      const through = assumed(this.#before, from, { ref: right, nodePath }, trail);
      return through ? { from: through, to: other } : notWritten(right);
    }
    trail.compared.add(targetOf(this.#before, from)).add(targetOf(this.#after, to));
    return { from: one, to: other };
  }

  /** References assumed to be the same on both sides whose targets were never compared. */
  uncompared(): readonly { readonly what: string; readonly nodePath: NodePath | null }[] {
    const { assumed: all, compared } = this.#known;
    return [...all.values()]
      .filter(({ target }) => !compared.has(target))
      .map(({ ref, nodePath }) => ({ what: notWritten(ref), nodePath }));
  }

  /** Whether two values of a keyword are equal, ignoring key order and resolving references. */
  isSameField(keyword: string, one: Node, other: Node): boolean {
    return this.#learning((trail) => this.#isSameField(keyword, one, other, trail));
  }

  /** The same for two schemas. */
  isSame(one: Node, other: Node): boolean {
    return this.#learning((trail) => this.#isSame(one, other, trail));
  }

  /** Keeps what a comparison learned only if it succeeds: its equalities depend on each other. */
  #learning(compare: (trail: Trail) => boolean): boolean {
    const trail = newTrail();
    if (!compare(trail)) return false;
    for (const node of trail.compared) this.#known.compared.add(node);
    for (const [ref, each] of trail.assumed) this.#known.assumed.set(ref, each);
    this.#known.pairs.addAll(trail.pairs);
    return true;
  }

  #isSameField(keyword: string, one: Node, other: Node, trail: Trail): boolean {
    const as = GRAMMAR.schema.fields.get(keyword)?.as;
    if (as === 'list' && one.kind === 'sequence' && other.kind === 'sequence') {
      return (
        one.items.length === other.items.length &&
        one.items.every((item, index) => {
          const twin = other.items[index];
          return twin !== undefined && this.#isSame(item, twin, trail);
        })
      );
    }
    if (as === 'map' && one.kind === 'mapping' && other.kind === 'mapping') {
      return (
        one.entries.size === other.entries.size &&
        [...one.entries].every(([name, item]) => {
          const twin = other.entries.get(name);
          return twin !== undefined && this.#isSame(item, twin, trail);
        })
      );
    }
    return as === 'one' ? this.#isSame(one, other, trail) : canonical(one) === canonical(other);
  }

  #isSame(from: Node, to: Node, trail: Trail): boolean {
    if (from === to) return true;
    this.spend(1);
    const pair = this.pairOf(from, to, null, trail);
    if (typeof pair === 'string' || !pair.from || !pair.to) return false;
    const { from: one, to: other } = pair;
    if (one.kind !== 'mapping' || other.kind !== 'mapping') {
      return canonical(one) === canonical(other);
    }
    // A pair that is being compared further out is assumed equal; its own comparison decides.
    if (this.#known.pairs.has(one, other) || trail.pairs.has(one, other)) return true;
    trail.pairs.add(one, other);
    if (one.entries.size !== other.entries.size) return false;
    this.spend(this.#sizeOf(one) + this.#sizeOf(other));
    this.enter();
    // Data first: most unequal schemas differ there.
    const [fields, data] = [[], []] as [string[], string[]];
    for (const key of one.entries.keys())
      (GRAMMAR.schema.fields.has(key) ? fields : data).push(key);
    const isSame = [...data, ...fields].every((key) => {
      const [value, twin] = [one.entries.get(key), other.entries.get(key)];
      return value && twin && this.#isSameField(key, value, twin, trail);
    });
    this.leave();
    return isSame;
  }

  /** Number of values in a schema without its subschemas. */
  #sizeOf(schema: Mapping): number {
    const known = this.#sizes.get(schema);
    if (known !== undefined) return known;
    let size = 1;
    for (const [keyword, value] of schema.entries) {
      size += GRAMMAR.schema.fields.has(keyword) ? 1 : valuesIn(value);
    }
    this.#sizes.set(schema, size);
    return size;
  }
}

function valuesIn(node: Node): number {
  if (node.kind === 'scalar') return 1;
  let size = 1;
  for (const value of node.kind === 'sequence' ? node.items : node.entries.values()) {
    size += valuesIn(value);
  }
  return size;
}

/** The target of a reference without the keywords beside it; the schema itself if it is no reference. */
function targetOf(references: SchemaReferences, schema: Node): Node {
  const target = references.step(schema);
  return target ? references.whole(target) : schema;
}

/**
 * Follows `schema` to the reference `ref`, which the other side could not resolve. The two are assumed to be the
 * same, and the target is noted: it must be compared elsewhere.
 */
function assumed(
  references: SchemaReferences,
  schema: Node,
  { ref, nodePath }: Pick<Assumed, 'ref' | 'nodePath'>,
  trail: Trail,
): Node | undefined {
  const passed = new Set<Node>();
  let node: Schema = schema;
  while (node && !passed.has(node)) {
    if (stringAt(node, '$ref') === ref) {
      if (!trail.assumed.has(ref)) {
        trail.assumed.set(ref, { ref, target: targetOf(references, node), nodePath });
      }
      return node;
    }
    passed.add(node);
    node = references.step(node);
  }
  return undefined;
}

const notWritten = (ref: string): string => `${quoted(ref)} is not written out: not compared`;
