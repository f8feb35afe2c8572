import { type Mapping, type Node, stringAt } from './node.ts';
import { keysOf } from './pointer.ts';

/**
 * Where a reference leads.
 *
 * - `external`: out of the document. Nothing is ever fetched
 * - `anchor`: to an `$anchor` of JSON Schema, or what else is no JSON pointer. Not followed
 * - `dangling`: to a place that the document does not have
 */
export type Resolution =
  | { readonly kind: 'found'; readonly node: Node }
  | { readonly kind: 'external' | 'anchor' | 'dangling' };

/** The most references that are followed in a row. */
export const LONGEST_CHAIN = 100;

/** The references of one document. */
export interface Resolver {
  /** Where `ref` leads, in one step. */
  step(ref: string): Resolution;
  /**
   * What `node` stands for: itself, or for a reference what is at its end. Undefined when that is
   * nowhere, outside the document, or when more than 100 references follow each other, as those in a
   * circle do.
   */
  follow(node: Node | undefined): Node | undefined;
}

function resolved(root: Mapping, ref: string): Resolution {
  if (!ref.startsWith('#')) return { kind: 'external' };
  const keys = keysOf(ref);
  if (!keys) return { kind: 'anchor' };
  let node: Node | undefined = root;
  for (const key of keys) {
    if (node?.kind === 'mapping') node = node.entries.get(key);
    else if (node?.kind === 'sequence' && /^(?:0|[1-9]\d*)$/.test(key))
      node = node.items[Number(key)];
    else node = undefined;
  }
  return node ? { kind: 'found', node } : { kind: 'dangling' };
}

/** A resolver for the document `root`. */
export function resolver(root: Mapping): Resolver {
  const known = new Map<string, Resolution>();

  function step(ref: string): Resolution {
    const before = known.get(ref);
    if (before) return before;
    const resolution = resolved(root, ref);
    known.set(ref, resolution);
    return resolution;
  }

  function follow(start: Node | undefined): Node | undefined {
    let node = start;
    for (let steps = 0; node && steps <= LONGEST_CHAIN; steps += 1) {
      const ref = stringAt(node, '$ref');
      if (ref === undefined) return node;
      const resolution = step(ref);
      node = resolution.kind === 'found' ? resolution.node : undefined;
    }
    return undefined;
  }

  return { step, follow };
}
