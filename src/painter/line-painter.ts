import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '../edges/clock.ts';
import { SPOKEN_ROOM, type SpokenItem } from '../text/spoken.ts';
import { createTimer, type LinePainter, type PainterOptions } from './painter.ts';
import { BRACKETED_PASTE, clipboardSequence, createTerminalHold } from './sequences.ts';
import { createLineWriter, type LineWriter } from './spoken/line-writer.ts';
import { answer, meanwhile, type News, whole } from './spoken/news.ts';
import { focusOf, readScene, type Scene } from './spoken/scene.ts';
import { itemSentence, noticeSentence, promptLine } from './spoken/sentences.ts';

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
  hasColours: () => false,
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
  let lookAt = Number.POSITIVE_INFINITY;

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

  const timer = createTimer(clock, () => look());
  const silence = createTimer(clock, () => {
    if (hold.isHeld()) narrator.breakSilence(newest);
  });
  const stopWaiting = () => {
    timer.stop();
    lookAt = Number.POSITIVE_INFINITY;
  };
  /** Looks in so many milliseconds, unless that happens sooner anyway. */
  const wait = (ms: number) => {
    const at = clock.elapsed() + ms;
    if (at >= lookAt) return;
    stopWaiting();
    lookAt = at;
    timer.start(ms);
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
    silence.stop();
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
      silence.stop();
      silence.start(SILENCE);
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

/** All in milliseconds. */
const WAIT = {
  /** A frame so soon after a key answers it. */
  answer: 100,
  /** What changes by itself is looked at so long after: several changes are one. */
  settling: 300,
  /** What typing leads to is said when nothing was typed for so long. */
  typing: 700,
  /** How often figures may be said that nobody asked for. */
  summary: 30_000,
};

interface NarratorOptions {
  readonly clock: Clock;
  readonly writer: LineWriter;
  /** Says something: the bytes of it. */
  tell(bytes: string): void;
}

/** Says what is news among what is spoken, and remembers what was heard. */
export function createNarrator({ clock, writer, tell }: NarratorOptions) {
  /** What was heard last; null when nothing was, or it cannot be relied on. */
  let heard: Scene | null = null;
  /** What was heard of each place, by its name. */
  const visited = new Map<string | undefined, Scene>();
  let keyAt = Number.NEGATIVE_INFINITY;
  /** The last key has not been answered yet. */
  let asked = false;
  /** What was typed has not been followed by what it led to. */
  let typed = false;
  let summaryAt = clock.elapsed();

  const say = ({ lines, focus, heard: now }: News, scene: Scene) => {
    heard = now;
    // No place: another console starts.
    if (scene.place) visited.set(scene.place.name, scene);
    else visited.clear();
    const { prompt } = scene;
    if (lines.length === 0 && focus === null) return;
    asked = false;
    if (!focusOf(scene)) writer.forget();
    tell(writer.write(lines, focus, prompt && promptLine(prompt)));
  };

  /** What was typed since, where one types; false when something else has to be said. */
  const echo = (before: Scene, scene: Scene): boolean => {
    const { prompt } = scene;
    const earlier = before.prompt;
    if (!prompt || !earlier || prompt.label !== earlier.label) return false;
    if (prompt.value === earlier.value) return false;
    heard = { ...before, prompt };
    typed = true;
    asked = false;
    const more = prompt.value.startsWith(earlier.value);
    tell(
      more
        ? writer.append(prompt.value.slice(earlier.value.length))
        : writer.write([], null, promptLine(prompt)),
    );
    return true;
  };

  return {
    /** Nothing that was heard can be relied on. */
    forget() {
      heard = null;
    },
    keyPressed() {
      keyAt = clock.elapsed();
      asked = true;
    },
    /** How soon what changed now is to be looked at, milliseconds. */
    delay: () => (!heard || clock.elapsed() - keyAt <= WAIT.answer ? 0 : WAIT.settling),
    /** Says what is news in `items`; in how many milliseconds to look again, undefined when that need not be. */
    look(items: readonly SpokenItem[]) {
      const scene = readScene(items);
      const now = clock.elapsed();
      if (!heard) {
        summaryAt = now;
        say(whole(scene, 'the focus'), scene);
        return undefined;
      }
      if (echo(heard, scene)) return WAIT.typing;
      const isTyping = typed && now - keyAt < WAIT.typing;
      if (isTyping && scene.prompt && !asked) return WAIT.typing - (now - keyAt);
      const isAnswer = typed || now - keyAt <= WAIT.answer;
      typed = false;
      // A key clears the notice, so the same words after it are a new notice.
      const before = asked ? { ...heard, notice: null } : heard;
      const known = { before, earlier: visited.get(scene.place?.name) };
      if (isAnswer) {
        say(answer(known, scene), scene);
        return undefined;
      }
      const summary = now - summaryAt >= WAIT.summary;
      if (summary) summaryAt = now;
      const news = meanwhile(known, scene, summary);
      say(news, scene);
      // What was held back is said even when no further frame comes.
      return news.heard === scene ? undefined : WAIT.summary - (now - summaryAt);
    },
    sayAll(items: readonly SpokenItem[]) {
      const scene = readScene(items);
      say(whole(scene, 'every row'), scene);
    },
    /** A key led to nothing: says how fresh things are, if that is news, or where one is. */
    breakSilence(items: readonly SpokenItem[]) {
      if (!asked || !heard) return;
      asked = false;
      const scene = readScene(items);
      const { place, prompt, notice } = scene;
      const fresh = place?.fresh ?? '';
      const focus = focusOf(scene);
      // A repeated notice does not change the frame.
      const lines = notice
        ? [noticeSentence(notice)]
        : fresh !== '' && fresh !== heard.place?.fresh
          ? [`${fresh}.`]
          : [];
      const rest = lines.length === 0 && !prompt && !focus && place ? [`${place.name}.`] : [];
      const where = lines.length === 0 && focus ? itemSentence(focus) : null;
      say({ lines: [...lines, ...rest], focus: prompt ? null : where, heard: scene }, scene);
    },
  };
}
