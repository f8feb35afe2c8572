import { type ApiErrorParts, type FieldError, isErrorKind } from '../contract/api-error.ts';
import type { Operation, OperationId } from '../contract/operation.ts';
import { operations } from '../contract/operations/index.ts';
import { renderPath } from '../contract/path.ts';
import { jsonIn } from '../contract/read-answer.ts';
import { isObject, numberAsWritten } from '../contract/shape.ts';
import type { Json } from '../contract/values.ts';
import { damaged, numberOrNull, type Row, textOf, timeOf } from '../sqlite/database.ts';

/** One call to the service that ended: an answer, or a failure. */
export interface RecordedCall {
  readonly operation: OperationId;
  /** What was asked for, as JSON: the parameters of path and query by their names. */
  readonly input: string;
  /** When it ended, wall clock, milliseconds. */
  readonly time: number;
  /** The same on the monotonic clock of the run. */
  readonly elapsed: number;
  /** Milliseconds from the request to the whole answer. */
  readonly took: number;
  readonly status: number | null;
  /** Of the body. */
  readonly bytes: number | null;
  /** What the service's clock said, milliseconds. */
  readonly serverDate: number | null;
  readonly requestId: string | null;
  /** How it failed; null for an answer. */
  readonly error: ApiErrorParts | null;
  /** The decoded answer as JSON; null for a failure, and for a change, whose answer may repeat what was sent. */
  readonly answer: string | null;
  /** The entries of a page of a log, each as JSON: `answer` is without them then. Null for everything else. */
  readonly entries: readonly string[] | null;
  /** The times of the entries of a page of a log, as far as they have any. */
  readonly span: { readonly oldest: number; readonly newest: number } | null;
}

/** A call as it lies in a file; its answer is read when it is wanted. */
export interface StoredCall extends Omit<RecordedCall, 'answer' | 'entries'> {
  readonly number: number;
  /** The answer's number; null where there is none. The same number is the same answer. */
  readonly answer: number | null;
}

/** What is asked for, as JSON: never what a change sends. */
export function inputOf<Input>(operation: Operation<Input, unknown>, input: Input): string {
  const { path, query = {} } = operation.compose(input);
  return JSON.stringify({ ...path, ...query });
}

/** Path and query of a recorded call, as the client would send them; what was asked for where that makes no path. */
export function pathOf(operation: OperationId, input: string): string {
  const known: Operation<unknown, unknown> = operations[operation];
  const values = asObject(input);
  const text = (value: Json | undefined) => (value === undefined ? undefined : String(value));
  const names = [...known.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (!names.includes(name)) query.append(name, String(value));
  }
  try {
    const path = renderPath(
      known,
      Object.fromEntries(names.map((name) => [name, text(values[name])])),
    );
    return query.size === 0 ? path : `${path}?${query}`;
  } catch {
    return input;
  }
}

/** An answer as JSON that decodes to the same again: numbers that no double holds as they were written. */
export const answerJson = (answer: unknown): string =>
  JSON.stringify(answer, function (this: object, key: string, value: unknown) {
    return typeof value === 'number' || value === null
      ? (numberAsWritten(this, key) ?? value)
      : value;
  });

export function storedCall(row: Row, path: string): StoredCall {
  const operation = operationOf(row['operation']);
  if (!operation) throw damaged(path, 'a call is of no operation');
  const [oldest, newest] = [numberOrNull(row['oldest']), numberOrNull(row['newest'])];
  const error = textOf(row['error']);
  return {
    number: numberOrNull(row['number']) ?? 0,
    operation,
    input: textOf(row['input']) ?? '',
    time: timeOf(row['time'], path),
    elapsed: numberOrNull(row['elapsed']) ?? 0,
    took: Math.max(0, numberOrNull(row['took']) ?? 0),
    status: numberOrNull(row['status']),
    bytes: numberOrNull(row['bytes']),
    serverDate: numberOrNull(row['server_date']),
    requestId: textOf(row['request_id']),
    error: error === null ? null : errorParts(error),
    answer: numberOrNull(row['answer']),
    span: oldest === null || newest === null ? null : { oldest, newest },
  };
}

const operationOf = (value: unknown): OperationId | undefined =>
  typeof value === 'string' && Object.hasOwn(operations, value)
    ? (value as OperationId)
    : undefined;

type JsonObject = { readonly [name: string]: Json };

/** JSON of a file as an object; an empty one where it is none. */
function asObject(text: string): JsonObject {
  const json = jsonIn(text);
  return isObject(json) ? json : {};
}

/** What a file says of a failure; hostile, and of no kind that the program knows it is an unexpected answer. */
function errorParts(text: string): ApiErrorParts {
  const json = asObject(text);
  const string = (name: string) => (typeof json[name] === 'string' ? json[name] : undefined);
  const number = (name: string) => (typeof json[name] === 'number' ? json[name] : undefined);
  const kind = string('kind') ?? '';
  const fields = Array.isArray(json['fields']) ? json['fields'] : [];
  return {
    kind: isErrorKind(kind) ? kind : 'unexpected',
    title: string('title') ?? 'It failed',
    detail: string('detail'),
    status: number('status'),
    errorKey: string('errorKey'),
    requestId: string('requestId'),
    retryAfterMs: number('retryAfterMs'),
    members: isObject(json['members']) ? json['members'] : undefined,
    fields: fields.filter(isObject).map(
      ({ field, message }): FieldError => ({
        field: typeof field === 'string' ? field : null,
        message: String(message),
      }),
    ),
  };
}
