import type { Command } from '../commands/command.ts';
import type { ConsoleState } from '../state/console-state.ts';
import { type Printable, printable, words } from '../text/printable.ts';
import type { CommandLayers } from './table-for.ts';

/** Somewhere in the console, and the commands that are in force there and not everywhere. */
export interface KeySection {
  readonly title: Printable;
  readonly commands: readonly Command[];
}

/** Every place there is, as the README lists their keys: panes and their parts, dialogs, then what many share. */
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
