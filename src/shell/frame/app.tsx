import { Box, type DOMElement, type RenderOptions, render } from 'ink';
import type { PropsWithChildren, ReactNode } from 'react';
import type { Command } from '../../commands/command.ts';
import { liveKeys } from '../../commands/table.ts';
import type { Pane } from '../../panes/pane.ts';
import type { ConsoleState, ConsoleStore } from '../../state/console-state.ts';
import { keyFor, keyName } from '../../text/key-names.ts';
import { words } from '../../text/printable.ts';
import { type Room, SPOKEN_ROOM, type SpokenItem } from '../../text/spoken.ts';
import { width } from '../../text/width.ts';
import { PromptField, Typed } from '../../ui/field.tsx';
import { type Layout, layoutOf } from '../../ui/layout.ts';
import { compose, lineWidth, type RowContent, span } from '../../ui/line.ts';
import { Row, Rows, Spoken, type SpokenRows, spokenItems } from '../../ui/rows.tsx';
import { textOf } from '../../ui/spoken.ts';
import { theme } from '../../ui/theme.ts';
import {
  DrawnChanges,
  type Subscribe,
  usePicked,
  useRows,
  useSelected,
} from '../../ui/use-selected.ts';
import type { Overlay } from '../overlay.tsx';
import { connectionLines } from './connection-lines.ts';
import { footerOf, hintLines } from './footer.ts';
import { type AppProps, closingKey, frameOf, headingOf, promptOf } from './frame.ts';
import { badgeTexts, changeBadges } from './header.ts';

/**
 * The whole screen. Each part subscribes to what it draws; the frame is rebuilt only for another size, pane or overlay.
 */
function App(props: AppProps) {
  const { size, fullPane } = usePicked(props.store, 'size', 'fullPane');
  if (size.kind === 'spoken') return <SpokenApp {...props} />;
  const layout = layoutOf(size, fullPane);
  if (layout.kind === 'emergency') return <Emergency {...props} />;
  return <Screen {...props} layout={layout} />;
}

function Screen({ layout, ...props }: AppProps & { readonly layout: FullLayout }) {
  const { store } = props;
  usePicked(store, ...PARTS);
  const frame = frameOf(props, layout);
  if (!frame) return null;
  const { columns } = layout;
  const { pane, overlay, room, hint, tabs, keys } = frame;
  return (
    <Typed value={props.typed}>
      <Box flexDirection="column" width={columns} height={store.getState().size.rows}>
        <LiveRow store={store} line={frame.badges} />
        {tabs !== undefined && <Row line={tabs} />}
        <LiveRow store={store} line={frame.title} />
        <Box height={room.rows} width={columns} overflow="hidden">
          {overlay ? overlay.view(room) : pane.view(room)}
        </Box>
        {hint.length > 0 && <Rows lines={hint} columns={columns} rows={hint.length} />}
        <Typing store={store} room={room}>
          <LiveRow store={store} line={frame.notice} />
        </Typing>
        {keys && <LiveRow store={store} line={keys} />}
      </Box>
    </Typed>
  );
}

type FullLayout = Layout & { readonly kind: 'full' };

/** State that decides the parts and the room of the body. */
const PARTS = ['pane', 'overlays', 'hint', 'keyNames'] as const;

const behindOf = ({ behind }: ConsoleState) => behind;

/** The prompt, or `children` while nothing is typed. */
function Typing({
  store,
  room,
  children,
}: PropsWithChildren<Pick<AppProps, 'store'> & { readonly room: Room }>) {
  const prompt = useSelected(store, promptOf);
  const behind = useSelected(store, behindOf);
  return prompt ? <PromptField prompt={prompt} behind={behind} room={room} /> : children;
}

/**
 * For screens too small for panes: the worst issues, the connection and how to leave. The last lines are dropped first.
 */
