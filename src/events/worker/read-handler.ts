import type { ApiErrorParts } from '../../contract/api-error.ts';
import { type DriftEntry, driftLog } from '../../contract/drift.ts';
import type { Operation, OperationId } from '../../contract/operation.ts';
import { type EventLogPage, eventLogs } from '../../contract/operations/event-logs.ts';
import { operations } from '../../contract/operations/index.ts';
import { readBody, type UnreadAnswer } from '../../contract/read-answer.ts';
import { type SentAnswer, sentAnswer } from '../../contract/sent-answer.ts';
import { type BlockParts, EntryPacker, memoryOf } from '../storage/entry-block.ts';

/** A request to read an answer, whose body is in shared memory. */
export interface ReadRequest {
  readonly kind: 'read';
  /** Identifies the request. */
  readonly id: number;
  readonly operation: OperationId;
  readonly unread: UnreadAnswer;
}

/** The result. Entries are transferred and not copied. */
export interface ReadResponse {
  readonly kind: 'read';
  readonly id: number;
  readonly reading:
    | {
        readonly kind: 'answer';
        readonly answer: SentAnswer;
        /** The entries of a page, which `answer` then lacks. */
        readonly logs: BlockParts | null;
      }
    | { readonly kind: 'problem'; readonly problem: ApiErrorParts };
  /** How the answer differed from the contract. */
  readonly drift: readonly DriftEntry[];
}

const packer = new EntryPacker();

/** Reads an answer in the thread. */
export function read({ id, operation, unread }: ReadRequest): ReadResponse {
  const drift = driftLog();
  const known: Operation<unknown, unknown> = operations[operation];
  const found = readBody(known, unread, drift);
  const reading = found.kind === 'problem' ? found : packed(operation, found.answer);
  return { kind: 'read', id, reading, drift: drift.entries() };
}

function packed(operation: OperationId, answer: unknown): ReadResponse['reading'] {
  if (operation !== eventLogs.id) return { kind: 'answer', answer: sentAnswer(answer), logs: null };
  // The operation determines the type of its answer.
  const { logs, ...rest } = answer as EventLogPage;
  const parts = packer.parts([...logs]);
  return { kind: 'answer', answer: sentAnswer(rest), logs: parts };
}

export const handedOver = ({ reading }: ReadResponse): ArrayBuffer[] =>
  reading.kind === 'answer' && reading.logs ? memoryOf(reading.logs) : [];
