import { createRequestScheduler } from '../feeds/request-scheduler.ts';
import { keepHistory } from '../history/keep-history.ts';
import type { PaneContext } from '../panes/pane.ts';
import { ConsoleRecording } from '../recording/console-recording.ts';
import type { CompositionOptions } from './composition-options.ts';

/** Calls to the service, what they have taught about the past, and their recording. */
export function openCalls(options: CompositionOptions, say: PaneContext['say']) {
  const { store, slices, clock, machineClock, feeds, call, activity } = options;
  const replay = options.replay?.player;
  const { history, run: keep } = options.replay
    ? options.replay.history(slices)
    : keepHistory({
        store,
        slices,
        clock,
        machineClock,
        directory: options.historyDirectory,
        inThread: options.fileThreads,
        say,
        lost: options.lost,
      });
  const recording = new ConsoleRecording({
    store,
    clock,
    feeds,
    say,
    version: options.version,
    track: activity.track,
  });
  // Replayed answers are not recorded again.
  const recorded = replay ? call : history.recording(recording.recording(call), clock.now);
  feeds.run('history', 'all', keep);
  const given = replay && ((answer: unknown) => replay.given(answer));
  const requests = createRequestScheduler({ store, call: recorded, clock, given });
  return { call: recorded, history, recording, requests };
}
