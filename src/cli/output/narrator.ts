import type { Clock } from '../../edges/clock.ts';
import { type Printable, words } from '../../text/printable.ts';
import { fit } from '../../text/width.ts';
import type { Sink } from './sink.ts';

/** Words for people beside the data: on stderr, never on stdout. */
export interface Narrator {
  /** A line of its own. */
  say(line: Printable): void;
  /** Where long work stands: one line that the next one overwrites, and only on a terminal. */
  progress(line: Printable): void;
  /** Takes the progress line away. */
  settle(): void;
}

/** Milliseconds between two progress lines. */
const CALM = 100;

export function narratorOn(stderr: Sink, clock: Clock): Narrator {
  let shown = false;
  let nextAt = Number.NEGATIVE_INFINITY;
  const room = (stderr.columns ?? 1) - 1;
  const settle = () => {
    if (shown) void stderr.write(`\r${' '.repeat(room)}\r`);
    shown = false;
  };
  return {
    say(line) {
      settle();
      void stderr.write(words`${line}\n`);
    },
    progress(line) {
      const now = clock.elapsed();
      if (!stderr.isTerminal || now < nextAt) return;
      nextAt = now + CALM;
      shown = true;
      void stderr.write(`\r${fit(line, room)}`);
    },
    settle,
  };
}
