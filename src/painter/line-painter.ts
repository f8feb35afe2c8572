import { isDeepStrictEqual } from 'node:util';
import { WOKEN } from '../edges/clock.ts';
import { SPOKEN_ROOM, type SpokenItem } from '../text/spoken.ts';
import type { LinePainter, PainterOptions } from './painter.ts';
import { BRACKETED_PASTE, clipboardSequence } from './sequences.ts';
import { createLineWriter } from './spoken/line-writer.ts';
import { createNarrator } from './spoken/narrator.ts';
import { createTerminalHold } from './terminal-hold.ts';

/** What a painter of lines is made of. */
export interface LinePainterOptions extends Omit<PainterOptions, 'colour'> {
  /** `reader`: a terminal that is read to somebody. `plain`: one that takes text and line feeds alone. */
  readonly kind: 'reader' | 'plain';
}

/** A key that led to nothing new is answered with where one is after so long, milliseconds. */
const SILENCE = 700;

/** What concerns screens alone. */
const SCREENS_ALONE = {
  queryBackground() {},
  queryFeatures() {},
  setTheme() {},
  setLinks() {},
  setMouse() {},
  ring() {},
  notify() {},
  setTitle() {},
};

/**
 * A painter of lines instead of screens: says what is news among what is spoken, one line below the other, on
 * the main screen. Nothing but text, line feeds and, for a reader, the cursor's way back
 * to its row can come out of it.
 */
export function createLinePainter(options: LinePainterOptions): LinePainter {
  const { output, clock, kind, ascii = false } = options;
  const movesCursor = kind === 'reader';
  const writer = createLineWriter({ ...options, ascii, movesCursor });

  let newest: readonly SpokenItem[] = [];
  let due = false;
  let draining = false;
  let timer: AbortController | undefined;
  let lookAt = Number.POSITIVE_INFINITY;
  let silence: AbortController | undefined;

  const send = (bytes: string) => {
    if (bytes === '') return;
    if (output.write(bytes)) return;
    draining = true;
    void output.drained().then(() => {
      draining = false;
      if (due) look();
    });
  };
  const narrator = createNarrator({ clock, writer, tell: send });

  const after = (ms: number, then: () => void): AbortController => {
    const own = new AbortController();
    void clock.sleep(ms, own.signal).then(() => {
      if (!own.signal.aborted) then();
    });
    return own;
  };
  const stopWaiting = () => {
    timer?.abort(WOKEN);
    timer = undefined;
    lookAt = Number.POSITIVE_INFINITY;
  };
  /** Looks in so many milliseconds, unless that happens sooner anyway. */
  const wait = (ms: number) => {
    const at = clock.elapsed() + ms;
    if (at >= lookAt) return;
    stopWaiting();
    lookAt = at;
    timer = after(ms, look);
  };

  /** Says what is news in the newest items. */
  const look = () => {
    if (!hold.isHeld() || draining || newest.length === 0) return;
    stopWaiting();
    due = false;
    const again = narrator.look(newest);
    if (again !== undefined) wait(again);
  };

  const take = () => {
    if (movesCursor) send(BRACKETED_PASTE.on);
    narrator.forget();
    look();
  };
  const giveBack = () => {
    stopWaiting();
    silence?.abort(WOKEN);
    send(writer.end() + (movesCursor ? BRACKETED_PASTE.off : ''));
  };
  const hold = createTerminalHold(take, giveBack);

  return {
    kind,
    room: () => SPOKEN_ROOM,
    ...hold.methods,
    ...SCREENS_ALONE,
    speak(items) {
      if (hold.isOver() || isDeepStrictEqual(items, newest)) return;
      newest = items;
      due = true;
      if (!hold.isHeld()) return;
      const delay = narrator.delay();
      if (delay === 0) look();
      else wait(delay);
    },
    keyPressed() {
      narrator.keyPressed();
      silence?.abort(WOKEN);
      silence = after(SILENCE, () => {
        silence = undefined;
        if (hold.isHeld()) narrator.breakSilence(newest);
      });
    },
    flush() {
      if (due) look();
    },
    resize: (size) => writer.resize(size),
    setAscii: writer.setAscii,
    invalidate() {
      if (hold.isHeld() && newest.length > 0) narrator.sayAll(newest);
    },
    copy(text) {
      const sequence = movesCursor ? clipboardSequence(text) : undefined;
      if (sequence === undefined || !hold.isHeld()) return false;
      send(sequence);
      return true;
    },
  };
}
