import { Box, type RenderOptions, render } from 'ink';
import type { ConsoleState } from '../../state/console-state.ts';
import { keyFor } from '../../state/key-names.ts';
import { isLinear } from '../../text/linear.ts';
import { words } from '../../text/printable.ts';
import { PromptField, Typed } from '../../ui/field.tsx';
import { layoutOf } from '../../ui/layout.ts';
import { compose, lineWidth, span } from '../../ui/line.ts';
import { Row, Rows } from '../../ui/rows.tsx';
import { type Changes, DrawnChanges, useSelected } from '../../ui/use-selected.ts';
import { type AppProps, frameLines } from './frame.ts';
import { connectionLines } from './header.ts';
import { LinearApp } from './linear-app.tsx';

/** The whole screen: badges, tabs, title, body, notice or prompt, keys. */
export function App(props: AppProps) {
  const { store } = props;
  const state = useSelected(store, whole);
  if (isLinear(state.size.columns)) return <LinearApp {...props} state={state} />;
  const layout = layoutOf(state.size, state.fullPane);
  if (layout.kind === 'emergency') return <Emergency state={state} />;
  const frame = frameLines(state, layout, props);
  if (!frame) return null;
  const { columns } = layout;
  const { pane, overlay, room, hint } = frame;

  return (
    <Typed value={props.typed}>
      <Box flexDirection="column" width={columns} height={state.size.rows}>
        <Row line={frame.badges} />
        {frame.tabs !== undefined && <Row line={frame.tabs} />}
        <Row line={frame.title} />
        <Box height={room.rows} width={columns} overflow="hidden">
          {overlay ? overlay.view(room) : pane.view(room)}
        </Box>
        {hint.length > 0 && <Rows lines={hint} columns={columns} rows={hint.length} />}
        {frame.prompt ? (
          <PromptField prompt={frame.prompt} columns={columns} />
        ) : (
          <Row line={frame.notice} />
        )}
        {frame.keys !== undefined && <Row line={frame.keys} />}
      </Box>
    </Typed>
  );
}

const whole = (state: ConsoleState) => state;

/** The screen is too small for panes: connection state and the way out. */
function Emergency({ state }: { readonly state: ConsoleState }) {
  const { columns, rows } = state.size;
  const connection = connectionLines(state);
  const lines = [
    compose(connection.find((line) => lineWidth(line) <= columns) ?? connection[0], columns),
    compose(
      [
        span(
          words`${columns}x${rows} is too small, 60x15 is needed · ${keyFor(state.keyNames, 'quit', words`q`)} quits`,
        ),
      ],
      columns,
    ),
  ];
  return (
    <Rows lines={lines.slice(0, Math.max(1, rows))} columns={columns} rows={Math.max(1, rows)} />
  );
}

/** Where frames go and keys come from, and for whom. */
export interface InkOptions extends Required<Pick<RenderOptions, 'stdin' | 'stdout'>> {
  /** When views look at the state again. */
  readonly changes: Changes;
  /** Whether what is drawn is said: see `painter.kind`. */
  readonly isReadAloud: boolean;
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
  const app = (
    <DrawnChanges value={options.changes}>
      <App {...props} />
    </DrawnChanges>
  );
  const ink = render(app, {
    stdout: options.stdout,
    stdin: options.stdin,
    debug: true,
    patchConsole: false,
    exitOnCtrlC: false,
    interactive: true,
    isScreenReaderEnabled: options.isReadAloud,
  });
  ink.waitUntilExit().catch(options.failed);
  return { flush: () => ink.rerender(app), end: () => ink.unmount() };
}
