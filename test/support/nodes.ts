import type { Mapping, Node } from '../../src/guardian/node.ts';
import { readJson } from '../../src/guardian/read.ts';
import {
  type Report,
  type Specification,
  specificationOf,
} from '../../src/guardian/specification.ts';

/** Parses a plain value to a tree. */
export function nodeOf(value: unknown): Node {
  const reading = readJson(JSON.stringify(value));
  if (reading.kind === 'unreadable') throw new Error(reading.findings[0]?.sentence);
  return reading.root;
}

/** Parses an object to a tree. */
export function mappingOf(value: Readonly<Record<string, unknown>>): Mapping {
  const node = nodeOf(value);
  if (node.kind !== 'mapping') throw new Error('This is no object.');
  return node;
}

/** The plain value of a tree. Its objects have no prototype. */
export function plainOf(node: Node): unknown {
  if (node.kind === 'scalar') return node.value;
  if (node.kind === 'sequence') return node.items.map(plainOf);
  const plain: Record<string, unknown> = Object.create(null);
  for (const [key, value] of node.entries) plain[key] = plainOf(value);
  return plain;
}

/** A specification with `openapi`, `info` and these parts. */
export function specificationWith(
  parts: Readonly<Record<string, unknown>>,
  openapi = '3.0.3',
): Specification {
  const found = specificationOf(nodeOf({ openapi, info: { title: 'T', version: '1' }, ...parts }));
  if ('severity' in found) throw new Error(found.sentence);
  return found;
}

/** A report that collects `pointer: sentence`. */
export function collected(): { readonly report: Report; readonly found: string[] } {
  const found: string[] = [];
  return { found, report: ({ pointer, sentence }) => found.push(`${pointer}: ${sentence}`) };
}
