import { type Verb, verb } from '../../commands/command.ts';
import { idFault } from '../../contract/path.ts';
import { helpTopicNames } from '../../help/topics.ts';
import type { AddableItem } from '../../panes/pane.ts';
import { addToWorkspace } from '../../state/console-state.ts';
import { ITEM_KINDS, itemKinds, kindOfOption } from '../../state/item-kinds.ts';
import type { WorkspaceItem } from '../../state/workspace.ts';
import { listed, type Printable, printable, words } from '../../text/printable.ts';
import { THEME_NAMES } from '../../text/themes.ts';
import { expressionProblem, expressionSuggestions } from '../../watches/expression.ts';
import type { GlobalContext } from './global-context.ts';

export const ALIASES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    q: 'quit quit! q! qa qa! wq exit',
    profile: 'ctx context',
    workspace: 'ns namespace',
    apps: 'app pods po deploy dp',
    events: 'log logs',
    help: 'alias aliases',
    at: 'goto',
    export: 'w write',
  }).flatMap(([word, aliases]) => aliases.split(' ').map((alias) => [alias, word] as const)),
);

/** Parses `app ID NAME`; the name defaults to the id. */
function typedThing(typed: string): AddableItem | undefined {
  const [kindName = '', id, ...name] = typed.split(/\s+/);
  const kind = kindOfOption(kindName);
  return kind && id !== undefined ? { kind, id, name: name.join(' ') || id } : undefined;
}

const OPTIONS = itemKinds.map((kind) => ITEM_KINDS[kind].option);
const ONE_OPTION = OPTIONS.join('|') as Printable;

const firstWord = (rest: string): string => rest.split(/\s+/)[0] ?? '';

function namesAndIds(things: readonly WorkspaceItem[]): readonly string[] {
  const names = things.flatMap(({ name }) => (printable(name) === name ? [name] : []));
  return [...new Set([...names, ...things.map(({ id }) => id)])];
}

/** The console's own commands for the `:` line, in the order of the help. */
export const lineVerbs = (context: GlobalContext): readonly Verb[] => [
  ...workspaceVerbs(context),
  verb(words`pane NAME`, words`Show a pane`, {
    values: () => context.panes.map(({ id }) => id),
    run(rest) {
      const name = firstWord(rest);
      const pane = context.panes.find(
        ({ id, digit, title }) => id === name || digit === name || title.toLowerCase() === name,
      );
      const names = context.panes.map(({ id }) => id).join(', ') as Printable;
      if (!pane) return words`There is no such pane. They are: ${names}.`;
      context.show(pane.id);
      return undefined;
    },
  }),
  verb(words`interval SECONDS`, words`How often to poll`, (rest) => {
    const seconds = Number(firstWord(rest).replace(/s$/, ''));
    if (!(seconds >= 1 && seconds <= 3600)) return words`Give 1 to 3600 seconds.`;
    context.store.setState({ interval: seconds * 1000 });
    return undefined;
  }),
  verb(words`delete [NAME|ID]`, words`Delete an application, after a question`, {
    danger: true,
    values: () => namesAndIds(context.store.getState().workspace.apps),
    run: (rest) => context.deleteApp(rest || undefined),
  }),
  openVerb(context, 'messages', words`Messages of this session, whole`),
  openVerb(context, 'changes', words`The changes of this session, with outcomes`),
  openVerb(context, 'audit', words`The audit: changes, earlier ones too`),
  openVerb(context, 'doctor', words`Check terminal, files and service`),
  verb(words`theme ${THEME_NAMES.join('|') as Printable}`, words`Theme for this run`, {
    values: () => THEME_NAMES,
    run(rest) {
      const name = THEME_NAMES.find((each) => each === firstWord(rest));
      if (!name) return words`Usage: ${this.usage}`;
      if (context.store.getState().size.kind === 'spoken') {
        return words`A theme is for a screen: with the screen reader there are no colours.`;
      }
      context.setTheme(name);
      return undefined;
    },
  }),
  ...terminalVerbs(context),
  ...watchVerbs(context),
  openVerb(context, 'keys', words`Key bindings: commands and their keys`),
  verb(words`help [TOPIC or WORD]`, words`Read a help topic`, {
    values: () => helpTopicNames,
    run(rest) {
      const name = helpTopicNames.find((each) => each === firstWord(rest));
      if (name === undefined) context.open('help', rest);
      else context.open(`help-${name}`);
      return undefined;
    },
  }),
  ...recordingVerbs(context),
  placeVerb(context, 'profile', words`Switch to another profile (service)`),
  placeVerb(context, 'workspace', words`Switch to another workspace`),
  exportVerb(context),
  verb(words`q`, words`Quit`, () => void context.quit()),
];

