import type { Clock } from '../edges/clock.ts';

/** What a terminal said about itself. */
export type TerminalAnswer =
  | { readonly kind: 'silent' }
  | {
      readonly kind: 'answered';
      readonly roundTripMs: number;
      /** Whether it can hold a frame back until it is whole (DEC mode 2026). */
      readonly synchronized: boolean;
      /** Whether it says that it takes copies (OSC 52). Few do that take them. */
      readonly clipboard: boolean;
    };

/** A terminal in raw mode that can be asked. */
export interface QueryableTerminal {
  /** Writes the painter's `FEATURE_QUERY`. */
  queryFeatures(): void;
  /** @returns what ends the subscription */
  onInput(listener: (chunk: Uint8Array | string) => void): () => void;
}

const LAST_ANSWER = /\u001b\[\?([\d;]*)c/;
const CAN_SYNCHRONIZE = /\u001b\[\?2026;[12]\$y/;
/** The device attribute by which terminals say that they take copies. */
const TAKES_COPIES = '52';

/** Milliseconds; under a second, as that passes under a clock that stands still too. Terminals that know the answer give it at once; what is slower is the link. */
const PATIENCE = 900;
const LONGEST = 1024;

/** Asks the terminal, for a second at most. What it answers is never shown. */
export async function queryTerminal(
  terminal: QueryableTerminal,
  clock: Pick<Clock, 'elapsed' | 'sleep'>,
  signal: AbortSignal,
): Promise<TerminalAnswer> {
  const over = new AbortController();
  let said = '';
  const endInput = terminal.onInput((chunk) => {
    const text = typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('latin1');
    said = (said + text).slice(-LONGEST);
    if (LAST_ANSWER.test(said)) over.abort();
  });
  const started = clock.elapsed();
  terminal.queryFeatures();
  await clock.sleep(PATIENCE, AbortSignal.any([over.signal, signal]));
  endInput();
  const attributes = LAST_ANSWER.exec(said)?.[1];
  if (attributes === undefined) return { kind: 'silent' };
  return {
    kind: 'answered',
    roundTripMs: clock.elapsed() - started,
    synchronized: CAN_SYNCHRONIZE.test(said),
    clipboard: attributes.split(';').includes(TAKES_COPIES),
  };
}
