import type { Command } from '../../commands/command.ts';
import type { Pane } from '../../panes/pane.ts';
import type { ConsoleState, ConsoleStore, Prompt } from '../../state/console-state.ts';
import { keyFor } from '../../text/key-names.ts';
import { type Printable, printable, words } from '../../text/printable.ts';
import { type Layout, layoutOf } from '../../ui/layout.ts';
import { type Styled, span } from '../../ui/line.ts';
import { theme } from '../../ui/theme.ts';
import type { Overlay } from '../overlay.tsx';
import { footerLine, hintLines, noticeIn, noticeLine, placeOf, suggestionLine } from './footer.ts';
import { badgeLine, tabsLine, titleLine } from './header.ts';

export interface AppProps {
  readonly store: ConsoleStore;
  readonly panes: readonly Pane[];
  overlay(): Overlay | undefined;
  table(): readonly Command[];
  typed(value: string): void;
}

/** Prompts that a pane or overlay draws itself, next to the results. */
const DRAWN_ELSEWHERE = new Set(['search', 'palette', 'help']);

/**
 * Everything around the pane or overlay, and the room for its body; undefined before there is a pane. Functions compute
 * parts that change by themselves.
 */
export function frameOf(
  { store, panes, overlay: top, table }: Omit<AppProps, 'typed'>,
  { columns, body, chrome }: Layout & { readonly kind: 'full' },
) {
  const { pane: current, hint: isHinted, keyNames, size } = store.getState();
  const pane = panes.find(({ id }) => id === current);
  if (!pane) return undefined;
  const overlay = top();
  // The hint is shown only before the first key: nothing else has to account for its lines.
  const hint = isHinted ? hintLines(keyNames, columns) : [];
  const noticeOf = (state: ConsoleState) =>
    noticeLine(
      noticeIn(state),
      columns,
      placeOf(table()),
      keyFor(state.keyNames, 'messages', words`;`),
    );
  return {
    pane,
    overlay,
    badges: (state: ConsoleState) => badgeLine(state, pane, columns, table()),
    // A full-screen pane has no tabs and no footer.
    tabs: chrome ? tabsLine(panes, { pane: current, keyNames }, columns) : undefined,
    title: (state: ConsoleState) =>
      overlay ? overlayTitle(overlay, state, columns) : paneTitle(pane, state, columns),
    room: { columns, rows: body - hint.length, ascii: size.ascii },
    hint,
    notice: noticeOf,
    keys: chrome
      ? (state: ConsoleState) =>
          // While a prompt takes the place of the notice, a new notice replaces the footer.
          (state.notice && promptOf(state) ? noticeOf(state) : undefined) ??
          suggestionLine(state.prompt, table(), state.size) ??
          footerLine(table(), state.size)
      : undefined,
  };
}

export const promptOf = ({ prompt }: ConsoleState): Prompt | null =>
  prompt && !DRAWN_ELSEWHERE.has(prompt.id) ? prompt : null;

/** The title of a pane; while the past is viewed, panes that show the present say so. */
export function headingOf(pane: Pane, state: ConsoleState): ReturnType<Pane['heading']> {
  const heading = pane.heading(state);
  if (state.viewing === null || pane.showsPast) return heading;
  return { ...heading, right: [span(words`as it is now, not as it was`, theme.warn)] };
}

function paneTitle(pane: Pane, state: ConsoleState, columns: number): Styled {
  return titleLine(pane.title, headingOf(pane, state), columns);
}

function overlayTitle(overlay: Overlay, state: ConsoleState, columns: number): Styled {
  const closes = span(words`${closingKey(overlay, state)} closes`, theme.faint);
  const filter = overlay.filter?.() ?? '';
  const left = filter === '' ? [] : [span(words`FILTER ${printable(filter)}`, theme.warn)];
  return titleLine(overlay.title(state), { left, right: [closes] }, columns);
}

/** Dialogs and prompts have their own key to close. */
export const closingKey = (
  { handleInput: take, commands }: Overlay,
  { keyNames }: ConsoleState,
): Printable =>
  take || commands.some(({ keys }) => keys.includes('esc'))
    ? words`Esc`
    : keyFor(keyNames, 'back', words`Esc`);

/**
 * The first frame, drawn without Ink; undefined if it needs more than lines. Loading and starting Ink takes 40 ms, a
 * fifth of the time to the first data.
 */
export function firstPaintOf(props: Omit<AppProps, 'typed'>): string | undefined {
  const state = props.store.getState();
  const layout = layoutOf(state.size, state.fullPane);
  if (state.size.kind === 'spoken' || layout.kind === 'emergency') return undefined;
  const frame = frameOf(props, layout);
  if (!frame || promptOf(state) || state.overlays.length > 0) return undefined;
  const { pane, room, tabs, keys } = frame;
  const body = pane.firstPaint?.(state, room);
  if (!body) return undefined;
  return [
    frame.badges(state),
    ...(tabs === undefined ? [] : [tabs]),
    frame.title(state),
    ...Array.from({ length: room.rows }, (_, at) => body[at] ?? ''),
    ...frame.hint,
    frame.notice(state),
    ...(keys ? [keys(state)] : []),
  ].join('\n');
}
