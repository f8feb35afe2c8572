import { type ListState, pinned } from '../state/list.ts';
import type { IdList } from '../text/list-window.ts';
import { words } from '../text/printable.ts';
import type { PaneContext } from './pane.ts';

/**
 * Opens the `/` prompt for a list: the list follows as one types, its cursor on the first match where the
 * filter hides its row; Esc puts the old filter back.
 */
export function askFilter(
  context: Pick<PaneContext, 'ask'>,
  list: { get(): ListState; set(list: ListState): void; ids(): IdList },
): void {
  const before = list.get().filter;
  const filtered = (filter: string) => {
    list.set({ ...list.get(), filter, top: 0 });
    list.set(pinned(list.get(), list.ids()));
  };
  context.ask({
    id: 'filter',
    label: words`/`,
    value: before,
    placeholder: words`words, all of which a row must hold`,
    changed: filtered,
    accepted: filtered,
    cancelled: () => filtered(before),
  });
}

/** Whether `text` holds every word of `filter`, case aside. */
export function matchesFilter(filter: string, text: string): boolean {
  const wanted = filter.toLowerCase().split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return true;
  const haystack = text.toLowerCase();
  return wanted.every((word) => haystack.includes(word));
}
