import { EMPTY_LIST, type ListState } from '../state/list.ts';
import { words } from '../text/printable.ts';
import type { PaneContext } from './pane.ts';

/** Opens the `/` prompt for a list: the list follows as one types, Esc puts the old filter back. */
export function askFilter(
  context: PaneContext,
  list: { get(): ListState; set(list: ListState): void },
): void {
  const before = list.get().filter;
  const filtered = (filter: string) => list.set({ ...list.get(), filter, top: EMPTY_LIST.top });
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
