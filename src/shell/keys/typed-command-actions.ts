import {
  type TypedCommandAction,
  type TypedCommandActions,
  type TypedCommandName,
  type TypedCommandsOf,
  wrongUsage,
} from '../../commands/typed-commands.ts';
import { idFault } from '../../contract/path.ts';
import { helpTopicNames } from '../../help/topics.ts';
import { eventsOnly } from '../../panes/nothing-watched.ts';
import type { AddableItem } from '../../panes/pane.ts';
import { addToWorkspace } from '../../state/console-state.ts';
import { ITEM_KINDS, itemKinds, kindOfOption } from '../../state/item-kinds.ts';
import { PANE_TABS, type PaneId } from '../../state/pane-tabs.ts';
import { itemsCalled, type WorkspaceItem } from '../../state/workspace.ts';
import { listed, type Printable, printable, words } from '../../text/printable.ts';
import { THEME_NAMES } from '../../text/themes.ts';
import { expressionProblem, expressionSuggestions } from '../../watches/expression.ts';
import type { GlobalContext, TerminalFeature } from './global-context.ts';

/** Parses `app ID NAME`; the name defaults to the id. */
function typedThing(typed: string): AddableItem | undefined {
  const [kindName = '', id, ...name] = typed.split(/\s+/);
  const kind = kindOfOption(kindName);
  return kind && id !== undefined ? { kind, id, name: name.join(' ') || id } : undefined;
}

const firstWord = (rest: string): string => rest.split(/\s+/)[0] ?? '';

/** What follows the first word. */
const restAfter = (typed: string): string => typed.slice(firstWord(typed).length).trim();

/** The item with this id, or the only one with this name; a sentence if there are several. */
function itemCalled(
  things: readonly WorkspaceItem[],
  wanted: string,
): WorkspaceItem | Printable | undefined {
  const named = itemsCalled(things, wanted);
  if (named.length < 2) return named[0];
  const ids = printable(named.map(({ id }) => id).join(', '));
  return words`Several are called ${printable(wanted)}: type the id of one. ${ids}`;
}

function namesAndIds(things: readonly WorkspaceItem[]): readonly string[] {
  const names = things.flatMap(({ name }) => (printable(name) === name ? [name] : []));
  return [...new Set([...names, ...things.map(({ id }) => id)])];
}

/** What the typed commands do that are not a pane's own. */
export const typedCommandActions = (
  context: GlobalContext,
): TypedCommandActions<Exclude<TypedCommandName, TypedCommandsOf<PaneId>>> => ({
  ...workspaceActions(context),
  ...showActions(context),
  pane: paneAction(context),
  interval: {
    run(rest) {
      const seconds = Number(firstWord(rest).replace(/s$/, ''));
      if (!(seconds >= 1 && seconds <= 3600)) return words`Give 1 to 3600 seconds.`;
      context.store.setState({ interval: seconds * 1000 });
      return undefined;
    },
  },
  delete: {
    values: () => namesAndIds(context.store.getState().workspace.apps),
    run: (rest) => context.deleteApp(rest || undefined),
  },
  messages: opening(context, 'messages'),
  changes: opening(context, 'changes'),
  audit: opening(context, 'audit'),
  doctor: opening(context, 'doctor'),
  theme: {
    values: () => THEME_NAMES,
    run(rest) {
      const name = THEME_NAMES.find((each) => each === firstWord(rest));
      if (!name) return wrongUsage('theme');
      if (context.store.getState().size.kind === 'spoken') {
        return words`A theme is for a screen: with the screen reader there are no colours.`;
      }
      context.setTheme(name);
      return undefined;
    },
  },
  mouse: turning(context, 'mouse'),
  title: turning(context, 'title'),
  bell: turning(context, 'bell'),
  notify: turning(context, 'notify'),
  watch: watchAction(context),
  watches: opening(context, 'watches'),
  keys: opening(context, 'keys'),
  help: {
    values: () => helpTopicNames,
    run(rest) {
      const name = helpTopicNames.find((each) => each === firstWord(rest));
      if (name === undefined) context.open('help', rest);
      else context.open(`help-${name}`);
      return undefined;
    },
  },
  record: {
    values: () => ['off'],
    run: (rest) => (rest === 'off' ? context.recording.stop() : context.recording.start(rest)),
  },
  replay: {
    run(rest) {
      if (rest === '') return wrongUsage('replay');
      context.go({ kind: 'recording', name: rest });
      return undefined;
    },
  },
  profile: switching(context, 'profile'),
  workspace: switching(context, 'workspace'),
  export: exportAction(context),
  q: { run: () => void context.quit() },
});

const opening = ({ open }: GlobalContext, overlay: string): TypedCommandAction => ({
  run: () => void open(overlay),
});

/** Why an id is invalid: it could never be requested. */
function idProblem(id: string): Printable | undefined {
  const fault = idFault(id);
  return fault === undefined ? undefined : words`${printable(id)} ${printable(fault)}.`;
}

