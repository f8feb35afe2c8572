import type { ChangeSubject } from '../state/change.ts';
import { type Printable, printable, words } from '../text/printable.ts';
import { duration } from '../text/time.ts';

/** What decides whether a deletion may be begun. Times are milliseconds. */
export interface DeletableFacts {
  readonly readOnly: boolean;
  /** Whether the way to the service is known to be broken. */
  readonly down: boolean;
  /** Whether a change of it is under way. */
  readonly pending: boolean;
  readonly subject: Pick<ChangeSubject, 'id' | 'name'> | null;
  /** How the subject was chosen: by its id, or as the row under the cursor. */
  readonly chosen:
    | { readonly by: 'id' }
    | {
        readonly by: 'cursor';
        /** How long that row has been under the cursor. */
        readonly dwell: number;
        /** Age of what is on screen about it; null when nothing was ever loaded. */
        readonly age: number | null;
        readonly interval: number;
        /** The key that asks again, as people write it. */
        readonly refreshKey: Printable;
      };
}

/** A row must have been under the cursor for so long: what was aimed at is what is hit. */
export const MIN_DWELL_MS = 400;
/** Older than this many intervals, what is on screen is no ground to act on. */
const FRESH_INTERVALS = 2;
/** An answer may come this much after its interval. */
const GRACE = 1000;

/** Why no deletion can be begun, as a sentence with what to do instead; undefined when one can. */
export function whyNotDelete(facts: DeletableFacts): Printable | undefined {
  const { subject, chosen } = facts;
  if (facts.readOnly) return words`This console is read-only: it changes nothing.`;
  if (!subject) {
    return words`There is no application under the cursor. Move to one, or type :delete NAME.`;
  }
  if (facts.pending) {
    return words`A change of ${printable(subject.name)} is under way. Wait for its outcome: :changes.`;
  }
  // The dialog reads the application's overview first, which shows whether the service answers.
  if (chosen.by === 'id') return undefined;
  if (facts.down)
    return words`The service does not answer. Wait until it does: ${chosen.refreshKey} retries.`;
  if (chosen.age === null) {
    return words`Nothing is known of ${printable(subject.name)} yet. ${chosen.refreshKey} refreshes.`;
  }
  if (chosen.age > FRESH_INTERVALS * chosen.interval + GRACE) {
    return words`What is on screen is ${duration(chosen.age)} old. Refresh first: ${chosen.refreshKey}.`;
  }
  if (chosen.dwell < MIN_DWELL_MS) {
    return words`Another row came under the cursor just now. Look, and do it again.`;
  }
  return undefined;
}