/** Why an id is invalid: it could never be requested. */
function idProblem(id: string): Printable | undefined {
  const fault = idFault(id);
  return fault === undefined ? undefined : words`${printable(id)} ${printable(fault)}.`;
}

function workspaceVerbs({ store, say, workspace }: GlobalContext): readonly Verb[] {
  const kinds = OPTIONS.map((option) => `${option} `);
  return [
    verb(words`add ${ONE_OPTION} ID [NAME]`, words`Add to the workspace of this session`, {
      values: () => kinds,
      run(rest) {
        const thing = typedThing(rest);
        if (!thing) return words`Usage: ${this.usage}`;
        const { kind, id, name } = thing;
        const problem = idProblem(id);
        if (problem !== undefined) return problem;
        const known = store.getState().workspace[kind].find((each) => each.id === id);
        if (known) {
          const called = known.name === id ? words`` : words`, as ${printable(known.name)}`;
          return words`${printable(id)} is in the workspace already${called}.`;
        }
        addToWorkspace(store, kind, { id, name });
        // Without arguments :keep saves the item under the cursor.
        const typed = name === id ? words`` : words` ${printable(name)}`;
        const added = words`${printable(firstWord(rest))} ${printable(id)}${typed}`;
        say(words`Added for this session. To save it: :keep ${added}`);
        return undefined;
      },
    }),
    verb(words`keep [${ONE_OPTION} ID [NAME]]`, words`Save to the workspace in the configuration`, {
      values: () => kinds,
      run(rest) {
        if (rest === '') return workspace.keep();
        const thing = typedThing(rest);
        return thing ? (idProblem(thing.id) ?? workspace.keep(thing)) : words`Usage: ${this.usage}`;
      },
    }),
    verb(
      words`remove [${ONE_OPTION} NAME|ID]`,
      words`Remove from workspace; the service keeps it`,
      {
        values: () =>
          itemKinds.flatMap((kind) =>
            namesAndIds(store.getState().workspace[kind]).map(
              (value) => `${ITEM_KINDS[kind].option} ${value}`,
            ),
          ),
        run(rest) {
          if (rest === '') return workspace.remove();
          const option = firstWord(rest);
          const kind = kindOfOption(option);
          const wanted = rest.slice(option.length).trim();
          if (!kind || wanted === '') return words`Usage: ${this.usage}`;
          const things = store.getState().workspace[kind];
          const named = things.filter(({ name }) => name === wanted);
          const known = things.find(({ id }) => id === wanted);
          if (!known && named.length > 1) {
            const ids = printable(named.map(({ id }) => id).join(', '));
            return words`Several are called ${printable(wanted)}: type the id of one. ${ids}`;
          }
          const thing = known ?? named[0];
          return thing
            ? workspace.remove({ kind, ...thing })
            : words`No ${ITEM_KINDS[kind].noun} “${printable(wanted)}” in this workspace.`;
        },
      },
    ),
  ];
}

/** Switching drops loaded data, marks and notes. */
const placeVerb = (
  { store, places, go }: GlobalContext,
  kind: 'profile' | 'workspace',
  help: Printable,
): Verb =>
  verb(words`${printable(kind)} NAME`, help, {
    values: () => places(kind),
    run(name) {
      const names = places(kind);
      const here = store.getState()[kind].name;
      if (names.length === 0)
        return words`There is no other ${printable(kind)} to switch to: warren init writes one.`;
      const list = names.map((each) =>
        each === here ? words`${printable(each)} (here)` : printable(each),
      );
      if (name === '')
        return words`Usage: ${this.usage}. There are: ${list.join(', ') as Printable}.`;
      go({ kind, name });
      return undefined;
    },
  });

