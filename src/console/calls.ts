import type { Exchange } from '../contract/operation.ts';
import type { CorrectedClock } from '../edges/clock.ts';
import { createRequestScheduler } from '../feeds/request-scheduler.ts';
import { trackedCall } from '../feeds/tracked-call.ts';
import { keepHistory } from '../history/keep-history.ts';
import type { PaneContext } from '../panes/pane.ts';
import { ConsoleRecording } from '../recording/console-recording.ts';
import { type ConsoleStore, recorded } from '../state/console-state.ts';
import { momentOf } from '../state/loadable.ts';
import { words } from '../text/printable.ts';
import { duration } from '../text/time.ts';
import type { CompositionOptions } from './composition-options.ts';

/** Calls to the service, what they have taught about the past, and their recording. */
export function openCalls(
  options: CompositionOptions,
  { say, moment }: Pick<PaneContext, 'say' | 'moment'>,
) {
  const { store, slices, clock, machineClock, feeds, activity, random } = options;
  const report = exchangeLedger(options);
  const connected = options.connect(
    report,
    (text, isNew) => say(text, isNew ? 'info' : 'warn'),
    (text) => say(text, 'warn'),
  );
  const call = trackedCall(connected, { store, activity, moment, random });
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

/** Records every exchange and its differences from the contract. */
const exchangeLedger =
  ({ store, clock, drift: log }: CompositionOptions) =>
  (exchange: Exchange): void => {
    const { at, outcome } = exchange;
    const skew = outcome.kind === 'answered' ? outcome.skewMs : null;
    if (skew !== null && clock.learn(skew)) tellSkew(store, clock);
    const shown = { ...exchange, at: at + clock.correction() };
    store.setState(({ exchanges }) => ({
      exchanges: recorded(exchanges, shown),
      drift: log?.entries() ?? [],
    }));
  };

/** Reports once that the clocks differ or agree again; a badge stays. */
function tellSkew(store: ConsoleStore, clock: CorrectedClock): void {
  const skew = clock.correction();
  const text =
    skew === 0
      ? words`Clock agrees with the service's again.`
      : words`Clock differs from the service's by ${duration(Math.abs(skew))}. Times shown are the service's.`;
  store.setState({
    skew,
    now: momentOf(clock),
    notice: { text, tone: skew === 0 ? 'info' : 'warn' },
  });
}
