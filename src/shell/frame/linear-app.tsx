import { Box } from 'ink';
import type { Command } from '../../commands/command.ts';
import { liveKeys } from '../../commands/table.ts';
import type { ConsoleState } from '../../state/console-state.ts';
import { keyName } from '../../state/key-names.ts';
import { LINEAR } from '../../text/linear.ts';
import { words } from '../../text/printable.ts';
import { PromptField, Typed } from '../../ui/field.tsx';
import { layoutOf } from '../../ui/layout.ts';
import { Row, Rows } from '../../ui/rows.tsx';
import { said, textOf } from '../../ui/said.ts';
import { footerOf, hintLines } from './footer.ts';
import { type AppProps, DRAWN_ELSEWHERE } from './frame.ts';
import { badgeTexts, connectionLines } from './header.ts';

/** So many keys are named; help has them all. */
const KEYS = 4;

/**
 * The frame for who hears it: place and state first, then the same views as on a screen, and every part of
 * it as what it is.
 */
export function LinearApp({
  state,
  panes,
  overlay: top,
  table,
  typed,
}: AppProps & { readonly state: ConsoleState }) {
  const pane = panes.find(({ id }) => id === state.pane);
  if (!pane) return null;
  const overlay = top();
  const layout = layoutOf(state.size, false);
  const room = { columns: LINEAR.columns, rows: layout.kind === 'full' ? layout.body : 1 };
  const { left, right } = pane.heading(state);
  const form = pane.form?.isOpen(state) === true;
  const number = panes.indexOf(pane) + 1;
  const place = overlay
    ? {
        isDialog: overlay.take !== undefined,
        name: overlay.take ? words`Dialog: ${overlay.title(state)}` : overlay.title(state),
        what: words``,
        fresh: words`Esc closes`,
      }
    : {
        isDialog: form,
        name: form
          ? words`Dialog: ${pane.title}`
          : words`Pane ${number} of ${panes.length}, ${pane.title}`,
        what: textOf(left),
        fresh: textOf(right),
      };
  const connection = connectionLines(state).at(-1) ?? [];
  const { prompt, notice } = state;
  return (
    <Typed value={typed}>
      <Box flexDirection="column">
        <Row line={said({ kind: 'place', ...place })} />
        <Row
          line={said({ kind: 'status', all: [...badgeTexts(state, pane), textOf(connection)] })}
        />
        {overlay ? overlay.view(room) : pane.view(room)}
        {state.hint && (
          <Rows
            lines={hintLines(state.keyNames, LINEAR.columns)}
            columns={LINEAR.columns}
            rows={3}
          />
        )}
        {notice && <Row line={said({ kind: 'notice', ...notice })} />}
        {prompt && !DRAWN_ELSEWHERE.has(prompt.id) && (
          <PromptField prompt={prompt} columns={LINEAR.columns} />
        )}
        <Row line={said({ kind: 'keys', text: keysText(table()) })} />
      </Box>
    </Typed>
  );
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