function workspaceActions({
  store,
  say,
  workspace,
}: GlobalContext): TypedCommandActions<'add' | 'keep' | 'remove'> {
  const kinds = itemKinds.map((kind) => `${ITEM_KINDS[kind].option} `);
  return {
    add: {
      values: () => kinds,
      run(rest) {
        const thing = typedThing(rest);
        if (!thing) return wrongUsage('add');
        const { kind, id, name } = thing;
        const problem = idProblem(id) ?? eventsOnly(store.getState());
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
    },
    keep: {
      values: () => kinds,
      run(rest) {
        if (rest === '') return workspace.keep();
        const thing = typedThing(rest);
        if (!thing) return wrongUsage('keep');
        // A name is as good as an id here; it must not be saved as one.
        const known = itemCalled(store.getState().workspace[thing.kind], restAfter(rest));
        if (typeof known === 'string') return known;
        if (known) return workspace.keep({ kind: thing.kind, ...known });
        return idProblem(thing.id) ?? workspace.keep(thing);
      },
    },
    remove: {
      values: () =>
        itemKinds.flatMap((kind) =>
          namesAndIds(store.getState().workspace[kind]).map(
            (value) => `${ITEM_KINDS[kind].option} ${value}`,
          ),
        ),
      run(rest) {
        if (rest === '') return workspace.remove();
        const kind = kindOfOption(firstWord(rest));
        const wanted = restAfter(rest);
        if (!kind || wanted === '') return wrongUsage('remove');
        const thing = itemCalled(store.getState().workspace[kind], wanted);
        if (typeof thing === 'string') return thing;
        return thing
          ? workspace.remove({ kind, ...thing })
          : words`No ${ITEM_KINDS[kind].noun} “${printable(wanted)}” in this workspace.`;
      },
    },
  };
}

const paneAction = ({ panes, show }: GlobalContext): TypedCommandAction => ({
  values: () => panes.map(({ id }) => id),
  run(rest) {
    const name = firstWord(rest);
    const pane = panes.find(
      ({ id, digit, title }) => id === name || digit === name || title.toLowerCase() === name,
    );
    const names = panes.map(({ id }) => id).join(', ') as Printable;
    if (!pane) return words`There is no such pane. They are: ${names}.`;
    show(pane.id);
    return undefined;
  },
});

const paneIds = Object.keys(PANE_TABS) as readonly PaneId[];

const showActions = (context: GlobalContext): TypedCommandActions<PaneId> =>
  Object.fromEntries(
    paneIds.map((id) => [id, showAction(context, id)]),
  ) as TypedCommandActions<PaneId>;

/** Shows a pane, and in it the item with this id, name, or unique part of a name. */
function showAction({ store, show }: GlobalContext, pane: PaneId): TypedCommandAction {
  const kind = itemKinds.find((each) => ITEM_KINDS[each].pane === pane);
  const things = () => (kind === undefined ? [] : store.getState().workspace[kind]);
  return {
    values: () => things().map(({ name }) => name),
    run(rest) {
      if (rest === '') return void show(pane);
      if (kind === undefined) return wrongUsage(pane);
      const wanted = rest.toLowerCase();
      const exact = things().filter(({ id, name }) => id === rest || name.toLowerCase() === wanted);
      const found =
        exact.length > 0
          ? exact
          : things().filter(({ name }) => name.toLowerCase().includes(wanted));
      const [thing, ...others] = found;
      if (!thing) return words`No ${ITEM_KINDS[kind].noun} “${printable(rest)}” in this workspace.`;
      if (others.length > 0) {
        const isOne = new Set(found.map(({ name }) => name)).size === 1;
        const names = found.slice(0, MAX_NAMES).map(({ id, name }) => (isOne ? id : name));
        return words`Several match “${printable(rest)}”: ${printable(names.join(', '))}${found.length > MAX_NAMES ? words`, …` : words``}`;
      }
      return void show(pane, thing);
    },
  };
}

const MAX_NAMES = 4;

/** Switching drops loaded data, marks and notes. */
const switching = (
  { store, places, go }: GlobalContext,
  kind: 'profile' | 'workspace',
): TypedCommandAction => ({
  values: () => places(kind),
  run(name) {
    const names = places(kind);
    const here = store.getState()[kind].name;
    if (names.length === 0)
      return words`There is no other ${printable(kind)} to switch to: warren init writes one.`;
    const list = names.map((each) =>
      each === here ? words`${printable(each)} (here)` : printable(each),
    );
    if (name === '') return words`${wrongUsage(kind)}. There are: ${list.join(', ') as Printable}.`;
    go({ kind, name });
    return undefined;
  },
});

/** What is said when a feature of the terminal is turned on or off. */
const TURNED = {
  mouse: {
    on: words`Mouse on. Hold Shift to select text; :mouse off ends it.`,
    off: words`Mouse off: the terminal selects text again.`,
  },
  title: {
    on: words`Window title on: it shows the worst state.`,
    off: words`Window title off: the terminal's own is back.`,
  },
  bell: {
    on: words`Bell on: it sounds when a watch fires.`,
    off: words`Bell off: the notice line still says when a watch fires.`,
  },
  notify: {
    on: words`Notifications on: the terminal shows them when a watch fires.`,
    off: words`Notifications off: the notice line still says when a watch fires.`,
  },
} as const satisfies Readonly<Record<TerminalFeature, unknown>>;

/** Turns a feature of the terminal on or off, also for later runs. */
const turning = ({ choose, say }: GlobalContext, feature: TerminalFeature): TypedCommandAction => ({
  values: () => ['on', 'off'],
  run(rest) {
    const how = firstWord(rest);
    if (how !== 'on' && how !== 'off') return wrongUsage(feature);
    const reason = choose(feature, how === 'on');
    if (reason === undefined) say(TURNED[feature][how]);
    return reason;
  },
});

function watchAction({ watches, store, say, open }: GlobalContext): TypedCommandAction {
  const workspace = () => store.getState().workspace;
  return {
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
  };
}

const exportAction = ({ store, panes }: GlobalContext): TypedCommandAction => ({
  run(rest) {
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
  },
});
