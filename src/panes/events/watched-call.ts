import { ApiError } from '../../contract/api-error.ts';
import type { Call } from '../../contract/operation.ts';
import { blockedBy } from '../../state/connection.ts';
import { answered, failed } from '../../state/loadable.ts';
import type { Slice } from '../../state/slice.ts';
import type { PaneContext } from '../pane.ts';
import { type EventsState, leadsToNewestEnd, looked } from './state.ts';

const NEVER_ENDED = new AbortController().signal;

/** Requests pages through the shared queue and records how fresh the end of each zone's log is. */
export const watchedCall =
  (
    { requests, moment }: Pick<PaneContext, 'requests' | 'moment'>,
    { getState, setState }: Slice<EventsState>,
  ): Call =>
  async (operation, input, signal = NEVER_ENDED, onBody) => {
    const { shieldZoneId: zone = '', ...page } = operation.compose(input).path;
    const isLook = leadsToNewestEnd(getState().days.get(zone), page);
    try {
      const answer = await requests.load(
        operation,
        input,
        signal,
        // A backoff delays the next look at the newest end as well.
        (error) => setState(looked(zone, (before) => blockedBy(before, error, moment()))),
        { onBody },
      );
      if (isLook) setState(looked(zone, (before) => answered(before, { ...answer, value: null })));
      return answer.value;
    } catch (error) {
      if (error instanceof ApiError && isLook && !signal.aborted) {
        setState(looked(zone, (before) => failed(before, error, moment())));
      }
      throw error;
    }
  };
