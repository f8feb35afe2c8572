import { type Printable, words } from '../text/printable.ts';
import type { Command, CommandGroup } from './command.ts';

/** The things a pane shows one of, as `[` and `]` step through them. */
export interface TabHandle {
  readonly group: CommandGroup;
  /** What they are, plural: `zones`. */
  readonly what: Printable;
  ids(): readonly string[];
  current(): string | null;
  show(id: string): void;
}

export function tabCommands({ group, what, ids, current, show }: TabHandle): readonly Command[] {
  const step = (by: number) => () => {
    const all = ids();
    const at = all.indexOf(current() ?? '');
    const next = all[(at + by + all.length) % all.length];
    if (next !== undefined) show(next);
  };
  const unavailable = () =>
    ids().length < 2 ? words`There are no other ${what} in the workspace.` : undefined;
  return [
    {
      id: 'tab.previous',
      keys: ['['],
      label: words`Previous of the ${what}`,
      group,
      unavailable,
      run: step(-1),
    },
    {
      id: 'tab.next',
      keys: [']'],
      label: words`Next of the ${what}`,
      group,
      unavailable,
      run: step(1),
    },
  ];
}
