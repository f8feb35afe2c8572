import { GRAMMAR } from './grammar.ts';
import type { SchemaReferences } from './inline-schema.ts';
import { type Mapping, type Node, type NodePath, stringAt } from './node.ts';
import { canonical } from './schema-values.ts';
import { quoted } from './specification.ts';

/** A schema, or undefined where there is none, which admits everything. */
export type Schema = Node | undefined;

/** How many values may still be looked at; counted down while schemas are compared. */
export interface Budget {
  left: number;
}

/** Values of both sides that are looked at for one endpoint, which takes a fraction of a second. */
const MOST_LOOKED_AT = 100_000;

export const newBudget = (): Budget => ({ left: MOST_LOOKED_AT });

/** Schemas inside each other that are compared: references may lead on and on, and each takes some of the stack. */
const DEEPEST = 250;

/** Thrown where two schemas are too large to be compared any further; never leaves {@link compareSchemas}. */
export class TooLarge extends Error {}

/** What two schemas that may stand in a pair are, references followed; or why they cannot be compared, as a sentence. */
type Pair = { readonly from: Schema; readonly to: Schema } | string;

/** A reference that only one side could not follow, and what it is on the other. */
interface Assumed {
  readonly ref: string;
  readonly target: Node;
  readonly nodePath: NodePath | null;
}

/** What was learnt on the way, to be kept only if it came to something. */
interface Trail {
  readonly compared: Set<Node>;
  readonly assumed: Map<string, Assumed>;
  readonly pairs: PairSet;
}

/** Pairs of schemas, by which they are and not by what they say. */
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

/** What is known of two schemas and those inside them while they are compared, each pair being looked at once. */
export class SchemaPairs {
  readonly #before: SchemaReferences;
  readonly #after: SchemaReferences;
  readonly #budget: Budget;
  /** All pairs in `pairs` are equal. */
  readonly #known = newTrail();
  /** Under a `not` a difference means the opposite, so that it is looked for there once more. */
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

  /** Goes one schema deeper. @throws TooLarge */
  enter(): void {
    if (this.#depth >= DEEPEST) throw new TooLarge();
    this.#depth += 1;
  }

  leave(): void {
    this.#depth -= 1;
  }

  /** Whether a pair is to be looked at: not while it is being looked at further out, and not when it is the same. */
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

  /** Follows the references of both sides. */
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

  /** References that were taken for the same on both sides, and whose schemas nothing was compared with anywhere. */
  uncompared(): readonly { readonly what: string; readonly nodePath: NodePath | null }[] {
    const { assumed: all, compared } = this.#known;
    return [...all.values()]
      .filter(({ target }) => !compared.has(target))
      .map(({ ref, nodePath }) => ({ what: notWritten(ref), nodePath }));
  }

  /** Whether two values of a keyword are the same but for the order of keys, references followed. */
  isSameField(keyword: string, one: Node, other: Node): boolean {
    return this.#learning((trail) => this.#isSameField(keyword, one, other, trail));
  }

  /** The same of two schemas. */
  isSame(one: Node, other: Node): boolean {
    return this.#learning((trail) => this.#isSame(one, other, trail));
  }

  /** What was taken for the same on the way is so only if all of it was. */
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
    // What is being looked at further out is not looked at again: it would only be found to be what it is.
    if (this.#known.pairs.has(one, other) || trail.pairs.has(one, other)) return true;
    trail.pairs.add(one, other);
    if (one.entries.size !== other.entries.size) return false;
    this.spend(this.#sizeOf(one) + this.#sizeOf(other));
    this.enter();
    // Data first: that is where most schemas that are not the same differ.
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

  /** Values that a schema has beside those of the schemas inside it. */
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

/** What a reference leads to without what stands beside it; what is none is that itself. */
function targetOf(references: SchemaReferences, schema: Node): Node {
  const target = references.step(schema);
  return target ? references.whole(target) : schema;
}

/**
 * The schema on the way from `schema` that is the reference `ref`, which the other side could not follow: the two are
 * taken for the same, and it is kept in mind that what it leads to has to be compared elsewhere.
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
