import { Box } from 'ink';
import { command } from '../../commands/command.ts';
import { listCommands } from '../../commands/list-commands.ts';
import { keysOf, listedByKey, whileTyping } from '../../commands/table.ts';
import { HELP_TOPICS, helpTopicNames } from '../../help/topics.ts';
import { EMPTY_LIST, type ListState, selectedId, selectedRow } from '../../state/list.ts';
import { PANE_TABS } from '../../state/pane-tabs.ts';
import type { Slice } from '../../state/slice.ts';
import { keyFor } from '../../text/key-names.ts';
import { printable, words } from '../../text/printable.ts';
import { type Room, SPOKEN_ROOM } from '../../text/spoken.ts';
import { wrapLines } from '../../text/width.ts';
import { layoutOf } from '../../ui/layout.ts';
import { compose, type RowContent, type Styled, span } from '../../ui/line.ts';
import { Rows } from '../../ui/rows.tsx';
import { type Column, column, tableLines } from '../../ui/table.ts';
import { useRows } from '../../ui/use-selected.ts';
import { type Overlay, TopPrompt } from '../overlay.tsx';
import type { OverlayContext } from '../overlay-context.ts';
import { type HelpRow, helpColumns, helpLines, helpRowAt, matchingTexts } from './help-lines.ts';

interface HelpState {
  readonly list: ListState;
}

interface RunnableRow extends HelpRow {
  run(): void;
  /** Acts on the open prompt; other rows cancel it. */
  readonly isTyping?: true;
}

const COMMAND_LINE = words`Commands: type :`;

/** Help topics, where they can be opened: not over a dialog. */
function topicRows({ typedCommands }: OverlayContext): readonly RunnableRow[] {
  const help = typedCommands().find(({ name }) => name === 'help');
  if (!help) return [];
  return helpTopicNames.map((name) => ({
    id: `help ${name}`,
    keys: words`:help ${printable(name)}`,
    label: printable(HELP_TOPICS[name].summary),
    section: words`Help topics`,
    run: () => help.begin(name),
  }));
}

/** The keys of a prompt under the help, if any. */
function typingRows(context: OverlayContext): readonly RunnableRow[] {
  const table = context.typingUnder('help');
  return table
    .filter(({ group }) => group === 'Typing')
    .map((command) => ({
      id: command.id,
      keys: keysOf(table, command, context.store.getState().size),
      label: command.label,
      section: words`Typing`,
      run: () => context.run(command),
      isTyping: true,
    }));
}

/** Keys by place, nearest first; then the typed commands. */
function rowsOf(context: OverlayContext): readonly RunnableRow[] {
  const { store, typedCommands, run } = context;
  const pane = Object.values(PANE_TABS).find(({ id }) => id === store.getState().pane);
  const commands = context.tableUnder('help');
  const dialog = context.dialogUnder('help');
  const typed = dialog ? [] : typedCommands();
  const rows: readonly RunnableRow[] = [
    ...typingRows(context),
    ...listedByKey(commands).map((command) => ({
      id: command.id,
      // A command whose keys the pane uses for others runs from here.
      keys: keysOf(commands, command, store.getState().size) || words`–`,
      label: command.label,
      section: command.group ? printable(command.group) : (pane?.title ?? words``),
      reason: command.unavailable?.(),
      run: () => run(command),
    })),
    ...typed.map(({ name, usage, help, place, begin }) => ({
      id: `:${name}`,
      keys: words`:${printable(name)}`,
      label: usage === name ? help : words`${help}: ${usage}`,
      section: place ?? COMMAND_LINE,
      run: () => begin(),
    })),
  ];
  const all = dialog ? rows : [...rows, ...topicRows(context)];
  const sections = [...new Set(all.map(({ section }) => section))];
  return sections.flatMap((section) => all.filter((row) => row.section === section));
}

/** Commands of other panes, shown only in searches. */
const elsewhereRows = (context: OverlayContext): readonly RunnableRow[] =>
  context.commandsElsewhere().map(({ pane, command, keys }) => ({
    id: `${pane.id} ${command.id}`,
    keys,
    label: command.label,
    section: pane.title,
    run() {
      context.show(pane.id);
      context.run(command);
    },
  }));

/** Rows that match the search; everything available here without one. */
function shownRows(context: OverlayContext, typed: string): readonly RunnableRow[] {
  const here = rowsOf(context);
  if (typed.trim() === '') return here;
  const rows = context.dialogUnder('help') ? here : [...here, ...elsewhereRows(context)];
  const matching = matchingTexts(
    typed,
    rows.map(({ keys, label, section }) => `${keys} ${label} ${section}`),
  );
  return rows.filter((_, at) => matching.has(at));
}

