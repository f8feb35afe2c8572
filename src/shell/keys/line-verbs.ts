import { helpTopicNames } from '../../help/topics.ts';
import type { AddableItem, Pane } from '../../panes/pane.ts';
import { ITEM_KINDS, itemKinds, kindOfOption } from '../../state/item-kinds.ts';
import { withItem } from '../../state/workspace.ts';
import { type Printable, printable, words } from '../../text/printable.ts';
import { THEME_NAMES } from '../../text/themes.ts';
import { expressionProblem, expressionSuggestions } from '../../watches/expression.ts';
import type { GlobalContext, Verb } from './global-context.ts';
import { RECORDING_VERBS } from './replay-commands.ts';

/** What is loaded, marked and noted belongs to the place that is left, and goes with it. */
function placeVerb(kind: 'profile' | 'workspace', help: Printable): Verb {
  return {
    name: kind,
    usage: words`${printable(kind)} NAME`,
    help,
    values: (context) => context.places(kind),
    run(context, _words, name) {
      const names = context.places(kind);
      const { profile, workspace } = context.store.getState();
      const here = kind === 'profile' ? profile.name : workspace.name;
      if (names.length === 0)
        return words`No other ${printable(kind)} can be gone to from here: warren init writes one.`;
      const list = names.map((each) =>
        each === here ? words`${printable(each)} (here)` : printable(each),
      );
      if (name === '')
        return words`Usage: ${this.usage}. There are: ${list.join(', ') as Printable}.`;
      context.go({ kind, name });
      return undefined;
    },
  };
}

/** Opens the overlay of that name. */
const openVerb = (name: string, help: Printable): Verb => ({
  name,
  usage: printable(name),
  help,
  run(context) {
    context.open(name);
    return undefined;
  },
});

/** What is on or off, now and in later runs. */
const switchVerb = (
  name: 'mouse' | 'title' | 'bell' | 'notify',
  help: Printable,
  isOn: Printable,
  isOff: Printable,
): Verb => ({
  name,
  usage: words`${printable(name)} on|off`,
  help,
  values: () => ['on', 'off'],
  run(context, [how]) {
    if (how !== 'on' && how !== 'off') return words`Usage: ${this.usage}`;
    const reason = context.choose(name, how === 'on');
    if (reason === undefined) context.say(how === 'on' ? isOn : isOff);
    return reason;
  },
});

/** Other names that people have in their fingers, and the words they stand for. */
export const ALIASES: Readonly<Record<string, string>> = {
  quit: 'q',
  ctx: 'profile',
  context: 'profile',
};

/** `app ID NAME` as a thing, by its id where it has no name. */
function typedThing([kindName = '', id, ...name]: readonly string[]): AddableItem | undefined {
  const kind = kindOfOption(kindName);
  return kind && id !== undefined ? { kind, id, name: name.join(' ') || id } : undefined;
}

const OPTIONS = itemKinds.map((kind) => ITEM_KINDS[kind].option);
const ONE_OPTION = OPTIONS.join('|') as Printable;
const kindsToType = (): readonly string[] => OPTIONS.map((option) => `${option} `);

/** Everything watched, as it is typed behind `:remove`. */
const watchedToType = ({ store }: GlobalContext): readonly string[] =>
  itemKinds.flatMap((kind) =>
    store.getState().workspace[kind].map(({ id }) => `${ITEM_KINDS[kind].option} ${id}`),
  );

