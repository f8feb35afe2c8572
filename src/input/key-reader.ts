import { after, type Clock } from '../edges/clock.ts';
import type { Terminal } from '../edges/terminal.ts';
import type { Colour } from '../text/themes.ts';
import type { TerminalEvent, TerminalReply } from './input-event.ts';
import { createKeyParser } from './key-parser.ts';

/** Time limit for the terminal's attributes, in milliseconds. */
const MAX_ATTRIBUTES_WAIT_MS = 2000;
/** Time for events that came together before others get a turn, in milliseconds. */
const SLICE_MS = 50;
/** Queue limit: above what anybody types, and enough for text that a terminal did not mark as pasted. */
const MAX_QUEUED = 20_000;
const INTERRUPT = 'ctrl-c';

const isInterrupt = (event: TerminalEvent): boolean =>
  event.kind === 'key' && event.key === INTERRUPT;

/**
 * Reports keys, pastes and mouse events in order. Large bursts are processed in slices; Ctrl-C discards what is
 * queued, as a terminal does.
 *
 * @param onLost called with the number of events beyond the queue limit, after those before them
 */
export function createKeyReader(
  clock: Clock,
  onEvent: (event: TerminalEvent) => void,
  onLost: (events: number) => void = () => {},
) {
  const answered = new Set<(answer: TerminalReply) => void>();
  const parser = createKeyParser((answer) => {
    for (const each of answered) each(answer);
  });
  let stopWaiting: (() => void) | undefined;
  let closed = false;

  /** Events that wait for the next turn. */
  let queue: TerminalEvent[] = [];
  /** Events beyond the queue limit, not reported yet. */
  let lost = 0;
  let isTurnDue = false;
  /** Queues events, from Ctrl-C on if there is one. Events beyond the limit are lost. */
  const keep = (events: readonly TerminalEvent[]) => {
    const from = events.findIndex(isInterrupt);
    if (from >= 0) lost = 0;
    const waiting = events.slice(Math.max(0, from));
    queue = waiting.slice(0, MAX_QUEUED);
    lost += waiting.length - queue.length;
  };
  const takeTurn = () => {
    isTurnDue = false;
    const end = clock.elapsed() + SLICE_MS;
    const events = queue;
    // No event runs twice, even if one throws.
    queue = [];
    for (let at = 0; at < events.length; at += 1) {
      if (closed) return;
      if (at > 0 && clock.elapsed() >= end) {
        keep(events.slice(at));
        isTurnDue = true;
        setImmediate(takeTurn);
        return;
      }
      onEvent(events[at] as TerminalEvent);
    }
    if (lost === 0 || closed) return;
    onLost(lost);
    lost = 0;
  };
  const report = (events: readonly TerminalEvent[]) => {
    queue = queue.concat(events);
    if (isTurnDue) keep(queue);
    else takeTurn();
  };

  const waitForDeadline = () => {
    stopWaiting?.();
    stopWaiting = undefined;
    const { deadline } = parser;
    if (deadline === undefined || closed) return;
    stopWaiting = after(clock, deadline - clock.elapsed(), () => {
      report(parser.tick(clock.elapsed()));
      waitForDeadline();
    });
  };

  return {
    /** Bytes as they come from the terminal. */
    push(chunk: Uint8Array | string) {
      if (closed) return;
      report(parser.push(chunk, clock.elapsed()));
      waitForDeadline();
    },
    /**
     * The answer to `BACKGROUND_QUERY`; undefined if none comes within `limit` milliseconds. A later answer is not
     * taken for keys.
     */
    async background(limit: number) {
      const over = new AbortController();
      const colour = Promise.withResolvers<Colour | undefined>();
      const listen = (answer: TerminalReply) => {
        if (answer.kind === 'background') colour.resolve(answer.colour);
        else over.abort();
      };
      answered.add(listen);
      parser.expect(true);
      void clock.sleep(MAX_ATTRIBUTES_WAIT_MS, over.signal).then(() => {
        answered.delete(listen);
        parser.expect(false);
        colour.resolve(undefined);
      });
      void clock.sleep(limit, over.signal).then(() => colour.resolve(undefined));
      return colour.promise;
    },
    close() {
      closed = true;
      stopWaiting?.();
    },
  };
}

export type KeyReader = ReturnType<typeof createKeyReader>;

const ENTER = '\r';
const LINE_FEED = 0x0a;
const RETURN = 0x0d;
/** The marks of a bracketed paste. */
const PASTE = { start: '\u001b[200~', end: '\u001b[201~' } as const;

const isLineEnd = (byte: number | undefined): boolean => byte === LINE_FEED || byte === RETURN;

/**
 * The keys of a chunk from a line-mode terminal, which may send a line at a time: one key and a line feed are that
 * key, a single line feed is Enter, after more text it stays a line feed. Several lines are a paste, which such a
 * terminal does not mark.
 */
export function typedLine(chunk: Uint8Array): Uint8Array {
  const inside = chunk.subarray(0, -1);
  if (inside.some(isLineEnd)) {
    return Buffer.concat([Buffer.from(PASTE.start), chunk, Buffer.from(PASTE.end)]);
  }
  if (chunk.at(-1) !== LINE_FEED) return chunk;
  if (chunk.length === 1) return Buffer.from(ENTER);
  return chunk.length === 2 ? inside : chunk;
}

/** Wraps `terminal` to read lines or keys. */
export const lineTerminal = (terminal: Terminal): Terminal => ({
  ...terminal,
  onInput: (listener) => terminal.onInput((chunk) => listener(typedLine(chunk))),
});