const SPOKEN: readonly Column<HelpRow>[] = [
  column('keys', words`KEY`, 16, ({ keys }) => span(keys)),
  column('label', words`WHAT IT DOES`, 30, {
    spoken: words``,
    cell: ({ label, reason }) => span(reason === undefined ? label : words`${label}  (${reason})`),
  }),
  column('section', words`WHERE`, 12, { spoken: words``, cell: ({ section }) => span(section) }),
];

/** The keys of the place below, and the typed commands. Typing searches, Enter runs. */
export function openHelp(context: OverlayContext): Overlay {
  const { store } = context;
  const slice: Slice<HelpState> = context.slices.create<HelpState>({ list: EMPTY_LIST });
  const shown = () => shownRows(context, slice.getState().list.filter);
  const room = () => {
    const { size, fullPane } = store.getState();
    const layout = layoutOf(size, fullPane);
    if (size.kind === 'spoken' || layout.kind === 'emergency') return undefined;
    return { columns: layout.columns, rows: layout.body - 1 - aboutLines(context, layout).length };
  };
  const list = {
    get: () => slice.getState().list,
    set: (next: ListState) => slice.setState({ list: next }),
  };
  const height = () => {
    const { columns, rows } = room() ?? { columns: 1, rows: SPOKEN_ROOM.rows };
    return helpColumns(columns) * rows;
  };
  const ids = () => shown().map(({ id }) => id);
  const movement = listCommands({
    ...list,
    ids,
    height,
    rowAt({ line, column }) {
      const page = room();
      if (!page) return undefined;
      // The prompt and the explanation of a dialog are above the page.
      const above = 1 + aboutLines(context, page).length;
      const selected = selectedId(list.get(), ids());
      return helpRowAt(shown(), selected, page, { line: line - above, column });
    },
  });

  return {
    id: 'help',
    title: () => {
      const dialog = context.dialogUnder('help');
      return dialog ? words`Help: ${dialog.title}` : words`Help: keys and commands`;
    },
    commands: [
      command('help.run', 'enter', words`Run the command, or begin to type it`, {
        footer: words`run`,
        run: () => {
          const row = selectedRow(slice.getState().list, shown());
          const dialog = context.dialogUnder('help');
          context.close();
          // A dialog is answered in the dialog, where its text is visible.
          if (dialog && row) context.say(words`Press ${row.keys} to: ${row.label}.`);
          else {
            if (!row?.isTyping) context.cancelPrompt();
            row?.run();
          }
        },
      }),
      command('help.close', ['esc', 'f1', 'ctrl-c'], words`Close the help`, {
        footer: words`close`,
        run: context.close,
      }),
      ...whileTyping(movement),
    ],
    view: (room) => <Help context={context} slice={slice} {...room} />,
    opened(about = '') {
      slice.setState({ list: { ...EMPTY_LIST, filter: about } });
      context.ask({
        id: 'help',
        label: words` Search`,
        value: about,
        placeholder: words`a key or a word`,
        changed: (filter) => slice.setState({ list: { ...EMPTY_LIST, filter } }),
        accepted: () => {},
      });
    },
    closed: context.closePrompt,
  };
}

function Help({
  context,
  slice,
  ...room
}: Room & { readonly context: OverlayContext; readonly slice: Slice<HelpState> }) {
  const { columns, rows } = room;

  const lines = useRows(context.store, () => bodyOf(context, slice.getState().list, room));
  return (
    <Box flexDirection="column">
      <TopPrompt store={context.store} room={room} />
      <Rows lines={lines} columns={columns} rows={rows - 1} />
    </Box>
  );
}

function bodyOf(context: OverlayContext, list: ListState, room: Room): readonly RowContent[] {
  const rows = shownRows(context, list.filter);
  const ids = rows.map(({ id }) => id);
  const about = aboutLines(context, room);
  const left = { ...room, rows: room.rows - 1 - about.length };
  if (rows.length === 0) {
    const finds = keyFor(context.store.getState().keyNames, 'palette', words`Ctrl-P`);
    const nothing = words`No key or command matches “${printable(list.filter.trim())}”. ${finds} also finds names and panes.`;
    const lines = wrapLines(nothing, room.columns - 2);
    return [
      ...about,
      ...[words``, ...lines].map((line) => compose([span(words` ${line}`)], room.columns)),
    ];
  }
  if (left.kind === 'spoken') {
    return [...about, ...tableLines({ columns: SPOKEN, rows, ids, list, room: left })];
  }
  return [...about, ...helpLines(rows, selectedId(list, ids), left)];
}

const READABLE = 100;

/** Explains the dialog below. */
function aboutLines(
  { dialogUnder }: OverlayContext,
  { columns }: Pick<Room, 'columns'>,
): readonly Styled[] {
  const sentences = dialogUnder('help')?.about ?? [];
  const lines = sentences.flatMap((sentence) =>
    wrapLines(sentence, Math.min(columns - 2, READABLE)),
  );
  if (lines.length === 0) return [];
  return [...lines, words``].map((line) => compose([span(words` ${line}`)], columns));
}
