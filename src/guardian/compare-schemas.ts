import { COMPARED_KEYWORDS, keywordDifferences } from './compare-keywords.ts';
import { below, type Mapping, type Node, type NodePath, pointerOf } from './node.ts';
import {
  canonical,
  type PlacedDifference,
  type SchemaChange,
  type SchemaComparison,
  sumOf,
} from './schema-values.ts';
import { quoted } from './specification.ts';

/** A schema, or undefined where there is none, which admits everything. */
type Schema = Node | undefined;

/** Keywords that do not change what a schema admits. */
const ANNOTATIONS: ReadonlySet<string> = new Set([
  'title',
  'description',
  'default',
  'example',
  'examples',
  'deprecated',
  'externalDocs',
  'xml',
  '$comment',
  '$schema',
  '$id',
  '$anchor',
  '$defs',
  'definitions',
]);

/** Keywords that are compared one by one; of all others, it is only seen whether they are the same. */
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
  ANNOTATIONS.has(keyword) || keyword.startsWith('x-');

/** What `true` or no schema at all stands for is `{}`; `false` admits nothing. */
function asMapping(schema: Schema): Mapping | 'nothing' | 'no schema' {
  if (schema?.kind === 'mapping') return schema;
  if (schema === undefined) return { kind: 'mapping', at: 0, entries: new Map() };
  if (schema.kind !== 'scalar' || typeof schema.value !== 'boolean') return 'no schema';
  return schema.value ? { kind: 'mapping', at: schema.at, entries: new Map() } : 'nothing';
}

const OPPOSITE: Readonly<Record<SchemaChange, SchemaChange>> = {
  tightened: 'loosened',
  loosened: 'tightened',
  changed: 'changed',
};

/**
 * Compares what two schemas admit, keyword by keyword, with their references inlined. `tightened` and
 * `loosened` are promises (see `SchemaChange`); what is not understood well enough is `changed`: two
 * different `oneOf`, `if`, tuples and whatever else needs more than a look at one keyword. Titles,
 * descriptions, examples and extensions do not count.
 */
export function compareSchemas(before: Node, after: Node): SchemaComparison {
  const differences = differencesOf(before, after, null);
  return { change: sumOf(differences.map(({ change }) => change)), differences };
}

type Differences = readonly PlacedDifference[];

function differenceAt(nodePath: NodePath | null, change: SchemaChange, what: string): Differences {
  return [{ change, what, pointer: pointerOf(nodePath) }];
}

function differencesOf(from: Schema, to: Schema, nodePath: NodePath | null): Differences {
  // Where neither side has a schema there is nothing to go down into.
  if (from === to) return [];
  const one = asMapping(from);
  const other = asMapping(to);
  if (one === 'no schema' || other === 'no schema') {
    const isSame = from && to && canonical(from) === canonical(to);
    return isSame ? [] : differenceAt(nodePath, 'changed', 'this is not a schema');
  }
  if (one !== 'nothing' && other !== 'nothing') return mappingDifferences(one, other, nodePath);
  if (one === other) return [];
  return other === 'nothing'
    ? differenceAt(nodePath, 'tightened', 'nothing is valid any more')
    : differenceAt(nodePath, 'loosened', 'something is admitted');
}

/** What these admit hangs on which properties and items the keywords beside them have looked at. */
const UNEVALUATED = ['unevaluatedProperties', 'unevaluatedItems'];
const HANGING = [...UNEVALUATED, 'prefixItems', 'patternProperties'];

function mappingDifferences(from: Mapping, to: Mapping, nodePath: NodePath | null): Differences {
  const differences = [
    ...keywordDifferences(from, to).flatMap(({ change, what }) =>
      differenceAt(nodePath, change, what),
    ),
    ...propertyDifferences(from, to, nodePath),
    ...differencesOf(from.entries.get('items'), to.entries.get('items'), below(nodePath, 'items')),
    ...allOfDifferences(from, to, below(nodePath, 'allOf')),
    ...anyOfDifferences(from, to, below(nodePath, 'anyOf')),
    ...notDifferences(from.entries.get('not'), to.entries.get('not'), below(nodePath, 'not')),
    ...otherDifferences(from, to, nodePath),
  ];
  const has = (keyword: string): boolean => from.entries.has(keyword) || to.entries.has(keyword);
  const isAnother = differences.length > 0 || (UNEVALUATED.some(has) && !looksAlike(from, to));
  if (!isAnother || !HANGING.some(has)) return differences;
  const what = 'keywords that depend on this cannot be compared';
  return [...differences, ...differenceAt(nodePath, 'changed', what)];
}

/**
 * Whether two schemas that admit the same look at the same properties and items: what has been looked at is not
 * unevaluated any more, even where every value will do.
 */
function looksAlike(from: Schema, to: Schema): boolean {
  const [one, other] = [asMapping(from), asMapping(to)];
  if (typeof one === 'string' || typeof other === 'string') return one === other;
  const names = new Set(propertiesOf(one).keys());
  return (
    names.symmetricDifference(new Set(propertiesOf(other).keys())).size === 0 &&
    ['additionalProperties', 'items'].every(
      (word) => one.entries.has(word) === other.entries.has(word),
    ) &&
    ['allOf', 'anyOf'].every((keyword) => {
      const { lost, gained } = unmatched(one, other, keyword);
      return (
        lost.length === gained.length &&
        lost.every((schema, index) => looksAlike(schema, gained[index]))
      );
    })
  );
}

