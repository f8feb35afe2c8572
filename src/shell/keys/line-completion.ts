import type { Suggestion } from '../../state/console-state.ts';
import { type Printable, printable, words } from '../../text/printable.ts';

/** A word for the `:` line, as far as completing it needs. */
interface CompletableWord {
  readonly name: string;
  readonly usage: Printable;
  readonly help: Printable;
  /** What can follow the word, as a whole; ends with a blank where more has to be typed. */
  values?(): readonly string[];
  /** What can be typed behind the word so far, instead. */
  readonly suggestions?: ((rest: string) => readonly Suggestion[]) | undefined;
}

/** No more is offered: nobody reads further than that, and the line ends before it. */
const MOST = 40;

/**
 * The lines that `typed` can become. While the word is typed: the words that begin with it, then those that hold
 * it. Behind it: what can follow, or how the word is used.
 */
export function suggestionsFor(
  all: readonly CompletableWord[],
  typed: string,
): readonly Suggestion[] {
  const line = typed.trimStart();
  const end = line.indexOf(' ');
  if (end < 0) return matching(all, ({ name }) => name, line).map(ofWord);
  const word = all.find(({ name }) => name === line.slice(0, end));
  if (!word) return [];
  const rest = line.slice(end).trimStart();
  if (word.suggestions) {
    const known = word.suggestions(rest).map((each) => ({
      ...each,
      value: `${word.name} ${each.value}`,
    }));
    return known.length > 0 ? known : [{ ...ofWord(word), value: typed }];
  }
  const values = word.values?.() ?? [];
  // Nothing to choose from: how the word is used is what helps.
  if (values.length === 0) return [{ ...ofWord(word), value: typed }];
  return matching(values, (value) => value, rest).map((value) => ({
    value: `${word.name} ${value}`,
    label: printable(value.trimEnd()),
    help: word.help,
  }));
}

const ofWord = ({ name, usage, help }: CompletableWord): Suggestion => ({
  value: usage === name ? name : `${name} `,
  label: printable(name),
  help: words`${usage}: ${help}`,
});

/** Those whose text begins with `typed`, then those that hold it; case is ignored. */
function matching<Item>(
  items: readonly Item[],
  textOf: (item: Item) => string,
  typed: string,
): readonly Item[] {
  const wanted = typed.toLowerCase();
  const places = items.map((item) => textOf(item).toLowerCase().indexOf(wanted));
  const begin = items.filter((_, at) => places[at] === 0);
  const hold = items.filter((_, at) => (places[at] ?? -1) > 0);
  return [...begin, ...hold].slice(0, MOST);
}

/**
 * What Tab makes of `typed`: as much as all suggestions that begin with it have in common, and where that is no
 * more than is typed already, the first suggestion. Undefined when there is none.
 */
export function completed(suggestions: readonly Suggestion[], typed: string): string | undefined {
  const line = typed.trimStart();
  const [first] = suggestions;
  if (!first) return undefined;
  const beginning = suggestions
    .map(({ value }) => value)
    .filter((value) => value.toLowerCase().startsWith(line.toLowerCase()));
  const common = beginning.reduce(sharedStart, beginning[0] ?? '');
  return common.length > line.length ? common : first.value;
}

function sharedStart(some: string, other: string): string {
  let end = 0;
  while (end < some.length && some[end] === other[end]) end += 1;
  return some.slice(0, end);
}
