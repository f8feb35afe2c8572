import type { Printable } from '../text/printable.ts';
import { cut } from '../text/width.ts';

/**
 * Takes the terminal: alternate screen, no cursor, no wrapping at the right edge (so that a grapheme the
 * terminal thinks wider than we do cannot push a row out of place), pastes marked as such.
 */
export const ENTER = '\u001b[?1049h\u001b[?25l\u001b[?7l\u001b[?2004h';

/**
 * Restores the terminal from any state that the painter leaves it in. May be written more than once, by
 * signal handlers and the launcher, too.
 */
export const RESTORE = '\u001b[?2026l\u001b[m\u001b[?2004l\u001b[?7h\u001b[?25h\u001b[?1049l';

/**
 * Has the terminal report clicks, the wheel and movement while a button is held (modes 1000 and 1002), in SGR's form
 * (1006). With Shift terminals select text as ever.
 */
export const MOUSE = {
  on: '\u001b[?1000h\u001b[?1002h\u001b[?1006h',
  off: '\u001b[?1006l\u001b[?1002l\u001b[?1000l',
} as const;

export const BELL = '\u0007';

/** The ways in which terminals take a notification for the desktop. */
export type NotificationWay = 'OSC 9' | 'OSC 777';

/** Notifications are cut to so many characters: what desktops show of them. */
const LONGEST_NOTIFICATION = 200;

/** The sequence that has the terminal show `text` on the desktop. What separates the parts of one stands in no text. */
export function notificationSequence(way: NotificationWay, text: Printable): string {
  const safe = cut(text.replaceAll(';', ',') as Printable, LONGEST_NOTIFICATION);
  // A digit first would be one of the other things that OSC 9 means to some.
  return way === 'OSC 9'
    ? `\u001b]9;warren: ${safe}\u001b\\`
    : `\u001b]777;notify;warren;${safe}\u001b\\`;
}

/** Keeps the window's title on the terminal's stack, and brings it back (XTWINOPS 22 and 23). */
export const TITLE = { keep: '\u001b[22;2t', bringBack: '\u001b[23;2t' } as const;

/** Titles are cut to so many characters: what windows show of them. */
const LONGEST_TITLE = 80;

/** The sequence that makes `text` the window's title (OSC 2). */
export const titleSequence = (text: Printable): string =>
  `\u001b]2;${cut(text, LONGEST_TITLE)}\u001b\\`;

/**
 * Asks the terminal whether it knows whole frames (DECRQM for mode 2026) and, as every terminal answers this
 * one, what it is (primary device attributes). Only for whoever reads the answers.
 */
export const FEATURE_QUERY = '\u001b[?2026$p\u001b[c';

/** Marks what is pasted; a terminal of lines is told no more than this. */
export const BRACKETED_PASTE = { on: '\u001b[?2004h', off: '\u001b[?2004l' } as const;

/**
 * Asks the terminal for its background colour (OSC 11), then for its device attributes. Every terminal answers
 * the second: when that answer comes alone, the terminal does not know the first.
 */
export const BACKGROUND_QUERY = '\u001b]11;?\u001b\\\u001b[c';

/** Between these a terminal that knows them shows nothing half done; others ignore them. */
export const BEGIN_UPDATE = '\u001b[?2026h';
export const END_UPDATE = '\u001b[?2026l';

/** The most that common terminals and multiplexers take in one sequence, bytes: 74,994 characters of base64. */
export const MOST_COPIED = 56_244;

/** The sequence that puts `text` on the clipboard of the terminal, undefined when it is too large for one. */
export function clipboardSequence(text: string): string | undefined {
  const copied = Buffer.from(text);
  return copied.length > MOST_COPIED ? undefined : `\u001b]52;c;${copied.toString('base64')}\u0007`;
}

/** @param take makes the terminal the painter's; @param giveBack undoes that */
export function createTerminalHold(take: () => void, giveBack: () => void) {
  let state: 'outside' | 'inside' | 'left' = 'outside';
  const resume = () => {
    if (state === 'left') return;
    state = 'inside';
    take();
  };
  return {
    isHeld: () => state === 'inside',
    /** Whether it was given back for good. */
    isOver: () => state === 'left',
    /** What every painter offers of this; see `painter.ts`. */
    methods: {
      enter() {
        if (state === 'outside') resume();
      },
      suspend() {
        if (state !== 'inside') return;
        state = 'outside';
        giveBack();
      },
      resume,
      leave() {
        if (state === 'inside') giveBack();
        state = 'left';
      },
    },
  };
}

/** Whether a painter has the terminal: not yet, now, or never again. */
export type TerminalHold = ReturnType<typeof createTerminalHold>;
