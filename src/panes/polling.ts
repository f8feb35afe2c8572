import { ApiError } from '../contract/api-error.ts';
import type { Operation } from '../contract/operation.ts';
import { type Poll, poll } from '../feeds/poll.ts';
import { aboutTheLink, blockedBy } from '../state/connection.ts';
import { answered, failed, type Loadable, type Loaded } from '../state/loadable.ts';
import type { PaneContext } from './pane.ts';

/** Polls until the signal aborts or `ask` returns `done`. */
export const pollIn = (
  { clock, requests, random }: Pick<PaneContext, 'clock' | 'requests' | 'random'>,
  own: Pick<Poll, 'signal' | 'wake' | 'interval' | 'paused' | 'ask'>,
): Promise<void> => poll({ clock, random, isHeld: requests.isHeld, ...own });

/**
 * Calls an operation when it is its turn, and passes the waiting state, the answer or the failure to `change`. Rejects
 * with the failure.
 */
export async function loadInto<Input, Answer>(
  { requests, moment }: Pick<PaneContext, 'requests' | 'moment'>,
  [operation, input]: readonly [Operation<Input, Answer>, Input],
  signal: AbortSignal,
  change: (next: (before: Loadable<Answer>) => Loadable<Answer>) => void,
): Promise<Answer> {
  try {
    const answer = await requests.load(operation, input, signal, (error) =>
      change((before) => blockedBy(before, error, moment())),
    );
    change((before) => answered(before, answer));
    return answer.value;
  } catch (error) {
    if (error instanceof ApiError && !signal.aborted) {
      change((before) => failed(before, error, moment()));
    }
    throw error;
  }
}

/** Data of the past never becomes stale. */
const NEVER_STALE = Number.MAX_SAFE_INTEGER;

/** The last answer about an item at or before a wall-clock time; null if none was kept. */
export async function answerAt<Answer>(
  { history }: Pick<PaneContext, 'history'>,
  subject: Parameters<PaneContext['history']['at']>[0],
  time: number,
): Promise<Loaded<Answer> | null> {
  const seen = await history.at(subject, time);
  // `history.at` decodes each answer by the operation it was kept for.
  const value = seen?.answer as Answer;
  return seen && { kind: 'loaded', value, at: { wall: seen.at, elapsed: NEVER_STALE }, took: 0 };
}

interface RowsPoll extends Pick<Poll, 'wake' | 'interval' | 'paused'> {
  readonly signal: AbortSignal;
  ids(): readonly string[];
  /** Ids to request before the rest of the round, which may take minutes. */
  ahead?(): readonly string[];
  readonly atOnce: number;
  ask(id: string): Promise<unknown>;
  /** Called with the duration of each round in which every request was answered, in milliseconds. */
  took(ms: number): void;
}

export function pollRows(
  context: Pick<PaneContext, 'clock' | 'requests' | 'random'>,
  { ids, ahead = () => [], atOnce, ask, took, ...own }: RowsPoll,
): Promise<void> {
  const { clock, requests } = context;
  const isAnsweredFor = async (id: string): Promise<boolean> => {
    try {
      await ask(id);
      return true;
    } catch (error) {
      if (!(error instanceof ApiError) || own.signal.aborted) throw error;
      return !aboutTheLink(error);
    }
  };
  return pollIn(context, {
    ...own,
    async ask() {
      const began = clock.elapsed();
      const isDelayed = requests.isHeld();
      const rest = new Set(ids());
      let isAnswered = true;
      while (rest.size > 0) {
        const next = [...ahead(), ...rest.values().take(atOnce)];
        const group = [...new Set(next)].slice(0, atOnce);
        for (const id of group) rest.delete(id);
        for (const outcome of await Promise.allSettled(group.map(isAnsweredFor))) {
          if (outcome.status === 'rejected') throw outcome.reason;
          isAnswered &&= outcome.value;
        }
      }
      // Failed requests are repeated at the next attempt, not only in the next round.
      const error = isAnswered ? null : requests.outage();
      if (error) throw error;
      if (isAnswered && !isDelayed) took(clock.elapsed() - began);
      return 'again';
    },
  });
}
