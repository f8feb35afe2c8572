import type { ApiErrorParts } from '../../contract/api-error.ts';
import { type DriftEntry, driftLog } from '../../contract/drift.ts';
import type { Operation, OperationId } from '../../contract/operation.ts';
import { eventLogs } from '../../contract/operations/event-logs.ts';
import { operations } from '../../contract/operations/index.ts';
import { type PackedAnswer, packAnswer } from '../../contract/packed-answer.ts';
import { readAnswer, readBody, type UnreadAnswer } from '../../contract/read-answer.ts';
import { type BlockParts, EntryPacker, memoryOf } from '../storage/entry-block.ts';
import { PageScanner } from './page-scanner.ts';

/** An answer that the thread is to read; its body is in shared memory. */
export interface ReadRequest {
  readonly kind: 'read';
  /** Names the request. */
  readonly id: number;
  readonly operation: OperationId;
  readonly unread: UnreadAnswer;
}

/** What it turned out to be, as data that is handed over rather than copied. */
export interface ReadResponse {
  readonly kind: 'read';
  readonly id: number;
  readonly reading:
    | {
        readonly kind: 'answer';
        readonly answer: PackedAnswer;
        /** The entries of a page; the list of them in `answer` is empty then. */
        readonly logs: BlockParts | null;
      }
    | { readonly kind: 'problem'; readonly problem: ApiErrorParts };
  /** How the answer differed from the contract. */
  readonly drift: readonly DriftEntry[];
}

const packer = new EntryPacker();
const scanner = new PageScanner();

/** Reads an answer; gives what the reading thread answers. */
export function read({ id, operation, unread }: ReadRequest): ReadResponse {
  const drift = driftLog();
  if (operation === eventLogs.id) {
    const scanned = scannedPage(id, unread);
    if (scanned) return scanned;
    const reading = readBody(eventLogs, unread, drift);
    if (reading.kind === 'problem') return { kind: 'read', id, reading, drift: drift.entries() };
    const { logs, ...rest } = reading.answer;
    const answer = packAnswer({ ...rest, logs: [] });
    const page = { kind: 'answer', answer, logs: packer.parts([...logs]) } as const;
    return { kind: 'read', id, reading: page, drift: drift.entries() };
  }
  const reading = readBody<unknown>(
    operations[operation] as Operation<unknown, unknown>,
    unread,
    drift,
  );
  return {
    kind: 'read',
    id,
    reading:
      reading.kind === 'problem'
        ? reading
        : { kind: 'answer', answer: packAnswer(reading.answer), logs: null },
    drift: drift.entries(),
  };
}

/** A page whose entries need not be parsed; undefined for any other. */
function scannedPage(id: number, { body, ...raw }: UnreadAnswer): ReadResponse | undefined {
  const scanned = raw.status < 300 ? scanner.scan(body) : null;
  if (!scanned) return undefined;
  const drift = driftLog();
  const reading = readAnswer(eventLogs, { ...raw, text: scanned.rest }, drift);
  // A failure tells what else the page says.
  if (reading.kind === 'problem') return undefined;
  const answer = packAnswer(reading.answer);
  const page = { kind: 'answer', answer, logs: scanned.entries } as const;
  return { kind: 'read', id, reading: page, drift: drift.entries() };
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
