import { after, type Clock } from '../edges/clock.ts';
import type { Terminal } from '../edges/terminal.ts';
import type { Colour } from '../text/themes.ts';
import type { TerminalEvent, TerminalReply } from './input-event.ts';
import { createKeyParser } from './key-parser.ts';

/** How long to wait for the terminal's attributes, milliseconds. */
const LATEST = 2000;

/** So long keys that came together are acted on before others have their turn, milliseconds. */
const TURN = 50;
/** Keys that may wait for their turn: nobody types so many, and of a text that a terminal did not mark as pasted it is enough. */
const MOST_WAITING = 20_000;
const INTERRUPT = 'ctrl-c';

const isInterrupt = (event: TerminalEvent): boolean =>
  event.kind === 'key' && event.key === INTERRUPT;

/**
 * Reports every key and paste, and what the mouse did, to `onEvent`, in order. Of very many that come at once the rest
 * waits now and then; Ctrl-C throws away what waits, as a terminal does.
 *
 * @param onLost told how many could not even wait, once those before them have been acted on
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
  let endWait: (() => void) | undefined;
  let closed = false;

  let queue: TerminalEvent[] = [];
  let lost = 0;
  let isTurnDue = false;
  /** Of events that wait those from Ctrl-C on, where it is among them; what is too much is lost. */
  const keep = (events: readonly TerminalEvent[]) => {
    const from = events.findIndex(isInterrupt);
    if (from >= 0) lost = 0;
    const waiting = events.slice(Math.max(0, from));
    queue = waiting.slice(0, MOST_WAITING);
    lost += waiting.length - queue.length;
  };
  const takeTurn = () => {
    isTurnDue = false;
    const until = clock.elapsed() + TURN;
    const events = queue;
    // None of them is acted on twice, whatever becomes of one.
    queue = [];
    for (let at = 0; at < events.length; at += 1) {
      if (closed) return;
      if (at > 0 && clock.elapsed() >= until) {
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
    endWait?.();
    endWait = undefined;
    const { deadline } = parser;
    if (deadline === undefined || closed) return;
    endWait = after(clock, deadline - clock.elapsed(), () => {
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
     * The terminal's answer to `BACKGROUND_QUERY`; undefined when it has none, or not within `limit` milliseconds.
     * A later answer is not taken for keys either.
     */
    async background(limit: number) {
      const over = new AbortController();
      const told = Promise.withResolvers<Colour | undefined>();
      const listen = (answer: TerminalReply) => {
        if (answer.kind === 'background') told.resolve(answer.colour);
        else over.abort();
      };
      answered.add(listen);
      parser.expect(true);
      void clock.sleep(LATEST, over.signal).then(() => {
        answered.delete(listen);
        parser.expect(false);
        told.resolve(undefined);
      });
      void clock.sleep(limit, over.signal).then(() => told.resolve(undefined));
      return told.promise;
    },
    /** Reports nothing from here on. */
    close() {
      closed = true;
      endWait?.();
    },
  };
}

/** The parser on a clock: what a pause settles is reported when the pause is long enough. */
export type KeyReader = ReturnType<typeof createKeyReader>;

const ENTER = '\r';
const LINE_FEED = 0x0a;
const RETURN = 0x0d;
/** The marks of a bracketed paste. */
const PASTE = { start: '\u001b[200~', end: '\u001b[201~' } as const;

const isLineEnd = (byte: number | undefined): boolean => byte === LINE_FEED || byte === RETURN;

/**
 * The keys that a chunk of a line-mode terminal stands for. Such a terminal may send a line at a time: one key and
 * a line feed are that key, a line feed alone is Enter, after more text it is a line feed. Several lines at once
 * are a paste, which such a terminal does not mark.
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

/** `terminal` with its input read as lines or keys, as they come. */
export const lineTerminal = (terminal: Terminal): Terminal => ({
  ...terminal,
  onInput: (listener) => terminal.onInput((chunk) => listener(typedLine(chunk))),
});
