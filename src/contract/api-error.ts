import type { Json } from './values.ts';

/**
 * The kind of failure; decides what the program does next.
 *
 * - `unreachable`: no connection (refused, name not found, TLS); nothing was sent
 * - `interrupted`: the connection broke when the request may already have been read
 * - `timeout`: a phase took too long
 * - `unauthorised`: the key was not accepted
 * - `refused`: the service understood and refused (403, 409, plan gates, `success: false`)
 * - `outside-window`: the event log does not keep this day (a 401 with an error key)
 * - `not-found`: whatever the status
 * - `invalid`: the request is invalid (400, 422)
 * - `rate-limited`: 429
 * - `service`: 5xx
 * - `redirected`: never followed
 * - `unexpected`: an answer that does not fit the contract (HTML, broken JSON, wrong shape, too large)
 * - `bad-request`: refused locally, before anything was sent (an id that is no path segment, …)
 * - `not-recorded`: a recording has no answer to this, or not yet; nothing was sent
 * - `aborted`: cancelled by the caller
 */
export type ApiErrorKind = keyof typeof OUTCOMES;

/** A problem with one field of the request (Application problem body, `errors[]`). */
export interface FieldError {
  readonly field: string | null;
  readonly message: string;
}

export interface ApiErrorParts {
  readonly kind: ApiErrorKind;
  /** HTTP status, if there was an answer. */
  readonly status?: number | undefined;
  /** What went wrong, one clause: "Application not found". Hostile text: print it through `printable`. */
  readonly title: string;
  /** Further detail from the service. Hostile text. */
  readonly detail?: string | undefined;
  readonly fields?: readonly FieldError[] | undefined;
  /** The error key for programs (GenericRequestResponse and Core bodies). */
  readonly errorKey?: string | undefined;
  /**
   * Other members of the body by name: `type`, `instance` and `id` of a problem, further members, the `data` of a
   * refusal. Hostile.
   */
  readonly members?: Readonly<Record<string, Json>> | undefined;
  /** The `cdn-requestid` of the answer, for support requests. */
  readonly requestId?: string | undefined;
  /** Milliseconds to wait, from `Retry-After`. */
  readonly retryAfterMs?: number | undefined;
  /** A technical code such as `ECONNREFUSED`, never an error object of a library. */
  readonly cause?: string | undefined;
}

/**
 * The only error a {@link Call} rejects with. It contains neither the access key nor request headers, so it is safe
 * to print.
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

/** Whether two failures read the same, whatever their requests. */
export function isSameFailure(one: ApiError, other: ApiError): boolean {
  const [words, others] = [one, other].map(({ kind, status, title, detail, errorKey, fields }) =>
    JSON.stringify([kind, status, title, detail, errorKey, fields]),
  );
  return words === others;
}

/**
 * What is known about a failed change (an operation with effect `changes`).
 *
 * - `not sent`: nothing reached the service; safe to repeat
 * - `refused`: the service rejected it
 * - `unknown`: it may have been done; check before repeating it
 */
export type ChangeOutcome = 'not sent' | 'refused' | 'unknown';

const OUTCOMES = {
  unreachable: 'not sent',
  'bad-request': 'not sent',
  'not-recorded': 'not sent',
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
} as const satisfies Readonly<Record<string, ChangeOutcome>>;

export function changeOutcome({
  kind,
  status,
}: Pick<ApiErrorParts, 'kind' | 'status'>): ChangeOutcome {
  // Only these two redirect the request itself; others may lead to its result (RFC 9110, 15.4).
  if (kind === 'redirected' && status !== 307 && status !== 308) return 'unknown';
  return OUTCOMES[kind];
}

/** Whether a stored text is a kind of failure. */
export const isErrorKind = (text: string): text is ApiErrorKind => Object.hasOwn(OUTCOMES, text);
