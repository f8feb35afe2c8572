import { after, type Clock } from '../edges/clock.ts';
import type { Printable } from '../text/printable.ts';
import type { Room, SpokenItem } from '../text/spoken.ts';
import { type Palette, THEMES } from '../text/themes.ts';
import { inAscii } from '../text/width.ts';
import { createScreen } from './diff.ts';
import type { GridSize } from './grid.ts';
import {
  BACKGROUND_QUERY,
  BEGIN_UPDATE,
  BELL,
  clipboardSequence,
  createTerminalHold,
  END_UPDATE,
  ENTER,
  FEATURE_QUERY,
  MOUSE,
  type NotificationWay,
  notificationSequence,
  RESTORE,
  type TerminalHold,
  TITLE,
  titleSequence,
} from './sequences.ts';

/** The destination of bytes, such as `edges/terminal`. */
interface PainterOutput {
  /** Returns whether everything is written; the rest follows when the terminal takes it. */
  write(bytes: string): boolean;
  /** Resolves when everything is written. */
  drained(): Promise<void>;
}

export interface PainterOptions extends GridSize {
  readonly output: PainterOutput;
  readonly clock: Clock;
  /** False removes colours and keeps bold, underline and the like (NO_COLOR). */
  readonly colour: boolean;
  /** Draws only ASCII characters. */
  readonly ascii?: boolean;
  /** Whether the terminal is known to support links (OSC 8). */
  readonly links?: boolean;
}

/** The only writer to the terminal, for screens or for spoken lines. */
export type Painter = ScreenPainter | LinePainter;

/**
 * Takes whole frames and writes the changes. Whatever a frame contains, only text and the sequences of `pen` and
 * `sequences` are written.
 */
interface ScreenPainter extends TerminalWriter {
  readonly kind: 'screen';
  /**
   * Shows `frame`: lines joined by line feeds, styled with the SGR of `text/style`. Painted at once if the last
   * paint is a frame's time ago, otherwise then or when the link has taken earlier bytes, unless a newer frame
   * replaces it. The newest frame is always painted in the end.
   */
  paint(frame: string): void;
}

export interface LinePainter extends TerminalWriter {
  /** See `LinePainterOptions`. */
  readonly kind: 'reader' | 'plain';
  /** Takes all current items, top to bottom. */
  speak(items: readonly SpokenItem[]): void;
}

interface TerminalWriter {
  /** The room to draw in, on a terminal of that size. */
  room(terminal: GridSize): Room;
  /** Takes the terminal and shows the newest frame. */
  enter(): void;
  /** The next frame answers a key and is not delayed. */
  keyPressed(): void;
  /** Paints the newest frame now. */
  flush(): void;
  /** The size changed; the frame for it is expected next. Bursts of resizes cost one paint. */
  resize(size: GridSize): void;
  /**
   * Copies `text` to the terminal's clipboard (OSC 52, as base64, so it cannot act on the terminal); false if it is
   * too large. Whether the terminal obeys is unknown.
   */
  copy(text: Printable): boolean;
  /** Queries terminal features; answers come as input. */
  queryFeatures(): void;
  /** Queries the background colour; the answer comes as input. */
  queryBackground(): void;
  setTheme(palette: Palette): void;
  hasColours(): boolean;
  setAscii(ascii: boolean): void;
  setLinks(isOn: boolean): void;
  setMouse(isOn: boolean): void;
  /** The terminal's bell. */
  ring(): void;
  /** Shows a desktop notification, in a way that the terminal supports. */
  notify(way: NotificationWay, text: Printable): void;
  /** Sets the window title; null restores the original. */
  setTitle(title: Printable | null): void;
  /** Repaints everything, since the screen may show anything. */
  invalidate(): void;
  /** Releases the terminal until {@link resume}, keeping the newest frame. */
  suspend(): void;
  /** Takes the terminal again, also if it was lost without {@link suspend}. */
  resume(): void;
  /** Releases the terminal for good. Later calls do nothing. */
  leave(): void;
}

/**
 * Updates of at most this many UTF-16 units are not marked as one (mode 2026): they arrive in one packet and one read
 * anyway. A cursor move is a few hundred bytes.
 */
const MAX_UNMARKED = 512;
/** Minimum time between two frames, in milliseconds. */
const FRAME_TIME = 1000 / 60;

