import type { Node, NodePath } from './node.ts';
import { type Finding, finding, quoted } from './specification.ts';

/** The values of a text with findings about them, or at least one reason why it is unreadable. */
export type Reading =
  | {
      readonly kind: 'read';
      readonly format: 'JSON' | 'YAML';
      readonly root: Node;
      readonly findings: readonly Finding[];
    }
  | { readonly kind: 'unreadable'; readonly findings: readonly Finding[] };

/** Gets the fraction of a text read so far, from 0 to 1. */
export type Progress = (read: number) => void;

/** Maximum number of findings: a hostile document can have a million duplicate keys. */
export const MAX_FINDINGS = 1000;

/** Thrown inside a reader to stop it; never leaves it. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable';
  readonly finding: Finding;

  constructor(sentence: string, at: number, nodePath: NodePath | null) {
    super(sentence);
    this.finding = finding('error', sentence, { at }, nodePath);
  }
}

/** Runs a reader; {@link Unreadable} becomes its finding. */
export function readingOf(read: () => Reading): Reading {
  try {
    return read();
  } catch (error) {
    if (error instanceof Unreadable) return { kind: 'unreadable', findings: [error.finding] };
    throw error;
  }
}

/**
 * Maximum nesting depth, so that walks through a document may recurse. Real specifications have about twenty levels.
 */
const MAX_DEPTH = 200;

/** Throws {@link Unreadable} if `depth` (1 for the root) is too large. */
export function guardDepth(depth: number, at: number, nodePath: NodePath | null): void {
  if (depth > MAX_DEPTH)
    throw new Unreadable(`Nested deeper than ${MAX_DEPTH} levels.`, at, nodePath);
}

/** The key `name` appears twice in one mapping; `at` is the later one, which counts. */
export const duplicateKey = (name: string, at: number, nodePath: NodePath): Finding =>
  finding('error', `The key ${quoted(name)} is duplicated in this object.`, { at }, nodePath);

/** `<<` is a merge key in YAML 1.1. OpenAPI uses YAML 1.2, where it is an ordinary key. */
export const mergeKey = (at: number, nodePath: NodePath): Finding =>
  finding(
    'warning',
    'YAML 1.2 has no merge keys: "<<" is read as an ordinary key.',
    { at },
    nodePath,
  );
