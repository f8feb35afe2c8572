import type { StoreApi } from 'zustand/vanilla';
import { ApiError } from '../contract/api-error.ts';
import type { Call } from '../contract/operation.ts';
import type { Activity } from '../state/activity.ts';
import { afterCall } from '../state/connection.ts';
import type { ConsoleState } from '../state/console-state.ts';
import type { Moment } from '../state/loadable.ts';

/** `call`, counted as activity and keeping the connection badge true. */
export function trackedCall(
  call: Call,
  {
    store,
    activity,
    moment,
  }: {
    readonly store: StoreApi<ConsoleState>;
    readonly activity: Activity;
    moment(): Moment;
  },
): Call {
  const ended = (error: ApiError | null, took: number) =>
    store.setState(({ connection, nextAttemptAt }) => {
      const next = afterCall(connection, { error, at: moment(), took });
      return { connection: next, nextAttemptAt: next.kind === 'up' ? null : nextAttemptAt };
    });
  return (operation, input, signal) => {
    const began = moment().elapsed;
    return activity.track(
      call(operation, input, signal).then(
        (answer) => {
          ended(null, moment().elapsed - began);
          return answer;
        },
        (error: unknown) => {
          if (error instanceof ApiError) ended(error, moment().elapsed - began);
          throw error;
        },
      ),
    );
  };
}
