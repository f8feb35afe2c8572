import type { FilteredView } from './filtered-view.ts';
import type { EntryId } from './store.ts';

/** A line of a list in which matches are shown with their neighbours. */
interface ContextLine {
  readonly id: EntryId;
  /** Entries skipped between the line above and this one. */
  readonly skipped: number;
}

/**
 * The lines around `anchor`, a match: up to `above` lines before and `below` after it, where every match has `context`
 * entries on either side. Only the neighbourhood is read, so the cost does not depend on the length of the list.
 */
export function contextLines(
  view: FilteredView,
  anchor: EntryId,
  {
    above,
    below,
    context,
  }: { readonly above: number; readonly below: number; readonly context: number },
): readonly ContextLine[] {
  const { store } = view;
  const start = store.rankOf(anchor);
  const before = ranksFrom(view, start, -1, above, context).reverse();
  const after = ranksFrom(view, start, 1, below, context);
  const ranks = [...before, start, ...after];
  const lines: ContextLine[] = [];
  for (const [index, rank] of ranks.entries()) {
    const id = store.at(rank);
    if (id === undefined) continue;
    const previous = ranks[index - 1];
    lines.push({
      id,
      skipped: previous === undefined ? 0 : rank - previous - 1,
    });
  }
  return lines;
}

/** Ranks of the next `count` lines on one side of a match at `start`. */
function ranksFrom(
  view: FilteredView,
  start: number,
  step: 1 | -1,
  count: number,
  context: number,
): number[] {
  const { store } = view;
  const ranks: number[] = [];
  /** The last match passed; lines up to `context` from it are shown. */
  let match = start;
  let upcoming = neighbour(view, start, step);
  for (let rank = start + step; ranks.length < count; rank += step) {
    if (rank < 0 || rank >= store.size) break;
    if (rank === upcoming) {
      match = rank;
      upcoming = neighbour(view, rank, step);
    }
    const near = Math.abs(rank - match) <= context;
    const ahead = upcoming !== undefined && Math.abs(upcoming - rank) <= context;
    if (near || ahead) ranks.push(rank);
    else if (upcoming === undefined) break;
    else rank = upcoming - step * (context + 1);
  }
  return ranks;
}

/** Rank in the store of the match next to the one at `rank`. */
function neighbour(view: FilteredView, rank: number, step: 1 | -1): number | undefined {
  const { store } = view;
  const id = store.at(rank);
  if (id === undefined) return undefined;
  const next = view.at(view.rankOf(id) + step);
  return next === undefined ? undefined : store.rankOf(next);
}
