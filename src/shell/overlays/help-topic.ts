import { renderMarkdown } from '../../help/render-markdown.ts';
import { HELP_TOPICS, type HelpTopicName, helpTopicNames } from '../../help/topics.ts';
import type { PaneContext } from '../../panes/pane.ts';
import { memoizeLast } from '../../text/memoize.ts';
import { type Printable, printable, words } from '../../text/printable.ts';
import { span } from '../../ui/line.ts';
import { type Column, tableLines } from '../../ui/table.ts';
import { listOverlay, type Overlay } from '../overlay.tsx';

/** The overlay that shows a help topic; `:help NAME` opens it. */
const topicOverlayId = (name: HelpTopicName): string => `help-${name}`;

/** The cursor's mark and the blank behind it. */
const MARKER = 2;

/** The text as numbered lines, as wide as fits beside the cursor. */
const linesOf = (text: string | null, columns: number): readonly Printable[] =>
  text === null ? [words`Loading…`] : renderMarkdown(text, columns - MARKER);

const COLUMNS: readonly Column<Printable>[] = [
  { id: 'line', title: words``, width: 40, grow: 1, cell: (line) => span(line) },
];

const idsOf = (lines: readonly unknown[]) => lines.map((_, at) => String(at));

/** An overlay for each help topic, for machines without a browser: what `warren help NAME` prints. */
export const openHelpTopics = (
  context: Pick<PaneContext, 'store' | 'slices'>,
): readonly Overlay[] => helpTopicNames.map((name) => openHelpTopic(name, context));

function openHelpTopic(
  name: HelpTopicName,
  context: Pick<PaneContext, 'store' | 'slices'>,
): Overlay {
  // In Markdown; null until it is loaded.
  const slice = context.slices.create<{ readonly text: string | null }>({ text: null });
  const rendered = memoizeLast(linesOf);
  const rowsOf = (columns: number) => rendered(slice.getState().text, columns);
  return listOverlay(context, {
    id: topicOverlayId(name),
    title: () => words`Help: ${printable(name)}`,
    ids: ({ size }) => idsOf(rowsOf(size.columns)),
    lines(_, list, room) {
      const rows = rowsOf(room.columns);
      return tableLines({ columns: COLUMNS, rows, ids: idsOf(rows), list, room });
    },
    opened() {
      // Part of the program: there is nothing that could fail.
      void HELP_TOPICS[name].load().then((text) => slice.setState({ text }));
    },
  });
}
