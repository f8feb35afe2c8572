import { ANNOTATIONS, GRAMMAR } from './grammar.ts';
import { type Mapping, type Node, type Scalar, stringAt } from './node.ts';
import { MAX_REFERENCE_CHAIN, type Specification } from './specification.ts';

/** Maximum number of values in a schema after replacing references. */
const MAX_VALUES = 1_000;

/** Maximum depth of replaced references; keeps the result within `MAX_DEPTH`. */
const MAX_REFERENCE_DEPTH = 32;

/** Keywords that may stand beside a reference in 3.1 without changing what it admits. */
const isAnnotation = (keyword: string): boolean =>
  ANNOTATIONS.has(keyword) || keyword === 'readOnly' || keyword === 'writeOnly';

/** Thrown if a schema grows beyond {@link MAX_VALUES}; caught in this file. */
class TooLarge extends Error {}

/**
 * Replaces references in a schema by their targets. A reference stays, with a remark, if it is circular or leads
 * nowhere, and at the depth needed to keep the result to about 1,000 values. Keywords beside a reference are ignored
 * in 3.0 and apply in 3.1.
 *
 * @param maxDepth maximum depth of replaced references
 */
export function inlineSchema(
  specification: Specification,
  schema: Node,
  maxDepth: number = MAX_REFERENCE_DEPTH,
): Node {
  let within = 0;
  let beyond = maxDepth;
  const whole = inlinedTo(specification, schema, beyond);
  if (whole) return whole;
  let best = inlinedTo(specification, schema, 0) ?? schema;
  while (beyond - within > 1) {
    const middle = (within + beyond) >> 1;
    const attempt = inlinedTo(specification, schema, middle);
    if (attempt) {
      best = attempt;
      within = middle;
    } else beyond = middle;
  }
  return best;
}

/** Replaces references up to `levels` deep; undefined if the result is too large. */
function inlinedTo(
  { references, dialect }: Specification,
  schema: Node,
  levels: number,
): Node | undefined {
  const open = new Set<Node>([schema]);
  let values = 0;

  function count(): void {
    values += 1;
    // Without replacements the schema has its original size.
    if (values > MAX_VALUES && levels > 0) throw new TooLarge();
  }

  /** Counts data, such as an example: it contains no references. */
  function countAll(node: Node): void {
    count();
    if (node.kind === 'sequence') node.items.forEach(countAll);
    else if (node.kind === 'mapping') node.entries.forEach(countAll);
  }

  function inlined(node: Node): Node {
    count();
    if (node.kind !== 'mapping') return node;
    const ref = node.entries.get('$ref');
    if (ref?.kind === 'scalar' && typeof ref.value === 'string') {
      return replaced(node, ref, references.step(ref.value));
    }
    return withoutReferences(node);
  }

  function withoutReferences(node: Mapping): Mapping {
    const entries = new Map<string, Node>();
    for (const [name, value] of node.entries) {
      const field = GRAMMAR.schema.fields.get(name);
      if (field) entries.set(name, inlinedField(value, field.as));
      else {
        countAll(value);
        entries.set(name, value);
      }
    }
    return { ...node, entries };
  }

  function inlinedField(node: Node, as: 'one' | 'list' | 'map'): Node {
    if (as === 'one') return inlined(node);
    if (node.kind === 'sequence') return { ...node, items: node.items.map(inlined) };
    if (node.kind === 'scalar') return node;
    const entries = [...node.entries].map(([name, item]): [string, Node] => [name, inlined(item)]);
    return { ...node, entries: new Map(entries) };
  }

  function replaced(
    node: Mapping,
    ref: Scalar,
    resolution: ReturnType<typeof references.step>,
  ): Node {
    if (resolution.kind !== 'found') return kept(node, ref, 'cannot be followed');
    const target = resolution.node;
    if (open.has(target)) return kept(node, ref, 'refers back to itself');
    if (open.size > levels) return kept(node, ref, 'not written out, for its size');
    open.add(target);
    const inlinedTarget = inlined(target);
    open.delete(target);
    if (dialect === '3.0') return inlinedTarget;
    return withSiblings(withoutReferences(node), inlinedTarget);
  }

  try {
    return inlined(schema);
  } catch (error) {
    if (error instanceof TooLarge) return undefined;
    throw error;
  }
}

/** The schema for a reference to `target` in 3.1, where the keywords beside it also apply. */
function withSiblings(node: Mapping, target: Node): Node {
  const names = [...node.entries.keys()].filter((name) => name !== '$ref');
  if (names.length === 0) return target;
  const entries = new Map(node.entries);
  entries.delete('$ref');
  if (target.kind === 'mapping' && names.every(isAnnotation)) {
    return { ...node, entries: new Map([...target.entries, ...entries]) };
  }
  const allOf = entries.get('allOf');
  const others = allOf?.kind === 'sequence' ? allOf.items : [];
  entries.set('allOf', { kind: 'sequence', at: node.at, items: [target, ...others] });
  return { ...node, entries };
}

/** Resolves references in the schemas of one document step by step: inlining them might never end. */
export interface SchemaReferences {
  /** The target of a reference; undefined if `schema` is none, or it cannot be resolved. */
  step(schema: Node): Node | undefined;
  /** The schema with its own reference resolved. Only unresolvable references remain. */
  whole(schema: Node): Node;
}

export const NO_REFERENCES: SchemaReferences = {
  step: () => undefined,
  whole: (schema) => schema,
};

const KNOWN = new WeakMap<Specification, SchemaReferences>();

export function schemaReferences(specification: Specification): SchemaReferences {
  const known = KNOWN.get(specification) ?? newReferences(specification);
  KNOWN.set(specification, known);
  return known;
}

function newReferences({ references, dialect }: Specification): SchemaReferences {
  /** Cached, so that a schema is the same object wherever it is used. */
  const merged = new Map<Node, Node>();

  function step(schema: Node): Node | undefined {
    const ref = stringAt(schema, '$ref');
    const resolution = ref === undefined ? undefined : references.step(ref);
    return resolution?.kind === 'found' ? resolution.node : undefined;
  }

  function follow(schema: Node, passed: Set<Node>): Node {
    const target = step(schema);
    if (!target || passed.has(target) || passed.size >= MAX_REFERENCE_CHAIN) return schema;
    passed.add(target);
    const known = merged.get(schema);
    if (known) return known;
    const whole = follow(target, passed);
    if (dialect === '3.0' || schema.kind !== 'mapping') return whole;
    const made = withSiblings(schema, whole);
    if (made !== whole) merged.set(schema, made);
    return made;
  }

  return { step, whole: (schema) => follow(schema, new Set([schema])) };
}

/** The reference itself, with a remark that says why it stays. */
function kept(node: Mapping, ref: Scalar, remark: string): Mapping {
  return { ...node, entries: new Map(node.entries).set('$ref', { ...ref, remark }) };
}
