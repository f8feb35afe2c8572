import { type Command, command, inGroup } from '../../commands/command.ts';
import type { ListHandle } from '../../commands/list-commands.ts';
import { renderMarkdown } from '../../help/render-markdown.ts';
import { HELP_TOPICS, helpTopicNames } from '../../help/topics.ts';
import type { PaneContext } from '../../panes/pane.ts';
import type { ConsoleState } from '../../state/console-state.ts';
import { movedTo, selectedId } from '../../state/list.ts';
import { keyFor, keyName } from '../../text/key-names.ts';
import { memoizeLast } from '../../text/memoize.ts';
import { count, counted } from '../../text/numbers.ts';
import { type Printable, printable, printableStart, words } from '../../text/printable.ts';
import type { Room } from '../../text/spoken.ts';
import { timeNear } from '../../text/time.ts';
import { pad, width, wrapLines } from '../../text/width.ts';
import { compose, type Line, span, wrappedText } from '../../ui/line.ts';
import { textOf } from '../../ui/spoken.ts';
import { type Column, column, emptyLines, listTable } from '../../ui/table.ts';
import { theme } from '../../ui/theme.ts';
import { listOverlay, type Overlay } from '../overlay.tsx';
import type { OverlayContext } from '../overlay-context.ts';

const MARKER = 2;

/** A line of text. Its id keeps the cursor on it when lines are inserted above. */
interface TextLine {
  readonly id: string;
  readonly line: Line;
}

const COLUMNS: readonly Column<TextLine>[] = [
  column('line', words``, 40, { grow: 1, cell: ({ line }) => line }),
];

type TextContext = Pick<PaneContext, 'store' | 'slices' | 'ask'>;

interface TextParts extends Pick<Overlay, 'id' | 'title' | 'opened'> {
  linesOf(state: ConsoleState, columns: number): readonly TextLine[];
}

const textOverlay = (context: TextContext, { linesOf, ...named }: TextParts): Overlay =>
  listOverlay(context, {
    ...named,
    commands: (_, list) =>
      searchCommands(context, list, () => {
        const state = context.store.getState();
        return linesOf(state, state.size.columns - MARKER).map(({ line }) => textOf(line));
      }),
    ids: (state) => linesOf(state, state.size.columns - MARKER).map(({ id }) => id),
    lines(state, list, room) {
      const rows = linesOf(state, room.columns - MARKER);
      if (rows.length === 0) {
        return emptyLines(words`There are no messages in this session.`, room.columns);
      }
      return listTable(COLUMNS, rows, list, room);
    },
  });

/** Searches the text as pagers do, wrapping around at the end. */
function searchCommands(
  { store, ask }: Pick<PaneContext, 'store' | 'ask'>,
  list: ListHandle,
  linesNow: () => readonly string[],
): readonly Command[] {
  let wanted = '';
  /** Unlisted: as a message it would be found by the next search. */
  const say = (text: Printable) =>
    store.setState({ notice: { text, tone: 'info', isUnlisted: true } });
  const goTo = (id: string) => list.set(movedTo(list.get(), list.ids(), id, list.height()));
  /** Moves to the next match from `start` on. */
  const find = (start: number, step: 1 | -1): void => {
    const lines = linesNow().map((line) => line.toLowerCase());
    const { length } = lines;
    const order = lines.map((_, at) => (((start + step * at) % length) + length) % length);
    const found = order.find((at) => lines[at]?.includes(wanted.toLowerCase()));
    if (found === undefined) {
      say(words`No line has “${printableStart(wanted)}”.`);
      return;
    }
    goTo(list.ids().at(found) ?? '');
    if (step > 0 ? found < start : found > start) {
      say(step > 0 ? words`Search continued at the top.` : words`Search continued at the bottom.`);
    }
  };
  const here = () => Math.max(0, list.ids().indexOf(selectedId(list.get(), list.ids()) ?? ''));
  const unavailable = () =>
    wanted === ''
      ? words`No search yet. Press ${keyFor(store.getState().keyNames, 'text.search', words`/`)} and type it.`
      : undefined;
  return inGroup('Lists', [
    command('text.search', '/', words`Search the text, in help and messages`, {
      footer: words`search`,
      run: () =>
        ask({
          id: 'text-search',
          label: words`/`,
          value: '',
          placeholder: words`a word or a part of one`,
          enter: words`go there`,
          accepted(typed) {
            wanted = typed.trim();
            if (wanted !== '') find(here(), 1);
          },
        }),
    }),
    command('text.next', 'n', words`Next line of the text that matches`, {
      unavailable,
      run: () => find(here() + 1, 1),
    }),
    command('text.previous', 'N', words`Previous line of the text that matches`, {
      unavailable,
      run: () => find(here() - 1, -1),
    }),
  ]);
}

