import type { ApiErrorParts } from '../../contract/api-error.ts';
import { type DriftEntry, driftLog } from '../../contract/drift.ts';
import type { Operation, OperationId } from '../../contract/operation.ts';
import { type EventLogPage, eventLogs } from '../../contract/operations/event-logs.ts';
import { operations } from '../../contract/operations/index.ts';
import { type PackedAnswer, packAnswer } from '../../contract/packed-answer.ts';
import { readBody, type UnreadAnswer } from '../../contract/read-answer.ts';
import { type BlockParts, EntryPacker, memoryOf } from '../storage/entry-block.ts';

/** A request to read an answer, whose body is in shared memory. */
export interface ReadRequest {
  readonly kind: 'read';
  /** Identifies the request. */
  readonly id: number;
  readonly operation: OperationId;
  readonly unread: UnreadAnswer;
}

/** The result, as data that is transferred and not copied. */
export interface ReadResponse {
  readonly kind: 'read';
  readonly id: number;
  readonly reading:
    | {
        readonly kind: 'answer';
        readonly answer: PackedAnswer;
        /** The entries of a page; `answer` then has an empty list. */
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
  if (operation !== eventLogs.id) return { kind: 'answer', answer: packAnswer(answer), logs: null };
  // The operation determines the type of its answer.
  const { logs, ...rest } = answer as EventLogPage;
  const parts = packer.parts([...logs]);
  return { kind: 'answer', answer: packAnswer({ ...rest, logs: [] }), logs: parts };
}

export function handedOver({ reading }: ReadResponse): ArrayBuffer[] {
  if (reading.kind === 'problem') return [];
  const { parts, numbers, text } = reading.answer;
  return [
    parts.buffer,
    numbers.buffer,
    text.buffer,
    ...(reading.logs ? memoryOf(reading.logs) : []),
  ];
}
