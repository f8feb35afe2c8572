import type { ApiError } from './api-error.ts';
import type { Decoder } from './shape.ts';

/** Operations that read, by the name the program calls them. */
export type ReadId = 'rate-limit-metrics' | 'app-overview' | 'dns-scan' | 'search' | 'event-logs';

/** Operations that change production; the program never repeats one. */
export type ChangeId = 'guardian-upload' | 'script-add-variable' | 'app-delete';

/**
 * Every operation. A new one is a file in `operations/` and its id here: the compiler then names each table that
 * has to know it (the list of operations, the platform's handlers, what a bundle keeps of its answer, what to say
 * about a change).
 */
export type OperationId = ReadId | ChangeId;

/** What an operation is about: the lists of a workspace are of these kinds. */
export type SubjectKind = 'apps' | 'shieldZones' | 'dnsZones' | 'scripts' | 'rateLimits';

/** What an operation's input becomes on the wire, before the base URL and the headers. */
export interface RequestParts {
  /** One value for each `{name}` of the path; only the paging token may be absent. */
  readonly path: Readonly<Record<string, string | undefined>>;
  /** Query parameters, in order; absent ones are left out. */
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  /** The JSON body. */
  readonly body?: unknown;
}

/**
 * One operation of the management API as a value: the client, the platform's routing, the headless
 * commands and the tests all read it, so a path or a field name is written once.
 */
export type Operation<Input, Answer> =
  | ReadOperation<Input, Answer>
  | ChangeOperation<Input, Answer>;

export interface ReadOperation<Input, Answer> extends OperationParts<Input, Answer> {
  readonly id: ReadId;
  readonly effect: 'reads';
  /** How it is tried whether it answers. */
  readonly probe: {
    /** What is tried, inside a line: `event log`. */
    readonly noun: string;
    /** Asks about the thing with this id, empty where it is about none; `now` in milliseconds since the Unix epoch. */
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
  /** For people: "Application overview". */
  readonly title: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** The contract's path template, relative to the base URL: `/mc/apps/{appId}/overview`. */
  readonly path: string;
  /**
   * The parameter of `path` that is a paging token, when it has one: it may hold separators, and is left
   * out for the first page.
   */
  readonly token?: string;
  /** What it is about; null where nothing is looked for by its id. */
  readonly subject: SubjectKind | null;
  /** Whether the contract states the `AccessKey` header for it (Authentication, 1 and 2). It is always sent. */
  readonly credential: 'stated' | 'not shown';
  /** How an answer shows that it is about something else than was asked for; undefined where it does not. */
  misrouted?(input: Input, answer: Answer): string | undefined;
  /** Fields at the top of its answer that are about the answer, and not what panes show: the ledger shows them. */
  readonly envelope?: readonly string[];
  /** Whether the request may be large: such a one is given 120 s instead of 30. */
  readonly upload?: true;
  compose(input: Input): RequestParts;
  /**
   * The request in the other form that a service may want instead, where the contract leaves it open;
   * undefined when for this input there is none.
   */
  composeOther?(input: Input): RequestParts | undefined;
  /** The form of a successful answer and its tolerant decoder. */
  readonly answer: Decoder<Answer>;
}

/** Keeps an operation's type parameters while it is written as a literal. */
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

/**
 * Told the body of an answer, decompressed, once it is there and before it is read. It is good until this returns.
 */
export type OnBody = (body: Buffer) => void;

/**
 * Asking the service. Panes, feeds and commands receive one of these and never learn what is behind it:
 * the real service, the embedded platform, or a recording.
 *
 * Resolves with the decoded answer; rejects with an `ApiError`, and with nothing else. An aborted
 * `signal` rejects with kind `aborted`. `onBody` is told of successful answers; not by all that answer.
 */
export type Call = <Input, Answer>(
  operation: Operation<Input, Answer>,
  input: Input,
  signal?: AbortSignal,
  onBody?: OnBody,
) => Promise<Answer>;

/**
 * One request and what became of it, for the API ledger. It is reported twice with the same id: when it
 * leaves and when it is over. No headers, and of the body of a success its envelope alone: nothing secret.
 */
export interface Exchange {
  readonly id: number;
  /** Wall clock when it left, milliseconds since the Unix epoch. */
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
      /** Milliseconds until the whole answer was there. */
      readonly ms: number;
      /** Bytes of the body, decompressed. */
      readonly bytes: number;
      /** The service's clock minus ours, milliseconds; null when the answer carried no readable `Date`. */
      readonly skewMs: number | null;
      /** Set when the answer was a failure, whatever its status. */
      readonly error: ApiError | null;
      /** Hostile text. */
      readonly requestId: string | null;
      /** The decoded fields that the operation names as its envelope; absent where it has none or the answer failed. */
      readonly envelope?: Readonly<Record<string, unknown>> | undefined;
    }
  /** No whole answer came. */
  | { readonly kind: 'failed'; readonly ms: number; readonly error: ApiError };
