import type { ApiError } from './api-error.ts';
import type { Decoder } from './shape.ts';

/** Ids of the reading operations. */
export type ReadId = 'rate-limit-metrics' | 'app-overview' | 'dns-scan' | 'search' | 'event-logs';

/** Ids of the operations that change production. The program never repeats one. */
export type ChangeId = 'guardian-upload' | 'script-add-variable' | 'app-delete';

/**
 * All operations. A new one needs a file in `operations/` and its id here; the compiler then names each table that
 * must know it.
 */
export type OperationId = ReadId | ChangeId;

/** The kind of thing an operation is about; workspaces have a list of each kind. */
export type SubjectKind = 'apps' | 'shieldZones' | 'dnsZones' | 'scripts' | 'rateLimits';

/** An operation's input as sent, without base URL and headers. */
export interface RequestParts {
  /** A value for each `{name}` in the path; only the paging token may be absent. */
  readonly path: Readonly<Record<string, string | undefined>>;
  /** In order; undefined ones are omitted. */
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: unknown;
}

/**
 * An operation of the management API as a value, read by the client, the platform's routing, the commands and the
 * tests. So paths and field names are written once.
 */
export type Operation<Input, Answer> =
  | ReadOperation<Input, Answer>
  | ChangeOperation<Input, Answer>;

export interface ReadOperation<Input, Answer> extends OperationParts<Input, Answer> {
  readonly id: ReadId;
  readonly effect: 'reads';
  /** How to test whether it answers. */
  readonly probe: {
    /** What is tested, inside a line: `event log`. */
    readonly noun: string;
    /** The input for the thing with this id, empty if there is none. `now` is in milliseconds since the Unix epoch. */
    input(id: string, now: number): Input;
  };
}

export interface ChangeOperation<Input, Answer> extends OperationParts<Input, Answer> {
  readonly id: ChangeId;
  readonly effect: 'changes';
}

interface OperationParts<Input, Answer> {
  /** The number under "Endpoints" in the contract. */
  readonly number: number;
  /** For display: "Application overview". */
  readonly title: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Path template relative to the base URL: `/mc/apps/{appId}/overview`. */
  readonly path: string;
  /** The path parameter that is a paging token: it may contain separators, and is omitted for the first page. */
  readonly token?: string;
  /** Null if it is not about a thing with an id. */
  readonly subject: SubjectKind | null;
  /** Whether the contract states the `AccessKey` header for it (Authentication, 1 and 2). It is always sent. */
  readonly credential: 'stated' | 'not shown';
  /** Says how an answer shows that it is about another thing than requested; undefined if it does not. */
  misrouted?(input: Input, answer: Answer): string | undefined;
  /** Top-level fields with metadata about the answer, shown in the ledger instead of a pane. */
  readonly envelope?: readonly string[];
  /** Whether the request may be large; its time limit is 120 s instead of 30. */
  readonly upload?: true;
  compose(input: Input): RequestParts;
  /** An alternative form of the request where the contract leaves the form open; undefined if this input has none. */
  composeOther?(input: Input): RequestParts | undefined;
  /** For operations whose requests may carry a secret. */
  readonly secret?: SecretParts<Input>;
  /** Shape and decoder of a successful answer. */
  readonly answer: Decoder<Answer>;
}

/**
 * About the secret in a request. The service may repeat it, so nothing that it writes about such a request is shown or
 * kept: see `withoutServiceText`.
 */
export interface SecretParts<Input> {
  /** Whether this request has a secret. */
  isIn(input: Input): boolean;
  /** What is allowed in the fields of the request, as sentences by wire name. */
  readonly limits: Readonly<Record<string, string>>;
  /** What it means that the service finds nothing for this request, as a sentence. */
  missing(input: Input): string;
}

/** Infers an operation's type parameters from a literal. */
export function defineOperation<Input, Answer>(
  operation: ReadOperation<Input, Answer>,
): ReadOperation<Input, Answer>;
export function defineOperation<Input, Answer>(
  operation: ChangeOperation<Input, Answer>,
): ChangeOperation<Input, Answer>;
export function defineOperation<Input, Answer>(
  operation: Operation<Input, Answer>,
): Operation<Input, Answer> {
  return operation;
}

/** Receives the decompressed body of an answer before it is read. The buffer is only valid during the call. */
export type OnBody = (body: Buffer) => void;

/**
 * Sends an operation. Panes, feeds and commands get a `Call` and do not know what is behind it: the service, the
 * embedded platform, or a recording.
 *
 * Resolves with the decoded answer, rejects only with `ApiError`; kind `aborted` if the `signal` aborts. `onBody`
 * gets the bodies of successful answers; not every implementation calls it.
 */
export type Call = <Input, Answer>(
  operation: Operation<Input, Answer>,
  input: Input,
  signal?: AbortSignal,
  onBody?: OnBody,
) => Promise<Answer>;

/**
 * One request and its result, for the API ledger. Reported twice with the same id: when sent and when finished.
 * Contains nothing secret: no headers, and only the envelope of a successful body.
 */
export interface Exchange {
  readonly id: number;
  /** Wall clock when sent, milliseconds since the Unix epoch. */
  readonly at: number;
  readonly operation: OperationId;
  readonly method: string;
  /** Path and query as sent, without the base URL. */
  readonly path: string;
  readonly outcome: ExchangeOutcome;
}

export type ExchangeOutcome =
  | { readonly kind: 'in-flight' }
  | {
      readonly kind: 'answered';
      readonly status: number;
      /** Milliseconds until the answer was complete. */
      readonly ms: number;
      /** Bytes of the decompressed body. */
      readonly bytes: number;
      /** The service's clock minus ours, milliseconds; null without a readable `Date` header. */
      readonly skewMs: number | null;
      /** Set if the answer was a failure, whatever its status. */
      readonly error: ApiError | null;
      /** Hostile text. */
      readonly requestId: string | null;
      /** The request had a secret: what the service wrote, and so its request id, is left out. */
      readonly isSecret?: boolean;
      /** The decoded envelope fields of the operation; absent if it has none, or the answer failed. */
      readonly envelope?: Readonly<Record<string, unknown>> | undefined;
    }
  /** No complete answer arrived. */
  | { readonly kind: 'failed'; readonly ms: number; readonly error: ApiError };