/** A property that only one side names is subject to the `additionalProperties` of the other. */
function propertyDifferences(from: Mapping, to: Mapping, nodePath: NodePath | null): Differences {
  const before = propertiesOf(from);
  const after = propertiesOf(to);
  const othersBefore = from.entries.get('additionalProperties');
  const othersAfter = to.entries.get('additionalProperties');
  const inside = below(nodePath, 'properties');
  const ofNamed = [...new Set([...before.keys(), ...after.keys()])].flatMap((name) => {
    const [one, other] = [before.get(name), after.get(name)];
    const place = below(inside, name);
    const found = differencesOf(one ?? othersBefore, other ?? othersAfter, place);
    const change = sumOf(found.map((difference) => difference.change));
    if ((one && other) || change === 'same') return found;
    const what = other ? 'this property is new' : 'this property is gone';
    return differenceAt(place, change, what);
  });
  return [...ofNamed, ...additionalDifferences(othersBefore, othersAfter, nodePath)];
}

/** Whether an object may have other properties than those it names, and what they must be. */
function additionalDifferences(from: Schema, to: Schema, nodePath: NodePath | null): Differences {
  const place = below(nodePath, 'additionalProperties');
  const differences = differencesOf(from, to, place);
  const [before, after] = [asMapping(from), asMapping(to)];
  if (differences.length === 0 || (before !== 'nothing' && after !== 'nothing')) return differences;
  const change = after === 'nothing' ? 'tightened' : 'loosened';
  return differenceAt(
    nodePath,
    change,
    `additionalProperties ${othersIn(from)} became ${othersIn(to)}`,
  );
}

function othersIn(schema: Schema): string {
  if (asMapping(schema) === 'nothing') return 'false';
  return schema?.kind === 'mapping' && schema.entries.size > 0 ? 'by a schema' : 'true';
}

/** All must hold, so that it is enough to compare the two lists one by one. */
function allOfDifferences(from: Mapping, to: Mapping, nodePath: NodePath): Differences {
  const { lost, gained } = unmatched(from, to, 'allOf');
  if (lost.length > 0 && gained.length > 0 && lost.length !== gained.length) {
    return differenceAt(nodePath, 'changed', 'other schemas must hold');
  }
  const longer = lost.length > 0 ? lost : gained;
  return longer.flatMap((_, index) =>
    differencesOf(lost[index], gained[index], below(nodePath, index)),
  );
}

/** One must hold: one alternative more admits more, but the first one admits less than having none. */
function anyOfDifferences(from: Mapping, to: Mapping, nodePath: NodePath): Differences {
  const had = from.entries.has('anyOf');
  const has = to.entries.has('anyOf');
  if (!had && has) return differenceAt(nodePath, 'tightened', 'there are alternatives');
  if (had && !has) return differenceAt(nodePath, 'loosened', 'there are no alternatives any more');
  const { lost, gained } = unmatched(from, to, 'anyOf');
  if (lost.length === gained.length) {
    return lost.flatMap((schema, index) =>
      differencesOf(schema, gained[index], below(nodePath, index)),
    );
  }
  if (lost.length === 0) return differenceAt(nodePath, 'loosened', 'there are more alternatives');
  if (gained.length === 0)
    return differenceAt(nodePath, 'tightened', 'there are fewer alternatives');
  return differenceAt(nodePath, 'changed', 'the alternatives changed');
}

/** What `not` admits less, the schema admits more. */
function notDifferences(from: Schema, to: Schema, nodePath: NodePath): Differences {
  if (!from && to) return differenceAt(nodePath, 'tightened', 'something is excluded');
  if (from && !to) return differenceAt(nodePath, 'loosened', 'nothing is excluded any more');
  return differencesOf(from, to, nodePath).map((difference) => ({
    ...difference,
    change: OPPOSITE[difference.change],
  }));
}

function otherDifferences(from: Mapping, to: Mapping, nodePath: NodePath | null): Differences {
  const keywords = [...new Set([...from.entries.keys(), ...to.entries.keys()])];
  return keywords.flatMap((keyword) => {
    if (UNDERSTOOD.has(keyword) || isAnnotation(keyword)) return [];
    const [one, other] = [from.entries.get(keyword), to.entries.get(keyword)];
    if (one && other && canonical(one) === canonical(other)) return [];
    return differenceAt(nodePath, 'changed', `${quoted(keyword)} is another`);
  });
}

function propertiesOf({ entries }: Mapping): ReadonlyMap<string, Node> {
  const properties = entries.get('properties');
  return properties?.kind === 'mapping' ? properties.entries : new Map();
}

/** The schemas of a list that have no equal in the other list. */
function unmatched(
  from: Mapping,
  to: Mapping,
  keyword: string,
): { readonly lost: readonly Node[]; readonly gained: readonly Node[] } {
  const [before = [], after = []] = [from, to].map(({ entries }) => {
    const list = entries.get(keyword);
    return list?.kind === 'sequence' ? list.items : [];
  });
  const known = new Set(before.map(canonical));
  const still = new Set(after.map(canonical));
  return {
    lost: before.filter((schema) => !still.has(canonical(schema))),
    gained: after.filter((schema) => !known.has(canonical(schema))),
  };
}