function Emergency({ store, panes, overlay }: Pick<AppProps, 'store' | 'panes' | 'overlay'>) {
  const { columns, rows } = useSelected(store, (state) => state.size);
  const small = (state: ConsoleState) => {
    const pane = panes.find(({ id }) => id === state.pane);
    const connection = connectionLines(state, pane);
    const fitting = connection.find((line) => lineWidth(line) <= columns) ?? connection[0];
    const top = overlay();
    const open = state.prompt ? words`what is typed` : top?.title(state);
    const form = pane?.form?.isOpen(state) ? pane.form.title : undefined;
    const covering = open ?? form;
    const closing = !state.prompt && top ? closingKey(top, state) : words`Esc`;
    const isInside = pane?.wayBack() || state.viewing !== null || state.fullPane;
    // Whatever is open receives the keys and has to be left first.
    const leave =
      covering === undefined
        ? words`${keyFor(state.keyNames, 'quit', words`q`)} ${isInside ? words`goes back` : words`quits`}`
        : words`${closing} leaves: ${covering}`;
    const sentence = words`${columns}x${rows} is too small, 60x15 is needed · ${leave}`;
    const [unanswered] = changeBadges(state);
    const worst = [
      ...(unanswered === undefined ? [] : [[span(unanswered, theme.warn)]]),
      ...panes.flatMap((each) => each.worst?.(state) ?? []),
    ];
    const exits =
      width(sentence) <= columns
        ? [[span(sentence)]]
        : [[span(leave)], [span(words`60x15 is needed`)]];
    const [exit = [], ...needed] = exits;
    const lines = rows < 3 ? [...worst.slice(-1), exit] : [fitting, exit, ...worst, ...needed];
    return lines.map((line) => compose(line, columns));
  };
  const lines = useRows(store, small);
  return (
    <Rows lines={lines.slice(0, Math.max(1, rows))} columns={columns} rows={Math.max(1, rows)} />
  );
}

export interface InkOptions extends Required<Pick<RenderOptions, 'stdin' | 'stdout'>> {
  /** When views check the state. */
  readonly changes: Subscribe;
  /** Receives the items of spoken output; undefined for a screen. */
  readonly speak: ((items: readonly SpokenItem[]) => void) | undefined;
  failed(error: unknown): void;
}

export interface Ink {
  flush(): void;
  end(): void;
}

export function startInk(props: AppProps, options: InkOptions): Ink {
  const { speak } = options;
  const reader = speak && createReader(speak);
  const app = (
    <DrawnChanges value={options.changes}>
      {reader ? reader.around(<App {...props} />) : <App {...props} />}
    </DrawnChanges>
  );
  const ink = render(app, {
    stdout: options.stdout,
    stdin: options.stdin,
    debug: true,
    patchConsole: false,
    exitOnCtrlC: false,
    interactive: true,
    isScreenReaderEnabled: reader !== undefined,
    ...(reader && { onRender: reader.rendered }),
  });
  ink.waitUntilExit().catch(options.failed);
  return { flush: () => ink.rerender(app), end: () => ink.unmount() };
}

/** Reports the items to speak after each render. */
function createReader(speak: (items: readonly SpokenItem[]) => void) {
  const rows: SpokenRows = new WeakMap();
  let root: DOMElement | null = null;
  let isDue = false;
  const take = (node: DOMElement | null) => {
    root = node;
  };
  return {
    around: (app: ReactNode) => (
      <Spoken value={rows}>
        <Box ref={take}>{app}</Box>
      </Spoken>
    ),
    rendered() {
      if (isDue) return;
      isDue = true;
      queueMicrotask(() => {
        isDue = false;
        if (root) speak(spokenItems(root, rows));
      });
    },
  };
}

/** A row of the frame, redrawn only when its text changes. */
function LiveRow({
  store,
  line,
}: {
  readonly store: ConsoleStore;
  line(state: ConsoleState): RowContent;
}) {
  const [row = ''] = useRows(store, (state) => [line(state)]);
  return <Row line={row as RowContent} />;
}

/** Number of keys that are read aloud; the help lists all. */
const KEYS = 4;

/** Spoken output: location and state, then the same views as on a screen. */
function SpokenApp(props: AppProps) {
  const { store, panes, overlay: top, table } = props;
  const { pane: current, hint, keyNames } = usePicked(store, ...PARTS);
  const pane = panes.find(({ id }) => id === current);
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
        <Typing store={store} room={SPOKEN_ROOM} />
        <LiveRow store={store} line={() => ({ kind: 'keys', text: keysText(table()) })} />
      </Box>
    </Typed>
  );
}

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
      fresh: words`${closingKey(overlay, state)} closes`,
    };
  }
  const { left, right } = headingOf(pane, state);
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
  all: [...badgeTexts(state, pane), textOf(connectionLines(state, pane).at(-1) ?? [])],
});

function Notice({ store }: Pick<AppProps, 'store'>) {
  const notice = useSelected(store, (state) => state.notice);
  return notice && <Row line={{ kind: 'notice', ...notice }} />;
}

function keysText(table: readonly Command[]): string {
  const keys = table.flatMap((command) => {
    const does = footerOf(command);
    if (does === undefined) return [];
    const [key] = liveKeys(table, command);
    return key === undefined ? [] : [words`${keyName(key)} ${does}`];
  });
  const some = [...new Set([...keys.slice(0, KEYS), words`? help`, words`q back or quit`])];
  return `Keys: ${some.join(', ')}, Ctrl-L everything again`;
}
