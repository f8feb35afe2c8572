import { memoizeEach } from '../text/memoize.ts';
import { COMPARED_KEYWORDS, keywordDifferences } from './compare-keywords.ts';
import { ANNOTATIONS, GRAMMAR } from './grammar.ts';
import { NO_REFERENCES, type SchemaReferences } from './inline-schema.ts';
import { below, type Mapping, type Node, type NodePath, pointerOf, stringAt } from './node.ts';
import {
  canonical,
  type PlacedDifference,
  type SchemaChange,
  type SchemaComparison,
  sumOf,
} from './schema-values.ts';
import { quoted } from './specification.ts';

/** Further keywords that do not change what a schema admits. */
const IGNORED: ReadonlySet<string> = new Set(
  'externalDocs xml $schema $id $anchor $defs definitions'.split(' '),
);

/** Keywords that are compared individually; all others only for equality. */
const UNDERSTOOD: ReadonlySet<string> = new Set([
  ...COMPARED_KEYWORDS,
  'properties',
  'additionalProperties',
  'items',
  'allOf',
  'anyOf',
]);

const isAnnotation = (keyword: string): boolean =>
  ANNOTATIONS.has(keyword) || IGNORED.has(keyword) || keyword.startsWith('x-');

/** Their effect depends on the properties and items that the keywords beside them look at. */
const UNEVALUATED = ['unevaluatedProperties', 'unevaluatedItems'];
const CONTEXT_DEPENDENT = [...UNEVALUATED, 'prefixItems', 'patternProperties'];

/** Undefined: no schema, which admits everything. */
type Schema = Node | undefined;

const ANYTHING: Mapping = { kind: 'mapping', at: 0, entries: new Map() };

/** `true` and an absent schema equal `{}`; `false` admits nothing. */
function asMapping(schema: Schema): Mapping | 'nothing' | 'no schema' {
  if (schema?.kind === 'mapping') return schema;
  if (schema === undefined) return ANYTHING;
  if (schema.kind !== 'scalar' || typeof schema.value !== 'boolean') return 'no schema';
  return schema.value ? ANYTHING : 'nothing';
}

/** How many values may still be compared. */
interface Budget {
  left: number;
}

/** Maximum number of values of both sides compared for one endpoint; takes a fraction of a second. */
const MAX_COMPARED_VALUES = 100_000;

export const newBudget = (): Budget => ({ left: MAX_COMPARED_VALUES });

/** Maximum nesting of compared schemas: references can be nested without end, and each uses stack. */
const MAX_DEPTH = 250;

/** Thrown if two schemas are too large to compare; caught in {@link compareSchemas}. */
class TooLarge extends Error {}

export interface Comparing {
  /** Resolve the references of each side; without them, references are not followed. */
  readonly before?: SchemaReferences;
  readonly after?: SchemaReferences;
  /** Shared between the comparisons of one endpoint. */
  readonly budget?: Budget;
}

/**
 * Compares what two schemas admit, keyword by keyword, following references. `tightened` and `loosened` are
 * guarantees (see `SchemaChange`). Everything else is `changed`: keywords that need more than a look at one of them
 * (different `oneOf`, `not`, `if`, tuples), and what could not be compared because it is too large or missing on one
 * side. Titles, descriptions, examples and extensions are ignored.
 */
export function compareSchemas(before: Node, after: Node, how: Comparing = {}): SchemaComparison {
  const comparison = new Comparison(how);
  const differences: PlacedDifference[] = [];
  try {
    const place = { nodePath: null, depth: 0, isStrict: false, isTest: false, visited: visits() };
    for (const each of comparison.differences(before, after, place)) differences.push(each);
  } catch (error) {
    if (!(error instanceof TooLarge)) throw error;
    const what = differences.length > 0 ? 'the rest is not compared' : 'not compared';
    differences.push(uncompared(`${what}, for its size`, null));
  }
  differences.push(...comparison.unsettled());
  return { change: sumOf(differences.map(({ change }) => change)), differences };
}

const uncompared = (what: string, nodePath: NodePath | null): PlacedDifference => ({
  change: 'changed',
  what,
  pointer: pointerOf(nodePath),
  isUncompared: true,
});

