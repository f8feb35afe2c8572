import {
  type Document,
  isCollection,
  isMap,
  isNode,
  isPair,
  isScalar,
  type Pair,
  type YAMLMap,
} from 'yaml';

/** The keys that lead from the root to a value. */
export type Path = readonly string[];

/** A scalar as it is written, which is what the forms take for a key; undefined for what is none. */
export const sourceOf = (node: unknown): string | undefined =>
  isScalar(node) ? (node.source ?? String(node.value)) : undefined;

export const pairOf = ({ items }: YAMLMap, name: string): Pair | undefined =>
  items.find(({ key }) => sourceOf(key) === name);

/** The pair that `path` ends at; undefined where there is none. */
export function pairAt(document: Document, path: Path): Pair | undefined {
  let node: unknown = document.contents;
  let pair: Pair | undefined;
  for (const name of path) {
    if (!isMap(node)) return undefined;
    pair = pairOf(node, name);
    node = pair?.value;
  }
  return pair;
}

/** The value at `path`; the root where it is empty. */
export const nodeAt = (document: Document, path: Path): unknown =>
  path.length === 0 ? document.contents : pairAt(document, path)?.value;

/** The mapping at `path` when it is one and holds something. */
export function mapAt(document: Document, path: Path): YAMLMap | undefined {
  const node = nodeAt(document, path);
  return isMap(node) && node.items.length > 0 ? node : undefined;
}

/** Where a node begins in the text. */
export const startOf = (node: unknown): number | undefined =>
  isNode(node) ? (node.range?.[0] ?? undefined) : undefined;

/**
 * Behind the last character that belongs to a node: its brackets, or its last scalar. The ranges of block
 * collections go further, over comments and blank lines.
 */
export function endOf(node: unknown): number | undefined {
  if (isPair(node)) return endOf(node.value) ?? endOf(node.key);
  if (!isNode(node)) return undefined;
  if (!isCollection(node) || node.flow === true) return node.range?.[1];
  return endOf(node.items.at(-1)) ?? node.range?.[1];
}
