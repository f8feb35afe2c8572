import type { Clock } from '../edges/clock.ts';
import { createFrameScheduler, yieldToEventLoop } from '../feeds/scheduling.ts';
import type { KeyReader } from '../input/key-reader.ts';
import { createFrameStream } from '../painter/frame-stream.ts';
import type { Painter } from '../painter/painter.ts';
import { type Ink, startInk } from '../shell/frame/app.tsx';
import { type AppProps, firstPaintOf } from '../shell/frame/frame.ts';
import { createFieldInput } from '../shell/keys/keyboard.ts';
import { typed } from '../shell/keys/prompts.ts';
import type { Activity } from '../state/activity.ts';
import type { ConsoleStore } from '../state/console-state.ts';
import type { Slices } from '../state/slice.ts';
import { THEMES, type ThemeName, themeOn } from '../text/themes.ts';

/** Maximum frames per second for data; changes by keys are drawn at once. */
const MAX_DATA_FPS = 20;
/** Time the first frame waits for the first answers, in milliseconds. */
const FIRST_FRAME_WAIT_MS = 150;
/** Time Ink waits for them after that, in milliseconds; a key that needs Ink starts it. */
const MAX_INK_DELAY_MS = 800;

interface DrawingOptions {
  readonly store: ConsoleStore;
  readonly slices: Slices;
  readonly painter: Painter;
  readonly clock: Clock;
  readonly activity: Activity;
  /** What to draw; called with the first frame. */
  app(): Omit<AppProps, 'typed'>;
  failed(error: unknown): void;
}

/**
 * Draws after changes of the state. Changes are batched until the last answer has arrived or a frame's time has passed,
 * since a round of polls brings dozens.
 */
export function openDrawing(options: DrawingOptions) {
  const { store, painter, clock, activity, failed } = options;
  let newest = '';
  const paint = (frame: string) => {
    newest = frame;
    if (painter.kind === 'screen') painter.paint(frame);
  };
  const frames = createFrameStream(store.getState().size, paint);
  const field = createFieldInput();
  const views = new Set<() => void>();
  let ink: Ink | undefined;
  let isPictured = false;
  let isStarting = false;
  let isEnded = false;

  const inked = (): Ink => {
    ink ??= startInk(
      { ...options.app(), typed: (value) => typed(store, value) },
      {
        changes(look) {
          views.add(look);
          return () => views.delete(look);
        },
        stdout: frames.stdout,
        stdin: field.stream,
        speak: painter.kind === 'screen' ? undefined : painter.speak,
        failed,
      },
    );
    return ink;
  };

  /** Starts Ink after the current frame and pending input. */
  const startBehind = () => {
    if (isStarting) return;
    isStarting = true;
    const behind = yieldToEventLoop().then(() => {
      if (!isEnded) inked();
    });
    activity.track(behind).catch(failed);
  };

  /** Draws without Ink, if possible, until the first answers arrive: starting Ink would delay them. */
  const paintPicture = (): boolean => {
    if (ink || painter.kind !== 'screen') return false;
    const picture = firstPaintOf(options.app());
    if (picture === undefined) return false;
    paint(picture);
    if (activity.inFlight === 0) startBehind();
    else if (!isPictured) void clock.sleep(MAX_INK_DELAY_MS).then(startBehind);
    isPictured = true;
    return true;
  };

  const scheduler = createFrameScheduler(
    clock,
    { longest: 1000 / MAX_DATA_FPS, first: FIRST_FRAME_WAIT_MS },
    () => {
      if (isEnded) return;
      try {
        if (!paintPicture()) inked();
        for (const look of views) look();
      } catch (error) {
        failed(error);
      }
    },
  );
  store.subscribe(scheduler.schedule);
  options.slices.subscribe(scheduler.schedule);

  return {
    /** No more changes are expected now: draws. */
    settle() {
      scheduler.settle();
      if (isPictured) startBehind();
    },
    flush: scheduler.flush,
    type(raw: string) {
      // A field opened by the previous key must exist first.
      inked().flush();
      field.feed(raw);
      // Drawn before the next key: the field keeps its cursor in React.
      inked().flush();
    },
    resize: frames.resize,
    frame: () => newest,
    end() {
      isEnded = true;
      ink?.end();
    },
  };
}

export type Drawing = ReturnType<typeof openDrawing>;

/** Time limit in milliseconds: later, the operator is already reading. */
const ANSWER_TIMEOUT_MS = 200;

/** The theme: chosen by the operator, else by the terminal's background. */
export function themeByBackground(
  painter: Pick<Painter, 'kind' | 'setTheme' | 'hasColours' | 'queryBackground'>,
  store: Pick<ConsoleStore, 'setState'>,
) {
  let isChosen = false;
  const tell = () => store.setState({ hasColours: painter.hasColours() });
  tell();
  return {
    setTheme(name: ThemeName) {
      isChosen = true;
      painter.setTheme(THEMES[name]);
      tell();
    },
    /** Chooses the theme by the terminal's background, without waiting for the answer. */
    ask(reader: Pick<KeyReader, 'background'>) {
      // Plain lines have no colours.
      if (painter.kind !== 'screen') return;
      painter.queryBackground();
      void reader.background(ANSWER_TIMEOUT_MS).then((colour) => {
        if (colour && !isChosen) painter.setTheme(THEMES[themeOn(colour)]);
      });
    },
  };
}