const GAP = 2;

/** Newest first, in full. */
function messageLines(
  { messages, timeZone, now }: ConsoleState,
  columns: number,
): readonly TextLine[] {
  const timed = messages.map((message) => ({
    ...message,
    time: timeNear(now.wall, message.at, timeZone),
  }));
  const before = Math.max(0, ...timed.map(({ time }) => width(time))) + GAP;
  return timed.toReversed().flatMap(({ number, time, text, tone }) =>
    wrapLines(text, Math.max(1, columns - before)).map((line, index) => ({
      id: `${number}.${index}`,
      line: [
        span(pad(index === 0 ? time : words``, before), theme.faint),
        span(line, tone === 'info' ? theme.data : theme[tone]),
      ],
    })),
  );
}

/** All notices of this session; the notice line shows only the last. */
export const openMessages = (context: TextContext): Overlay =>
  textOverlay(context, {
    id: 'messages',
    title: () => words`Messages of this session`,
    linesOf: messageLines,
  });

/** An overlay per help topic, with the text of `warren help NAME`. */
export const openHelpTopics = (context: TextContext): readonly Overlay[] =>
  helpTopicNames.map((name) => {
    // Markdown; null until loaded.
    const slice = context.slices.create<{ readonly text: string | null }>({ text: null });
    const rendered = memoizeLast((text: string | null, columns: number): readonly TextLine[] =>
      (text === null ? [words`Loading…`] : renderMarkdown(text, columns)).map((line, at) => ({
        id: String(at),
        line: [span(line)],
      })),
    );
    return textOverlay(context, {
      id: `help-${name}`,
      title: () => words`Help: ${printable(name)}`,
      linesOf: (_, columns) => rendered(slice.getState().text, columns),
      opened() {
        // Bundled with the program: it cannot fail.
        void HELP_TOPICS[name].load().then((text) => slice.setState({ text }));
      },
    });
  });

const commandColumns = (room: Room): readonly Column<Command>[] => [
  column('command', words`COMMAND`, 24, ({ id }) => span(printableStart(id), theme.strong)),
  column('keys', words`KEYS`, 14, ({ keys }) =>
    span(keys.map((key) => keyName(key, room)).join(' ') as Printable, theme.key),
  ),
  column('label', words`WHAT IT DOES`, 20, { grow: 1, cell: ({ label }) => span(label) }),
];

/** The problems, wrapped, in at most half of the rows; nothing if there are none. */
function problemLines(problems: readonly Printable[], { columns, rows }: Room) {
  const lines = problems.flatMap((each) => wrappedText(each, columns - 1, theme.warn));
  const most = Math.max(1, Math.floor(rows / 2) - 1);
  if (lines.length === 0) return [];
  const shown = lines.length <= most ? lines : lines.slice(0, most - 1);
  const left = lines.length - shown.length;
  const rest = left > 0 ? [[span(words` … ${counted(left, words`more line`)}`, theme.warn)]] : [];
  return [...shown, ...rest, []].map((line) => compose(line, columns));
}

/** Commands by their configuration names, and problems of the configured keys. */
export function openKeyList(context: OverlayContext): Overlay {
  const { problems, commands } = context.chosenKeys;
  return listOverlay(context, {
    id: 'keys',
    title: () => words`Keys of the configuration · problems ${count(problems().length)}`,
    ids: () => commands().map(({ id }) => id),
    listRows: (rows, { size }) => rows - problemLines(problems(), { ...size, rows }).length,
    lines(_, list, room) {
      const above = problemLines(problems(), room);
      const rows = room.rows - above.length;
      return [...above, ...listTable(commandColumns(room), commands(), list, { ...room, rows })];
    },
  });
}