const notWritten = (ref: string): string => `${quoted(ref)} is not written out: not compared`;

/** Lazy, so that callers can stop early. */
type Differences = Generator<PlacedDifference, void, undefined>;

/** Pairs of schemas, in both kinds of places: those being compared, and those found to be the same. */
type Visits = Readonly<Record<'usual' | 'strict', Map<Mapping, Set<Mapping>>>>;

const visits = (): Visits => ({ usual: new Map(), strict: new Map() });

/** The current position in the two schemas. */
interface Place {
  readonly nodePath: NodePath | null;
  readonly depth: number;
  /** Inside `unevaluated…`, which tells apart schemas that admit the same: one may look at more than the other. */
  readonly isStrict: boolean;
  /** Whether the first difference ends it, so that nothing in `visited` outlives a wrong assumption. */
  readonly isTest: boolean;
  readonly visited: Visits;
}

const inside = (place: Place, key: string | number): Place => ({
  ...place,
  nodePath: below(place.nodePath, key),
});

function differenceAt({ nodePath }: Place, change: SchemaChange, what: string): PlacedDifference {
  return { change, what, pointer: pointerOf(nodePath) };
}

class Comparison {
  readonly #before: SchemaReferences;
  readonly #after: SchemaReferences;
  readonly #budget: Budget;
  readonly #compared = new Set<Node>();
  /** References that only one side could not resolve, taken for the same as the target on the other side. */
  readonly #assumed = new Map<string, { readonly target: Node; readonly at: NodePath | null }>();

  constructor({ before, after, budget }: Comparing) {
    this.#before = before ?? NO_REFERENCES;
    this.#after = after ?? NO_REFERENCES;
    this.#budget = budget ?? newBudget();
  }

  /** Assumptions whose targets were compared nowhere. */
  unsettled(): readonly PlacedDifference[] {
    return [...this.#assumed]
      .filter(([, { target }]) => !this.#compared.has(target))
      .map(([ref, { at }]) => uncompared(notWritten(ref), at));
  }

  *differences(from: Schema, to: Schema, place: Place): Differences {
    // Also ends the recursion where neither side has a schema.
    if (from === to) return;
    this.#spend(1);
    const pair = this.#resolved(from, to, place);
    if (typeof pair === 'string') {
      yield uncompared(pair, place.nodePath);
      return;
    }
    const one = asMapping(pair.from);
    const other = asMapping(pair.to);
    if (one === 'no schema' || other === 'no schema') {
      const isSame = pair.from && pair.to && canonical(pair.from) === canonical(pair.to);
      if (!isSame) yield differenceAt(place, 'changed', 'this is not a schema');
    } else if (one !== 'nothing' && other !== 'nothing') {
      yield* this.#mappings(one, other, place);
    } else if (one !== other) {
      yield other === 'nothing'
        ? differenceAt(place, 'tightened', 'nothing is valid any more')
        : differenceAt(place, 'loosened', 'something is admitted');
    }
  }

  #spend(values: number): void {
    this.#budget.left -= values;
    if (this.#budget.left < 0) throw new TooLarge();
  }

  /** Two schemas with references resolved, or why they cannot be compared, as a sentence. */
  #resolved(from: Schema, to: Schema, { nodePath }: Place) {
    const one = from && this.#before.whole(from);
    const other = to && this.#after.whole(to);
    if (!from || !to) return { from: one, to: other };
    const [left, right] = [stringAt(one, '$ref'), stringAt(other, '$ref')];
    if (left !== undefined && right === undefined) {
      const through = this.#assume(this.#after, to, left, nodePath);
      return through ? { from: one, to: through } : notWritten(left);
    }
    if (right !== undefined && left === undefined) {
      const through = this.#assume(this.#before, from, right, nodePath);
      return through ? { from: through, to: other } : notWritten(right);
    }
    this.#compared.add(targetOf(this.#before, from)).add(targetOf(this.#after, to));
    return { from: one, to: other };
  }

  /** Follows `schema` to the reference `ref`, which the other side could not resolve. */
  #assume(references: SchemaReferences, schema: Node, ref: string, at: NodePath | null): Schema {
    const passed = new Set<Node>();
    let node: Schema = schema;
    while (node && !passed.has(node) && stringAt(node, '$ref') !== ref) {
      passed.add(node);
      node = references.step(node);
    }
    if (!node || passed.has(node)) return undefined;
    if (!this.#assumed.has(ref)) this.#assumed.set(ref, { target: targetOf(references, node), at });
    return node;
  }

  *#mappings(one: Mapping, other: Mapping, outer: Place): Differences {
    const has = (keyword: string): boolean =>
      one.entries.has(keyword) || other.entries.has(keyword);
    const isStrict = outer.isStrict || UNEVALUATED.some(has);
    const place = { ...outer, isStrict, depth: outer.depth + 1 };
    const visited = place.visited[isStrict ? 'strict' : 'usual'];
    const partners = visited.get(one) ?? new Set();
    if (one === other || partners.has(other)) return;
    if (place.depth > MAX_DEPTH) throw new TooLarge();
    this.#spend(sizeOf(one) + sizeOf(other));
    visited.set(one, partners.add(other));
    let isSame = true;
    try {
      for (const difference of this.#partDifferences(one, other, place)) {
        isSame = false;
        yield difference;
      }
    } finally {
      if (!isSame) partners.delete(other);
    }
    if (!isSame && CONTEXT_DEPENDENT.some(has))
      yield differenceAt(place, 'changed', 'keywords that depend on this cannot be compared');
  }

