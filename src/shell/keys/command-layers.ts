import { type Command, inGroup } from '../../commands/command.ts';
import type { TextField } from '../../commands/field-commands.ts';
import { commandTable, listedByKey, liveKeys, whileTyping } from '../../commands/table.ts';
import type { Pane } from '../../panes/pane.ts';
import type { ConsoleState } from '../../state/console-state.ts';
import { keyFor, keyName } from '../../text/key-names.ts';
import { type Printable, words } from '../../text/printable.ts';
import type { Overlay } from '../overlay.tsx';

export interface CommandLayers {
  readonly panes: readonly Pane[];
  readonly overlays: readonly Overlay[];
  readonly prompt: readonly Command[];
  readonly global: readonly Command[];
  /** Commands of a recording; they precede those of panes while one is open. */
  readonly replay: readonly Command[];
  /** Applies configured keys to the commands of a layer. */
  rebind(commands: readonly Command[]): readonly Command[];
}

/** Global commands available while typing; others would act unseen. */
const ANYWHERE = new Set(['help', 'palette', 'redraw', 'suspend']);
/** Those that do not cover a dialog or prompt. */
const OVER_DIALOGS = new Set(['redraw', 'suspend']);

/**
 * The commands that apply in `state`, nearest first. While typing, only keys that are no text apply; overlays cover the
 * pane's keys. Commands of prompts cannot be rebound: a configured key might be text.
 */
export function tableFor(state: ConsoleState, layers: CommandLayers): readonly Command[] {
  const overlay = layers.overlays.find(({ id }) => id === state.overlays.at(-1));
  const overlayCommands = inGroup('Dialogs', overlay?.commands ?? []);
  const { readOnly } = state.profile;
  const { rebind } = layers;
  const global = rebind(layers.global);
  const overDialogs = whileTyping(global.filter(({ id }) => OVER_DIALOGS.has(id)));
  const pane = layers.panes.find(({ id }) => id === state.pane);
  if (state.prompt) {
    const { id } = state.prompt;
    // Only the place that opened a prompt adds commands to it: typing over a menu must not run the menu.
    const place = overlay
      ? { id: overlay.id, commands: overlayCommands }
      : { id: pane?.id, commands: pane?.typing ?? [] };
    const own = place.id === id ? place.commands : [];
    const around = overlay ? overDialogs : whileTyping(global.filter(({ id }) => ANYWHERE.has(id)));
    return commandTable([own, layers.prompt, around], { readOnly });
  }
  if (overlay) {
    if (!overlay.handleInput)
      return commandTable([inGroup('Dialogs', rebind(overlay.commands)), global], { readOnly });
    const help = overlay.about?.() ? helpOf(global, overlay.field?.()) : [];
    return commandTable([overlayCommands, help, overDialogs], { readOnly });
  }
  const form = formOnScreen(state, layers.panes);
  if (form) {
    const help = helpOf(global, form.field?.());
    return commandTable([form.commands, help, overDialogs], { readOnly });
  }
  const replay = state.replay ? rebind(layers.replay) : [];
  return commandTable([replay, rebind(pane?.commands ?? []), global], { readOnly });
}

/** The help, by a key that is no text while typing; in an empty field also by `?`. */
function helpOf(global: readonly Command[], field: TextField | undefined): readonly Command[] {
  const help = global.filter(({ id }) => id === 'help');
  if (!field) return help;
  const typing = whileTyping(help);
  if (field.takesAny || field.value !== '') return typing;
  return typing.map((command) =>
    help.some(({ keys }) => keys.includes('?'))
      ? { ...command, keys: ['?', ...command.keys] }
      : command,
  );
}

export interface Dialog {
  readonly title: Printable;
  readonly about: readonly Printable[];
}

export function dialogIn(
  state: ConsoleState,
  { overlays, panes }: Pick<CommandLayers, 'overlays' | 'panes'>,
): Dialog | undefined {
  const overlay = overlays.find(({ id }) => id === state.overlays.at(-1));
  if (overlay) {
    return overlay.handleInput && { title: overlay.title(state), about: overlay.about?.() ?? [] };
  }
  const pane = panes.find(({ id }) => id === state.pane);
  const form = formOnScreen(state, panes);
  return pane && form && { title: words`${pane.title}, ${form.title}`, about: form.about ?? [] };
}

/** The open form of the pane on screen. */
export function formOnScreen(state: ConsoleState, panes: readonly Pane[]): Pane['form'] {
  const form = panes.find(({ id }) => id === state.pane)?.form;
  return form?.isOpen(state) ? form : undefined;
}

export interface CommandElsewhere {
  readonly pane: Pane;
  readonly command: Command;
  /** The keys that show its pane and run it: `2 Ctrl-S`. */
  readonly keys: Printable;
}

/** Commands of the other panes, without those of lists. */
export function commandsElsewhere(
  state: ConsoleState,
  { panes, rebind }: CommandLayers,
): readonly CommandElsewhere[] {
  return panes
    .filter(({ id }) => id !== state.pane)
    .flatMap((pane) => {
      const table = commandTable([rebind(pane.commands)], state.profile);
      return listedByKey(table)
        .filter(({ group }) => group !== 'Lists')
        .map((command) => ({
          pane,
          command,
          keys: [
            keyFor(state.keyNames, `show.${pane.id}`, keyName(pane.digit, state.size)),
            ...liveKeys(table, command)
              .slice(0, 1)
              .map((key) => keyName(key, state.size)),
          ].join(' ') as Printable,
        }));
    });
}
