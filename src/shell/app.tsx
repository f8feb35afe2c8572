import { Box } from 'ink';
import type { ConsoleState } from '../state/console-state.ts';
import { keyFor } from '../state/key-names.ts';
import { isLinear } from '../text/linear.ts';
import { type Printable, words } from '../text/printable.ts';
import { layoutOf } from '../ui/layout.ts';
import { compose, lineWidth, span } from '../ui/line.ts';
import { PromptField, Typed } from '../ui/prompt-field.tsx';
import { Row, Rows } from '../ui/text.tsx';
import { theme } from '../ui/theme.ts';
import { useSelected } from '../ui/use-selected.ts';
import { footerLine, noticeLine, placeOf } from './footer.ts';
import { type AppProps, DRAWN_ELSEWHERE } from './frame.ts';
import { badgeLine, connectionLines, tabsLine, titleLine } from './header.ts';
import { hintLines } from './hint.ts';
import { LinearApp } from './linear-app.tsx';
import type { Overlay } from './overlay.ts';

/** The whole screen: badges, tabs, title, body, notice or prompt, keys. */
export function App(props: AppProps) {
  const { store, panes, overlays } = props;
  const state = useSelected(store, whole);
  if (isLinear(state.size.columns)) return <LinearApp {...props} state={state} />;
  const layout = layoutOf(state.size, state.fullPane);
  if (layout.kind === 'emergency') return <Emergency state={state} />;

  const pane = panes.find(({ id }) => id === state.pane);
  if (!pane) return null;
  const overlay = overlays.find(({ id }) => id === state.overlays.at(-1));
  const { columns, body, chrome } = layout;
  const { left, right } = pane.heading(state);
  const title = overlay
    ? titleLine(
        overlay.title(state),
        [],
        [span(words`${closingKey(overlay, state)} closes`, theme.faint)],
        columns,
      )
    : titleLine(pane.title, left, right, columns);
  // No key has been pressed yet, so that nothing reckons with the lines that the hint takes.
  const hint = state.hint ? hintLines(state.keyNames, columns) : [];
  const room = { columns, rows: body - hint.length };
  const table = props.table();

  return (
    <Typed value={props.typed}>
      <Box flexDirection="column" width={columns} height={state.size.rows}>
        <Row line={badgeLine(state, pane, columns)} />
        {chrome && <Row line={tabsLine(panes, state, columns)} />}
        <Row line={title} />
        <Box height={room.rows} width={columns} overflow="hidden">
          {overlay ? overlay.view(room) : pane.view(room)}
        </Box>
        {hint.length > 0 && <Rows lines={hint} columns={columns} rows={hint.length} />}
        <PromptOrNotice state={state} place={placeOf(table)} columns={columns} />
        {chrome && <Row line={footerLine(table, columns)} />}
      </Box>
    </Typed>
  );
}

/** A dialog, or what is typed into, closes by a key of its own. */
const closingKey = ({ take, commands }: Overlay, { keyNames }: ConsoleState): Printable =>
  take || commands.some(({ keys }) => keys.includes('esc'))
    ? words`Esc`
    : keyFor(keyNames, 'back', words`Esc`);

const whole = (state: ConsoleState) => state;

function PromptOrNotice({
  state,
  place,
  columns,
}: {
  readonly state: ConsoleState;
  /** Where the cursor stands in the list that has the keys. */
  readonly place: Printable | undefined;
  readonly columns: number;
}) {
  const { prompt, notice } = state;
  if (!prompt || DRAWN_ELSEWHERE.has(prompt.id)) {
    return <Row line={noticeLine(notice, columns, place)} />;
  }
  return <PromptField prompt={prompt} columns={columns} />;
}

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
