import type { Verb } from '../../commands/command.ts';
import { BARRED } from '../../commands/table.ts';
import type { Pane } from '../../panes/pane.ts';
import type { Prompt, Suggestion } from '../../state/console-state.ts';
import { ITEM_KINDS, itemKinds } from '../../state/item-kinds.ts';
import { keyFor } from '../../text/key-names.ts';
import { nearest } from '../../text/nearest.ts';
import { type Printable, printable, words } from '../../text/printable.ts';
import { familiarWord } from './familiar.ts';
import type { GlobalContext } from './global-context.ts';
import type { LineHistory } from './line-history.ts';
import { ALIASES, lineVerbs } from './line-verbs.ts';
import { recordedTime } from './replay-commands.ts';

export interface LineWord extends Verb {
  readonly place: Printable;
  /** Runs it with `value`, or alone if it takes no argument; otherwise opens the prompt with it. */
  begin(value?: string): void;
}

/** All commands for the `:` line, including those of panes; in read-only mode without dangerous ones. */
export function lineWords(context: GlobalContext): readonly LineWord[] {
  const { store, panes, replay } = context;
  const { readOnly } = store.getState().profile;
  const own = lineVerbs(context)
    .filter(({ danger }) => !(readOnly && danger))
    .map((verb) => ({ ...verb, place: EVERYWHERE }));
  const ofPanes = panes.flatMap((pane) => paneVerbs(context, pane));
  const named: readonly (Verb & Pick<LineWord, 'place'>)[] = replay
    ? [...own, recordedTime(context, replay), ...ofPanes.filter(({ name }) => name !== 'at')]
    : [...own, ...ofPanes];
  const taken = new Set(named.map(({ name }) => name));
  const shows = panes
    .filter(({ id }) => !taken.has(id))
    .map(({ id, title }) => ({
      name: id,
      usage: printable(id),
      help: words`Show ${title}`,
      place: EVERYWHERE,
      values: () => thingsIn(context, id).things.map(({ name }) => name),
      run: (rest: string) => showPane(context, id, rest),
    }));
  return [...named, ...shows].map((verb) => ({
    ...verb,
    begin(value = '') {
      if (value === '' && verb.usage !== verb.name) commandLine(context, `${verb.name} `);
      else tryLine(context, `${verb.name} ${value}`);
    },
  }));
}

/** The workspace items a pane shows, and their noun; none for other panes. */
function thingsIn({ store }: GlobalContext, pane: string) {
  const kind = itemKinds.find((each) => ITEM_KINDS[each].pane === pane);
  return kind === undefined
    ? { things: [], noun: null }
    : { things: store.getState().workspace[kind], noun: ITEM_KINDS[kind].noun };
}

/** Shows a pane, and in it the item with this id, name, or unique part of a name. */
function showPane(context: GlobalContext, pane: string, rest: string): Printable | undefined {
  if (rest === '') return void context.show(pane);
  const { things, noun } = thingsIn(context, pane);
  if (noun === null) return words`Usage: ${printable(pane)}`;
  const wanted = rest.toLowerCase();
  const exact = things.filter(({ id, name }) => id === rest || name.toLowerCase() === wanted);
  const found =
    exact.length > 0 ? exact : things.filter(({ name }) => name.toLowerCase().includes(wanted));
  const [thing, ...others] = found;
  if (!thing) return words`No ${noun} “${printable(rest)}” in this workspace.`;
  if (others.length > 0) {
    const isOne = new Set(found.map(({ name }) => name)).size === 1;
    const names = found.slice(0, MAX_NAMES).map(({ id, name }) => (isOne ? id : name));
    return words`Several match “${printable(rest)}”: ${printable(names.join(', '))}${found.length > MAX_NAMES ? words`, …` : words``}`;
  }
  return void context.show(pane, thing);
}

const MAX_NAMES = 4;

/** The place of words that work in every pane. */
export const EVERYWHERE: Printable = words`Everywhere`;

const paneVerbs = ({ store, show }: GlobalContext, { id, title, verbs = [] }: Pane) =>
  verbs.map((verb) => ({
    ...verb,
    place: title,
    run(rest: string) {
      if (!verb.staysHere && store.getState().pane !== id) show(id);
      return verb.run(rest);
    },
  }));

