import { ApiError } from '../contract/api-error.ts';
import type { Operation } from '../contract/operation.ts';
import { type Poll, poll } from '../feeds/poll.ts';
import { aboutTheLink, heldBack } from '../state/connection.ts';
import { answered, failed, type Loadable, type Loaded } from '../state/loadable.ts';
import type { PaneContext } from './pane.ts';

/** Asks again and again, as the panes do, until the signal aborts or `ask` is done. */
export const pollIn = (
  { clock, requests, random }: Pick<PaneContext, 'clock' | 'requests' | 'random'>,
  own: Pick<Poll, 'signal' | 'wake' | 'interval' | 'paused' | 'ask'>,
): Promise<void> => poll({ clock, random, isHeld: requests.isHeld, ...own });

/**
 * Asks when it is its turn. What is known becomes another by what comes of it: by the wait for others, the answer, or
 * the failure, which is then rejected with.
 */
export async function loadInto<Input, Answer>(
  { requests, moment }: Pick<PaneContext, 'requests' | 'moment'>,
  [operation, input]: readonly [Operation<Input, Answer>, Input],
  signal: AbortSignal,
  change: (next: (before: Loadable<Answer>) => Loadable<Answer>) => void,
): Promise<Answer> {
  try {
    const answer = await requests.load(operation, input, signal, (error) =>
      change((before) => heldBack(before, error, moment())),
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

/** What is of the past does not grow old. */
const NEVER_STALE = Number.MAX_SAFE_INTEGER;

/** What was answered of a thing at or before a time, wall clock; null where nothing was kept by then. */
export async function answerAt<Answer>(
  { history }: Pick<PaneContext, 'history'>,
  subject: Parameters<PaneContext['history']['at']>[0],
  time: number,
): Promise<Loaded<Answer> | null> {
  const seen = await history.at(subject, time);
  // `history.at` has decoded it as what it was kept as.
  const value = seen?.answer as Answer;
  return seen && { kind: 'loaded', value, at: { wall: seen.at, elapsed: NEVER_STALE }, took: 0 };
}

interface RowsPoll extends Pick<Poll, 'wake' | 'interval' | 'paused'> {
  readonly signal: AbortSignal;
  /** What is asked for in the next round. */
  ids(): readonly string[];
  /** What is looked at, and due: it is asked for next, wherever the round is. A round of thousands takes minutes. */
  ahead?(): readonly string[];
  readonly atOnce: number;
  /** Asks for one; what the service fails with stays in its row. */
  ask(id: string): Promise<unknown>;
  /** Told how long a round took in which the service answered all the time, milliseconds. */
  took(ms: number): void;
}

/** Polls the rows of a list, round after round, until the signal aborts. */
export function pollRows(
  context: Pick<PaneContext, 'clock' | 'requests' | 'random'>,
  { ids, ahead = () => [], atOnce, ask, took, ...own }: RowsPoll,
): Promise<void> {
  const { clock, requests } = context;
  /** Whether the service answered. */
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
        const group = [...new Set([...ahead(), ...[...rest].slice(0, atOnce)])].slice(0, atOnce);
        for (const id of group) rest.delete(id);
        for (const outcome of await Promise.allSettled(group.map(isAnsweredFor))) {
          if (outcome.status === 'rejected') throw outcome.reason;
          isAnswered &&= outcome.value;
        }
      }
      // What failed is asked for again when the service is tried next, not only with the next round.
      const error = isAnswered ? null : requests.outage();
      if (error) throw error;
      if (isAnswered && !isDelayed) took(clock.elapsed() - began);
      return 'again';
    },
  });
}
