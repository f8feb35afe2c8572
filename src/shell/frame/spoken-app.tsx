import { Box } from 'ink';
import { useShallow } from 'zustand/react/shallow';
import type { Command } from '../../commands/command.ts';
import { liveKeys } from '../../commands/table.ts';
import type { Pane } from '../../panes/pane.ts';
import type { ConsoleState } from '../../state/console-state.ts';
import { keyName } from '../../state/key-names.ts';
import { words } from '../../text/printable.ts';
import { SPOKEN_ROOM, type SpokenItem } from '../../text/spoken.ts';
import { PromptField, Typed } from '../../ui/field.tsx';
import { layoutOf } from '../../ui/layout.ts';
import { Row, Rows } from '../../ui/rows.tsx';
import { textOf } from '../../ui/spoken.ts';
import { useSelected } from '../../ui/use-selected.ts';
import type { Overlay } from '../overlay.ts';
import { footerOf, hintLines } from './footer.ts';
import { type AppProps, promptOf } from './frame.ts';
import { badgeTexts, connectionLines } from './header.ts';
import { LiveRow } from './live-row.tsx';

/** So many keys are named; help has them all. */
const KEYS = 4;

/** What is read aloud: place and state first, then the same views as on a screen. */
export function SpokenApp(props: AppProps) {
  const { store, panes, overlay: top, table } = props;
  const { pane: shown, hint, keyNames } = useSelected(store, useShallow(partsOf));
  const pane = panes.find(({ id }) => id === shown);
  if (!pane) return null;
  const overlay = top();
  const layout = layoutOf(store.getState().size, false);
  const room = { ...SPOKEN_ROOM, rows: layout.kind === 'full' ? layout.body : 1 };
  return (
    <Typed value={props.typed}>
      <Box flexDirection="column">
        <LiveRow store={store} line={(state) => placeLine(state, panes, pane, overlay)} />
        <LiveRow store={store} line={(state) => statusLine(state, pane)} />
        {overlay ? overlay.view(room) : pane.view(room)}
        {hint && <Rows lines={hintLines(keyNames, room.columns)} columns={room.columns} rows={3} />}
        <Notice store={store} />
        <Typing store={store} />
        <LiveRow store={store} line={() => ({ kind: 'keys', text: keysText(table()) })} />
      </Box>
    </Typed>
  );
}

const partsOf = ({ pane, overlays, hint, keyNames }: ConsoleState) => ({
  pane,
  overlays,
  hint,
  keyNames,
});

/** Where we are: the pane, or the overlay that is open over it. */
function placeLine(
  state: ConsoleState,
  panes: readonly Pane[],
  pane: Pane,
  overlay: Overlay | undefined,
): SpokenItem {
  if (overlay) {
    const title = overlay.title(state);
    const isDialog = overlay.handleInput !== undefined;
    return {
      kind: 'place',
      isDialog,
      name: isDialog ? words`Dialog: ${title}` : title,
      what: words``,
      fresh: words`Esc closes`,
    };
  }
  const { left, right } = pane.heading(state);
  const isDialog = pane.form?.isOpen(state) === true;
  const number = panes.indexOf(pane) + 1;
  return {
    kind: 'place',
    isDialog,
    name: isDialog
      ? words`Dialog: ${pane.title}`
      : words`Pane ${number} of ${panes.length}, ${pane.title}`,
    what: textOf(left),
    fresh: textOf(right),
  };
}

const statusLine = (state: ConsoleState, pane: Pane): SpokenItem => ({
  kind: 'status',
  all: [...badgeTexts(state, pane), textOf(connectionLines(state).at(-1) ?? [])],
});

function Notice({ store }: Pick<AppProps, 'store'>) {
  const notice = useSelected(store, (state) => state.notice);
  return notice && <Row line={{ kind: 'notice', ...notice }} />;
}

function Typing({ store }: Pick<AppProps, 'store'>) {
  const prompt = useSelected(store, promptOf);
  return prompt && <PromptField prompt={prompt} room={SPOKEN_ROOM} />;
}

function keysText(table: readonly Command[]): string {
  const keys = table.flatMap((command) => {
    const [key] = liveKeys(table, command);
    const does = footerOf(command);
    return does !== undefined && key !== undefined ? [words`${keyName(key)} ${does}`] : [];
  });
  const some = [...new Set([...keys.slice(0, KEYS), words`? help`, words`q back or quit`])];
  return `Keys: ${some.join(', ')}, Ctrl-L everything again`;
}
