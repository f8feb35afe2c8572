import { search } from '../../contract/operations/search.ts';
import { poll } from '../../feeds/poll.ts';
import { createWake } from '../../feeds/wake.ts';
import { noteRefusal } from '../freshness.ts';
import type { PaneContext } from '../pane.ts';

/** Finds out whether the service is back, where nothing else of a pane asks it anything. */
export interface Probing {
  /** The pane comes on screen, or leaves it. */
  shown(onScreen: boolean): void;
  /** Asks now. */
  now(): void;
}

/** The least there is to ask for: one result of a search. */
const QUESTION = { search: 'a', size: 1 };

/**
 * While the connection is down nothing is sent, and this pane reads nothing by itself: so that it does not
 * stay down for ever, the service is asked for a search result until it answers again.
 */
export function openProbing(context: PaneContext): Probing {
  const { store, clock, feeds } = context;
  const wake = createWake();
  let onScreen = false;

  const isWanted = () => {
    const { connection, profile } = store.getState();
    return onScreen && connection.kind === 'down' && !profile.readOnly;
  };
  const look = () => {
    feeds.run('guardian.probe', isWanted() ? 'service' : null, async (signal) => {
      // It has just failed: the first question waits like all others.
      await wake.during((ended) => clock.sleep(store.getState().interval, ended), signal);
      await poll({
        clock,
        signal,
        wake,
        interval: () => store.getState().interval,
        held: () => store.getState().pausedAt !== null,
        random: context.random,
        async ask() {
          await context.call(search, QUESTION, signal);
          return 'again';
        },
        refused: (_error, _attempts, wait) => noteRefusal(context, wait),
      });
    });
  };
  store.subscribe(({ connection }, before) => {
    if (connection.kind !== before.connection.kind) look();
  });

  return {
    shown(now) {
      onScreen = now;
      look();
    },
    now: wake.now,
  };
}