  *#partDifferences(from: Mapping, to: Mapping, place: Place): Differences {
    const isEqual = (keyword: string, one: Node, other: Node): boolean =>
      this.#isSameField(keyword, one, other, place);
    for (const { change, what } of keywordDifferences(from, to, isEqual)) {
      yield differenceAt(place, change, what);
    }
    yield* this.#properties(from, to, place);
    for (const keyword of ['additionalProperties', 'items']) {
      const [one, other] = [from.entries.get(keyword), to.entries.get(keyword)];
      if (place.isStrict && !one !== !other) {
        yield differenceAt(place, 'changed', `${quoted(keyword)} is another`);
      } else yield* this.differences(one, other, inside(place, keyword));
    }
    yield* this.#allOf(listAt(from, 'allOf'), listAt(to, 'allOf'), inside(place, 'allOf'));
    yield* this.#anyOf(from, to, inside(place, 'anyOf'));
    for (const keyword of new Set([...from.entries.keys(), ...to.entries.keys()])) {
      if (UNDERSTOOD.has(keyword) || isAnnotation(keyword)) continue;
      const [one, other] = [from.entries.get(keyword), to.entries.get(keyword)];
      if (one && other && isEqual(keyword, one, other)) continue;
      if (keyword !== 'not' || (one && other)) {
        yield differenceAt(place, 'changed', `${quoted(keyword)} is another`);
      } else if (other) yield differenceAt(place, 'tightened', 'something is excluded');
      else yield differenceAt(place, 'loosened', 'nothing is excluded any more');
    }
  }

  /** A property named on one side only is subject to `additionalProperties` on the other. */
  *#properties(from: Mapping, to: Mapping, place: Place): Differences {
    const [before, after] = [propertiesOf(from), propertiesOf(to)];
    const properties = inside(place, 'properties');
    for (const name of namesIn(before, after)) {
      const [one, other] = [before.get(name), after.get(name)];
      const within = inside(properties, name);
      const found = this.differences(
        one ?? from.entries.get('additionalProperties'),
        other ?? to.entries.get('additionalProperties'),
        within,
      );
      if (one && other) {
        yield* found;
        continue;
      }
      const change = changeOf(found);
      const what = other ? 'this property is new' : 'this property is gone';
      if (change !== 'same') yield differenceAt(within, change, what);
      else if (place.isStrict) yield differenceAt(within, 'changed', what);
    }
  }

  /** All schemas must hold, so comparing the lists pairwise is enough. */
  *#allOf(before: readonly Node[], after: readonly Node[], place: Place): Differences {
    for (let index = 0; index < Math.max(before.length, after.length); index += 1) {
      yield* this.differences(before[index], after[index], inside(place, index));
    }
  }

  /** One schema must hold: a further alternative admits more, but adding the first one admits less. */
  *#anyOf(from: Mapping, to: Mapping, place: Place): Differences {
    const [had, has] = [from.entries.has('anyOf'), to.entries.has('anyOf')];
    if (had !== has) {
      yield has
        ? differenceAt(place, 'tightened', 'there are alternatives')
        : differenceAt(place, 'loosened', 'there are no alternatives any more');
    }
    if (!had || !has) return;
    const [before, after] = [listAt(from, 'anyOf'), listAt(to, 'anyOf')];
    if (before.length === after.length) {
      yield* this.#allOf(before, after, place);
      return;
    }
    const [some, all] = before.length < after.length ? [before, after] : [after, before];
    const isKept = before.every((one, at) => {
      const other = after[at];
      return at >= some.length || (other && this.#isSame(one, other, place));
    });
    if (!isKept) yield differenceAt(place, 'changed', 'the alternatives changed');
    else if (all === after) yield differenceAt(place, 'loosened', 'there are more alternatives');
    else yield differenceAt(place, 'tightened', 'there are fewer alternatives');
  }

  /** Whether two values of a keyword are equal; schemas in it, if they admit the same. */
  #isSameField(keyword: string, one: Node, other: Node, place: Place): boolean {
    const as = GRAMMAR.schema.fields.get(keyword)?.as;
    if (as === 'one') return this.#isSame(one, other, place);
    if (as === 'list' && one.kind === 'sequence' && other.kind === 'sequence') {
      const isSame = (item: Node, at: number): boolean => {
        const twin = other.items[at];
        return twin !== undefined && this.#isSame(item, twin, place);
      };
      return one.items.length === other.items.length && one.items.every(isSame);
    }
    if (as === 'map' && one.kind === 'mapping' && other.kind === 'mapping') {
      const isSame = ([name, item]: [string, Node]): boolean => {
        const twin = other.entries.get(name);
        return twin !== undefined && this.#isSame(item, twin, place);
      };
      return one.entries.size === other.entries.size && [...one.entries].every(isSame);
    }
    return canonical(one) === canonical(other);
  }

  #isSame(one: Node, other: Node, place: Place): boolean {
    const test = place.isTest ? place : { ...place, isTest: true, visited: visits() };
    return changeOf(this.differences(one, other, test)) === 'same';
  }
}

