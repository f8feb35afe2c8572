/**
 * The strongly connected components of a graph (Tarjan): groups of nodes that each lead to each other,
 * most of them of one node. A group comes after every group that it leads to. Takes time linear in the
 * graph, and no more stack for a long one.
 */
export function circles<T>(
  nodes: Iterable<T>,
  successorsOf: (node: T) => Iterable<T>,
): readonly (readonly T[])[] {
  const found: T[][] = [];
  const indexes = new Map<T, number>();
  /** The lowest index that can be reached from a node and is not in a group yet. */
  const lows = new Map<T, number>();
  const ungrouped: T[] = [];
  const isGrouped = new Set<T>();

  const lower = (node: T, to: number): void => {
    lows.set(node, Math.min(lows.get(node) ?? to, to));
  };

  function enter(node: T): { readonly node: T; readonly left: Iterator<T> } {
    lows.set(node, indexes.size);
    indexes.set(node, indexes.size);
    ungrouped.push(node);
    return { node, left: successorsOf(node)[Symbol.iterator]() };
  }

  /** Groups what came after `root`, and `root`. */
  function close(root: T): void {
    const group = ungrouped.splice(ungrouped.lastIndexOf(root));
    for (const member of group) isGrouped.add(member);
    found.push(group);
  }

  for (const start of nodes) {
    if (indexes.has(start)) continue;
    const path = [enter(start)];
    for (let top = path.at(-1); top; top = path.at(-1)) {
      const { node, left } = top;
      const { done, value: next } = left.next();
      if (!done && !indexes.has(next)) path.push(enter(next));
      else if (!done && !isGrouped.has(next)) lower(node, indexes.get(next) ?? 0);
      else if (done) {
        path.pop();
        const parent = path.at(-1);
        if (parent) lower(parent.node, lows.get(node) ?? 0);
        if (lows.get(node) === indexes.get(node)) close(node);
      }
    }
  }
  return found;
}
