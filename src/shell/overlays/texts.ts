import { renderMarkdown } from '../../help/render-markdown.ts';
import { HELP_TOPICS, helpTopicNames } from '../../help/topics.ts';
import type { PaneContext } from '../../panes/pane.ts';
import type { ConsoleState } from '../../state/console-state.ts';
import { memoizeLast } from '../../text/memoize.ts';
import { printable, words } from '../../text/printable.ts';
import { timeOfDay } from '../../text/time.ts';
import { pad, wrapLines } from '../../text/width.ts';
import { type Line, span } from '../../ui/line.ts';
import { type Column, emptyLines, tableLines } from '../../ui/table.ts';
import { theme } from '../../ui/theme.ts';
import { listOverlay, type Overlay } from '../overlay.tsx';

/** The cursor's mark and the blank behind it. */
const MARKER = 2;

const COLUMNS: readonly Column<Line>[] = [
  { id: 'line', title: words``, width: 40, grow: 1, cell: (line) => line },
];

const idsOf = (lines: readonly unknown[]) => lines.map((_, at) => String(at));

interface TextParts extends Pick<Overlay, 'id' | 'title' | 'opened'> {
  linesOf(state: ConsoleState, columns: number): readonly Line[];
}

/** An overlay of lines to be read, as wide as fits beside the cursor. */
const textOverlay = (
  context: Pick<PaneContext, 'store' | 'slices'>,
  { linesOf, ...named }: TextParts,
): Overlay =>
  listOverlay(context, {
    ...named,
    ids: (state) => idsOf(linesOf(state, state.size.columns - MARKER)),
    lines(state, list, room) {
      const rows = linesOf(state, room.columns - MARKER);
      if (rows.length === 0) {
        return emptyLines(words`Nothing has been said in this session.`, room.columns);
      }
      return tableLines({ columns: COLUMNS, rows, ids: idsOf(rows), list, room });
    },
  });

/** Of a time with what stands before a message. */
const TIME = 10;

/** The newest first, each whole. */
const messageLines = ({ said, timeZone }: ConsoleState, columns: number): readonly Line[] =>
  said.toReversed().flatMap(({ at, text, tone }) =>
    wrapLines(text, Math.max(1, columns - TIME)).map((line, index) => {
      const time = index === 0 ? timeOfDay(at, timeZone) : words``;
      return [
        span(pad(time, TIME), theme.faint),
        span(line, tone === 'info' ? theme.data : theme[tone]),
      ];
    }),
  );

/** Every sentence that was said to the operator in this session: the notice line has room for one, until the next key. */
export const openMessages = (context: Pick<PaneContext, 'store' | 'slices'>): Overlay =>
  textOverlay(context, {
    id: 'messages',
    title: () => words`Messages of this session`,
    linesOf: messageLines,
  });

/** An overlay for each help topic, for machines without a browser: what `warren help NAME` prints. */
export const openHelpTopics = (
  context: Pick<PaneContext, 'store' | 'slices'>,
): readonly Overlay[] =>
  helpTopicNames.map((name) => {
    // In Markdown; null until it is loaded.
    const slice = context.slices.create<{ readonly text: string | null }>({ text: null });
    const rendered = memoizeLast((text: string | null, columns: number): readonly Line[] =>
      (text === null ? [words`Loading…`] : renderMarkdown(text, columns)).map((line) => [
        span(line),
      ]),
    );
    return textOverlay(context, {
      id: `help-${name}`,
      title: () => words`Help: ${printable(name)}`,
      linesOf: (_, columns) => rendered(slice.getState().text, columns),
      opened() {
        // Part of the program: there is nothing that could fail.
        void HELP_TOPICS[name].load().then((text) => slice.setState({ text }));
      },
    });
  });
