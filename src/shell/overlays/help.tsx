import { Box } from 'ink';
import type { Command } from '../../commands/command.ts';
import { listCommands } from '../../commands/list-commands.ts';
import { liveKeys, whileTyping } from '../../commands/table.ts';
import { matchesFilter } from '../../panes/filter-prompt.ts';
import type { PaneContext } from '../../panes/pane.ts';
import type { ConsoleState } from '../../state/console-state.ts';
import { keyName } from '../../state/key-names.ts';
import { EMPTY_LIST, type ListState, selectedId } from '../../state/list.ts';
import type { Slice } from '../../state/slice.ts';
import { type Printable, printable, words } from '../../text/printable.ts';
import type { Room } from '../../text/spoken.ts';
import { PromptField } from '../../ui/field.tsx';
import { bodyRows } from '../../ui/layout.ts';
import { compose, span } from '../../ui/line.ts';
import { Row, Rows } from '../../ui/rows.tsx';
import { type Column, tableLines } from '../../ui/table.ts';
import { theme } from '../../ui/theme.ts';
import { useRows, useSelected } from '../../ui/use-selected.ts';
import type { LineWord } from '../keys/command-line.ts';
import type { Overlay } from '../overlay.ts';

interface HelpState {
  readonly list: ListState;
}

/** What the help acts on. */
interface HelpContext
  extends Pick<PaneContext, 'store' | 'slices' | 'say' | 'ask' | 'closePrompt'> {
  /** The commands that would be in force without the help. */
  table(): readonly Command[];
  /** The words that can be typed after `:`. */
  words(): readonly LineWord[];
  run(command: Command): void;
  close(): void;
}

/** The keys of a command as they are written in help: `j ↓`. */
export const keysOf = (table: readonly Command[], command: Command): Printable =>
  liveKeys(table, command).map(keyName).join(' ') as Printable;

/** A line of the help: a command, or a word for `:`. */
interface HelpRow {
  readonly id: string;
  readonly keys: Printable;
  readonly label: Printable;
  readonly where: Printable;
  /** Why it cannot be done now. */
  readonly reason: Printable | undefined;
  run(): void;
}

function rowsOf({ table, words: lineWords, run, say }: HelpContext): readonly HelpRow[] {
  const commands = table();
  const typed = lineWords();
  const names = new Set(typed.map(({ name }) => name));
  return [
    ...commands
      // What only has a word is listed by that.
      .filter(({ id, keys }) => keys.length > 0 || !names.has(id))
      .map((command) => ({
        id: command.id,
        keys: keysOf(commands, command),
        label: command.label,
        where: printable(command.group),
        reason: command.unavailable?.(),
        run: () => run(command),
      })),
    ...typed.map(({ name, usage, help, place, begin }) => ({
      id: `:${name}`,
      keys: words`:${printable(name)}`,
      label: usage === name ? help : words`${help}: ${usage}`,
      where: place,
      reason: undefined,
      run() {
        const reason = begin();
        if (reason !== undefined) say(reason, 'warn');
      },
    })),
  ];
}

const found = (rows: readonly HelpRow[], filter: string): readonly HelpRow[] =>
  rows.filter(({ keys, label, where }) => matchesFilter(filter, `${keys} ${label} ${where}`));

const COLUMNS: readonly Column<HelpRow>[] = [
  { id: 'keys', title: words`KEY`, width: 16, cell: ({ keys }) => span(keys, theme.key) },
  {
    id: 'label',
    title: words`WHAT IT DOES`,
    spoken: words``,
    width: 30,
    grow: 1,
    cell: ({ label, reason }) =>
      reason === undefined
        ? span(label)
        : [span(label, theme.faint), span(words`  (${reason})`, theme.faint)],
  },
  {
    id: 'where',
    title: words`WHERE`,
    spoken: words``,
    width: 12,
    leaves: 1,
    cell: ({ where }) => span(where, theme.faint),
  },
];

/** The keys of the place it is opened over, and the words for `:`: type to search, Enter runs the entry. */
export function openHelp(context: HelpContext): Overlay {
  const { store } = context;
  const slice: Slice<HelpState> = context.slices.create<HelpState>({ list: EMPTY_LIST });
  const shown = () => found(rowsOf(context), slice.getState().list.filter);
  const list = {
    get: () => slice.getState().list,
    set: (next: ListState) => slice.setState({ list: next }),
  };
  const height = () => Math.max(1, bodyRows(store.getState()) - 2);
  const movement = listCommands({
    ...list,
    ids: () => shown().map(({ id }) => id),
    height,
    sortable: () => [],
  });

  return {
    id: 'help',
    title: () => words`Help: keys and commands`,
    commands: [
      {
        id: 'help.run',
        keys: ['enter'],
        label: words`Run the command under the cursor, or begin to type it`,
        footer: words`run`,
        group: 'Dialogs',
        run: () => {
          const id = selectedId(
            slice.getState().list,
            shown().map((each) => each.id),
          );
          const row = shown().find((each) => each.id === id);
          context.close();
          row?.run();
        },
      },
      {
        id: 'help.close',
        keys: ['esc', 'f1', 'ctrl-c'],
        label: words`Close the help`,
        footer: words`close`,
        group: 'Dialogs',
        run: context.close,
      },
      ...whileTyping(movement),
    ],
    view: (room) => <Help context={context} slice={slice} {...room} />,
    opened() {
      slice.setState({ list: EMPTY_LIST });
      context.ask({
        id: 'help',
        label: words` Search`,
        value: '',
        placeholder: words`a key or a word`,
        changed: (filter) => slice.setState({ list: { ...EMPTY_LIST, filter } }),
        accepted: () => {},
        cancelled: () => {},
      });
    },
    closed: context.closePrompt,
  };
}

function Help({
  context,
  slice,
  ...room
}: Room & { readonly context: HelpContext; readonly slice: Slice<HelpState> }) {
  const { columns, rows } = room;
  const prompt = useSelected(context.store, promptOf);
  // Why a command cannot be run may change with anything.
  const lines = useRows(context.store, () => {
    const { list } = slice.getState();
    const shown = found(rowsOf(context), list.filter);
    return tableLines({
      columns: COLUMNS,
      rows: shown,
      ids: shown.map(({ id }) => id),
      list,
      room: { ...room, rows: rows - 1 },
      focused: true,
    });
  });
  return (
    <Box flexDirection="column">
      {prompt ? <PromptField prompt={prompt} room={room} /> : <Row line={compose([], columns)} />}
      <Rows lines={lines} columns={columns} rows={rows - 1} />
    </Box>
  );
}

const promptOf = (state: ConsoleState) => state.prompt;
