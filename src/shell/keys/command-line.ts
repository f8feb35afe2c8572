import { BARRED } from '../../commands/table.ts';
import {
  TYPED_COMMANDS,
  type TypedCommandAction,
  type TypedCommandActions,
  type TypedCommandName,
  type TypedCommandSpec,
  usageOf,
} from '../../commands/typed-commands.ts';
import type { Prompt, Suggestion } from '../../state/console-state.ts';
import { keyFor } from '../../text/key-names.ts';
import { nearest } from '../../text/nearest.ts';
import { type Printable, printable, words } from '../../text/printable.ts';
import { familiarWord } from './familiar.ts';
import type { GlobalContext } from './global-context.ts';
import type { LineHistory } from './line-history.ts';
import { RECORDED_AT, recordedTime } from './replay-commands.ts';
import { typedCommandActions } from './typed-command-actions.ts';

export interface TypedCommand extends TypedCommandSpec, TypedCommandAction {
  readonly name: string;
  /** With its arguments: `pane NAME`. */
  readonly usage: Printable;
  /** The title of its pane; undefined for commands that do not need one. */
  readonly place: Printable | undefined;
  /** Runs it with `value`, or alone if it takes no argument; otherwise opens the prompt with it. */
  begin(value?: string): void;
}

const NAMES = Object.keys(TYPED_COMMANDS) as readonly TypedCommandName[];

/** All typed commands with their actions; in read-only mode without dangerous ones. */
export function typedCommands(context: GlobalContext): readonly TypedCommand[] {
  const { store, panes, replay } = context;
  const { pane: here, profile } = store.getState();
  const shared: Partial<TypedCommandActions<TypedCommandName>> = {
    ...typedCommandActions(context),
    ...(replay && { at: recordedTime(context, replay) }),
  };
  return NAMES.flatMap((name) => {
    const spec: TypedCommandSpec = replay && name === 'at' ? RECORDED_AT : TYPED_COMMANDS[name];
    const pane = panes.find(({ id }) => id === spec.pane);
    const action = spec.pane === undefined ? shared[name] : pane?.typed?.[name];
    if (!action || (profile.readOnly && spec.danger)) return [];
    const run = (rest: string) => {
      if (pane && !spec.staysHere && here !== pane.id) context.show(pane.id);
      return action.run(rest);
    };
    return {
      ...spec,
      ...action,
      name,
      usage: usageOf(name),
      place: pane?.title,
      run,
      begin(value = '') {
        if (value === '' && spec.takes !== undefined) commandLine(context, `${name} `);
        else tryLine(context, `${name} ${value}`);
      },
    };
  });
}

export function commandLine(context: GlobalContext, value = ''): void {
  const { lineHistory } = context;
  const all = typedCommands(context);
  // Starts loading the history.
  lineHistory.lines();
  context.ask({
    id: 'command',
    label: words`:`,
    value,
    placeholder: words`${all.map(({ name }) => name).join(', ') as Printable}`,
    suggestions: (typed) => suggestionsFor(all, typed),
    problem: (typed) => {
      const [, name = '', rest] = /^\s*(\S+)\s+(.*)$/.exec(typed) ?? [];
      const command = all.find((each) => each.name === name);
      return (rest !== undefined && command?.problem?.(rest)) || null;
    },
    recall: recallFrom(lineHistory),
    accepted: (line) => {
      if (context.accessKey?.isIn(line)) {
        context.say(words`That line holds the access key: nothing was done with it.`, 'warn');
        return;
      }
      lineHistory.add(line);
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
  const all = typedCommands(context);
  const command = all.find((each) => each.name === name || each.aliases?.includes(name));
  if (!command) {
    if (Object.hasOwn(TYPED_COMMANDS, name)) return BARRED;
    const finds = keyFor(context.store.getState().keyNames, 'palette', words`Ctrl-P`);
    const names = all.map((each) => each.name);
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
  return command.run(rest);
}

const MAX_SUGGESTIONS = 40;

type CompletedCommand = Pick<TypedCommand, 'name' | 'usage' | 'help' | 'values' | 'suggestions'>;

/**
 * Completions of `typed`. For the command: those that begin with it, then those that contain it. After it: its values, or
 * its usage.
 */
export function suggestionsFor(
  all: readonly CompletedCommand[],
  typed: string,
): readonly Suggestion[] {
  const line = typed.trimStart();
  const end = line.indexOf(' ');
  if (end < 0) return matching(all, ({ name }) => name, line).map(completionOf);
  const command = all.find(({ name }) => name === line.slice(0, end));
  if (!command) return [];
  const rest = line.slice(end).trimStart();
  if (command.suggestions) {
    const known = command.suggestions(rest).map((each) => ({
      ...each,
      value: `${command.name} ${each.value}`,
    }));
    return known.length > 0 ? known : [{ ...completionOf(command), value: typed }];
  }
  const values = command.values?.() ?? [];
  // Without values, the usage is shown.
  if (values.length === 0) return [{ ...completionOf(command), value: typed }];
  return matching(values, (value) => value, rest).map((value) => ({
    value: `${command.name} ${value}`,
    label: printable(value.trimEnd()),
    help: command.help,
  }));
}

const completionOf = ({ name, usage, help }: CompletedCommand): Suggestion => ({
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