/** The combined change; stops as soon as it is known. */
function changeOf(differences: Differences): SchemaChange | 'same' {
  let sum: SchemaChange | 'same' = 'same';
  for (const { change } of differences) {
    sum = sum === 'same' ? change : sumOf([sum, change]);
    if (sum === 'changed') break;
  }
  return sum;
}

/** The target of a reference without the keywords beside it; the schema itself if it is no reference. */
function targetOf(references: SchemaReferences, schema: Node): Node {
  const target = references.step(schema);
  return target ? references.whole(target) : schema;
}

/** Number of values in a schema without its subschemas. */
const sizeOf = memoizeEach((schema: Mapping): number => {
  let size = 1;
  for (const [keyword, value] of schema.entries) {
    size += GRAMMAR.schema.fields.has(keyword) ? 1 : valuesIn(value);
  }
  return size;
});

function valuesIn(node: Node): number {
  if (node.kind === 'scalar') return 1;
  let size = 1;
  for (const value of node.kind === 'sequence' ? node.items : node.entries.values()) {
    size += valuesIn(value);
  }
  return size;
}

/** Lazy: a caller that stops early does not visit thousands of names. */
function* namesIn(
  before: ReadonlyMap<string, Node>,
  after: ReadonlyMap<string, Node>,
): Generator<string> {
  yield* before.keys();
  for (const name of after.keys()) if (!before.has(name)) yield name;
}

function propertiesOf({ entries }: Mapping): ReadonlyMap<string, Node> {
  const properties = entries.get('properties');
  return properties?.kind === 'mapping' ? properties.entries : new Map();
}

function listAt({ entries }: Mapping, keyword: string): readonly Node[] {
  const list = entries.get(keyword);
  return list?.kind === 'sequence' ? list.items : [];
}
