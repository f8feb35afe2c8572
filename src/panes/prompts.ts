import {
  filterProblem,
  filterSuggestions,
  type ListGrammar,
  lastTerm,
} from '../commands/list-filter.ts';
import type { Suggestion } from '../state/console-state.ts';
import { type ListState, pinned } from '../state/list.ts';
import { type KeyNames, keyFor } from '../text/key-names.ts';
import type { IdList } from '../text/list-window.ts';
import { count } from '../text/numbers.ts';
import { type Printable, printable, words } from '../text/printable.ts';
import type { PaneContext } from './pane.ts';

/** A grammar for filters, and the rows that its suggestions come from. */
export interface FilteredList<Row> {
  readonly grammar: ListGrammar<Row>;
  rows(): readonly Row[];
}

/**
 * Opens the `/` prompt. The list follows as one types, its cursor on the first match if its row is hidden; Esc restores
 * filter and cursor.
 */
export function askFilter<Row>(
  context: Pick<PaneContext, 'ask' | 'say'>,
  list: { get(): ListState; set(list: ListState): void; ids(): IdList },
  { grammar, rows }: FilteredList<Row>,
): void {
  const { filter: before, cursor, at, top } = list.get();
  const apply = (filter: string) => {
    list.set({ ...list.get(), filter, top: 0 });
    list.set(pinned(list.get(), list.ids()));
  };
  const problemOf = (filter: string) => filterProblem(grammar, rows(), filter);
  /** Applies the filter without the term being typed where that is invalid, else the old filter. */
  const follow = (filter: string) => {
    const known = [filter, filter.slice(0, lastTerm(filter))].find((text) => !problemOf(text));
    apply(known ?? before);
  };
  const open = (value: string): void =>
    context.ask({
      id: 'filter',
      label: words`/`,
      value,
      placeholder: exampleOf(grammar),
      changed: follow,
      accepted(filter) {
        const problem = problemOf(filter);
        if (problem === null) return apply(filter);
        context.say(problem, 'warn');
        open(filter);
      },
      cancelled: () => list.set({ ...list.get(), filter: before, cursor, at, top }),
      problem: problemOf,
      suggestions: (typed) => filterSuggestions(grammar, rows(), typed),
    });
  open(before);
}

const MAX_EXAMPLES = 4;

/** `words, type:… name:… ttl>…, -word, a or b` */
function exampleOf<Row>({ fields }: ListGrammar<Row>): Printable {
  const terms = fields
    .slice(0, MAX_EXAMPLES)
    .map(({ name, kind }) =>
      kind === 'number' ? words`${printable(name)}>…` : words`${printable(name)}:…`,
    );
  return words`words, ${terms.join(' ') as Printable}, -word, a or b`;
}

export const noMatch = (what: Printable, filter: string, keyNames: KeyNames): Printable =>
  words`${what} matches “${printable(filter)}”. ${keyFor(keyNames, 'back', words`Esc`)} clears the filter.${asItIs(filter)}`;

const ENDINGS = {
  csv: words`CSV: a table`,
  ndjson: words`NDJSON: all fields`,
  md: words`Markdown`,
} as const;

type Ending = keyof typeof ENDINGS;

interface Exported<Can extends Ending> {
  readonly id: string;
  /** The proposed file name without its extension: `warren-dns-shop.example-2026-03-14`. */
  readonly name: string;
  /** The possible extensions; the first is proposed. */
  readonly endings: readonly [Can, ...Can[]];
  /** How many marked items are written instead of the list; they may not be in it. */
  readonly marked: number;
  /** What the file contains, for the notice: `46 records`. Called when it is written. */
  held(ending: Can): Printable;
  /** Lines including their line breaks. */
  lines(ending: Can): Iterable<string> | Promise<Iterable<string>>;
}