export function createPainter(options: PainterOptions): ScreenPainter {
  const { output, clock, columns, rows, links = false } = options;
  let { ascii = false } = options;
  let palette = options.colour ? THEMES.dark : THEMES.mono;
  const screen = createScreen({ columns, rows, palette, ascii, links });
  const timer = createTimer(clock, () => advance());

  let newest = '';
  /** The newest frame is not painted yet. */
  let due = false;
  /** It does not wait for a frame's time. */
  let flushing = false;
  /** When the next frame may be painted, in the clock's monotonic milliseconds. */
  let nextAt = Number.NEGATIVE_INFINITY;
  /** Earlier bytes still wait for the terminal. */
  let draining = false;
  /** Returns whether the terminal has taken everything. */
  const send = (bytes: string): boolean => output.write(bytes);
  const extras = createExtras(send, options);

  const draw = () => {
    timer.stop();
    due = false;
    flushing = false;
    const bytes = screen.change(newest);
    if (bytes === '') return;
    nextAt = clock.elapsed() + FRAME_TIME;
    if (send(bytes.length <= MAX_UNMARKED ? bytes : BEGIN_UPDATE + bytes + END_UPDATE)) return;
    draining = true;
    void output.drained().then(() => {
      draining = false;
      advance();
    });
  };

  /** Paints a due frame now or later. */
  const advance = () => {
    if (!due || draining || !hold.isHeld()) return;
    const wait = nextAt - clock.elapsed();
    if (flushing || wait <= 0) draw();
    else timer.start(wait);
  };

  const flush = () => {
    flushing = true;
    advance();
  };

  /** Repaints the newest frame now. */
  const repaint = () => {
    due = true;
    flush();
  };

  const take = () => {
    send(ENTER);
    extras.take();
    screen.resetStyle();
    screen.forget();
    repaint();
  };

  const giveBack = () => {
    timer.stop();
    extras.giveBack();
    send(RESTORE);
  };
  const hold = createTerminalHold(take, giveBack);

  return {
    kind: 'screen',
    room: (terminal) => (ascii ? { ...terminal, ascii } : terminal),
    ...hold.methods,
    ...messages(hold, send),
    paint(frame) {
      if (hold.isOver() || (frame === newest && screen.isKnown() && !due)) return;
      newest = frame;
      due = true;
      advance();
    },
    keyPressed: flush,
    flush,
    resize(next) {
      if (!screen.configure({ columns: next.columns, rows: next.rows })) return;
      screen.forget();
      due = true;
      // Waits for the frame of the new size; further resizes do not prolong the wait.
      flushing = false;
      if (!timer.isRunning()) nextAt = clock.elapsed() + FRAME_TIME;
      advance();
    },
    hasColours: () => palette !== THEMES.mono,
    setTheme(next) {
      palette = next;
      if (!hold.isOver() && screen.configure({ palette: next })) repaint();
    },
    setAscii(next) {
      ascii = next;
      if (hold.isOver()) return;
      extras.setAscii(next);
      if (screen.configure({ ascii: next })) repaint();
    },
    setLinks(isOn) {
      if (!hold.isOver() && screen.configure({ links: isOn })) repaint();
    },
    setMouse(isOn) {
      if (!hold.isOver()) extras.setMouse(isOn, hold.isHeld());
    },
    setTitle(title) {
      if (!hold.isOver()) extras.setTitle(title, hold.isHeld());
    },
    invalidate() {
      screen.forget();
      repaint();
    },
  };
}

/** Optional terminal features. While they are off, nothing about them is written. */
function createExtras(send: (bytes: string) => void, options: Pick<PainterOptions, 'ascii'>) {
  let { ascii = false } = options;
  let mouse = false;
  let title: Printable | null = null;
  /** The original title is on the terminal's stack. */
  let isSaved = false;
  const showTitle = () => {
    if (title !== null) {
      send((isSaved ? '' : TITLE.save) + titleSequence(ascii ? inAscii(title) : title));
      isSaved = true;
    } else if (isSaved) {
      send(TITLE.restore);
      isSaved = false;
    }
  };
  return {
    take() {
      if (mouse) send(MOUSE.on);
      showTitle();
    },
    giveBack() {
      if (isSaved) send(TITLE.restore);
      isSaved = false;
      if (mouse) send(MOUSE.off);
    },
    /** Applies to the next title. */
    setAscii(next: boolean) {
      ascii = next;
    },
    setMouse(isOn: boolean, isHeld: boolean) {
      if (isOn === mouse) return;
      mouse = isOn;
      if (isHeld) send(isOn ? MOUSE.on : MOUSE.off);
    },
    setTitle(next: Printable | null, isHeld: boolean) {
      if (next === title) return;
      title = next;
      if (isHeld) showTitle();
    },
  };
}

/** Messages to the terminal other than frames, while it is held. */
const messages = (
  hold: Pick<TerminalHold, 'isHeld'>,
  send: (bytes: string) => void,
): Pick<ScreenPainter, 'queryBackground' | 'queryFeatures' | 'ring' | 'notify' | 'copy'> => ({
  queryBackground() {
    if (hold.isHeld()) send(BACKGROUND_QUERY);
  },
  queryFeatures() {
    if (hold.isHeld()) send(FEATURE_QUERY);
  },
  ring() {
    if (hold.isHeld()) send(BELL);
  },
  notify(way, text) {
    if (hold.isHeld()) send(notificationSequence(way, text));
  },
  copy(text) {
    const sequence = clipboardSequence(text);
    if (sequence === undefined || !hold.isHeld()) return false;
    send(sequence);
    return true;
  },
});

/** A timer that calls `over` at its end. Starting it again while it runs changes nothing. */
export function createTimer(clock: Clock, over: () => void) {
  let cancel: (() => void) | undefined;
  return {
    isRunning: () => cancel !== undefined,
    start(ms: number) {
      cancel ??= after(clock, ms, () => {
        cancel = undefined;
        over();
      });
    },
    stop() {
      cancel?.();
      cancel = undefined;
    },
  };
}

/** A size for the first words while the terminal's size is unknown, which fits into any window. */
export const FIRST_WORDS: GridSize = { columns: 18, rows: 1 };

/** The first frame: an empty console frame, drawn before the rest is loaded. */
function skeleton({ columns, rows }: GridSize): string {
  const lines = [
    ' \u001b[1mwarren\u001b[0m  \u001b[2mstarting…\u001b[0m',
    '',
    `\u001b[2m${'─'.repeat(columns)}\u001b[0m`,
  ];
  return lines.slice(0, rows).join('\n');
}

export function showStarting(painter: Painter, size: GridSize): void {
  if (painter.kind === 'screen') painter.paint(skeleton(size));
  else painter.speak([{ kind: 'text', text: 'warren  starting…', here: false, live: false }]);
}
