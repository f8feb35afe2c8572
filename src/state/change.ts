import type { ApiError } from '../contract/api-error.ts';
import type { ChangeId } from '../contract/operation.ts';
import type { Moment } from './loadable.ts';

/** The subject of a change. Both texts are hostile. */
export interface ChangeSubject {
  readonly kind: 'app' | 'script' | 'zone';
  readonly id: string;
  readonly name: string;
}

/** The part of a request that the audit file may hold: only what is not secret. */
export type Recorded = Readonly<Record<string, string | number | boolean | null>>;

/** State of a change. It is sent only once. */
export type ChangeState =
  | {
      readonly kind: 'pending';
      /** It is being written to the audit file and was not sent yet. */
      readonly isUnsent?: true;
    }
  | {
      readonly kind: 'accepted';
      readonly at: Moment;
      /** What to show of the answer. Hostile text. */
      readonly summary: string | null;
      /** Differences between stored and sent values: sentences with advice. Hostile text. */
      readonly differences?: readonly string[];
      readonly requestId: string | null;
    }
  | {
      readonly kind: 'refused' | 'not sent' | 'unknown';
      readonly at: Moment;
      /** Without secrets of the request that the service may have repeated. */
      readonly error: ApiError;
      readonly requestId: string | null;
      /** The item was deleted by an earlier change of this run. */
      readonly isDeletedBefore?: true;
    };

/** One observation of an item after a change. */
export type Sighting =
  | {
      readonly kind: 'there';
      readonly at: Moment;
      /** The service's text, or null. Hostile text. */
      readonly status: string | null;
      readonly instances: number | null;
      readonly pods: number;
      readonly deleting: number;
    }
  /** The item does not exist (any more). */
  | { readonly kind: 'gone'; readonly at: Moment }
  | { readonly kind: 'failed'; readonly at: Moment; readonly error: ApiError };

/** Observes the effect of a change, read-only. */
export interface Watch {
  /** `let go`: observation stopped without a result. */
  readonly kind: 'looking' | 'ended' | 'let go';
  /** A few, newest last. */
  readonly sightings: readonly Sighting[];
}

/** One change of this run, without secrets. */
export interface Change {
  /** Globally unique: connects the lines of the audit file. */
  readonly attempt: string;
  readonly operation: ChangeId;
  readonly subject: ChangeSubject;
  /** The part of the subject, such as a variable's name; empty for the whole. Hostile text. */
  readonly what: string;
  readonly request: Recorded;
  readonly begun: Moment;
  readonly state: ChangeState;
  /** Why the audit record is incomplete. Hostile text. */
  readonly unrecorded: string | null;
  readonly watch: Watch | null;
}

/** Whether the service accepted in this run to delete the application `id`. */
export const wasDeleted = (changes: readonly Change[], id: string): boolean =>
  changes.some(
    ({ operation, subject, state }) =>
      operation === 'app-delete' && subject.id === id && state.kind === 'accepted',
  );

export const MAX_CHANGES = 200;

/** Adds `change` or replaces its earlier state; newest last. */
export function withChange(changes: readonly Change[], change: Change): readonly Change[] {
  const at = changes.findLastIndex(({ attempt }) => attempt === change.attempt);
  if (at >= 0) return changes.with(at, change);
  return [...changes.slice(-(MAX_CHANGES - 1)), change];
}

/** Changes without an outcome yet. */
export const pendingChanges = (changes: readonly Change[]): readonly Change[] =>
  changes.filter(({ state }) => state.kind === 'pending');

/** Changes that were sent and have no outcome yet. */
export const unansweredChanges = (changes: readonly Change[]): readonly Change[] =>
  changes.filter(({ state }) => state.kind === 'pending' && !state.isUnsent);

/** Changes with an unknown outcome that nobody has acknowledged. */
export const doubtfulChanges = ({
  changes,
  acknowledged,
}: {
  readonly changes: readonly Change[];
  readonly acknowledged: ReadonlySet<string>;
}): readonly Change[] =>
  changes.filter(({ attempt, state }) => state.kind === 'unknown' && !acknowledged.has(attempt));

/** A deletion of the application `id` that was accepted or has an unknown outcome. */
export function deletionOf(changes: readonly Change[], id: string): Change | undefined {
  return changes.findLast(
    ({ operation, subject, state }) =>
      operation === 'app-delete' &&
      subject.id === id &&
      (state.kind === 'accepted' || state.kind === 'unknown'),
  );
}
