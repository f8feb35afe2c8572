import type { ChangeSubject } from '../state/change.ts';
import { type Printable, printable, words } from '../text/printable.ts';
import { duration } from '../text/time.ts';

/** Decides whether a deletion may begin. Times are in milliseconds. */
export interface DeletableFacts {
  readonly readOnly: boolean;
  /** Whether the service is known to be unreachable. */
  readonly down: boolean;
  /** Whether a change of the subject is in progress. */
  readonly pending: boolean;
  readonly subject: Pick<ChangeSubject, 'id' | 'name'> | null;
  readonly chosen:
    | { readonly by: 'id' }
    | {
        readonly by: 'cursor';
        /** How long the row has been under the cursor. */
        readonly dwell: number;
        /** Age of the data shown; null if there is none. */
        readonly age: number | null;
        readonly interval: number;
        /** The refresh key, for display. */
        readonly refreshKey: Printable;
      };
}

/** A row must be under the cursor this long, so that a moving list does not swap the target. */
export const MIN_DWELL_MS = 400;
/** Data older than this many intervals is too old to act on. */
const FRESH_INTERVALS = 2;
/** Allowed delay of an answer. */
const GRACE_MS = 1000;

/** Why no deletion can begin, as a sentence with advice; undefined if it can. */
export function whyNotDelete(facts: DeletableFacts): Printable | undefined {
  const { subject, chosen } = facts;
  if (facts.readOnly) return words`This console is read-only: it changes nothing.`;
  if (!subject) {
    return words`There is no application under the cursor. Move to one, or type :delete NAME.`;
  }
  if (facts.pending) {
    return words`A change of ${printable(subject.name)} is under way. Wait for its outcome: :changes.`;
  }
  // The dialog reads the overview first, which shows whether the service answers.
  if (chosen.by === 'id') return undefined;
  if (facts.down)
    return words`The service does not answer. Wait until it does: ${chosen.refreshKey} tries again.`;
  if (chosen.age === null) {
    return words`Nothing is known of ${printable(subject.name)} yet. ${chosen.refreshKey} refreshes.`;
  }
  if (chosen.age > FRESH_INTERVALS * chosen.interval + GRACE_MS) {
    return words`What is on screen is ${duration(chosen.age)} old. Refresh first: ${chosen.refreshKey}.`;
  }
  if (chosen.dwell < MIN_DWELL_MS) {
    return words`Another row came under the cursor just now. Look, and do it again.`;
  }
  return undefined;
}
