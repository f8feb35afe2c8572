import { Box, type DOMElement, type RenderOptions, render } from 'ink';
import type { ReactNode } from 'react';
import { useShallow } from 'zustand/react/shallow';
import type { ConsoleState } from '../../state/console-state.ts';
import { keyFor } from '../../state/key-names.ts';
import { words } from '../../text/printable.ts';
import type { SpokenItem } from '../../text/spoken.ts';
import { PromptField, Typed } from '../../ui/field.tsx';
import { type Layout, layoutOf } from '../../ui/layout.ts';
import { compose, lineWidth, span } from '../../ui/line.ts';
import { Rows, Spoken, type SpokenRows, spokenItems } from '../../ui/rows.tsx';
import { DrawnChanges, type Subscribe, useRows, useSelected } from '../../ui/use-selected.ts';
import { type AppProps, type Frame, frameOf, promptOf } from './frame.ts';
import { connectionLines } from './header.ts';
import { LiveRow } from './live-row.tsx';
import { SpokenApp } from './spoken-app.tsx';

/**
 * The whole screen: badges, tabs, title, body, notice or prompt, keys. Each of them follows what it draws by itself;
 * the whole is put together again when the size, the pane or what is open over it is another.
 */
function App(props: AppProps) {
  const { size, fullPane } = useSelected(props.store, useShallow(sizeOf));
  if (size.kind === 'spoken') return <SpokenApp {...props} />;
  const layout = layoutOf(size, fullPane);
  if (layout.kind === 'emergency') return <Emergency store={props.store} />;
  return <Screen {...props} layout={layout} />;
}

const sizeOf = ({ size, fullPane }: ConsoleState) => ({ size, fullPane });

function Screen({ layout, ...props }: AppProps & { readonly layout: FullLayout }) {
  const { store } = props;
  useSelected(store, useShallow(partsOf));
  const frame = frameOf(props, layout);
  if (!frame) return null;
  const { columns } = layout;
  const { pane, overlay, room, hint, tabs, keys } = frame;
  return (
    <Typed value={props.typed}>
      <Box flexDirection="column" width={columns} height={store.getState().size.rows}>
        <LiveRow store={store} line={frame.badges} />
        {tabs && <LiveRow store={store} line={tabs} />}
        <LiveRow store={store} line={frame.title} />
        <Box height={room.rows} width={columns} overflow="hidden">
          {overlay ? overlay.view(room) : pane.view(room)}
        </Box>
        {hint.length > 0 && <Rows lines={hint} columns={columns} rows={hint.length} />}
        <NoticeOrPrompt store={store} notice={frame.notice} room={room} />
        {keys && <LiveRow store={store} line={keys} />}
      </Box>
    </Typed>
  );
}

type FullLayout = Layout & { readonly kind: 'full' };

/** What decides which parts there are, and what the room for the body is. */
const partsOf = ({ pane, overlays, hint, keyNames }: ConsoleState) => ({
  pane,
  overlays,
  hint,
  keyNames,
});

function NoticeOrPrompt({
  store,
  notice,
  room,
}: Pick<AppProps, 'store'> & Pick<Frame, 'notice' | 'room'>) {
  const prompt = useSelected(store, promptOf);
  return prompt ? (
    <PromptField prompt={prompt} room={room} />
  ) : (
    <LiveRow store={store} line={notice} />
  );
}

/** The screen is too small for panes: connection state and the way out. */
function Emergency({ store }: Pick<AppProps, 'store'>) {
  const { columns, rows } = useSelected(store, (state) => state.size);
  const small = (state: ConsoleState) => {
    const connection = connectionLines(state);
    const fitting = connection.find((line) => lineWidth(line) <= columns) ?? connection[0];
    const quit = keyFor(state.keyNames, 'quit', words`q`);
    const sentence = words`${columns}x${rows} is too small, 60x15 is needed · ${quit} quits`;
    return [compose(fitting, columns), compose([span(sentence)], columns)];
  };
  const lines = useRows(store, small);
  return (
    <Rows lines={lines.slice(0, Math.max(1, rows))} columns={columns} rows={Math.max(1, rows)} />
  );
}

/** Where frames go and keys come from, and for whom. */
export interface InkOptions extends Required<Pick<RenderOptions, 'stdin' | 'stdout'>> {
  /** When views look at the state again. */
  readonly changes: Subscribe;
  /** Takes what is drawn into a spoken room; undefined for a screen. */
  readonly speak: ((items: readonly SpokenItem[]) => void) | undefined;
  /** Told of a bug that was met while drawing. */
  failed(error: unknown): void;
}

/** Ink at work. */
export interface Ink {
  /** Draws what is due, before it returns. */
  flush(): void;
  end(): void;
}

/** Has Ink draw the app, from now on. */
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

/** Has what was drawn spoken after each time that something was. */
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
      // React hands out nodes after Ink has drawn them.
      queueMicrotask(() => {
        isDue = false;
        if (root) speak(spokenItems(root, rows));
      });
    },
  };
}
