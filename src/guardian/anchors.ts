import type { Node } from './node.ts';
import type { Trail } from './pointer.ts';
import { guardDepth, Unreadable } from './reading.ts';

/** The most values that aliases may stand for, all together. */
export const MOST_ALIASED = 200_000;

/** The anchors of one document. */
export interface Anchors {
  /** Names a value. A name may be given again; aliases mean the last one before them. */
  set(name: string, node: Node): void;
  /**
   * The value that an alias at `at` stands for, as if it stood there. Throws {@link Unreadable} when no
   * such anchor has ended before it, and when the document would become too large or too deep.
   */
  get(
    name: string,
    at: number,
    place: { readonly trail: Trail | null; readonly depth: number },
  ): Node;
}

/** How many values `node` is with every alias in it written out, and how many levels it has. */
function extentOf(node: Node): { readonly size: number; readonly height: number } {
  if (node.kind === 'scalar') return { size: 1, height: 0 };
  let size = 1;
  let height = 0;
  for (const child of node.kind === 'sequence' ? node.items : node.entries.values()) {
    const below = extentOf(child);
    size += below.size;
    height = Math.max(height, below.height + 1);
  }
  return { size, height };
}

/**
 * No anchors yet. An alias shares the value of its anchor, so that it costs nothing here; whoever walks
 * through the document meets the value again at each alias, and so their sum is bounded.
 */
export function noAnchors(): Anchors {
  const named = new Map<string, Node>();
  const extents = new Map<Node, ReturnType<typeof extentOf>>();
  let aliased = 0;
  return {
    set(name, node) {
      named.set(name, node);
    },
    get(name, at, { trail, depth }) {
      const node = named.get(name);
      if (!node) {
        throw new Unreadable(`The alias *${name} names nothing that ends before it.`, at, trail);
      }
      const extent = extents.get(node) ?? extentOf(node);
      extents.set(node, extent);
      aliased += extent.size;
      if (aliased > MOST_ALIASED) {
        throw new Unreadable(`Aliases stand for more than ${MOST_ALIASED} values.`, at, trail);
      }
      guardDepth(depth + extent.height, at, trail);
      return { ...node, at };
    },
  };
}
