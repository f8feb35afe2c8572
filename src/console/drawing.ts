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

/** So many times a second what the service sends is drawn at most; what keys change is drawn at once. */
const DATA_FRAMES = 20;
/** So long the first picture may wait for the first answers, milliseconds: until then the skeleton stands. */
const FIRST_PICTURE = 150;
/** So long after it Ink may wait for them, milliseconds; a key that needs Ink starts it. */
const LONGEST_WITHOUT_INK = 800;

interface DrawingOptions {
  readonly store: ConsoleStore;
  readonly slices: Slices;
  readonly painter: Painter;
  /** What frames are timed by. */
  readonly clock: Clock;
  readonly activity: Activity;
  /** What is drawn; asked for with the first frame. */
  app(): Omit<AppProps, 'typed'>;
  /** Told of a bug. */
  failed(error: unknown): void;
}

/**
 * Draws whenever the state has changed. An answer changes it several times, and a round of polls brings dozens: they
 * are drawn once, when the last answer is there or a frame's time has passed.
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

  /** Starts Ink once what is drawn is on the screen; input that waits goes first. */
  const startBehind = () => {
    if (isStarting) return;
    isStarting = true;
    const behind = yieldToEventLoop().then(() => {
      if (!isEnded) inked();
    });
    activity.track(behind).catch(failed);
  };

  /** Draws without Ink where it can be, until the first answers are there: to start it takes time that they would wait. */
  const paintPicture = (): boolean => {
    if (ink || painter.kind !== 'screen') return false;
    const picture = firstPaintOf(options.app());
    if (picture === undefined) return false;
    paint(picture);
    if (activity.inFlight === 0) startBehind();
    else if (!isPictured) void clock.sleep(LONGEST_WITHOUT_INK).then(startBehind);
    isPictured = true;
    return true;
  };

  const scheduler = createFrameScheduler(
    clock,
    { longest: 1000 / DATA_FRAMES, first: FIRST_PICTURE },
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
    /** Nothing more is expected just now: what has changed is drawn. */
    settle() {
      scheduler.settle();
      if (isPictured) startBehind();
    },
    /** Draws what has changed, without waiting for more. */
    flush: scheduler.flush,
    /** Hands keys to the text field on the screen, and draws what becomes of them. */
    type(raw: string) {
      // A field that the key before has opened is not there yet: its first letter would go nowhere.
      inked().flush();
      field.feed(raw);
      // Draws what was typed before the next key is looked at: the field keeps its cursor in React.
      inked().flush();
    },
    resize: frames.resize,
    /** What was drawn last: lines with their styles. */
    frame: () => newest,
    end() {
      isEnded = true;
      ink?.end();
    },
  };
}

/** What draws a console. */
export type Drawing = ReturnType<typeof openDrawing>;

/** How long the terminal's answer may change the colours, milliseconds: later somebody reads already. */
const LIMIT = 200;

/** The theme in force: the operator's word counts, and the terminal's before it. */
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
    /** Asks the terminal for its background and takes the theme for it. Nothing waits for the answer. */
    ask(reader: Pick<KeyReader, 'background'>) {
      // Lines have no colours.
      if (painter.kind !== 'screen') return;
      painter.queryBackground();
      void reader.background(LIMIT).then((colour) => {
        if (colour && !isChosen) painter.setTheme(THEMES[themeOn(colour)]);
      });
    },
  };
}
