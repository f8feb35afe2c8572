import type { Command } from '../../commands/command.ts';
import type { Pane } from '../../panes/pane.ts';
import type { ConsoleState, ConsoleStore, Prompt } from '../../state/console-state.ts';
import { keyFor } from '../../text/key-names.ts';
import { type Printable, printable, words } from '../../text/printable.ts';
import { type Layout, layoutOf } from '../../ui/layout.ts';
import { type Styled, span } from '../../ui/line.ts';
import { theme } from '../../ui/theme.ts';
import type { Overlay } from '../overlay.tsx';
import {
  alertNotice,
  footerLine,
  hintLines,
  noticeLine,
  placeOf,
  suggestionLine,
} from './footer.ts';
import { badgeLine, tabsLine, titleLine } from './header.ts';

/** What the frame is drawn around. */
export interface AppProps {
  readonly store: ConsoleStore;
  readonly panes: readonly Pane[];
  /** What is open over the pane, on top of all that is. */
  overlay(): Overlay | undefined;
  table(): readonly Command[];
  typed(value: string): void;
}

/** The fields that a pane or an overlay draws itself, where its results are. */
const DRAWN_ELSEWHERE = new Set(['search', 'palette', 'help']);

/**
 * What is drawn around the pane on screen, or around what is open over it, and the room that is left to it; undefined
 * before there is a pane. What changes by itself is made anew when it is asked for.
 */
export function frameOf(
  { store, panes, overlay: top, table }: Omit<AppProps, 'typed'>,
  { columns, body, chrome }: Layout & { readonly kind: 'full' },
) {
  const { pane: shown, hint: isHinted, keyNames, size } = store.getState();
  const pane = panes.find(({ id }) => id === shown);
  if (!pane) return undefined;
  const overlay = top();
  // No key has been pressed yet, so that nothing reckons with the lines that the hint takes.
  const hint = isHinted ? hintLines(keyNames, columns) : [];
  const noticeOf = ({ notice, alerts, keyNames: names }: ConsoleState) =>
    noticeLine(
      notice ?? alertNotice(alerts, names),
      columns,
      placeOf(table()),
      keyFor(names, 'messages', words`;`),
    );
  return {
    pane,
    overlay,
    badges: (state: ConsoleState) => badgeLine(state, pane, columns),
    // Absent, like the keys, where a pane fills the screen.
    tabs: chrome ? tabsLine(panes, { pane: shown, keyNames }, columns) : undefined,
    title: (state: ConsoleState) =>
      overlay ? overlayTitle(overlay, state, columns) : paneTitle(pane, state, columns),
    room: { columns, rows: body - hint.length, ascii: size.ascii },
    hint,
    notice: noticeOf,
    keys: chrome
      ? (state: ConsoleState) =>
          // What is said while a prompt stands in the notice's place, until the next key.
          (state.notice && promptOf(state) ? noticeOf(state) : undefined) ??
          suggestionLine(state.prompt, table(), state.size) ??
          footerLine(table(), state.size)
      : undefined,
  };
}

export type Frame = NonNullable<ReturnType<typeof frameOf>>;

/** What is typed into in the place of the notice, if anything is. */
export const promptOf = ({ prompt }: ConsoleState): Prompt | null =>
  prompt && !DRAWN_ELSEWHERE.has(prompt.id) ? prompt : null;

/** The title of a pane; while a minute of the past is viewed, one that shows the present says so. */
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

/** A dialog, or what is typed into, closes by a key of its own. */
export const closingKey = (
  { handleInput: take, commands }: Overlay,
  { keyNames }: ConsoleState,
): Printable =>
  take || commands.some(({ keys }) => keys.includes('esc'))
    ? words`Esc`
    : keyFor(keyNames, 'back', words`Esc`);

/**
 * The frame that Ink would draw, for the painter, made without it; undefined where more than lines is to be
 * seen. Loading Ink and drawing with it for the first time takes 40 ms, a fifth of the time to the data.
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
