import type { PaneContext } from '../panes/pane.ts';
import { printable, words } from '../text/printable.ts';
import { openAlarms } from '../watches/alarms.ts';
import { NO_WATCHES, Watches } from '../watches/watching.ts';
import type { CompositionOptions } from './composition-options.ts';

/** The watches, which ring, notify and run the configured command when they fire. In a recording they fire silently. */
export function openWatches(
  { store, slices, clock, feeds, random, activity, terminal, replay, onWatch }: CompositionOptions,
  { call, history, requests }: Pick<PaneContext, 'call' | 'history' | 'requests'>,
  say: PaneContext['say'],
): Watches {
  const alarm = openAlarms({ clock, ring: terminal.ring, notify: terminal.notify });
  return new Watches({
    store,
    slice: slices.create(NO_WATCHES),
    history,
    clock,
    requests,
    feeds,
    random,
    say,
    call,
    alarm(fired) {
      if (replay) return;
      alarm(fired.text);
      const running = onWatch?.(fired).catch((error: unknown) => {
        const why = error instanceof Error ? error.message : String(error);
        say(words`on_watch failed: ${printable(why)}`, 'warn');
      });
      if (running) void activity.track(running);
    },
  });
}
