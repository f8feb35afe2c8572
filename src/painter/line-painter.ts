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
  /** `reader`: for a screen reader. `plain`: a terminal that takes only text and line feeds. */
  readonly kind: 'reader' | 'plain';
}

/** Delay until a key without effect is answered with the position, in milliseconds. */
const SILENCE_MS = 700;

/** Methods that only matter for screens. */
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
 * Paints lines instead of screens: reports what is new among the spoken items, line by line, on the main screen.
 * Writes only text, line feeds and, for a reader, cursor moves to its row.
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
  /** Looks after `ms` milliseconds, unless a look is due sooner. */
  const wait = (ms: number) => {
    const at = clock.elapsed() + ms;
    if (at >= lookAt) return;
    stopWaiting();
    lookAt = at;
    timer.start(ms);
  };

  /** Reports what is new. */
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
      silence.start(SILENCE_MS);
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

/** Waits in milliseconds. */
const WAIT = {
  /** A frame within this time answers a key. */
  answer: 100,
  /** Spontaneous changes are collected for this time. */
  settling: 300,
  /** Results of typing are reported after this pause. */
  typing: 700,
  /** Interval of unrequested figures. */
  summary: 30_000,
};

interface NarratorOptions {
  readonly clock: Clock;
  readonly writer: LineWriter;
  /** Writes bytes. */
  tell(bytes: string): void;
}

/** Reports what is new, and remembers what was heard. */
export function createNarrator({ clock, writer, tell }: NarratorOptions) {
  /** What was heard last; null if nothing or unreliable. */
  let heard: Scene | null = null;
  /** What was heard of each place, by name. */
  const visited = new Map<string | undefined, Scene>();
  let keyAt = Number.NEGATIVE_INFINITY;
  /** The last key is unanswered. */
  let asked = false;
  /** The result of typing was not reported yet. */
  let typed = false;
  let summaryAt = clock.elapsed();

  const say = ({ lines, focus, heard: now }: News, scene: Scene) => {
    heard = now;
    // Without a place, another console starts.
    if (scene.place) visited.set(scene.place.name, scene);
    else visited.clear();
    const { prompt } = scene;
    if (lines.length === 0 && focus === null) return;
    asked = false;
    if (!focusOf(scene)) writer.forget();
    tell(writer.write(lines, focus, prompt && promptLine(prompt)));
  };

  /** Reports typed text; false if something else must be reported. */
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
    /** What was heard is unreliable. */
    forget() {
      heard = null;
    },
    keyPressed() {
      keyAt = clock.elapsed();
      asked = true;
    },
    /** Delay for a change now, in milliseconds. */
    delay: () => (!heard || clock.elapsed() - keyAt <= WAIT.answer ? 0 : WAIT.settling),
    /** Reports what is new in `items`; returns the milliseconds until the next look, if any. */
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
      // A key clears the notice, so the same text afterwards is a new notice.
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
      // What was held back is reported even without another frame.
      return news.heard === scene ? undefined : WAIT.summary - (now - summaryAt);
    },
    sayAll(items: readonly SpokenItem[]) {
      const scene = readScene(items);
      say(whole(scene, 'every row'), scene);
    },
    /** A key had no effect: reports the freshness if it is new, otherwise the position. */
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
