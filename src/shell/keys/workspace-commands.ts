import { command } from '../../commands/command.ts';
import { TYPED_COMMANDS } from '../../commands/typed-commands.ts';
import type { AddableItem, Pane, PaneContext } from '../../panes/pane.ts';
import { addToWorkspace } from '../../state/console-state.ts';
import { ITEM_KINDS } from '../../state/item-kinds.ts';
import { type WorkspaceFile, withoutItem } from '../../state/workspace.ts';
import { keyFor } from '../../text/key-names.ts';
import { type Printable, printable, words } from '../../text/printable.ts';
import { type Line, lookAlikeLines, nameLine, span } from '../../ui/line.ts';
import { theme } from '../../ui/theme.ts';
import { questionOverlay } from '../overlay.tsx';

interface WorkspaceContext extends Pick<PaneContext, 'store' | 'say'> {
  readonly panes: readonly Pane[];
  readonly file: WorkspaceFile;
  open(overlay: string): void;
  close(): void;
  /** Counts work as in flight. */
  track<Value>(work: Promise<Value>): Promise<Value>;
}

/** Overlays that list actions for the cursor's row. */
const LISTING = new Set(['actions', 'help', 'palette']);

const NOTHING = words`Nothing under the cursor can be added to the workspace.`;
const NOTHING_TO_REMOVE = words`Nothing under the cursor is in the workspace.`;

export function openWorkspaceCommands(context: WorkspaceContext) {
  const { store, file, say } = context;
  let leaving: AddableItem | null = null;

  const underCursor = (): AddableItem | null => {
    const state = store.getState();
    if (!state.overlays.every((id) => LISTING.has(id))) return null;
    const pane = context.panes.find(({ id }) => id === state.pane);
    return pane?.addable?.(state) ?? pane?.subject?.(state) ?? null;
  };

  const isWatched = ({ kind, id }: AddableItem) =>
    store.getState().workspace[kind].some((each) => each.id === id);

  const kept = async ({ kind, id, name }: AddableItem): Promise<void> => {
    const { workspace } = store.getState();
    const made = await file.add(workspace.name, kind, { id, name });
    const called = printable(name);
    switch (made.kind) {
      case 'written':
        return say(words`${called} saved to workspace ${made.workspace}: ${made.file}`);
      case 'unchanged':
        return say(words`${called} is in workspace ${made.workspace} already: ${made.file}`);
      case 'refused':
        return say(words`Not saved: ${made.reason}`, 'warn');
    }
  };

  const removed = async ({ kind, id, name }: AddableItem): Promise<void> => {
    const { workspace } = store.getState();
    store.setState({ workspace: withoutItem(workspace, kind, id) });
    const made = await file.remove(workspace.name, kind, id);
    const called = printable(name);
    switch (made.kind) {
      case 'written':
        return say(words`Removed ${called}, here and in ${made.file}`);
      case 'unchanged':
        return say(words`Removed ${called} from this session; no file had it.`);
      case 'refused':
        return say(words`Removed ${called} from this session only: ${made.reason}`, 'warn');
    }
  };

  const keep = (named?: AddableItem): Printable | undefined => {
    const thing = named ?? underCursor();
    if (!thing) return NOTHING;
    const { kind, id, name } = thing;
    addToWorkspace(store, kind, { id, name });
    void context.track(kept(thing));
    return undefined;
  };

  const remove = (named?: AddableItem): Printable | undefined => {
    const thing = named ?? underCursor();
    if (!thing) return NOTHING_TO_REMOVE;
    const known = store.getState().workspace[thing.kind].find(({ id }) => id === thing.id);
    if (!known) return words`${printable(thing.name)} is not in the workspace.`;
    leaving = { kind: thing.kind, ...known };
    context.open('removal');
    return undefined;
  };

  return {
    /** Adds an item, by default that under the cursor, and saves it to the configuration. */
    keep,
    remove,
    commands: [
      command('workspace.keep', '*', TYPED_COMMANDS.keep.help, {
        typed: 'keep',
        unavailable: () => (underCursor() ? undefined : NOTHING),
        run: () => void keep(),
      }),
      command('workspace.remove', [], TYPED_COMMANDS.remove.help, {
        typed: 'remove',
        unavailable: () => {
          const thing = underCursor();
          if (!thing) return NOTHING_TO_REMOVE;
          return isWatched(thing)
            ? undefined
            : words`It is not in the workspace: ${keyFor(store.getState().keyNames, 'workspace.keep', words`*`)} saves it there.`;
        },
        run: () => void remove(),
      }),
    ],
    question: questionOverlay(context, {
      id: 'removal',
      title: () => words`Remove from workspace`,
      no: {
        id: 'removal.leave',
        label: words`Cancel: it stays in the workspace`,
        footer: words`cancel`,
        run: context.close,
      },
      yes: {
        id: 'removal.remove',
        label: TYPED_COMMANDS.remove.help,
        footer: words`remove`,
        run() {
          context.close();
          return leaving ? removed(leaving) : undefined;
        },
      },
      about: () => [
        words`Asks whether to remove this from the workspace. Nothing is deleted at the service; :add adds it again.`,
      ],
      lines: () => (leaving ? questionLines(leaving) : []),
    }),
  };
}

export type WorkspaceCommands = ReturnType<typeof openWorkspaceCommands>;

const questionLines = (thing: AddableItem): readonly Line[] => [
  [],
  [
    span(words` Remove the ${ITEM_KINDS[thing.kind].noun} `),
    ...nameLine(thing.name, theme.strong),
    span(thing.name === thing.id ? words`` : words` ${printable(thing.id)}`, theme.faint),
    span(words` from the workspace?`),
  ],
  ...lookAlikeLines(thing),
  [],
  [span(words` It is removed here, and from the configuration if it is there.`)],
  [span(words` Nothing is deleted at the service.`, theme.good)],
  [],
  [
    span(words` Enter`, theme.key),
    span(words` cancels  `),
    span(words`Ctrl-Y`, theme.key),
    span(words` removes it`),
  ],
];
