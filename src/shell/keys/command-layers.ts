import type { Command } from '../../commands/command.ts';
import { commandTable, whileTyping } from '../../commands/table.ts';
import type { Pane } from '../../panes/pane.ts';
import type { ConsoleState } from '../../state/console-state.ts';
import { type Printable, printable, words } from '../../text/printable.ts';
import type { Overlay } from '../overlay.ts';

/** Everything that has commands. */
export interface CommandLayers {
  readonly panes: readonly Pane[];
  readonly overlays: readonly Overlay[];
  readonly prompt: readonly Command[];
  readonly global: readonly Command[];
  /** The commands of a layer with the keys that the operator wants; as they are unless told. */
  rebind?(commands: readonly Command[]): readonly Command[];
}

/** What can be reached while something is typed; the rest would act behind the back of the text. */
const ANYWHERE = new Set(['help', 'palette', 'redraw', 'suspend']);

/**
 * The commands in force in `state`, nearest first. While something is typed only keys that are no text
 * count; under an overlay the pane's keys are covered. What is typed into keeps its keys: a chosen one might
 * be text.
 */
export function tableFor(state: ConsoleState, layers: CommandLayers): readonly Command[] {
  const top = state.overlays.at(-1);
  const overlay = top === undefined ? undefined : layers.overlays.find(({ id }) => id === top);
  const { readOnly } = state.profile;
  const rebind = (commands: readonly Command[]) => layers.rebind?.(commands) ?? commands;
  const global = rebind(layers.global);
  const pane = layers.panes.find(({ id }) => id === state.pane);
  if (state.prompt) {
    const { id } = state.prompt;
    // What is typed over a menu must not run the menu: only the place that asked has keys of its own.
    const place = overlay ? overlay : { id: pane?.id, commands: pane?.typing ?? [] };
    const own = place.id === id ? place.commands : [];
    const around = overlay ? [] : whileTyping(global.filter(({ id }) => ANYWHERE.has(id)));
    return commandTable([own, layers.prompt, around], { readOnly });
  }
  if (overlay) {
    const covering = overlay.handleInput ? [overlay.commands] : [rebind(overlay.commands), global];
    return commandTable(covering, { readOnly });
  }
  if (pane?.form?.isOpen(state)) return commandTable([pane.form.commands], { readOnly });
  return commandTable([rebind(pane?.commands ?? []), global], { readOnly });
}

/** Somewhere in the console, and the commands that are in force there and not everywhere. */
export interface KeySection {
  readonly title: Printable;
  readonly commands: readonly Command[];
}

/** Every place there is, as the help topic lists their keys: panes and their parts, dialogs, then what many share. */
export function keySectionsOf(
  { panes, overlays, prompt, global }: Omit<CommandLayers, 'rebind'>,
  state: ConsoleState,
): readonly KeySection[] {
  const own = (commands: readonly Command[]) => commands.filter(({ group }) => group !== 'Lists');
  const inPanes = panes.flatMap(({ title, commands, parts = [], typing = [], form }) => {
    const known = new Set(commands.map(({ label }) => label));
    return [
      { title, commands: own(commands) },
      ...parts.map((part) => ({
        title: words`${title}: ${part.title}`,
        commands: own(part.commands),
      })),
      {
        title: words`${title}: while typing`,
        commands: own(typing).filter(({ label }) => !known.has(label)),
      },
      ...(form ? [{ title: words`${title}: ${form.title}`, commands: form.commands }] : []),
    ];
  });
  const inOverlays = overlays.map((overlay) => ({
    // What a title says behind the dot is of the moment.
    title: printable(overlay.title(state).split(' · ')[0] ?? ''),
    commands: own(overlay.commands),
  }));
  const lists = [...panes, ...panes.flatMap(({ parts = [] }) => parts), ...overlays]
    .flatMap(({ commands }) => commands)
    .filter(({ group }) => group === 'Lists');
  return [
    ...inPanes,
    ...inOverlays,
    { title: words`Lists`, commands: [...new Map(lists.map((each) => [each.id, each])).values()] },
    { title: words`Typing`, commands: prompt },
    { title: words`Everywhere`, commands: global },
  ];
}
