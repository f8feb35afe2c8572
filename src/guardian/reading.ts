import type { Node, NodePath } from './node.ts';
import { type Finding, finding, quoted } from './specification.ts';

/** What became of a text: its values with what was odd about them, or at least one reason why not. */
export type Reading =
  | {
      readonly kind: 'read';
      readonly format: 'JSON' | 'YAML';
      readonly root: Node;
      readonly findings: readonly Finding[];
    }
  | { readonly kind: 'unreadable'; readonly findings: readonly Finding[] };

/** Told how much of a text was read so far, from 0 to 1. */
export type Progress = (read: number) => void;

/** How many oddities a reader notes; a hostile document has a million keys that stand twice. */
export const MOST_FINDINGS = 1000;

/** Thrown inside a reader at what it cannot go on from; never leaves it. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable';
  readonly finding: Finding;

  constructor(sentence: string, at: number, nodePath: NodePath | null) {
    super(sentence);
    this.finding = finding('error', sentence, { at }, nodePath);
  }
}

/** What a reader has read, or that it could not go on. */
export function readingOf(read: () => Reading): Reading {
  try {
    return read();
  } catch (error) {
    if (error instanceof Unreadable) return { kind: 'unreadable', findings: [error.finding] };
    throw error;
  }
}

/**
 * The most levels of nesting that are read. Real specifications have about twenty; every walk through a
 * document may recurse because of this.
 */
const DEEPEST = 200;

/** Throws {@link Unreadable} for a collection at `depth` (the root is at 1) that is too deep. */
export function guardDepth(depth: number, at: number, nodePath: NodePath | null): void {
  if (depth > DEEPEST) throw new Unreadable(`Nested deeper than ${DEEPEST} levels.`, at, nodePath);
}

/** The key `name` appears twice in one mapping; `at` is the later one, which counts. */
export const duplicateKey = (name: string, at: number, nodePath: NodePath): Finding =>
  finding('error', `The key ${quoted(name)} is duplicated in this object.`, { at }, nodePath);

/** `<<` merged another mapping in YAML 1.1. OpenAPI is written in YAML 1.2, where it is a key like any. */
export const mergeKey = (at: number, nodePath: NodePath): Finding =>
  finding(
    'warning',
    'YAML 1.2 has no merge keys: "<<" is read as an ordinary key.',
    { at },
    nodePath,
  );
