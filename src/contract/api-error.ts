import type { Json } from './values.ts';

/**
 * What kind of failure it was; decides what the program does next.
 *
 * - `unreachable`: no connection (refused, name not found, TLS); nothing was sent
 * - `interrupted`: the connection broke after the request may have been read
 * - `timeout`: a phase took too long
 * - `unauthorised`: the key was not accepted
 * - `refused`: the service understood and said no (403, 409, plan gates, `success: false`)
 * - `outside-window`: the day is not among those the event log keeps (a 401 with an error key)
 * - `not-found`: no such thing, whatever the status said
 * - `invalid`: the service found fault with the request (400, 422)
 * - `rate-limited`: 429
 * - `service`: 5xx
 * - `redirected`: to another address; never followed
 * - `unexpected`: an answer that does not fit the contract (HTML, broken JSON, wrong shape, too large)
 * - `bad-request`: refused here, before anything was sent (an id that is no path segment, …)
 * - `aborted`: the caller let go
 */
export type ApiErrorKind =
  | 'unreachable'
  | 'interrupted'
  | 'timeout'
  | 'unauthorised'
  | 'refused'
  | 'outside-window'
  | 'not-found'
  | 'invalid'
  | 'rate-limited'
  | 'service'
  | 'redirected'
  | 'unexpected'
  | 'bad-request'
  | 'aborted';

/** One fault with one field of the request (Application problem body, `errors[]`). */
export interface FieldError {
  readonly field: string | null;
  readonly message: string;
}

/** What an {@link ApiError} is made of. */
export interface ApiErrorParts {
  readonly kind: ApiErrorKind;
  /** HTTP status, when an answer arrived. */
  readonly status?: number | undefined;
  /** What went wrong, one clause: "Application not found". Hostile text: draw it through `printable`. */
  readonly title: string;
  /** More of it, when the service said more. Hostile text. */
  readonly detail?: string | undefined;
  readonly fields?: readonly FieldError[] | undefined;
  /** The programmatic key (GenericRequestResponse and Core bodies). */
  readonly errorKey?: string | undefined;
  /**
   * What else the body says, by the names it has there: `type`, `instance` and `id` of a problem, its further
   * members, the `data` that comes with a refusal. Hostile.
   */
  readonly members?: Readonly<Record<string, Json>> | undefined;
  /** The `cdn-requestid` of the answer, to quote to the vendor. */
  readonly requestId?: string | undefined;
  /** Milliseconds the service asked to wait (`Retry-After`). */
  readonly retryAfterMs?: number | undefined;
  /** A code that tells more to who looks it up: `ECONNREFUSED`. Never an error object of a library. */
  readonly cause?: string | undefined;
}

/**
 * The one error a {@link Call} rejects with. It never holds the access key, nor the request's headers,
 * so that printing it in any way is harmless.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly kind: ApiErrorKind;
  readonly status: number | undefined;
  readonly title: string;
  readonly detail: string | undefined;
  readonly fields: readonly FieldError[];
  readonly errorKey: string | undefined;
  readonly members: Readonly<Record<string, Json>>;
  readonly requestId: string | undefined;
  readonly retryAfterMs: number | undefined;

  constructor({ kind, status, title, detail, cause, ...parts }: ApiErrorParts) {
    super(detail ? `${title}: ${detail}` : title, cause === undefined ? undefined : { cause });
    this.kind = kind;
    this.status = status;
    this.title = title;
    this.detail = detail;
    this.fields = parts.fields ?? [];
    this.errorKey = parts.errorKey;
    this.members = parts.members ?? {};
    this.requestId = parts.requestId;
    this.retryAfterMs = parts.retryAfterMs;
  }
}

/** Whether two failures are told in the same words. The request they belong to does not count. */
export function isSameFailure(one: ApiError, other: ApiError): boolean {
  const [words, others] = [one, other].map(({ kind, status, title, detail, errorKey, fields }) =>
    JSON.stringify([kind, status, title, detail, errorKey, fields]),
  );
  return words === others;
}

/**
 * What is known of a change (an operation with effect `changes`) that failed.
 *
 * - `not sent`: nothing reached the service; repeating it is safe
 * - `refused`: the service rejected it
 * - `unknown`: it may have been done; look before repeating it
 */
export type ChangeOutcome = 'not sent' | 'refused' | 'unknown';

const OUTCOMES: Readonly<Record<ApiErrorKind, ChangeOutcome>> = {
  unreachable: 'not sent',
  'bad-request': 'not sent',
  unauthorised: 'refused',
  refused: 'refused',
  'outside-window': 'refused',
  'not-found': 'refused',
  invalid: 'refused',
  'rate-limited': 'refused',
  redirected: 'refused',
  interrupted: 'unknown',
  timeout: 'unknown',
  service: 'unknown',
  unexpected: 'unknown',
  aborted: 'unknown',
};

export function changeOutcome({
  kind,
  status,
}: Pick<ApiErrorParts, 'kind' | 'status'>): ChangeOutcome {
  // These two alone say that it is to be asked for elsewhere; others may lead to what it came to (RFC 9110, 15.4).
  if (kind === 'redirected' && status !== 307 && status !== 308) return 'unknown';
  return OUTCOMES[kind];
}

/** Whether a text that was kept names a kind of failure. */
export const isErrorKind = (text: string): text is ApiErrorKind => Object.hasOwn(OUTCOMES, text);
