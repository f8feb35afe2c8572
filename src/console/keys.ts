import { commandFor, type DispatchContext, runCommand } from '../commands/table.ts';
import {
  type CommandLayers,
  commandsElsewhere,
  dialogIn,
  formOnScreen,
  tableFor,
} from '../shell/keys/command-layers.ts';
import { typedCommands } from '../shell/keys/command-line.ts';
import { copyFirst, globalCommands } from '../shell/keys/global-commands.ts';
import type { GlobalContext } from '../shell/keys/global-context.ts';
import { cancelPrompt, promptCommands, promptField } from '../shell/keys/prompts.ts';
import { createRebinding } from '../shell/keys/rebinding.ts';
import { replayCommands } from '../shell/keys/replay-commands.ts';
import type { OverlayContext } from '../shell/overlay-context.ts';
import type { ConsoleState } from '../state/console-state.ts';
import type { Printable } from '../text/printable.ts';
import type { CompositionOptions } from './composition-options.ts';
import type { OverlayStack } from './overlays.ts';

interface KeysParts {
  readonly overlays: OverlayStack;
  readonly global: GlobalContext;
  unchangeable(): Printable | undefined;
}

/** Which commands apply, by which keys, and what receives the text that is typed. */
export function openKeys(
  { store, activity, failed, keys }: CompositionOptions,
  { overlays, global, unchangeable }: KeysParts,
) {
  const { panes } = global;
  const rebinding = createRebinding(keys);
  const layers: CommandLayers = {
    panes,
    get overlays() {
      return overlays.all();
    },
    prompt: promptCommands(store, () => copyFirst(global)),
    global: globalCommands(global),
    replay: replayCommands(global),
    rebind: rebinding.layer,
  };
  const table = () => tableFor(store.getState(), layers);
  const dispatching: DispatchContext = {
    table,
    say: (text) => global.say(text, 'warn'),
    unchangeable,
    failed,
    track: activity.track,
  };
  const problems = () => rebinding.problems(layers);
  const allTyped = () => typedCommands(global);
  const topDialog = () => overlays.top() ?? formOnScreen(store.getState(), panes);
  return {
    table,
    problems,
    typedCommands: allTyped,
    layers,
    /** Puts the names of the keys into the state, once all overlays are open. */
    tellNames: () => store.setState({ keyNames: rebinding.names(layers, store.getState().size) }),
    /** Key handling, without typed text. */
    keyboard: {
      ...dispatching,
      store,
      isBarred: (key: string) => isBarred(store.getState(), layers, key),
      panesWith: (key: string) => panesWith(store.getState(), layers, key),
      inputHandler: () => topDialog()?.handleInput,
    },
    /** The field that receives typed text. */
    field: () => promptField(store) ?? topDialog()?.field?.(),
    /** What overlays ask about keys and commands. */
    forOverlays: {
      ...tablesUnder(store, overlays, layers),
      table: () => tableFor({ ...store.getState(), prompt: null, overlays: [] }, layers),
      commandsElsewhere: () => commandsElsewhere(store.getState(), layers),
      cancelPrompt: () => cancelPrompt(store),
      run: (command) => runCommand(dispatching, command),
      typedCommands: allTyped,
      chosenKeys: { problems, commands: () => rebinding.commands(layers) },
    } satisfies Partial<OverlayContext>,
  };
}

function tablesUnder(
  store: CompositionOptions['store'],
  { promptUnder }: OverlayStack,
  layers: CommandLayers,
): Pick<OverlayContext, 'tableUnder' | 'typingUnder' | 'dialogUnder'> {
  const stateUnder = (overlay: string): ConsoleState => {
    const state = store.getState();
    return { ...state, prompt: null, overlays: state.overlays.filter((id) => id !== overlay) };
  };
  return {
    tableUnder: (overlay) => tableFor(stateUnder(overlay), layers),
    typingUnder(overlay) {
      const prompt = promptUnder(overlay);
      return prompt ? tableFor({ ...stateUnder(overlay), prompt }, layers) : [];
    },
    dialogUnder: (overlay) => dialogIn(stateUnder(overlay), layers),
  };
}

/** Whether a key would change something if the profile were not read-only. */
function isBarred(state: ConsoleState, layers: CommandLayers, key: string): boolean {
  const profile = { ...state.profile, readOnly: false };
  return commandFor(tableFor({ ...state, profile }, layers), key)?.danger === true;
}

/** Titles of the other panes with a command on `key`; none while something covers the pane. */
const panesWith = (
  state: ConsoleState,
  layers: CommandLayers,
  key: string,
): readonly Printable[] =>
  state.overlays.length > 0
    ? []
    : [
        ...new Set(
          commandsElsewhere(state, layers)
            .filter(({ command }) => command.keys.includes(key))
            .map(({ pane }) => pane.title),
        ),
      ];
