import type { Pane } from '../../panes/pane.ts';
import type { Prompt } from '../../state/console-state.ts';
import { keyFor } from '../../state/key-names.ts';
import { type Printable, printable, words } from '../../text/printable.ts';
import type { GlobalContext, Verb } from './global-context.ts';
import { suggestionsFor } from './line-completion.ts';
import type { LineHistory } from './line-history.ts';
import { ALIASES, VERBS } from './line-verbs.ts';
import { RECORDED_TIME } from './replay-commands.ts';

/** The verbs there are, the panes' own among them: those that change nothing, in read-only mode. */
const verbsOf = ({ store, panes, replay }: GlobalContext): readonly Verb[] => {
  const own = store.getState().profile.readOnly ? VERBS.filter(({ danger }) => !danger) : VERBS;
  const ofPanes = panes.flatMap(paneVerbs);
  const named = replay
    ? [...own, RECORDED_TIME, ...ofPanes.filter(({ name }) => name !== RECORDED_TIME.name)]
    : [...own, ...ofPanes];
  const taken = new Set(named.map(({ name }) => name));
  return [...named, ...panes.filter(({ id }) => !taken.has(id)).map(showVerb)];
};

/** A pane's own name shows it. */
const showVerb = ({ id, title }: Pane): Verb => ({
  name: id,
  usage: printable(id),
  help: words`Show ${title}`,
  run(context) {
    context.show(id);
    return undefined;
  },
});

const paneVerbs = ({ id, title, verbs = [] }: Pane): readonly Verb[] =>
  verbs.map((verb) => ({
    name: verb.name,
    usage: verb.usage,
    help: verb.help,
    place: title,
    values: () => verb.values?.() ?? [],
    run(context, _words, rest) {
      if (context.store.getState().pane !== id) context.show(id);
      return verb.run(rest);
    },
  }));

/** A word for the `:` line, as help lists it. */
export interface LineWord {
  readonly name: string;
  /** With what follows it: `pane NAME`. */
  readonly usage: Printable;
  readonly help: Printable;
  /** Where it belongs. */
  readonly place: Printable;
  /** What can follow it; ends with a blank where more has to be typed. */
  readonly values: readonly string[];
  /**
   * Runs it with `value` behind it, or alone where nothing follows it; otherwise begins to type it. A returned
   * sentence says why it could not.
   */
  begin(value?: string): Printable | undefined;
}

/** The words that can be typed after `:` now. */
export const lineWords = (context: GlobalContext): readonly LineWord[] =>
  verbsOf(context).map(({ name, usage, help, place = words`Everywhere`, values }) => ({
    name,
    usage,
    help,
    place,
    values: values?.(context) ?? [],
    begin(value = '') {
      if (value !== '') return runLine(context, `${name} ${value}`);
      if (usage === name) return runLine(context, name);
      commandLine(context, `${name} `);
      return undefined;
    },
  }));

/** Opens the `:` prompt, on what is typed already. */
export function commandLine(context: GlobalContext, value = ''): void {
  const { history } = context;
  const completable = verbsOf(context).map((verb) => ({
    ...verb,
    values: () => verb.values?.(context) ?? [],
    suggestions: verb.suggestions && ((rest: string) => verb.suggestions?.(context, rest) ?? []),
  }));
  // The lines of earlier runs are read now, so that they are there once somebody wants one.
  history.lines();
  context.ask({
    id: 'command',
    label: words`:`,
    value,
    placeholder: words`${
      verbsOf(context)
        .map(({ name }) => name)
        .join(', ') as Printable
    }`,
    suggestions: (typed) => suggestionsFor(completable, typed),
    problem: (typed) => {
      const [, name = '', rest] = /^\s*(\S+)\s+(.*)$/.exec(typed) ?? [];
      const verb = verbsOf(context).find((each) => each.name === name);
      return (rest !== undefined && verb?.problem?.(context, rest)) || null;
    },
    recall: recallFrom(history),
    accepted: (line) => {
      history.add(line);
      const reason = runLine(context, line);
      if (reason !== undefined) context.say(reason, 'warn');
    },
  });
}

/** Walks the history; what was typed before is kept at its newer end. */
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

/** Runs what was typed; a returned sentence says why it could not. */
export function runLine(context: GlobalContext, line: string): Printable | undefined {
  const typed = line.trim();
  const [name, ...rest] = typed.split(/\s+/);
  if (!name) return undefined;
  const wanted = Object.hasOwn(ALIASES, name) ? ALIASES[name] : name;
  const verb = verbsOf(context).find((each) => each.name === wanted);
  if (!verb) {
    const finds = keyFor(context.store.getState().keyNames, 'palette', words`Ctrl-P`);
    return words`There is no command “${printable(name)}”. ${finds} finds what there is.`;
  }
  return verb.run(context, rest, typed.slice(name.length).trim());
}