/** The verbs, as the help shows them. */
export const VERBS: readonly Verb[] = [
  {
    name: 'add',
    usage: words`add ${ONE_OPTION} ID [NAME]`,
    help: words`Add to the workspace of this session`,
    values: kindsToType,
    run(context, typed) {
      const thing = typedThing(typed);
      if (!thing) return words`Usage: ${this.usage}`;
      const { kind, id, name } = thing;
      context.store.setState(({ workspace }) => ({
        workspace: withItem(workspace, kind, { id, name }),
      }));
      context.say(
        words`${printable(typed[0] ?? '')} ${printable(id)} is added for this session. :keep saves it to the configuration.`,
      );
      return undefined;
    },
  },
  {
    name: 'keep',
    usage: words`keep [${ONE_OPTION} ID [NAME]]`,
    help: words`Save to the workspace in the configuration`,
    values: kindsToType,
    run(context, typed) {
      if (typed.length === 0) return context.workspace.keep();
      const thing = typedThing(typed);
      return thing ? context.workspace.keep(thing) : words`Usage: ${this.usage}`;
    },
  },
  {
    name: 'remove',
    usage: words`remove [${ONE_OPTION} ID]`,
    help: words`Remove from workspace; the service keeps it`,
    values: watchedToType,
    run(context, typed) {
      if (typed.length === 0) return context.workspace.remove();
      const thing = typedThing(typed);
      return thing ? context.workspace.remove(thing) : words`Usage: ${this.usage}`;
    },
  },
  {
    name: 'pane',
    usage: words`pane NAME`,
    help: words`Show a pane`,
    values: ({ panes }) => panes.map(({ id }) => id),
    run(context, [name]) {
      const pane = context.panes.find(
        ({ id, digit, title }) => id === name || digit === name || title.toLowerCase() === name,
      );
      if (!pane) return words`There is no such pane. They are: ${paneNames(context)}.`;
      context.show(pane.id);
      return undefined;
    },
  },
  {
    name: 'interval',
    usage: words`interval SECONDS`,
    help: words`How often to poll`,
    run(context, [text = '']) {
      const seconds = Number(text.replace(/s$/, ''));
      if (!(seconds >= 1 && seconds <= 3600)) return words`Give seconds from 1 to 3600.`;
      context.store.setState({ interval: seconds * 1000 });
      return undefined;
    },
  },
  {
    name: 'delete',
    usage: words`delete [ID]`,
    help: words`Delete an application, after a question`,
    danger: true,
    values: ({ store }) => store.getState().workspace.apps.map(({ id }) => id),
    run: (context, [id]) => context.deleteApp(id),
  },
  openVerb('messages', words`Messages of this session, whole`),
  openVerb('changes', words`The changes of this session, with outcomes`),
  openVerb('audit', words`The audit: changes, earlier ones too`),
  openVerb('doctor', words`Check terminal, files and service`),
  {
    name: 'theme',
    usage: words`theme ${THEME_NAMES.join('|') as Printable}`,
    help: words`Theme for this run`,
    values: () => THEME_NAMES,
    run(context, [wanted]) {
      const name = THEME_NAMES.find((each) => each === wanted);
      if (!name) return words`Usage: ${this.usage}`;
      if (context.store.getState().size.kind === 'spoken') {
        return words`A theme is for a screen: with the screen reader there are no colours.`;
      }
      context.setTheme(name);
      return undefined;
    },
  },
  switchVerb(
    'mouse',
    words`Mouse: wheel, clicks, drag over bars (saved)`,
    words`Mouse on. Hold Shift to select text; :mouse off ends it.`,
    words`Mouse off: the terminal selects text again.`,
  ),
  switchVerb(
    'title',
    words`Window title with the worst state (saved)`,
    words`Window title on: it says what is worst.`,
    words`Window title off: the window has its own again.`,
  ),
  switchVerb(
    'bell',
    words`Bell when a watch fires (saved)`,
    words`Bell on: it rings when something goes bad.`,
    words`Bell off: what goes bad is said without it.`,
  ),
  switchVerb(
    'notify',
    words`Notification when a watch fires (saved)`,
    words`Notifications on: the terminal shows them when a watch fires.`,
    words`Notifications off: a watch that fires is told of here.`,
  ),
  {
    name: 'watch',
    usage: words`watch SUBJECT[:NAME] CONDITION [for TIME]`,
    help: words`Add a watch: app status != active for 2m`,
    suggestions: ({ store }, rest) => expressionSuggestions(rest, store.getState().workspace),
    problem: ({ store }, rest) => expressionProblem(rest, store.getState().workspace),
    run({ watches, store, say, open }, _words, rest) {
      if (rest === '') {
        open('watches');
        return undefined;
      }
      const problem =
        expressionProblem(`${rest} `, store.getState().workspace) ?? watches.add(rest);
      if (problem) return problem;
      // It may have fired at once.
      if (store.getState().alerts.at(-1)?.watch !== rest)
        say(words`Watching ${printable(rest)}, in this session. :watches lists what is watched.`);
      return undefined;
    },
  },
  openVerb('watches', words`What is watched for, and how it stands`),
  openVerb('keys', words`Key bindings: commands and their keys`),
  {
    name: 'help',
    usage: words`help [TOPIC or WORD]`,
    help: words`Read a help topic`,
    values: () => helpTopicNames,
    run(context, [wanted], rest) {
      const name = helpTopicNames.find((each) => each === wanted);
      if (name === undefined) context.open('help', rest);
      else context.open(`help-${name}`);
      return undefined;
    },
  },
  ...RECORDING_VERBS,
  placeVerb('profile', words`Switch to another profile (service)`),
  placeVerb('workspace', words`Switch to another workspace`),
  {
    name: 'export',
    usage: words`export`,
    help: words`Write the list into a file (NDJSON/CSV)`,
    run({ store, panes }) {
      const pane = panes.find(({ id }) => id === store.getState().pane);
      const exportOf = (of: Pane | undefined) =>
        of?.commands.find(({ id }) => id.endsWith('.export'));
      const command = exportOf(pane);
      if (!command) {
        const others = panes.filter(exportOf).map(({ title }) => title);
        return words`Nothing can be exported here. There is an export in ${others.join(', ') as Printable}.`;
      }
      const reason = command.unavailable?.();
      if (reason === undefined) void command.run();
      return reason;
    },
  },
  {
    name: 'q',
    usage: words`q`,
    help: words`Quit`,
    run(context) {
      context.quit();
      return undefined;
    },
  },
];

const paneNames = ({ panes }: GlobalContext): Printable =>
  panes.map(({ id }) => id).join(', ') as Printable;
