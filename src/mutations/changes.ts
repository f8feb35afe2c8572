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

/** A change as the console makes it. */
export interface ConsoleChange<Input, Answer> extends ChangeRequest<Input, Answer> {
  /** What of the subject is changed, for the list of changes. Nothing secret. */
  readonly what: string;
  /** What of the answer is worth keeping, for people. Nothing secret. */
  said?(answer: Answer): string | null;
  /** How what is stored differs from what was sent, as sentences. Nothing secret. */
  differences?(answer: Answer): readonly string[];
}

export interface BegunChange<Answer> {
  readonly attempt: string;
  readonly ended: Promise<ChangeEnd<Answer>>;
}

/** The changes of a run: each is made once, and one at a time on each subject. */
export type Changes = ReturnType<typeof openChanges>;

interface ChangesParts extends ChangeParts {
  readonly store: ConsoleStore;
  moment(): Moment;
  newAttempt(): string;
  /** Counts the work as under way. */
  track<Value>(work: Promise<Value>): Promise<Value>;
}

/** How many sightings are kept of one change. */
const SIGHTINGS = 12;

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
    change: Pick<ConsoleChange<never, Answer>, 'operation' | 'subject' | 'said' | 'differences'>,
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
    const { redact } = parts.redactor;
    const said = change.said?.(end.answer) ?? null;
    const differences = (change.differences?.(end.answer) ?? []).map(redact);
    return {
      kind: 'accepted',
      at,
      said: said === null ? null : redact(said),
      ...(differences.length > 0 && { differences }),
      requestId,
    };
  };

  return {
    /** Begins a change; undefined, and nothing is sent, while another one on the same subject is under way. */
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
    /** Adds what was seen when looking at what the change `attempt` leads to. */
    addSighting(attempt: string, sighting: Sighting | null, kind: Watch['kind']): void {
      const seen = find(attempt)?.watch?.sightings ?? [];
      const sightings = sighting ? [...seen, sighting].slice(-SIGHTINGS) : seen;
      update(attempt, { watch: { kind, sightings } });
    },
    find,
    pending: () => pendingChanges(store.getState().changes),
  };
}

/** What a pane changes the service with. */
export interface MutationTools {
  readonly changes: Changes;
  readonly files: Files;
  readonly directories: Directories;
  /**
   * The changes at the end of the audit file, newest first: those of earlier sessions and of other services, too.
   *
   * @throws FileError with a sentence when the file is there and cannot be read
   */
  audited(): Promise<readonly AuditedChange[]>;
  /** Lets the operator's editor have the terminal, with `text` in it. */
  edit(text: string): Promise<Edited>;
}
