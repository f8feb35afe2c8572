import { ApiError } from '../contract/api-error.ts';
import type { Call } from '../contract/operation.ts';
import type { Activity } from '../state/activity.ts';
import { afterCall, askedAgain, keyRefused, onceTried } from '../state/connection.ts';
import type { ConsoleStore } from '../state/console-state.ts';
import type { Moment } from '../state/loadable.ts';

interface Tracking {
  readonly store: ConsoleStore;
  readonly activity: Activity;
  moment(): Moment;
  /** Uniform in [0, 1): the jitter of waits. */
  random(): number;
}

/**
 * Wraps `call` to count activity and update the connection state. With a rejected key no read is sent until the
 * operator asks again: it fails like the last one.
 */
export function trackedCall(call: Call, { store, activity, moment, random }: Tracking): Call {
  /** Orders departures and ends, even within one millisecond. */
  let order = 0;
  /** Requests without an outcome: their departures, monotonic milliseconds, oldest first. */
  const waiting = new Map<number, number>();
  const oldest = (): number | null => waiting.values().next().value ?? null;
  const ended = (left: number, error: ApiError | null) => {
    order += 1;
    const before = store.getState();
    const end = { error, at: moment(), left, ended: order, random: random() };
    const connection = afterCall(before.connection, end);
    if (connection !== before.connection) store.setState({ connection });
  };
  const endWaiting = (left: number) => {
    waiting.delete(left);
    if (store.getState().waitingSince !== oldest()) store.setState({ waitingSince: oldest() });
  };
  return (operation, input, signal, onBody) => {
    const { connection } = store.getState();
    const refused = operation.effect === 'reads' ? keyRefused(connection) : undefined;
    if (refused) return activity.track(Promise.reject(refused));
    const tried = onceTried(connection);
    if (tried !== connection) store.setState({ connection: tried });
    order += 1;
    const left = order;
    waiting.set(left, moment().elapsed);
    if (waiting.size === 1) store.setState({ waitingSince: oldest() });
    return activity.track(
      call(operation, input, signal, onBody)
        .then(
          (answer) => {
            ended(left, null);
            return answer;
          },
          (error: unknown) => {
            if (error instanceof ApiError) {
              ended(left, error);
              // A key may be valid only for reads: the next one shows.
              if (operation.effect === 'changes') {
                store.setState((state) => ({
                  connection: askedAgain(state.connection, moment().elapsed),
                }));
              }
            }
            throw error;
          },
        )
        .finally(() => endWaiting(left)),
    );
  };
}
