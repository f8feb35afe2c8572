import { COMPARED_KEYWORDS, keywordDifferences } from './compare-keywords.ts';
import { ANNOTATIONS } from './grammar.ts';
import { NO_REFERENCES, type SchemaReferences } from './inline-schema.ts';
import { below, type Mapping, type Node, type NodePath, pointerOf } from './node.ts';
import { type Budget, newBudget, type Schema, SchemaPairs, TooLarge } from './schema-pairs.ts';
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
  'not',
]);

const isAnnotation = (keyword: string): boolean =>
  ANNOTATIONS.has(keyword) || IGNORED.has(keyword) || keyword.startsWith('x-');

const ANYTHING: Mapping = { kind: 'mapping', at: 0, entries: new Map() };

/** `true` and an absent schema equal `{}`; `false` admits nothing. */
function asMapping(schema: Schema): Mapping | 'nothing' | 'no schema' {
  if (schema?.kind === 'mapping') return schema;
  if (schema === undefined) return ANYTHING;
  if (schema.kind !== 'scalar' || typeof schema.value !== 'boolean') return 'no schema';
  return schema.value ? ANYTHING : 'nothing';
}

const OPPOSITE: Readonly<Record<SchemaChange, SchemaChange>> = {
  tightened: 'loosened',
  loosened: 'tightened',
  changed: 'changed',
};

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
 * (different `oneOf`, `if`, tuples), and what could not be compared because it is too large or missing on one side.
 * Titles, descriptions, examples and extensions are ignored.
 */
export function compareSchemas(before: Node, after: Node, how: Comparing = {}): SchemaComparison {
  const { budget = newBudget() } = how;
  const pairs = new SchemaPairs(how.before ?? NO_REFERENCES, how.after ?? NO_REFERENCES, budget);
  const differences: PlacedDifference[] = [];
  try {
    const place: Place = { pairs, nodePath: null, isInverted: false };
    for (const difference of differencesOf(before, after, place)) differences.push(difference);
  } catch (error) {
    if (!(error instanceof TooLarge)) throw error;
    const what = differences.length > 0 ? 'the rest is not compared' : 'not compared';
    differences.push(uncompared(`${what}, for its size`, null));
  }
  for (const { what, nodePath } of pairs.uncompared()) differences.push(uncompared(what, nodePath));
  return { change: sumOf(differences.map(({ change }) => change)), differences };
}

const uncompared = (what: string, nodePath: NodePath | null): PlacedDifference => ({
  change: 'changed',
  what,
  pointer: pointerOf(nodePath),
  isUncompared: true,
});

/** Lazy, so that callers can stop early. */
type Differences = Generator<PlacedDifference, void, undefined>;

/** The current position in the two schemas. */
interface Place {
  readonly pairs: SchemaPairs;
  readonly nodePath: NodePath | null;
  /** Whether it is under an odd number of `not`. */
  readonly isInverted: boolean;
}

const inside = (place: Place, key: string | number): Place => ({
  ...place,
  nodePath: below(place.nodePath, key),
});

function differenceAt({ nodePath }: Place, change: SchemaChange, what: string): PlacedDifference {
  return { change, what, pointer: pointerOf(nodePath) };
}

