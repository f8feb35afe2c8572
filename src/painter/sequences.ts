import type { Printable } from '../text/printable.ts';
import { cut } from '../text/width.ts';

/**
 * Ends what a program that crashed or lost its connection may have left: margins (DECSTBM), origin and insert
 * mode, a character set for line drawing, a style. Each of them would move or replace what is drawn.
 */
const USUAL_DRAWING = '\u001b[r\u001b[?6l\u001b[4l\u001b(B\u000f\u001b[m';

/**
 * Takes the terminal: alternate screen, usual drawing, no cursor, no wrapping at the right edge (so that a grapheme
 * wider than assumed does not move a row), marked pastes.
 */
export const ENTER = `\u001b[?1049h${USUAL_DRAWING}\u001b[?25l\u001b[?7l\u001b[?2004h`;

/** Restores the terminal from any state. May be written repeatedly, also by signal handlers and the launcher. */
export const RESTORE = '\u001b[?2026l\u001b[m\u001b[?2004l\u001b[?7h\u001b[?25h\u001b[?1049l';

/**
 * Reports of clicks, the wheel and movement while a button is held (modes 1000 and 1002), in SGR's form (1006). With
 * Shift, terminals still select text.
 */
export const MOUSE = {
  on: '\u001b[?1000h\u001b[?1002h\u001b[?1006h',
  off: '\u001b[?1006l\u001b[?1002l\u001b[?1000l',
} as const;

export const BELL = '\u0007';

export type NotificationWay = 'OSC 9' | 'OSC 777';

/** Limit of a notification in columns, about what desktops show. */
const MAX_NOTIFICATION = 200;

/** The sequence for a desktop notification. The separator of its parts is replaced in `text`. */
export function notificationSequence(way: NotificationWay, text: Printable): string {
  const safe = cut(text.replaceAll(';', ',') as Printable, MAX_NOTIFICATION);
  // OSC 9 with a leading digit means something else to some terminals.
  return way === 'OSC 9'
    ? `\u001b]9;warren: ${safe}\u001b\\`
    : `\u001b]777;notify;warren;${safe}\u001b\\`;
}

/** Saves and restores the window title (XTWINOPS 22 and 23). */
export const TITLE = { save: '\u001b[22;2t', restore: '\u001b[23;2t' } as const;

/** Limit of a title in columns. */
const MAX_TITLE = 80;

/** Sets the window title (OSC 2). */
export const titleSequence = (text: Printable): string =>
  `\u001b]2;${cut(text, MAX_TITLE)}\u001b\\`;

/**
 * Queries support for synchronised updates (DECRQM for mode 2026), then the primary device attributes, which every
 * terminal answers. Only for callers who read the answers.
 */
export const FEATURE_QUERY = '\u001b[?2026$p\u001b[c';

/** Marks pastes. Line terminals get no other sequence. */
export const BRACKETED_PASTE = { on: '\u001b[?2004h', off: '\u001b[?2004l' } as const;

/**
 * Queries the background colour (OSC 11), then the device attributes. Every terminal answers the second: if that
 * answer comes alone, the first is not supported.
 */
export const BACKGROUND_QUERY = '\u001b]11;?\u001b\\\u001b[c';

/** Between these, supporting terminals show no partial update; others ignore them. */
export const BEGIN_UPDATE = '\u001b[?2026h';
export const END_UPDATE = '\u001b[?2026l';

/** Limit of common terminals and multiplexers for one sequence, in bytes: 74,994 characters of base64. */
export const MAX_COPIED = 56_244;

/** Copies `text` to the terminal's clipboard; undefined if it is too large. */
export function clipboardSequence(text: string): string | undefined {
  const copied = Buffer.from(text);
  return copied.length > MAX_COPIED ? undefined : `\u001b]52;c;${copied.toString('base64')}\u0007`;
}

/**
 * Tracks whether the painter has the terminal: not yet, now, or never again.
 *
 * @param take takes the terminal
 * @param giveBack undoes that
 */
export function createTerminalHold(take: () => void, giveBack: () => void) {
  let state: 'outside' | 'inside' | 'left' = 'outside';
  const resume = () => {
    if (state === 'left') return;
    state = 'inside';
    take();
  };
  return {
    isHeld: () => state === 'inside',
    /** Whether it was released for good. */
    isOver: () => state === 'left',
    /** Public methods of every painter. */
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

export type TerminalHold = ReturnType<typeof createTerminalHold>;
