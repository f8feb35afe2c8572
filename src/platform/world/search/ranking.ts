import type { SearchItem } from './catalogue.ts';

/** How well a name fits; the less the better. */
type Fit = 0 | 1 | 2 | 3;

/** Whether the name is the term, begins with it, has a word that does, or holds it; undefined for none. */
function fitOf(name: string, term: string): Fit | undefined {
  const at = name.indexOf(term);
  if (at < 0) return undefined;
  if (at === 0) return name.length === term.length ? 0 : 1;
  for (let from = at; from >= 0; from = name.indexOf(term, from + 1)) {
    if (!/[\p{L}\p{N}]/u.test(name.charAt(from - 1))) return 2;
  }
  return 3;
}

/**
 * The items whose name holds every word of the term, whatever the casing, best first: by how the name
 * fits the first word, then the shorter name, then the alphabet. An empty term finds everything.
 */
export function ranked(items: readonly SearchItem[], term: string): readonly SearchItem[] {
  const [first = '', ...others] = term.toLowerCase().split(/\s+/).filter(Boolean);
  const found: { readonly item: SearchItem; readonly fit: Fit }[] = [];
  for (const item of items) {
    const name = item.name.toLowerCase();
    const fit = fitOf(name, first);
    if (fit !== undefined && others.every((word) => name.includes(word))) found.push({ item, fit });
  }
  return found
    .sort(
      (a, b) =>
        a.fit - b.fit ||
        a.item.name.length - b.item.name.length ||
        (a.item.name < b.item.name ? -1 : Number(a.item.name > b.item.name)),
    )
    .map(({ item }) => item);
}
