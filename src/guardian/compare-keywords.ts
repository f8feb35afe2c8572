import type { Mapping, Node } from './node.ts';
import {
  type Bound,
  boundOf,
  canonical,
  isSameNumber,
  numberAt,
  type SchemaChange,
  type SchemaDifference,
  typesOf,
  valuesOf,
} from './schema-values.ts';
import { quoted } from './specification.ts';

type IsEqual = (keyword: string, one: Node, other: Node) => boolean;

type Rule = (before: Mapping, after: Mapping, isEqual: IsEqual) => readonly SchemaDifference[];

const tightened = (what: string): SchemaDifference => ({ change: 'tightened', what });
const loosened = (what: string): SchemaDifference => ({ change: 'loosened', what });
const changed = (what: string): SchemaDifference => ({ change: 'changed', what });

const without = (one: ReadonlySet<string>, other: ReadonlySet<string>): readonly string[] =>
  [...one].filter((item) => !other.has(item));

/** How a set of admitted things changed; undefined if it did not. */
function changeOfSet(
  before: ReadonlySet<string>,
  after: ReadonlySet<string>,
): SchemaChange | undefined {
  const lost = without(before, after).length > 0;
  const gained = without(after, before).length > 0;
  if (lost && gained) return 'changed';
  if (lost) return 'tightened';
  return gained ? 'loosened' : undefined;
}

function typeName({ entries }: Mapping): string {
  const type = entries.get('type');
  const nullable = entries.get('nullable');
  if (!type) return 'any';
  const name = type.kind === 'scalar' ? type.text : canonical(type);
  return nullable?.kind === 'scalar' && nullable.value === true ? `${name} or null` : name;
}

const type: Rule = (before, after) => {
  if (!before.entries.has('type') && !after.entries.has('type')) return [];
  const change = changeOfSet(typesOf(before), typesOf(after));
  return change ? [{ change, what: `type ${typeName(before)} became ${typeName(after)}` }] : [];
};

function listOf(items: readonly string[]): string {
  const shown = items.slice(0, 3).join(', ');
  return items.length > 3 ? `${shown} and ${items.length - 3} more` : shown;
}

/** `enum` and `const`. */
const values: Rule = (before, after) => {
  const from = valuesOf(before);
  const to = valuesOf(after);
  if (!from && !to) return [];
  if (!from && to) return [tightened(`values any became ${listOf([...to])}`)];
  if (!from || !to) return [loosened(`values ${listOf([...(from ?? [])])} became any`)];
  const change = changeOfSet(from, to);
  const lost = without(from, to);
  const gained = without(to, from);
  const parts = [
    ...(lost.length > 0 ? [`without ${listOf(lost)}`] : []),
    ...(gained.length > 0 ? [`with ${listOf(gained)}`] : []),
  ];
  return change ? [{ change, what: `the list of values is now ${parts.join(', ')}` }] : [];
};

function namesIn(node: Node | undefined): ReadonlySet<string> {
  const items = node?.kind === 'sequence' ? node.items : [];
  return new Set(items.map((item) => (item.kind === 'scalar' ? item.text : canonical(item))));
}

const required: Rule = (before, after) => {
  const from = namesIn(before.entries.get('required'));
  const to = namesIn(after.entries.get('required'));
  return [
    ...without(to, from).map((name) => tightened(`${quoted(name)} became required`)),
    ...without(from, to).map((name) => loosened(`${quoted(name)} became optional`)),
  ];
};

/** Infinite bounds stand for absent ones. */
const isNone = (value: number | bigint): boolean =>
  value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY;

function spoken({ value, isExclusive }: Bound): string {
  if (isNone(value)) return 'none';
  return isExclusive ? `${value} (exclusive)` : String(value);
}

const bound =
  (end: 'minimum' | 'maximum'): Rule =>
  (before, after) => {
    const from = boundOf(before, end);
    const to = boundOf(after, end);
    const isSame = isSameNumber(from.value, to.value);
    if (isSame && to.isExclusive === from.isExclusive) return [];
    const isFurtherIn = end === 'minimum' ? to.value > from.value : to.value < from.value;
    const isTighter = isSame ? to.isExclusive : isFurtherIn;
    const what = `${end} ${spoken(from)} became ${spoken(to)}`;
    return [isTighter ? tightened(what) : loosened(what)];
  };

