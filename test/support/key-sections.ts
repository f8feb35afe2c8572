import type { Command } from '../../src/commands/command.ts';
import { liveKeys } from '../../src/commands/table.ts';
import type { CommandLayers } from '../../src/shell/keys/command-layers.ts';
import type { ConsoleState } from '../../src/state/console-state.ts';
import { type Printable, printable, words } from '../../src/text/printable.ts';

/** A place and the commands that apply only there. */
export interface KeySection {
  readonly title: Printable;
  readonly commands: readonly Command[];
}

/** All places in the order of the help topic: panes and their parts, overlays, then shared commands. */
export function keySectionsOf(
  { panes, overlays, prompt, global, replay }: Omit<CommandLayers, 'rebind'>,
  state: ConsoleState,
): readonly KeySection[] {
  const own = (commands: readonly Command[]) => commands.filter(({ group }) => group !== 'Lists');
  const reached = (commands: readonly Command[]) =>
    commands.map((each) => ({ ...each, keys: liveKeys(commands, each) }));
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
      ...(form
        ? [{ title: words`${title}: ${form.title}`, commands: reached(form.commands) }]
        : []),
    ];
  });
  const inOverlays = overlays.map((overlay) => ({
    // The title after the dot changes.
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
    { title: words`Replay`, commands: replay },
    { title: words`Typing`, commands: prompt },
    { title: words`Everywhere`, commands: global },
  ];
}
