import type { Clock } from '../edges/clock.ts';
import type { ConsoleState, ConsoleStore, Notice } from '../state/console-state.ts';
import { keyFor } from '../state/key-names.ts';
import { type Printable, words } from '../text/printable.ts';

/** How long each of its sentences stands, milliseconds: the four together take 20 seconds. */
const EACH = 5000;

/** Each fits 60 columns with the usual keys. */
const sentences = ({ keyNames }: ConsoleState): readonly Printable[] => {
  const key = (command: string, usual: Printable) => keyFor(keyNames, command, usual);
  return [
    words`Worst first. Enter opens it, Esc goes back.`,
    words`${key('show.events', words`2`)} shows the log: ${key('events.filter', words`&`)} filters it, ${key('events.facets', words`a`)} counts who asks.`,
    words`${key('palette', words`Ctrl-P`)} finds anything, ${key('command', words`:`)} runs commands, ${key('help', words`?`)} helps.`,
    words`All of it is invented. warren init sets up yours.`,
  ];
};

/**
 * Shows a newcomer around in the notice line, until a key is pressed or something else is announced there: that is
 * never replaced.
 */
export async function giveTour(
  store: ConsoleStore,
  clock: Clock,
  signal: AbortSignal,
): Promise<void> {
  let shown: Notice | null = null;
  const all = sentences(store.getState());
  for (const [at, sentence] of all.entries()) {
    if (signal.aborted || store.getState().notice !== shown) return;
    shown = { text: words`Tour ${at + 1}/${all.length}: ${sentence}`, tone: 'info' };
    store.setState({ notice: shown });
    await clock.sleep(EACH, signal);
  }
  if (store.getState().notice === shown) store.setState({ notice: null });
}
