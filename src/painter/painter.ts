import { after, type Clock } from '../edges/clock.ts';
import { type Printable, toAscii } from '../text/printable.ts';
import type { Room, SpokenItem } from '../text/spoken.ts';
import { type Palette, THEMES } from '../text/themes.ts';
import { graphemes } from '../text/width.ts';
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

/** Where the bytes go; `edges/terminal` is one. */
interface PainterOutput {
  /** Hands over bytes; false while so much waits that no more should come. */
  write(bytes: string): boolean;
  pending(): number;
  /** Resolves when what waits has been written. */
  drained(): Promise<void>;
}

export interface PainterOptions extends GridSize {
  readonly output: PainterOutput;
  readonly clock: Clock;
  /** False drops every colour and keeps bold, underline and the like (NO_COLOR). */
  readonly colour: boolean;
  /** True draws everything with ASCII characters, for terminals that have no others. */
  readonly ascii?: boolean;
  /** Whether the terminal is known to have links (OSC 8); nothing is written of them to others. */
  readonly links?: boolean;
}

/** The only writer to the terminal: of screens, or of lines that are read aloud. */
export type Painter = ScreenPainter | LinePainter;

/**
 * Takes whole frames, writes what changed, and nothing but text and the sequences of `pen` and `sequences` can
 * come out of it, whatever is in a frame.
 */
interface ScreenPainter extends TerminalWriter {
  readonly kind: 'screen';
  /**
   * Shows `frame`: lines joined by `\n`, styled with the SGR of `text/style`. At once when nothing was
   * painted for a frame's time; otherwise then, or when the link has taken what was written before,
   * unless a newer frame replaces it. The newest is always painted in the end.
   */
  paint(frame: string): void;
}

/** Writes what is news, one line below the other. */
export interface LinePainter extends TerminalWriter {
  /** For a screen reader, or for a terminal that takes text and line feeds alone. */
  readonly kind: 'reader' | 'plain';
  /** What there is now, from top to bottom. */
  speak(items: readonly SpokenItem[]): void;
}

interface TerminalWriter {
  /** The room that is drawn into, on a terminal of that size. */
  room(terminal: GridSize): Room;
  /** Takes the terminal and shows what is newest. */
  enter(): void;
  /** The next frame answers a key: it is not held back for the frame rate. */
  keyPressed(): void;
  /** The newest frame is painted now. */
  flush(): void;
  /** The terminal has another size; the frame for it is expected next. Storms of these cost one paint. */
  resize(size: GridSize): void;
  /**
   * Hands `text` to the terminal's clipboard (OSC 52, as base64: nothing in it can act on the terminal);
   * false when it is larger than terminals take. Whether the terminal obeys cannot be known.
   */
  copy(text: Printable): boolean;
  /** Asks the terminal about itself; the answers come as input. */
  queryFeatures(): void;
  /** Asks the terminal for its background; what it answers comes among the keys. Lines have no use for it. */
  queryBackground(): void;
  /** From now on styles are on the terminal what `palette` makes of them. */
  setTheme(palette: Palette): void;
  /** Whether anything is coloured. */
  hasColours(): boolean;
  /** From now on everything is drawn with ASCII characters, or no longer. */
  setAscii(ascii: boolean): void;
  /** From now on addresses are links, or no longer. Lines have none. */
  setLinks(isOn: boolean): void;
  /** From now on the terminal reports the mouse, or no longer. Lines have no use for it. */
  setMouse(isOn: boolean): void;
  /** The terminal's bell. Lines have none. */
  ring(): void;
  /** Has the terminal tell of `text` on the desktop, in a way it is known to know. Lines have none. */
  notify(way: NotificationWay, text: Printable): void;
  /** The window's title from now on; null is the one that the terminal had. Lines have none. */
  setTitle(title: Printable | null): void;
  /** The screen may show anything: paints all of it. */
  invalidate(): void;
  /** Gives the terminal back for a while; frames are kept, the newest one, until {@link resume}. */
  suspend(): void;
  /** Takes the terminal again, whoever had it and whatever is on it: also where it was taken without {@link suspend}. */
  resume(): void;
  /** Gives the terminal back for good. Any call after the first does nothing. */
  leave(): void;
}