/** `minLength` and the like, 0 when absent; `maxLength` and the like, unlimited when absent. */
const size =
  (keyword: string, whenAbsent: number): Rule =>
  (before, after) => {
    const from = numberAt(before, keyword) ?? whenAbsent;
    const to = numberAt(after, keyword) ?? whenAbsent;
    if (isSameNumber(from, to)) return [];
    const isMinimum = whenAbsent === 0;
    const words = (value: number | bigint): string =>
      !isMinimum && isNone(value) ? 'none' : String(value);
    const what = `${keyword} ${words(from)} became ${words(to)}`;
    return [to > from === isMinimum ? tightened(what) : loosened(what)];
  };

const isWhole = (value: number | bigint): boolean =>
  typeof value === 'bigint' || Number.isInteger(value);

const multipleOf: Rule = (before, after) => {
  const from = numberAt(before, 'multipleOf');
  const to = numberAt(after, 'multipleOf');
  const what = `multipleOf ${from ?? 'none'} became ${to ?? 'none'}`;
  if (from === undefined) return to === undefined ? [] : [tightened(what)];
  if (to === undefined) return [loosened(what)];
  if (isSameNumber(from, to)) return [];
  // Remainders of fractions are not exact.
  if (!isWhole(from) || !isWhole(to)) return [changed(what)];
  const [one, other] = [BigInt(from), BigInt(to)];
  // Nothing is a multiple of zero.
  if (one === 0n || other === 0n) return [changed(what)];
  if (other % one === 0n) return [tightened(what)];
  return [one % other === 0n ? loosened(what) : changed(what)];
};

function isUnique({ entries }: Mapping): boolean {
  const node = entries.get('uniqueItems');
  return node?.kind === 'scalar' && node.value === true;
}

const uniqueItems: Rule = (before, after) => {
  if (isUnique(before) === isUnique(after)) return [];
  return [
    isUnique(after)
      ? tightened('uniqueItems false became true')
      : loosened('uniqueItems true became false'),
  ];
};

/** `none`, quoted text, or the number of schemas in a list. */
function valueWords(node: Node | undefined): string {
  if (node === undefined) return 'none';
  if (node.kind === 'sequence') return `${node.items.length} schemas`;
  return quoted(node.kind === 'scalar' ? node.text : canonical(node));
}

/** A keyword that restricts a schema, but whose values cannot be compared. */
const present =
  (keyword: string): Rule =>
  (before, after, isEqual) => {
    const from = before.entries.get(keyword);
    const to = after.entries.get(keyword);
    const what = `${keyword} ${valueWords(from)} became ${valueWords(to)}`;
    if (!from && !to) return [];
    if (!from) return [tightened(what)];
    if (!to) return [loosened(what)];
    if (isEqual(keyword, from, to)) return [];
    // Two lists of the same length have the same words.
    return [changed(valueWords(from) === valueWords(to) ? `${keyword} changed` : what)];
  };

/** Each rule with the keywords it compares. */
const RULES: readonly (readonly [Rule, ...keywords: readonly string[]])[] = [
  [type, 'type', 'nullable'],
  [values, 'enum', 'const'],
  [required, 'required'],
  [bound('minimum'), 'minimum', 'exclusiveMinimum'],
  [bound('maximum'), 'maximum', 'exclusiveMaximum'],
  ...['minLength', 'minItems', 'minProperties'].map((word) => [size(word, 0), word] as const),
  ...['maxLength', 'maxItems', 'maxProperties'].map(
    (word) => [size(word, Number.POSITIVE_INFINITY), word] as const,
  ),
  [multipleOf, 'multipleOf'],
  [uniqueItems, 'uniqueItems'],
  ...['pattern', 'format', 'oneOf'].map((word) => [present(word), word] as const),
];

export const COMPARED_KEYWORDS = RULES.flatMap(([, ...keywords]) => keywords);

/**
 * Compares what two schemas require of a value as a whole, without its parts.
 *
 * @param isEqual without it, references are not resolved
 */
export function keywordDifferences(
  before: Mapping,
  after: Mapping,
  isEqual: IsEqual = (_, one, other) => canonical(one) === canonical(other),
): readonly SchemaDifference[] {
  const has = (keyword: string): boolean =>
    before.entries.has(keyword) || after.entries.has(keyword);
  return RULES.flatMap(([rule, ...keywords]) =>
    keywords.some(has) ? rule(before, after, isEqual) : [],
  );
}
