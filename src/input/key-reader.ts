import type { Clock } from '../edges/clock.ts';
import type { InputEvent } from './input-event.ts';
import { createKeyParser } from './key-parser.ts';

/** The parser on a clock: what a pause settles is reported when the pause is long enough. */
export interface KeyReader {
  /** Bytes as they come from the terminal. */
  push(chunk: Uint8Array | string): void;
  /** Reports nothing from here on. */
  close(): void;
}

/** Reports every key and paste to `onEvent`, in order. */
export function createKeyReader(clock: Clock, onEvent: (event: InputEvent) => void): KeyReader {
  const parser = createKeyParser();
  let waiting: AbortController | undefined;
  let closed = false;

  const report = (events: readonly InputEvent[]) => {
    for (const event of events) if (!closed) onEvent(event);
  };

  const waitForDeadline = () => {
    waiting?.abort();
    waiting = undefined;
    const { deadline } = parser;
    if (deadline === undefined || closed) return;
    const own = new AbortController();
    waiting = own;
    void clock.sleep(deadline - clock.elapsed(), own.signal).then(() => {
      if (own.signal.aborted) return;
      report(parser.tick(clock.elapsed()));
      waitForDeadline();
    });
  };

  return {
    push(chunk) {
      if (closed) return;
      report(parser.push(chunk, clock.elapsed()));
      waitForDeadline();
    },
    close() {
      closed = true;
      waiting?.abort();
    },
  };
}