/** Updates as short as this arrive whole anyway, in one packet and one read: a move of the cursor is a few hundred bytes. */
const WHOLE_ANYWAY = 512;
/** The least time between two frames, milliseconds: more are not seen. */
const FRAME_TIME = 1000 / 60;
/** With more than this under way to a slow link, new frames wait. */
const MOST_PENDING = 256 * 1024;

/** One wait at a time, and `over` at its end. */
export function createTimer(clock: Clock, over: () => void) {
  let end: (() => void) | undefined;
  return {
    isRunning: () => end !== undefined,
    start(ms: number) {
      end ??= after(clock, ms, () => {
        end = undefined;
        over();
      });
    },
    stop() {
      end?.();
      end = undefined;
    },
  };
}

const inAscii = (text: Printable): Printable =>
  [...graphemes(text)].map(toAscii).join('') as Printable;

/** What an operator may switch on of a terminal beside the screen; while none of it is, nothing of it is written. */
function createExtras(send: (bytes: string) => void, options: Pick<PainterOptions, 'ascii'>) {
  let { ascii = false } = options;
  let mouse = false;
  let title: Printable | null = null;
  /** Whether the title that was there is on the terminal's stack. */
  let isKept = false;
  const showTitle = () => {
    if (title !== null) {
      send((isKept ? '' : TITLE.keep) + titleSequence(ascii ? inAscii(title) : title));
      isKept = true;
    } else if (isKept) {
      send(TITLE.bringBack);
      isKept = false;
    }
  };
  return {
    take() {
      if (mouse) send(MOUSE.on);
      showTitle();
    },
    giveBack() {
      if (isKept) send(TITLE.bringBack);
      isKept = false;
      if (mouse) send(MOUSE.off);
    },
    /** From the next title on. */
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

/** What is said to the terminal beside frames, while it is held. */
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

export function createPainter(options: PainterOptions): ScreenPainter {
  const { output, clock, columns, rows, links = false } = options;
  let { ascii = false } = options;
  let palette = options.colour ? THEMES.dark : THEMES.mono;
  const screen = createScreen({ columns, rows, palette, ascii, links });
  const timer = createTimer(clock, () => advance());

  /** The newest frame, and whether it still waits to be painted. */
  let newest = '';
  let due = false;
  let flushing = false;
  let nextAt = Number.NEGATIVE_INFINITY;
  let draining = false;
  const extras = createExtras((bytes) => void send(bytes), options);

  const send = (bytes: string): boolean => output.write(bytes) && output.pending() <= MOST_PENDING;

  const draw = () => {
    timer.stop();
    due = false;
    flushing = false;
    const bytes = screen.change(newest);
    if (bytes === '') return;
    nextAt = clock.elapsed() + FRAME_TIME;
    if (send(bytes.length <= WHOLE_ANYWAY ? bytes : BEGIN_UPDATE + bytes + END_UPDATE)) return;
    draining = true;
    void output.drained().then(() => {
      draining = false;
      advance();
    });
  };

  /** Paints what is due, or sees to it that it will be. */
  const advance = () => {
    if (!due || draining || !hold.isHeld()) return;
    const early = nextAt - clock.elapsed();
    if (flushing || early <= 0) draw();
    else timer.start(early);
  };

  const flush = () => {
    flushing = true;
    advance();
  };

  /** The newest frame is to be painted again, now. */
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
      if (!screen.readOtherwise({ columns: next.columns, rows: next.rows })) return;
      screen.forget();
      due = true;
      // Wait for the frame of the new size; further resizes do not prolong the wait.
      flushing = false;
      if (!timer.isRunning()) nextAt = clock.elapsed() + FRAME_TIME;
      advance();
    },
    hasColours: () => palette !== THEMES.mono,
    setTheme(next) {
      palette = next;
      if (!hold.isOver() && screen.readOtherwise({ palette: next })) repaint();
    },
    setAscii(next) {
      ascii = next;
      if (hold.isOver()) return;
      extras.setAscii(next);
      if (screen.readOtherwise({ ascii: next })) repaint();
    },
    setLinks(isOn) {
      if (!hold.isOver() && screen.readOtherwise({ links: isOn })) repaint();
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

/** What fits the first words of a skeleton, where the terminal has not told its size yet. */
export const FIRST_WORDS: GridSize = { columns: 18, rows: 1 };

/** The first frame: the console's frame without anything in it, drawn before the rest is loaded. */
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
