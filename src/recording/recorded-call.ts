import { type ApiErrorParts, type FieldError, isErrorKind } from '../contract/api-error.ts';
import type { Operation, OperationId } from '../contract/operation.ts';
import { operations } from '../contract/operations/index.ts';
import { renderPath } from '../contract/path.ts';
import { jsonIn } from '../contract/read-answer.ts';
import { isObject, numberAsWritten } from '../contract/shape.ts';
import type { Json } from '../contract/values.ts';
import { damaged, numberOrNull, type Row, textOf, timeOf } from '../sqlite/database.ts';

/** A finished call: an answer or a failure. */
export interface RecordedCall {
  readonly operation: OperationId;
  /** Path and query parameters by name, as JSON. */
  readonly input: string;
  /** End of the call, wall clock, in milliseconds. */
  readonly time: number;
  /** The same on the run's monotonic clock. */
  readonly elapsed: number;
  /** Duration in milliseconds. */
  readonly took: number;
  readonly status: number | null;
  readonly bytes: number | null;
  /** The service's clock, in milliseconds. */
  readonly serverDate: number | null;
  readonly requestId: string | null;
  readonly error: ApiErrorParts | null;
  /** The decoded answer as JSON; null for a failure and for a change, whose answer may repeat what was sent. */
  readonly answer: string | null;
  /** Entries of a log page, each as JSON and then missing in `answer`; null for other answers. */
  readonly entries: readonly string[] | null;
  /** Time span of a log page's dated entries. */
  readonly span: { readonly oldest: number; readonly newest: number } | null;
}

/** A call as stored; its answer is read on demand. */
export interface StoredCall extends Omit<RecordedCall, 'answer' | 'entries'> {
  readonly number: number;
  /** Number of the answer, or null. Equal numbers mean equal answers. */
  readonly answer: number | null;
}

/** Request parameters as JSON, without what a change sends. */
export function inputOf<Input>(operation: Operation<Input, unknown>, input: Input): string {
  const { path, query = {} } = operation.compose(input);
  return JSON.stringify({ ...path, ...query });
}

/** Path and query as the client would send them; the raw input if they cannot be rendered. */
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

/** An answer as JSON. Numbers that no double can hold keep their digits. */
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

/** Parses stored JSON as an object; empty if it is none. */
function asObject(text: string): JsonObject {
  const json = jsonIn(text);
  return isObject(json) ? json : {};
}

/** A stored failure. Hostile; an unknown kind becomes `unexpected`. */
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
