import { listCommands } from '../../commands/list-commands.ts';
import { renderMarkdown } from '../../help/render-markdown.ts';
import { HELP_TOPICS, type HelpTopicName, helpTopicNames } from '../../help/topics.ts';
import type { PaneContext } from '../../panes/pane.ts';
import { EMPTY_LIST, type ListState } from '../../state/list.ts';
import type { Slice } from '../../state/slice.ts';
import { type Printable, printable, words } from '../../text/printable.ts';
import type { Room } from '../../text/spoken.ts';
import { bodyRows } from '../../ui/layout.ts';
import { span } from '../../ui/line.ts';
import { Rows } from '../../ui/rows.tsx';
import { type Column, tableLines } from '../../ui/table.ts';
import { useSlice } from '../../ui/use-selected.ts';
import type { Overlay } from '../overlay.ts';

interface TopicState {
  /** In Markdown; null until it is loaded. */
  readonly text: string | null;
  readonly list: ListState;
}

/** The overlay that shows a help topic; `:help NAME` opens it. */
const topicOverlayId = (name: HelpTopicName): string => `help-${name}`;

/** The cursor's mark and the blank behind it. */
const MARKER = 2;

/** The text as numbered lines, as wide as fits beside the cursor. */
const linesOf = ({ text }: TopicState, columns: number): readonly Printable[] =>
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
  { store, slices }: Pick<PaneContext, 'store' | 'slices'>,
): Overlay {
  const slice: Slice<TopicState> = slices.create<TopicState>({ text: null, list: EMPTY_LIST });
  return {
    id: topicOverlayId(name),
    title: () => words`Help: ${printable(name)}`,
    commands: listCommands({
      get: () => slice.getState().list,
      set: (list) => slice.setState({ list }),
      ids: () => idsOf(linesOf(slice.getState(), store.getState().size.columns)),
      height: () => Math.max(1, bodyRows(store.getState()) - 1),
    }),
    view: (room) => <HelpTopic slice={slice} {...room} />,
    opened() {
      slice.setState({ list: EMPTY_LIST });
      // Part of the program: there is nothing that could fail.
      void HELP_TOPICS[name].load().then((text) => slice.setState({ text }));
    },
  };
}

function HelpTopic({ slice, ...room }: Room & { readonly slice: Slice<TopicState> }) {
  const state = useSlice(slice);
  const lines = linesOf(state, room.columns);
  return (
    <Rows
      lines={tableLines({
        columns: COLUMNS,
        rows: lines,
        ids: idsOf(lines),
        list: state.list,
        room,
      })}
      columns={room.columns}
      rows={room.rows}
    />
  );
}
