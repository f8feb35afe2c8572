import type { ApiError } from '../contract/api-error.ts';
import type { ChangeId } from '../contract/operation.ts';
import type { Moment } from './loadable.ts';

/** What a change is made to. Both texts are hostile. */
export interface ChangeSubject {
  readonly kind: 'app' | 'script' | 'zone';
  readonly id: string;
  readonly name: string;
}

/** What the audit file may hold of a request: whoever makes the change names what is not secret. */
export type Recorded = Readonly<Record<string, string | number | boolean | null>>;

/** How it stands with a change: it is sent once, whatever comes of it. */
export type ChangeState =
  | {
      readonly kind: 'pending';
      /** It is being written into the audit file; nothing was sent yet. */
      readonly isUnsent?: true;
    }
  | {
      readonly kind: 'accepted';
      readonly at: Moment;
      /** What the service said of it, for people. Hostile text. */
      readonly said: string | null;
      /** How what is stored differs from what was sent: sentences, each with what to do. Hostile text. */
      readonly differences?: readonly string[];
      readonly requestId: string | null;
    }
  | {
      readonly kind: 'refused' | 'not sent' | 'unknown';
      readonly at: Moment;
      /** Without anything secret of the request, should the service have repeated that. */
      readonly error: ApiError;
      readonly requestId: string | null;
      /** The service does not find what an earlier change of this run had it delete. */
      readonly isDeletedBefore?: true;
    };

/** What one look at a thing showed after it was changed. */
export type Sighting =
  | {
      readonly kind: 'there';
      readonly at: Moment;
      /** As the service words it; null when it does not say. Hostile text. */
      readonly status: string | null;
      readonly instances: number | null;
      readonly pods: number;
      /** Of the pods. */
      readonly deleting: number;
    }
  /** The service knows no such thing (any more). */
  | { readonly kind: 'gone'; readonly at: Moment }
  | { readonly kind: 'failed'; readonly at: Moment; readonly error: ApiError };

/** Looking at what a change leads to, by reading only. */
export interface Watch {
  /** `let go`: nobody looks any more, and nothing follows from that. */
  readonly kind: 'looking' | 'ended' | 'let go';
  /** Newest last, a few of them. */
  readonly sightings: readonly Sighting[];
}

/** One change of this run. Nothing in it is secret. */
export interface Change {
  /** Unlike that of any other change, in this run and others: it ties the lines of the audit file together. */
  readonly attempt: string;
  readonly operation: ChangeId;
  readonly subject: ChangeSubject;
  /** What of the subject: the name of a variable. Hostile text; empty when the subject says all. */
  readonly what: string;
  readonly request: Recorded;
  readonly begun: Moment;
  readonly state: ChangeState;
  /** Why the audit file does not hold it whole. Hostile text. */
  readonly unrecorded: string | null;
  readonly watch: Watch | null;
}

/** Whether the service accepted in this run to delete the application `id`. */
export const wasDeleted = (changes: readonly Change[], id: string): boolean =>
  changes.some(
    ({ operation, subject, state }) =>
      operation === 'app-delete' && subject.id === id && state.kind === 'accepted',
  );

/** How many changes a run remembers. */
export const CHANGES_LENGTH = 200;

/** The changes with `change` added, or put in place of its earlier state; newest last. */
export function withChange(changes: readonly Change[], change: Change): readonly Change[] {
  const at = changes.findLastIndex(({ attempt }) => attempt === change.attempt);
  if (at >= 0) return changes.with(at, change);
  return [...changes.slice(-(CHANGES_LENGTH - 1)), change];
}

/** Those whose outcome is still to come. */
export const pendingChanges = (changes: readonly Change[]): readonly Change[] =>
  changes.filter(({ state }) => state.kind === 'pending');

/** Those that the service may be carrying out: sent, with no outcome yet. */
export const unansweredChanges = (changes: readonly Change[]): readonly Change[] =>
  changes.filter(({ state }) => state.kind === 'pending' && !state.isUnsent);

/** Those with an unknown outcome that nobody has acknowledged. */
export const doubtfulChanges = ({
  changes,
  acknowledged,
}: {
  readonly changes: readonly Change[];
  readonly acknowledged: ReadonlySet<string>;
}): readonly Change[] =>
  changes.filter(({ attempt, state }) => state.kind === 'unknown' && !acknowledged.has(attempt));

/**
 * The deletion of the application `id` that may be under way on the side of the service: one that was
 * accepted, or whose outcome is not known.
 */
export function deletionOf(changes: readonly Change[], id: string): Change | undefined {
  return changes.findLast(
    ({ operation, subject, state }) =>
      operation === 'app-delete' &&
      subject.id === id &&
      (state.kind === 'accepted' || state.kind === 'unknown'),
  );
}