export function commandLine(context: GlobalContext, value = ''): void {
  const { history } = context;
  const all = lineWords(context);
  // Starts loading the history.
  history.lines();
  context.ask({
    id: 'command',
    label: words`:`,
    value,
    placeholder: words`${all.map(({ name }) => name).join(', ') as Printable}`,
    suggestions: (typed) => suggestionsFor(all, typed),
    problem: (typed) => {
      const [, name = '', rest] = /^\s*(\S+)\s+(.*)$/.exec(typed) ?? [];
      const verb = all.find((each) => each.name === name);
      return (rest !== undefined && verb?.problem?.(rest)) || null;
    },
    recall: recallFrom(history),
    accepted: (line) => {
      if (context.accessKey?.isIn(line)) {
        context.say(words`That line holds the access key: nothing was done with it.`, 'warn');
        return;
      }
      history.add(line);
      tryLine(context, line);
    },
  });
}

/** Walks the history; the typed text is kept at its newest end. */
function recallFrom({ lines }: Pick<LineHistory, 'lines'>): NonNullable<Prompt['recall']> {
  let at = -1;
  let typed = '';
  return (direction, value) => {
    const known = lines();
    if (at < 0) typed = value;
    const next = direction === 'older' ? at + 1 : at - 1;
    if (next < -1 || next >= known.length) return undefined;
    at = next;
    return at < 0 ? typed : known[at];
  };
}

function tryLine(context: GlobalContext, line: string): void {
  const reason = runLine(context, line);
  if (reason !== undefined) context.say(reason, 'warn');
}

/** Runs a line; returns why it could not. */
export function runLine(context: GlobalContext, line: string): Printable | undefined {
  // Pasted commands may include the colon.
  const typed = line.trim().replace(/^:\s*/, '');
  const [name] = typed.split(/\s+/);
  if (!name) return undefined;
  const wanted = ALIASES.get(name) ?? name;
  const verb = lineWords(context).find((each) => each.name === wanted);
  if (!verb) {
    if (lineVerbs(context).some((each) => each.name === wanted)) return BARRED;
    const finds = keyFor(context.store.getState().keyNames, 'palette', words`Ctrl-P`);
    const names = lineWords(context).map((each) => each.name);
    const meant = names.find((each) => each.startsWith(name)) ?? nearest(name, names);
    const noLine = /^\d+$/.test(name) ? words`Rows have no numbers here.` : undefined;
    const help =
      familiarWord(context.table(), name, context.store.getState().profile.readOnly) ??
      noLine ??
      (meant === undefined
        ? words`${finds} finds what there is.`
        : words`Did you mean ${printable(meant)}?`);
    return words`There is no command “${printable(name)}”. ${help}`;
  }
  const rest = typed.slice(name.length).trim();
  // In other programs `goto` takes a line number; `at` would read it as an hour.
  if (name === 'goto' && /^\d+$/.test(rest)) {
    return words`Lines have no numbers here. :goto takes a time: 07:15, or 10m ago.`;
  }
  return verb.run(rest);
}

const MAX_SUGGESTIONS = 40;

/**
 * Completions of `typed`. For the word: those that begin with it, then those that contain it. After it: its values, or
 * its usage.
 */
export function suggestionsFor(
  all: readonly Omit<Verb, 'run'>[],
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
  // Without values, the usage is shown.
  if (values.length === 0) return [{ ...ofWord(word), value: typed }];
  return matching(values, (value) => value, rest).map((value) => ({
    value: `${word.name} ${value}`,
    label: printable(value.trimEnd()),
    help: word.help,
  }));
}

const ofWord = ({ name, usage, help }: Omit<Verb, 'run'>): Suggestion => ({
  value: usage === name ? name : `${name} `,
  label: printable(name),
  help: words`${usage}: ${help}`,
});

/** Items that begin with `typed`, then those that contain it, ignoring case. */
function matching<Item>(
  items: readonly Item[],
  textOf: (item: Item) => string,
  typed: string,
): readonly Item[] {
  const wanted = typed.toLowerCase();
  const places = items.map((item) => textOf(item).toLowerCase().indexOf(wanted));
  const begin = items.filter((_, at) => places[at] === 0);
  const hold = items.filter((_, at) => (places[at] ?? -1) > 0);
  return [...begin, ...hold].slice(0, MAX_SUGGESTIONS);
}

/**
 * The text after Tab: the common prefix of all matching suggestions, or the first suggestion if nothing would be added.
 * Undefined without suggestions.
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
