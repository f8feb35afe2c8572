import { commandFor, runCommand } from '../../commands/table.ts';
import type { MouseEvent } from '../../input/input-event.ts';
import { parseRow } from '../../painter/grid.ts';
import type { Pane } from '../../panes/pane.ts';
import { INVERSE } from '../../text/style.ts';
import { layoutOf } from '../../ui/layout.ts';
import { footerCommandAt } from '../frame/footer.ts';
import { tabCommandAt } from '../frame/header.ts';
import type { KeyboardContext } from './keyboard.ts';

/** Rows per notch of the wheel. */
const NOTCH = 3;
/** The wheel only runs list movement: elsewhere the arrows have other meanings. */
const MOVES = { 'wheel-up': ['up', 'list.up'], 'wheel-down': ['down', 'list.down'] } as const;

interface MouseContext extends Omit<KeyboardContext, 'feed'> {
  readonly panes: readonly Pane[];
  frame(): string;
}

/**
 * Mouse handling: the wheel moves the active list, a click runs a key or selects a row. Dialogs and forms accept keys
 * only, since they may change the service.
 */
export function createMouse(context: MouseContext): (event: MouseEvent) => void {
  const { store } = context;
  let start: MouseEvent | undefined;
  return (event) => {
    if (context.inputHandler()) return;
    const { size, fullPane, hint, notice } = store.getState();
    const layout = layoutOf(size, fullPane);
    if (size.kind === 'spoken' || layout.kind === 'emergency') return;
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

/** Moves the cursor of the active list to the row under the pointer. */
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
 * Finds the cursor's row: inverted, starting with the mark. Text of the service comes after the mark and cannot imitate
 * such a row.
 */
function cursorIn(lines: readonly string[], columns: number) {
  for (const [row, line] of lines.entries()) {
    if (!line.includes(MARK)) continue;
    const { glyphs, styles } = parseRow(line, columns, (style) => style);
    const isInverse = (column: number) => ((styles[column] ?? 0) & INVERSE) !== 0;
    for (let from = 0; from < columns; from += 1) {
      if (glyphs[from] !== MARK.codePointAt(0) || !isInverse(from)) continue;
      if (from > 0 && isInverse(from - 1)) continue;
      // Charts within the row are not inverted.
      let until = columns;
      while (!isInverse(until - 1)) until -= 1;
      return { row, from, until };
    }
  }
  return undefined;
}

const MARK = '❯';

function drag(
  { store, panes }: MouseContext,
  { row, from, until }: { readonly row: number; readonly from: number; readonly until: number },
): void {
  const { pane, overlays, prompt } = store.getState();
  if (overlays.length > 0 || prompt) return;
  const [left, right] = from < until ? [from, until] : [until, from];
  panes.find(({ id }) => id === pane)?.dragged?.({ row, from: left, until: right + 1 });
}
