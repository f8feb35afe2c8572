import {
  filterProblem,
  filterSuggestions,
  type ListGrammar,
  lastTerm,
} from '../commands/list-filter.ts';
import { type ListState, pinned } from '../state/list.ts';
import type { IdList } from '../text/list-window.ts';
import { type Printable, printable, words } from '../text/printable.ts';
import type { PaneContext } from './pane.ts';

/** What a list with fields is filtered by, and all its rows. */
export interface FilteredList<Row> {
  readonly grammar: ListGrammar<Row>;
  rows(): readonly Row[];
}

/**
 * Opens the `/` prompt for a list: the list follows as one types, its cursor on the first match where the
 * filter hides its row; Esc puts the old filter back.
 */
export function askFilter<Row = never>(
  context: Pick<PaneContext, 'ask' | 'say'>,
  list: { get(): ListState; set(list: ListState): void; ids(): IdList },
  fields?: FilteredList<Row>,
): void {
  const before = list.get().filter;
  const apply = (filter: string) => {
    list.set({ ...list.get(), filter, top: 0 });
    list.set(pinned(list.get(), list.ids()));
  };
  const problemOf = (filter: string) =>
    fields ? filterProblem(fields.grammar, fields.rows(), filter) : null;
  /** What cannot be applied is left out: the term that is being typed, else all of it. */
  const follow = (filter: string) => {
    const known = [filter, filter.slice(0, lastTerm(filter))].find((text) => !problemOf(text));
    apply(known ?? before);
  };
  const open = (value: string): void =>
    context.ask({
      id: 'filter',
      label: words`/`,
      value,
      placeholder: fields ? exampleOf(fields.grammar) : words`words, all of which a row must hold`,
      changed: follow,
      accepted(filter) {
        const problem = problemOf(filter);
        if (problem === null) return apply(filter);
        context.say(problem, 'warn');
        open(filter);
      },
      cancelled: () => apply(before),
      ...(fields && {
        problem: problemOf,
        suggestions: (typed) => filterSuggestions(fields.grammar, fields.rows(), typed),
      }),
    });
  open(before);
}

/** Whether `text` holds every word of `filter`; case is ignored. */
export function matchesFilter(filter: string, text: string): boolean {
  const wanted = filter.toLowerCase().split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return true;
  const haystack = text.toLowerCase();
  return wanted.every((word) => haystack.includes(word));
}

/** So many fields are named before anything is typed. */
const NAMED = 4;

/** `words, type:… name:… ttl>…, -word, a or b` */
function exampleOf<Row>({ fields }: ListGrammar<Row>): Printable {
  const terms = fields
    .slice(0, NAMED)
    .map(({ name, kind }) => `${name}${kind === 'number' ? '>' : ':'}…`);
  return words`words, ${printable(terms.join(' '))}, -word, a or b`;
}
