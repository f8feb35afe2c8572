import type { Edited } from '../edges/editor.ts';
import type { Files } from '../edges/files.ts';
import type { Directories } from '../edges/machine.ts';
import {
  type Change,
  type ChangeState,
  pendingChanges,
  type Sighting,
  type Watch,
  wasDeleted,
  withChange,
} from '../state/change.ts';
import type { ConsoleStore } from '../state/console-state.ts';
import type { Moment } from '../state/loadable.ts';
import type { AuditedChange } from './audit.ts';
import { type ChangeEnd, type ChangeParts, type ChangeRequest, runChange } from './change.ts';

/** A change made in the console. */
export interface ConsoleChange<Input, Answer> extends ChangeRequest<Input, Answer> {
  /** The changed part of the subject, for the list of changes. Nothing secret. */
  readonly what: string;
  /** What to show of the answer. Nothing secret. */
  summary?(answer: Answer): string | null;
  /** How the stored value differs from the one sent, as sentences. Nothing secret. */
  differences?(answer: Answer): readonly string[];
}

export interface BegunChange<Answer> {
  readonly attempt: string;
  readonly ended: Promise<ChangeEnd<Answer>>;
}

/** The changes of a session: each is sent once, and one at a time per subject. */
export type Changes = ReturnType<typeof openChanges>;

interface ChangesParts extends ChangeParts {
  readonly store: ConsoleStore;
  moment(): Moment;
  newAttempt(): string;
  /** Counts the work as in progress. */
  track<Value>(work: Promise<Value>): Promise<Value>;
}

/** Number of sightings kept for each change. */
const MAX_SIGHTINGS = 12;

export function openChanges(parts: ChangesParts) {
  const { store, moment } = parts;
  const locked = new Set<string>();
  const find = (attempt: string) =>
    store.getState().changes.find((change) => change.attempt === attempt);
  const put = (change: Change) =>
    store.setState(({ changes }) => ({ changes: withChange(changes, change) }));
  const update = (attempt: string, part: Partial<Change>) => {
    const change = find(attempt);
    if (change) put({ ...change, ...part });
  };

  const stateAfter = <Answer>(
    end: ChangeEnd<Answer>,
    change: Pick<ConsoleChange<never, Answer>, 'operation' | 'subject' | 'summary' | 'differences'>,
  ): ChangeState => {
    const { requestId } = end;
    const at = moment();
    if (end.outcome !== 'accepted') {
      const isDeletedBefore =
        end.error.kind === 'not-found' &&
        change.operation.id === 'app-delete' &&
        wasDeleted(store.getState().changes, change.subject.id);
      const state = { kind: end.outcome, at, error: end.error, requestId };
      return isDeletedBefore ? { ...state, isDeletedBefore } : state;
    }
    const differences = change.differences?.(end.answer) ?? [];
    return {
      kind: 'accepted',
      at,
      summary: change.summary?.(end.answer) ?? null,
      ...(differences.length > 0 && { differences }),
      requestId,
    };
  };

  return {
    /**
     * Begins a change. Undefined, without sending anything, while another change of the same subject is in progress.
     */
    begin<Input, Answer>(change: ConsoleChange<Input, Answer>): BegunChange<Answer> | undefined {
      const { operation, subject } = change;
      const lock = JSON.stringify([subject.kind, subject.id]);
      if (locked.has(lock)) return undefined;
      locked.add(lock);
      const attempt = parts.newAttempt();
      put({
        attempt,
        operation: operation.id,
        subject,
        what: change.what,
        request: change.recorded,
        begun: moment(),
        state: { kind: 'pending', isUnsent: true },
        unrecorded: null,
        watch: null,
      });
      const ended = runChange(parts, change, {
        attempt,
        onSending: () => update(attempt, { state: { kind: 'pending' } }),
        onOutcome: (end) => {
          update(attempt, { state: stateAfter(end, change) });
        },
      })
        .then((end) => {
          update(attempt, { unrecorded: end.unrecorded });
          return end;
        })
        .finally(() => locked.delete(lock));
      return { attempt, ended: parts.track(ended) };
    },
    /** Records an observation of the result of the change `attempt`. */
    addSighting(attempt: string, sighting: Sighting | null, kind: Watch['kind']): void {
      const seen = find(attempt)?.watch?.sightings ?? [];
      const sightings = sighting ? [...seen, sighting].slice(-MAX_SIGHTINGS) : seen;
      update(attempt, { watch: { kind, sightings } });
    },
    find,
    pending: () => pendingChanges(store.getState().changes),
  };
}

export interface MutationTools {
  readonly changes: Changes;
  readonly files: Files;
  readonly directories: Directories;
  /**
   * The changes at the end of the audit file, newest first, including those of earlier sessions and other services.
   *
   * @throws FileError with a sentence if the file cannot be read
   */
  audited(): Promise<readonly AuditedChange[]>;
  /** Opens the operator's editor in the terminal. */
  edit(text: string): Promise<Edited>;
}
