import type { Edges } from '../../edges.ts';

/** What a terminal said about itself. */
export type TerminalAnswer =
  | { readonly kind: 'silent' }
  | {
      readonly kind: 'answered';
      readonly roundTripMs: number;
      /** Whether it can hold a frame back until it is whole (DEC mode 2026). */
      readonly synchronized: boolean;
    };

/** DECRQM for mode 2026, then primary device attributes: every terminal answers the second. */
const QUESTION = '\u001b[?2026$p\u001b[c';
const LAST_ANSWER = /\u001b\[\?[\d;]*c/;
const CAN_SYNCHRONIZE = /\u001b\[\?2026;[12]\$y/;

/** Milliseconds. Terminals that know the answer give it at once; what is slower is the link. */
const PATIENCE = 1000;
const LONGEST = 1024;

/** Asks the terminal, in raw mode and for a second at most. What it answers is never shown. */
export async function askTerminal({
  stdin,
  stdout,
  clock,
  interrupted,
}: Pick<Edges, 'stdin' | 'stdout' | 'clock' | 'interrupted'>): Promise<TerminalAnswer> {
  if (!stdin.setRawMode) return { kind: 'silent' };
  const over = new AbortController();
  let said = '';
  const take = (chunk: Buffer | string) => {
    said = (said + String(chunk)).slice(-LONGEST);
    if (LAST_ANSWER.test(said)) over.abort();
  };
  const started = clock.elapsed();
  stdin.setRawMode(true);
  stdin.on('data', take);
  stdin.resume();
  stdout.write(QUESTION);
  await clock.sleep(PATIENCE, AbortSignal.any([over.signal, interrupted]));
  stdin.off('data', take);
  stdin.pause();
  stdin.setRawMode(false);
  if (!LAST_ANSWER.test(said)) return { kind: 'silent' };
  return {
    kind: 'answered',
    roundTripMs: clock.elapsed() - started,
    synchronized: CAN_SYNCHRONIZE.test(said),
  };
}
