import type { Clock } from '../edges/clock.ts';
import type { TerminalEvent } from '../input/input-event.ts';
import { createKeyReader } from '../input/key-reader.ts';
import type { Painter } from '../painter/painter.ts';
import type { Pane } from '../panes/pane.ts';
import { handleInput, type KeyboardContext } from '../shell/keys/keyboard.ts';
import { createMouse } from '../shell/keys/mouse.ts';
import { count } from '../text/numbers.ts';
import { words } from '../text/printable.ts';
import type { Drawing } from './drawing.ts';

/** Time after a key until the cursor counts as resting, in milliseconds. */
const REST_MS = 120;

interface InputOptions {
  readonly clock: Clock;
  readonly frameClock: Clock;
  readonly keyboard: Omit<KeyboardContext, 'feed'>;
  readonly painter: Pick<Painter, 'keyPressed'>;
  readonly drawing: Pick<Drawing, 'type' | 'flush' | 'frame'>;
  readonly panes: readonly Pane[];
  usesMouse(): boolean;
}

export function openInput(options: InputOptions) {
  const { clock, frameClock, keyboard, painter, drawing, panes, usesMouse } = options;
  const { store, failed } = keyboard;
  let presses = 0;

  const rest = () => {
    if (store.getState().moving) store.setState({ moving: false });
  };
  /** Marks the cursor as moving: less urgent parts are drawn when it rests. */
  const moved = () => {
    if (!store.getState().moving) store.setState({ moving: true });
    presses += 1;
    const own = presses;
    void clock.sleep(REST_MS).then(() => {
      if (own === presses) rest();
    });
  };

  const mouse = createMouse({ ...keyboard, panes, frame: drawing.frame });

  const act = (event: TerminalEvent) => {
    // Terminals may send unrequested mouse events.
    if (event.kind === 'mouse' && !usesMouse()) return;
    try {
      painter.keyPressed();
      moved();
      if (event.kind === 'mouse') mouse(event);
      else handleInput({ ...keyboard, feed: drawing.type }, event);
      drawing.flush();
    } catch (error) {
      failed(error);
    }
  };
  const reader = createKeyReader(frameClock, act, (events) => {
    keyboard.say(words`Too many keys came at once: the last ${count(events)} were thrown away.`);
    drawing.flush();
  });
  return {
    push: reader.push,
    background: reader.background,
    rest,
    close() {
      presses += 1;
      reader.close();
    },
  };
}

export type Input = ReturnType<typeof openInput>;
