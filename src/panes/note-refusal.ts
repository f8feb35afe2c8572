import type { Wait } from '../feeds/next-wait.ts';
import { soonest } from '../state/connection.ts';
import type { PaneContext } from './pane.ts';

/** Notes when a poll that was refused asks again: the badge line counts down to the soonest of them. */
export function noteRefusal(
  { store, clock }: Pick<PaneContext, 'store' | 'clock'>,
  wait: Wait,
): void {
  const now = clock.elapsed();
  const at = wait.kind === 'after' ? now + wait.ms : null;
  store.setState(({ nextAttemptAt }) => ({ nextAttemptAt: soonest(nextAttemptAt, at, now) }));
}
