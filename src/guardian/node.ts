/**
 * A value of a document with its position, for error messages. `at` is an offset in UTF-16 units: of the key for an
 * entry of a mapping, of the item for an item of a sequence.
 */
export type Node = Scalar | Sequence | Mapping;

export interface Scalar {
  readonly kind: 'scalar';
  readonly at: number;
  readonly value: string | number | boolean | null;
  /** As written: `1.0` for the number 1. For strings, the value itself. */
  readonly text: string;
  /** Rendered as a YAML comment. */
  readonly remark?: string;
}

interface Sequence {
  readonly kind: 'sequence';
  readonly at: number;
  readonly items: readonly Node[];
}

export interface Mapping {
  readonly kind: 'mapping';
  readonly at: number;
  readonly entries: ReadonlyMap<string, Node>;
}

export function entry(node: Node | undefined, key: string): Node | undefined {
  return node?.kind === 'mapping' ? node.entries.get(key) : undefined;
}

export function stringAt(node: Node | undefined, key: string): string | undefined {
  const found = entry(node, key);
  return found?.kind === 'scalar' && typeof found.value === 'string' ? found.value : undefined;
}

/** The path from the root of a document to a value, as a linked list. */
export interface NodePath {
  readonly parent: NodePath | null;
  readonly key: string | number;
}

/** Extends a path by one step; null is the root. */
export const below = (parent: NodePath | null, key: string | number): NodePath => ({ parent, key });

const escaped = (key: string | number): string =>
  String(key).replaceAll('~', '~0').replaceAll('/', '~1');

/** The path as a JSON pointer (RFC 6901): `/paths/~1pets/get`; empty for the root. */
export function pointerOf(nodePath: NodePath | null): string {
  const steps: string[] = [];
  for (let step = nodePath; step; step = step.parent) steps.push(escaped(step.key));
  return steps
    .reverse()
    .map((step) => `/${step}`)
    .join('');
}

/**
 * The keys in a reference's fragment: `['paths', '/pets']` for `#/paths/~1pets`. Undefined if it is no JSON pointer
 * or its percent encoding is broken.
 */
export function keysOf(fragment: string): readonly string[] | undefined {
  if (fragment === '#') return [];
  if (!fragment.startsWith('#/')) return undefined;
  try {
    return fragment
      .slice(2)
      .split('/')
      .map((key) => decodeURIComponent(key).replaceAll('~1', '/').replaceAll('~0', '~'));
  } catch {
    return undefined;
  }
}
