import type { Decoder } from './shape.ts';

/** The eight operations, by the name the program calls them. */
export type OperationId =
  | 'guardian-upload'
  | 'script-add-variable'
  | 'rate-limit-metrics'
  | 'app-overview'
  | 'dns-scan'
  | 'app-delete'
  | 'search'
  | 'event-logs';

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
export interface Operation<Input, Answer> {
  readonly id: OperationId;
  /** The number under "Endpoints" in the contract. */
  readonly number: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;
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
  /** Whether the contract states the `AccessKey` header for it (Authentication, 1 and 2). It is always sent. */
  readonly credential: 'stated' | 'not shown';
  /** Whether the request may be large: such a one is given 120 s instead of 30. */
  readonly upload?: true;
  /** Operations that change production are never repeated by the program. */
  readonly effect: 'reads' | 'changes';
  /** The request for an input. */
  compose(input: Input): RequestParts;
  /**
   * The request in the other form that a service may want instead, where the contract leaves it open;
   * undefined when for this input there is none.
   */
  composeOther?(input: Input): RequestParts | undefined;
  /** The form of a successful answer and its tolerant decoder. */
  readonly answer: Decoder<Answer>;
}

/** What an operation is asked with. */
export type InputOf<O> = O extends Operation<infer Input, infer _> ? Input : never;

/** What an operation answers. */
export type AnswerOf<O> = O extends Operation<infer _, infer Answer> ? Answer : never;

/** Keeps an operation's type parameters while it is written as a literal. */
export function defineOperation<Input, Answer>(
  operation: Operation<Input, Answer>,
): Operation<Input, Answer> {
  return operation;
}

/**
 * Asking the service. Panes, feeds and commands receive one of these and never learn what is behind it:
 * the real service, the embedded platform, or a recording.
 *
 * Resolves with the decoded answer; rejects with an `ApiError`, and with nothing else. An aborted
 * `signal` rejects with kind `aborted`.
 */
export type Call = <Input, Answer>(
  operation: Operation<Input, Answer>,
  input: Input,
  signal?: AbortSignal,
) => Promise<Answer>;
