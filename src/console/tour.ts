import type { Clock } from '../edges/clock.ts';
import type { ConsoleState, ConsoleStore, Notice } from '../state/console-state.ts';
import { keyFor } from '../text/key-names.ts';
import { type Printable, words } from '../text/printable.ts';
import type { Preferences } from './preferences.ts';

/** Duration of each sentence in milliseconds: 20 seconds for all four. */
const SENTENCE_MS = 5000;

/** Each fits into 60 columns with the default keys. */
const sentences = ({ keyNames }: ConsoleState): readonly Printable[] => {
  const key = (command: string, usual: Printable) => keyFor(keyNames, command, usual);
  return [
    words`Worst first. ${key('apps.enter', words`Enter`)} opens it, ${key('back', words`Esc`)} goes back.`,
    words`${key('show.events', words`2`)} shows the log: ${key('events.filter', words`&`)} filters it, ${key('events.facets', words`a`)} counts who asks.`,
    words`${key('palette', words`Ctrl-P`)} finds anything, ${key('command', words`:`)} runs commands, ${key('help', words`?`)} helps.`,
    words`All of it is invented. warren init sets up yours.`,
  ];
};

interface TourParts {
  readonly store: ConsoleStore;
  readonly clock: Clock;
  readonly preferences: Pick<Preferences, 'beginTour'>;
}

/** The tour in the notice line. A key or any other notice ends it. */
export async function giveTour(
  { store, clock, preferences }: TourParts,
  signal: AbortSignal,
): Promise<void> {
  if (!(await preferences.beginTour())) return;
  let shown: Notice | null = null;
  const all = sentences(store.getState());
  for (const [at, sentence] of all.entries()) {
    if (signal.aborted || store.getState().notice !== shown) return;
    shown = { text: words`Tour ${at + 1}/${all.length}: ${sentence}`, tone: 'info' };
    store.setState({ notice: shown });
    await clock.sleep(SENTENCE_MS, signal);
  }
  if (store.getState().notice === shown) store.setState({ notice: null });
}
