import type { StoreApi } from 'zustand/vanilla';
import type { Command } from '../../commands/command.ts';
import type { Pane, Room } from '../../panes/pane.ts';
import type { ConsoleState } from '../../state/console-state.ts';
import { keyFor } from '../../state/key-names.ts';
import type { Prompt } from '../../state/prompt.ts';
import { isLinear } from '../../text/linear.ts';
import { type Printable, words } from '../../text/printable.ts';
import { type Layout, layoutOf } from '../../ui/layout.ts';
import { type Styled, span } from '../../ui/line.ts';
import { theme } from '../../ui/theme.ts';
import type { Overlay } from '../overlay.ts';
import { footerLine, hintLines, noticeLine, placeOf } from './footer.ts';
import { badgeLine, tabsLine, titleLine } from './header.ts';

/** What the frame is drawn around. */
export interface AppProps {
  readonly store: StoreApi<ConsoleState>;
  readonly panes: readonly Pane[];
  /** What lies over the pane, on top of all that does. */
  overlay(): Overlay | undefined;
  /** The commands in force. */
  table(): readonly Command[];
  typed(value: string): void;
}

/** The fields that a pane or an overlay draws itself, where its results are. */
export const DRAWN_ELSEWHERE = new Set(['search', 'palette', 'help']);

/** What is drawn around the body, and the room that is left to it. */
export interface FrameLines {
  readonly pane: Pane;
  /** What lies over the pane, on top of all that does. */
  readonly overlay: Overlay | undefined;
  readonly badges: Styled;
  /** Absent, like the keys, where a pane fills the screen. */
  readonly tabs: Styled | undefined;
  readonly title: Styled;
  readonly room: Room;
  readonly hint: readonly Styled[];
  /** What is typed into, in the place of the notice. */
  readonly prompt: Prompt | undefined;
  readonly notice: Styled;
  readonly keys: Styled | undefined;
}

/** The frame around the pane on screen, or around what lies over it; undefined before there is a pane. */
export function frameLines(
  state: ConsoleState,
  { columns, body, chrome }: Layout & { readonly kind: 'full' },
  { panes, overlay: top, table }: Pick<AppProps, 'panes' | 'overlay' | 'table'>,
): FrameLines | undefined {
  const pane = panes.find(({ id }) => id === state.pane);
  if (!pane) return undefined;
  const overlay = top();
  // No key has been pressed yet, so that nothing reckons with the lines that the hint takes.
  const hint = state.hint ? hintLines(state.keyNames, columns) : [];
  const commands = table();
  const { prompt } = state;
  return {
    pane,
    overlay,
    badges: badgeLine(state, pane, columns),
    tabs: chrome ? tabsLine(panes, state, columns) : undefined,
    title: overlay ? overlayTitle(overlay, state, columns) : paneTitle(pane, state, columns),
    room: { columns, rows: body - hint.length },
    hint,
    prompt: prompt && !DRAWN_ELSEWHERE.has(prompt.id) ? prompt : undefined,
    notice: noticeLine(state.notice, columns, placeOf(commands)),
    keys: chrome ? footerLine(commands, columns) : undefined,
  };
}

function paneTitle(pane: Pane, state: ConsoleState, columns: number): Styled {
  const { left, right } = pane.heading(state);
  return titleLine(pane.title, left, right, columns);
}

function overlayTitle(overlay: Overlay, state: ConsoleState, columns: number): Styled {
  const closes = span(words`${closingKey(overlay, state)} closes`, theme.faint);
  return titleLine(overlay.title(state), [], [closes], columns);
}

/** A dialog, or what is typed into, closes by a key of its own. */
const closingKey = ({ take, commands }: Overlay, { keyNames }: ConsoleState): Printable =>
  take || commands.some(({ keys }) => keys.includes('esc'))
    ? words`Esc`
    : keyFor(keyNames, 'back', words`Esc`);

/**
 * The frame that Ink would draw, for the painter, made without it; undefined where more than lines is to be
 * seen. Loading Ink and drawing with it for the first time takes 40 ms, a fifth of the time to the data.
 */
export function pictureOf(props: Omit<AppProps, 'typed'>): string | undefined {
  const state = props.store.getState();
  const layout = layoutOf(state.size, state.fullPane);
  if (isLinear(state.size.columns) || layout.kind === 'emergency') return undefined;
  const frame = frameLines(state, layout, props);
  if (!frame || frame.prompt || state.overlays.length > 0) return undefined;
  const { pane, room, tabs, keys } = frame;
  const body = pane.picture?.(state, room);
  if (!body) return undefined;
  return [
    frame.badges,
    ...(tabs === undefined ? [] : [tabs]),
    frame.title,
    ...Array.from({ length: room.rows }, (_, at) => body[at] ?? ''),
    ...frame.hint,
    frame.notice,
    ...(keys === undefined ? [] : [keys]),
  ].join('\n');
}