const openVerb = ({ open }: GlobalContext, name: string, help: Printable): Verb => ({
  name,
  usage: printable(name),
  help,
  run: () => void open(name),
});

/** Terminal features, saved for later runs. */
function terminalVerbs({ choose, say }: GlobalContext): readonly Verb[] {
  const switching = (
    name: 'mouse' | 'title' | 'bell' | 'notify',
    help: Printable,
    isOn: Printable,
    isOff: Printable,
  ): Verb =>
    verb(words`${printable(name)} on|off`, help, {
      values: () => ['on', 'off'],
      run(rest) {
        const how = firstWord(rest);
        if (how !== 'on' && how !== 'off') return words`Usage: ${this.usage}`;
        const reason = choose(name, how === 'on');
        if (reason === undefined) say(how === 'on' ? isOn : isOff);
        return reason;
      },
    });
  return [
    switching(
      'mouse',
      words`Mouse: wheel, clicks, drag over bars (saved)`,
      words`Mouse on. Hold Shift to select text; :mouse off ends it.`,
      words`Mouse off: the terminal selects text again.`,
    ),
    switching(
      'title',
      words`Window title with the worst state (saved)`,
      words`Window title on: it shows the worst state.`,
      words`Window title off: the terminal's own is back.`,
    ),
    switching(
      'bell',
      words`Bell when a watch fires (saved)`,
      words`Bell on: it sounds when a watch fires.`,
      words`Bell off: the notice line still says when a watch fires.`,
    ),
    switching(
      'notify',
      words`Notification when a watch fires (saved)`,
      words`Notifications on: the terminal shows them when a watch fires.`,
      words`Notifications off: the notice line still says when a watch fires.`,
    ),
  ];
}

function watchVerbs(context: GlobalContext): readonly Verb[] {
  const { watches, store, say, open } = context;
  const workspace = () => store.getState().workspace;
  return [
    verb(
      words`watch SUBJECT[:NAME] CONDITION [for TIME]`,
      words`Add a watch: app status != active for 2m`,
      {
        suggestions: (rest) => expressionSuggestions(rest, workspace()),
        problem: (rest) => expressionProblem(rest, workspace()),
        run(rest) {
          if (rest === '') return void open('watches');
          const problem = expressionProblem(`${rest} `, workspace()) ?? watches.add(rest);
          if (problem) return problem;
          // The watch may have fired immediately.
          if (store.getState().alerts.at(-1)?.watch !== rest)
            say(words`Watching ${printable(rest)} in this session. :watches lists all watches.`);
          return undefined;
        },
      },
    ),
    openVerb(context, 'watches', words`Watches: conditions and their state`),
  ];
}

const recordingVerbs = ({ recording, go }: GlobalContext): readonly Verb[] => [
  verb(words`record [FILE|off]`, words`Record every answer to a file; off ends it`, {
    values: () => ['off'],
    run: (rest) => (rest === 'off' ? recording.stop() : recording.start(rest)),
  }),
  verb(words`replay FILE`, words`Look at a recording instead of the service`, {
    run(rest) {
      if (rest === '') return words`Usage: ${this.usage}`;
      go({ kind: 'recording', name: rest });
      return undefined;
    },
  }),
];

const exportVerb = ({ store, panes }: GlobalContext): Verb =>
  verb(words`export [FILE]`, words`Write the list into a file (NDJSON/CSV)`, (rest) => {
    const exports = panes.flatMap((pane) => {
      const command = pane.commands.find(({ id }) => id.endsWith('.export'));
      return command ? [{ pane, command }] : [];
    });
    const here = exports.find(({ pane }) => pane.id === store.getState().pane)?.command;
    if (!here) {
      return words`Export works in ${listed(exports.map(({ pane }) => pane.title))}.`;
    }
    const reason = here.unavailable?.();
    if (reason !== undefined) return reason;
    void here.run();
    const { prompt } = store.getState();
    // The operator still confirms with Enter.
    if (prompt && rest !== '')
      store.setState({ prompt: { ...prompt, value: rest, isProposal: false } });
    return undefined;
  });