/** Asks for a new file name and writes the list there in the format of its extension. */
export function askExport<Can extends Ending>(
  context: Pick<PaneContext, 'ask' | 'say' | 'store' | 'writeNewFile'>,
  { id, name, endings, marked, held, lines }: Exported<Can>,
): void {
  const endingOf = (path: string): Can | undefined =>
    endings.find((ending) => path.toLowerCase().endsWith(`.${ending}`));
  const known = words`${printable(endings.map((ending) => `.${ending}`).join(', '))}`;
  /** `path` exists, `next` is proposed instead: `of` with a number. */
  let refused: {
    readonly path: string;
    readonly why: Printable;
    readonly next: string;
    readonly of: string;
    readonly number: number;
  } | null = null;
  const problemOf = (path: string): Printable | null => {
    if (refused && [refused.path, refused.next].includes(path)) return refused.why;
    return path === '' || endingOf(path)
      ? null
      : words`The file name decides the format: ${known}.`;
  };
  const others = (path: string): readonly Suggestion[] => {
    const at = endings.findIndex((ending) => path.toLowerCase().endsWith(`.${ending}`));
    if (at < 0) return [];
    const stem = path.slice(0, path.lastIndexOf('.'));
    return [...endings.slice(at + 1), ...endings.slice(0, at)].map((ending) => ({
      value: `${stem}.${ending}`,
      label: ENDINGS[ending],
      help: ENDINGS[ending],
    }));
  };
  /** Reopens the prompt with another name if the file exists, unless the operator has moved on. */
  const write = async (path: string): Promise<void> => {
    const ending = endingOf(path);
    if (!ending) return open(path);
    const what = held(ending);
    const { pane, overlays } = context.store.getState();
    try {
      const bytes = await context.writeNewFile(path, await lines(ending));
      context.say(
        words`Wrote ${what} to ${printable(path)}: ${count(bytes)} bytes, readable by you only.`,
      );
    } catch (error) {
      const why = whyNot(path, error);
      context.say(why, 'bad');
      const now = context.store.getState();
      const isElsewhere = now.prompt || now.pane !== pane || now.overlays !== overlays;
      if (!isThere(error) || isElsewhere) return;
      // The number counts on only from an own proposal: a name may end in a date.
      const { of, number } = refused?.next === path ? refused : { of: path, number: 1 };
      const next = of.replace(/(?=\.[^.]*$)/, `-${number + 1}`);
      refused = { path, why, next, of, number: number + 1 };
      open(next);
    }
  };
  const open = (value: string, isProposal = false): void =>
    context.ask({
      id,
      label: marked > 0 ? words`Export ${count(marked)} marked to` : words`Export to`,
      enter: words`write`,
      value,
      isProposal,
      placeholder: words`a file name ending in ${known}`,
      suggestions: others,
      problem: problemOf,
      accepted: write,
    });
  open(`${name}.${endings[0]}`, true);
}

const isThere = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EEXIST';

const whyNot = (path: string, error: unknown): Printable =>
  isThere(error)
    ? words`${printable(path)} already exists; nothing was written.`
    : words`${printable(error instanceof Error ? error.message : String(error))} Nothing was written.`;

export const fileNamePart = (name: string): string =>
  name.replace(/[^a-z0-9.-]/gi, '').slice(0, 60);

/** Matches text that is a pattern in less, lnav or k9s. */
const PATTERN = /\.[*+]|\w\|\w|^\^|\$$|\[[^\]]+\]|\\[bdswx.]/;

/** A field with its value, which may be a pattern: `name~^web`, `ip:10.0.*`. */
const FIELD = /\w+\s*(?:[<>]=?|!?[:=~])\s*(?:"[^"]*"|\S*)/g;

/** A hint where nothing matches a text that looks like a pattern. `instead`: names what accepts patterns. */
export const asItIs = (text: string, instead: Printable = words``): Printable =>
  PATTERN.test(text.replace(FIELD, ''))
    ? words` Text is taken as it is, not as a pattern.${instead}`
    : words``;
