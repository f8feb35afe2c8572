import { jsonIn } from '../contract/read-answer.ts';
import { isObject } from '../contract/shape.ts';
import { History } from '../history/history.ts';
import { HistoryKeeper } from '../history/history-keeper.ts';
import { type HistoryState, historyAt, NO_HISTORY } from '../history/history-state.ts';
import type { Slices } from '../state/slice.ts';
import { type Printable, words } from '../text/printable.ts';
import type { Player } from './player.ts';
import { type About, historyIn, type RecordingFile } from './recording-file.ts';

/** An open recording and its player. */
export interface Replay {
  readonly player: Player;
  /** What the file is called: `recording` or `bundle`. */
  readonly noun: Printable;
  /** Whether it is an anonymous bundle. */
  readonly isAnonymous: boolean;
  /** The history up to the played moment, for one console. */
  history(slices: Slices): { readonly history: History; run(signal: AbortSignal): Promise<void> };
}

const UPDATE_DELAY_MS = 100;

export function openReplay(
  file: RecordingFile,
  about: Pick<About, 'service' | 'bundle'>,
  player: Player,
): Replay {
  const bundle = jsonIn(about.bundle ?? '');
  return {
    player,
    noun: about.bundle ? words`bundle` : words`recording`,
    isAnonymous: isObject(bundle) && bundle['isAnonymous'] === true,
    history(slices) {
      const open = async () => historyIn(file, about.service, 'read');
      const keeper = new RecordedHistory({
        open,
        openInMemory: open,
        isKept: true,
        machine: player.clock,
      });
      const history = new History({ slice: slices.create(NO_HISTORY), keeper, wake() {} });
      return {
        history,
        async run(signal) {
          await history.open(player.clock.now());
          if (signal.aborted) return;
          const { whole } = keeper;
          const show = async () => {
            // As in a live run, answers are shown before their changes.
            await player.clock.sleep(UPDATE_DELAY_MS, signal);
            if (!signal.aborted) history.slice.setState(recordedAt(whole, player.clock.now()));
          };
          history.slice.setState(recordedAt(whole, player.clock.now()));
          const end = player.state.subscribe((state, before) => {
            if (state.at !== before.at) void show();
          });
          signal.addEventListener('abort', end, { once: true });
          await show();
        },
      };
    },
  };
}

/** Never shows later facts, not even for a moment: the cursor would land on one. */
class RecordedHistory extends HistoryKeeper {
  whole = NO_HISTORY;

  override async open(now: number): Promise<HistoryState> {
    this.whole = await super.open(now);
    return recordedAt(this.whole, now);
  }
}

const recordedAt = (whole: HistoryState, time: number): HistoryState => ({
  ...whole,
  ...historyAt(whole, time),
  keeping: { kind: 'recorded' },
});