function* differencesOf(from: Schema, to: Schema, place: Place): Differences {
  // Also ends the recursion where neither side has a schema.
  if (from === to) return;
  const { pairs, nodePath, isInverted } = place;
  pairs.spend(1);
  const pair = pairs.pairOf(from, to, nodePath);
  if (typeof pair === 'string') {
    yield uncompared(pair, nodePath);
    return;
  }
  const one = asMapping(pair.from);
  const other = asMapping(pair.to);
  if (one === 'no schema' || other === 'no schema') {
    const isSame = pair.from && pair.to && canonical(pair.from) === canonical(pair.to);
    if (!isSame) yield differenceAt(place, 'changed', 'this is not a schema');
  } else if (one !== 'nothing' && other !== 'nothing') {
    if (one === other || !pairs.begin(one, other, isInverted)) return;
    let isSame = false;
    try {
      isSame = yield* mappingDifferences(one, other, place);
    } finally {
      pairs.end(one, other, { isInverted, isSame });
    }
  } else if (one !== other) {
    yield other === 'nothing'
      ? differenceAt(place, 'tightened', 'nothing is valid any more')
      : differenceAt(place, 'loosened', 'something is admitted');
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

/** Their effect depends on the properties and items that other keywords have evaluated. */
const UNEVALUATED = ['unevaluatedProperties', 'unevaluatedItems'];
const CONTEXT_DEPENDENT = [...UNEVALUATED, 'prefixItems', 'patternProperties'];

/** Returns whether there were no differences. */
function* mappingDifferences(
  from: Mapping,
  to: Mapping,
  place: Place,
): Generator<PlacedDifference, boolean, undefined> {
  let isSame = true;
  for (const difference of keywordAndPartDifferences(from, to, place)) {
    isSame = false;
    yield difference;
  }
  const has = (keyword: string): boolean => from.entries.has(keyword) || to.entries.has(keyword);
  if (!CONTEXT_DEPENDENT.some(has)) return isSame;
  if (isSame && (!UNEVALUATED.some(has) || evaluatesTheSame(from, to, place))) return true;
  yield differenceAt(place, 'changed', 'keywords that depend on this cannot be compared');
  return false;
}

function* keywordAndPartDifferences(from: Mapping, to: Mapping, place: Place): Differences {
  const isEqual = (keyword: string, one: Node, other: Node): boolean =>
    place.pairs.isSameField(keyword, one, other);
  for (const { change, what } of keywordDifferences(from, to, isEqual)) {
    yield differenceAt(place, change, what);
  }
  yield* propertyDifferences(from, to, place);
  yield* differencesOf(from.entries.get('items'), to.entries.get('items'), inside(place, 'items'));
  yield* allOfDifferences(from, to, inside(place, 'allOf'));
  yield* anyOfDifferences(from, to, inside(place, 'anyOf'));
  yield* notDifferences(from.entries.get('not'), to.entries.get('not'), inside(place, 'not'));
  yield* otherDifferences(from, to, place);
}

/**
 * Whether two schemas that admit the same values also evaluate the same properties and items: evaluated ones are not
 * `unevaluated`, even if every value is valid.
 */
function evaluatesTheSame(from: Schema, to: Schema, place: Place): boolean {
  const { pairs } = place;
  pairs.spend(1);
  const pair = pairs.pairOf(from, to, place.nodePath);
  if (typeof pair === 'string') return false;
  const [one, other] = [asMapping(pair.from), asMapping(pair.to)];
  if (typeof one === 'string' || typeof other === 'string') return one === other;
  pairs.enter();
  const names = new Set(propertiesOf(one).keys());
  const isAlike =
    names.symmetricDifference(new Set(propertiesOf(other).keys())).size === 0 &&
    ['additionalProperties', 'items'].every(
      (word) => one.entries.has(word) === other.entries.has(word),
    ) &&
    ['allOf', 'anyOf'].every((keyword) => {
      const { lost, gained } = unmatched(one, other, { keyword, pairs });
      return (
        lost.length === gained.length &&
        lost.every((schema, index) => evaluatesTheSame(schema, gained[index], place))
      );
    });
  pairs.leave();
  return isAlike;
}

/** Lazy: a caller that stops early does not visit thousands of names. */
function* namesIn(
  before: ReadonlyMap<string, Node>,
  after: ReadonlyMap<string, Node>,
): Generator<string> {
  yield* before.keys();
  for (const name of after.keys()) if (!before.has(name)) yield name;
}

/** A property named on one side only is subject to `additionalProperties` on the other. */
function* propertyDifferences(from: Mapping, to: Mapping, place: Place): Differences {
  const before = propertiesOf(from);
  const after = propertiesOf(to);
  const othersBefore = from.entries.get('additionalProperties');
  const othersAfter = to.entries.get('additionalProperties');
  const properties = inside(place, 'properties');
  for (const name of namesIn(before, after)) {
    const [one, other] = [before.get(name), after.get(name)];
    const within = inside(properties, name);
    const found = differencesOf(one ?? othersBefore, other ?? othersAfter, within);
    if (one && other) {
      yield* found;
      continue;
    }
    const change = changeOf(found);
    if (change === 'same') continue;
    yield differenceAt(within, change, other ? 'this property is new' : 'this property is gone');
  }
  yield* additionalDifferences(othersBefore, othersAfter, place);
}

/** Compares whether other properties are allowed, and their schema. */
function* additionalDifferences(from: Schema, to: Schema, place: Place): Differences {
  if (from === to) return;
  const found = differencesOf(from, to, inside(place, 'additionalProperties'));
  const { pairs, nodePath } = place;
  const pair = pairs.pairOf(from, to, nodePath);
  const [before, after] =
    typeof pair === 'string' ? [] : [asMapping(pair.from), asMapping(pair.to)];
  if (before !== 'nothing' && after !== 'nothing') {
    yield* found;
    return;
  }
  const change = changeOf(found);
  if (change === 'same' || typeof pair === 'string') return;
  yield differenceAt(
    place,
    after === 'nothing' ? 'tightened' : 'loosened',
    `additionalProperties ${othersIn(pair.from)} became ${othersIn(pair.to)}`,
  );
}

function othersIn(schema: Schema): string {
  if (asMapping(schema) === 'nothing') return 'false';
  return schema?.kind === 'mapping' && schema.entries.size > 0 ? 'by a schema' : 'true';
}

/** All schemas must hold, so comparing the lists pairwise is enough. */
function* allOfDifferences(from: Mapping, to: Mapping, place: Place): Differences {
  const { lost, gained } = unmatched(from, to, { keyword: 'allOf', pairs: place.pairs });
  if (lost.length > 0 && gained.length > 0 && lost.length !== gained.length) {
    yield differenceAt(place, 'changed', 'other schemas must hold');
    return;
  }
  const longer = lost.length > 0 ? lost : gained;
  for (const index of longer.keys()) {
    yield* differencesOf(lost[index], gained[index], inside(place, index));
  }
}

/** One schema must hold: a further alternative admits more, but adding the first one admits less. */
function* anyOfDifferences(from: Mapping, to: Mapping, place: Place): Differences {
  const had = from.entries.has('anyOf');
  const has = to.entries.has('anyOf');
  if (had !== has) {
    yield has
      ? differenceAt(place, 'tightened', 'there are alternatives')
      : differenceAt(place, 'loosened', 'there are no alternatives any more');
  }
  if (!had || !has) return;
  const { lost, gained } = unmatched(from, to, { keyword: 'anyOf', pairs: place.pairs });
  if (lost.length === gained.length) {
    for (const [index, schema] of lost.entries()) {
      yield* differencesOf(schema, gained[index], inside(place, index));
    }
  } else if (lost.length === 0) {
    yield differenceAt(place, 'loosened', 'there are more alternatives');
  } else if (gained.length === 0) {
    yield differenceAt(place, 'tightened', 'there are fewer alternatives');
  } else yield differenceAt(place, 'changed', 'the alternatives changed');
}

/** What `not` admits less, the schema admits more. */
function* notDifferences(from: Schema, to: Schema, place: Place): Differences {
  if (!from && to) yield differenceAt(place, 'tightened', 'something is excluded');
  else if (from && !to) yield differenceAt(place, 'loosened', 'nothing is excluded any more');
  else {
    const inverted = { ...place, isInverted: !place.isInverted };
    for (const difference of differencesOf(from, to, inverted)) {
      yield { ...difference, change: OPPOSITE[difference.change] };
    }
  }
}

function* otherDifferences(from: Mapping, to: Mapping, place: Place): Differences {
  for (const keyword of new Set([...from.entries.keys(), ...to.entries.keys()])) {
    if (UNDERSTOOD.has(keyword) || isAnnotation(keyword)) continue;
    const [one, other] = [from.entries.get(keyword), to.entries.get(keyword)];
    if (one && other && place.pairs.isSameField(keyword, one, other)) continue;
    yield differenceAt(place, 'changed', `${quoted(keyword)} is another`);
  }
}

function propertiesOf({ entries }: Mapping): ReadonlyMap<string, Node> {
  const properties = entries.get('properties');
  return properties?.kind === 'mapping' ? properties.entries : new Map();
}

/** The schemas of each list without an equal in the other list. */
function unmatched(
  from: Mapping,
  to: Mapping,
  { keyword, pairs }: { readonly keyword: string; readonly pairs: SchemaPairs },
): { readonly lost: readonly Node[]; readonly gained: readonly Node[] } {
  const [before = [], after = []] = [from, to].map(({ entries }) => {
    const list = entries.get(keyword);
    return list?.kind === 'sequence' ? list.items : [];
  });
  const lost = before.filter((one, index) => {
    return !hasTwin(index, [before, after], (other) => pairs.isSame(one, other));
  });
  const gained = after.filter((other, index) => {
    return !hasTwin(index, [after, before], (one) => pairs.isSame(one, other));
  });
  return { lost, gained };
}

/**
 * Whether the item at `index` has an equal in the other list, which is usually at the same distance from the start or
 * the end.
 */
function hasTwin(
  index: number,
  [list, others]: readonly [readonly Node[], readonly Node[]],
  isTwin: (other: Node) => boolean,
): boolean {
  const likely = [others[index], others[others.length - list.length + index]];
  return likely.some((other) => other && isTwin(other)) || others.some(isTwin);
}
