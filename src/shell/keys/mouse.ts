import { commandFor, runCommand } from '../../commands/table.ts';
import type { MouseEvent } from '../../input/input-event.ts';
import { parseRow } from '../../painter/grid.ts';
import type { Pane } from '../../panes/pane.ts';
import { INVERSE } from '../../text/style.ts';
import { layoutOf } from '../../ui/layout.ts';
import { footerCommandAt } from '../frame/footer.ts';
import { tabCommandAt } from '../frame/header.ts';
import type { KeyboardContext } from './keyboard.ts';

/** So many rows a notch of the wheel moves a list by. */
const NOTCH = 3;
/** What a list is moved by. Elsewhere the arrows mean something else: there the wheel does nothing. */
const MOVES = { 'wheel-up': ['up', 'list.up'], 'wheel-down': ['down', 'list.down'] } as const;

interface MouseContext extends Omit<KeyboardContext, 'feed'> {
  readonly panes: readonly Pane[];
  /** What is on the screen: lines with their styles. */
  frame(): string;
}

/**
 * What the mouse does: the wheel moves the list that has the keys, a click is the key or the row under it. Dialogs
 * and forms take keys only: what their footer names may change the service.
 */
export function createMouse(context: MouseContext): (event: MouseEvent) => void {
  const { store } = context;
  /** Where the button went down. */
  let start: MouseEvent | undefined;
  return (event) => {
    if (context.inputHandler()) return;
    const { size, fullPane, hint, notice } = store.getState();
    const layout = layoutOf(size, fullPane);
    if (size.kind === 'spoken' || layout.kind === 'emergency') return;
    // As with a key.
    if (event.action !== 'release' && (hint || notice))
      store.setState({ hint: false, notice: null });
    const top = layout.chrome ? 3 : 2;
    const row = event.row - top;
    const isInBody = row >= 0 && row < layout.body;
    switch (event.action) {
      case 'wheel-up':
      case 'wheel-down':
        turn(context, event.action);
        return;
      case 'press':
        start = event;
        if (isInBody) point(context, event, { top, rows: layout.body });
        else if (layout.chrome) press(context, event, layout.columns);
        return;
      case 'drag':
        if (start) drag(context, { row: start.row - top, from: start.column, until: event.column });
        return;
      case 'release':
        start = undefined;
    }
  };
}

function turn(context: MouseContext, action: keyof typeof MOVES): void {
  const [key, id] = MOVES[action];
  for (let notch = 0; notch < NOTCH; notch += 1) {
    const command = commandFor(context.table(), key);
    if (command?.id === id) runCommand(context, command);
  }
}

/** Does what the tab, or the key of the footer, under the pointer stands for. */
function press(context: MouseContext, { row, column }: MouseEvent, columns: number): void {
  const state = context.store.getState();
  const table = context.table();
  const id = row === 1 ? tabCommandAt(context.panes, state, columns, column) : undefined;
  const command =
    row === state.size.rows - 1 && !state.prompt?.suggestions
      ? footerCommandAt(table, state.size, column)
      : table.find((each) => each.id === id);
  if (command) runCommand(context, command);
}

/** Puts the cursor on the row under the pointer, as far as that is one of the list that has the keys. */
function point(
  context: MouseContext,
  { row, column }: MouseEvent,
  body: { readonly top: number; readonly rows: number },
): void {
  const list = context.table().find(({ pointed }) => pointed);
  const lines = context
    .frame()
    .split('\n')
    .slice(body.top, body.top + body.rows);
  const cursor = cursorIn(lines, context.store.getState().size.columns);
  const line = row - body.top;
  const isBeside = !cursor || column < cursor.from || column >= cursor.until;
  list?.pointed?.({ line, column, below: isBeside ? undefined : line - cursor.row });
}

/**
 * The row that a list has its cursor on: inverted whole, from the mark at its beginning. What the service sent cannot
 * begin such a row: it comes behind the mark.
 */
function cursorIn(lines: readonly string[], columns: number) {
  for (const [row, line] of lines.entries()) {
    if (!line.includes(MARK)) continue;
    const { glyphs, styles } = parseRow(line, columns, (style) => style);
    const isInverse = (column: number) => ((styles[column] ?? 0) & INVERSE) !== 0;
    for (let from = 0; from < columns; from += 1) {
      if (glyphs[from] !== MARK.codePointAt(0) || !isInverse(from)) continue;
      if (from > 0 && isInverse(from - 1)) continue;
      // A chart within the row is not inverted.
      let until = columns;
      while (!isInverse(until - 1)) until -= 1;
      return { row, from, until };
    }
  }
  return undefined;
}

const MARK = '❯';

/** Tells the pane what was drawn over from left to right, or from right to left. */
function drag(
  { store, panes }: MouseContext,
  { row, from, until }: { readonly row: number; readonly from: number; readonly until: number },
): void {
  const { pane, overlays, prompt } = store.getState();
  if (overlays.length > 0 || prompt) return;
  const [left, right] = from < until ? [from, until] : [until, from];
  panes.find(({ id }) => id === pane)?.dragged?.({ row, from: left, until: right + 1 });
}
