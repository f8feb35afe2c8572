import { ApiError, type ApiErrorParts } from '../contract/api-error.ts';
import type { Drift } from '../contract/drift.ts';
import type {
  Call,
  Exchange,
  ExchangeOutcome,
  OnBody,
  Operation,
  OperationId,
  RequestParts,
} from '../contract/operation.ts';
import type { AnswerReader } from '../contract/read-answer.ts';
import { assertKeyless, bodyWithoutKey, headersWithoutKey, readAccessKey } from './access-key.ts';
import { header, interpretAnswer, parseHttpDate, retryAfterMs } from './answer.ts';
import { type BaseUrl, requestUrl } from './base-url.ts';
import { type Timeouts, transmitter } from './transmit.ts';

export interface ClientOptions {
  readonly baseUrl: BaseUrl;
  /** Asked before each request; the client keeps no key. */
  accessKey(): string | Promise<string>;
  readonly userAgent: string;
  /** The part of a clock that the client reads: wall and monotonic milliseconds. */
  readonly clock: { now(): number; elapsed(): number };
  /** Takes note of what in the answers does not fit the contract. */
  readonly drift: Drift;
  /** Reads the bodies of answers; they are read here when there is none. */
  readonly reader?: AnswerReader | undefined;
  /** Told twice of each request: when it leaves, and when it is over. */
  onExchange(exchange: Exchange): void;
  /** Other timeouts than the usual ones, for tests. */
  readonly timeouts?: Partial<Timeouts>;
}

const LONGEST_REQUEST_ID = 100;

/** An envelope that is longer as JSON is not kept: exchanges stay in memory. */
const LONGEST_ENVELOPE = 16_384;

/** What of an answer the ledger shows. */
export function envelopeOf<Answer>({ envelope }: Operation<unknown, Answer>, answer: Answer) {
  if (envelope === undefined || typeof answer !== 'object' || answer === null) return undefined;
  const kept = Object.fromEntries(
    Object.entries(answer).filter(([name]) => envelope.includes(name)),
  );
  return JSON.stringify(kept).length > LONGEST_ENVELOPE ? undefined : kept;
}

function cancelled(): ApiError {
  return new ApiError({ kind: 'aborted', title: 'Cancelled' });
}

/**
 * A {@link Call} that asks the service at `baseUrl`, over got. No redirect is followed and nothing is
 * repeated (but see `transmitter` and `inEitherForm`); the kind of the error tells whether a change may have
 * been done: see `changeOutcome`.
 */
export function createClient(options: ClientOptions): Call {
  const { baseUrl, clock, drift, reader, userAgent, timeouts } = options;
  const transmit = transmitter({ userAgent, timeouts });
  let lastId = 0;

  const ask = async <Input, Answer>(
    operation: Operation<Input, Answer>,
    { input, parts }: { readonly input: Input; readonly parts: RequestParts },
    signal?: AbortSignal,
    onBody?: OnBody,
  ): Promise<Answer> => {
    const { url, path } = requestUrl(baseUrl, operation, parts);
    const accessKey = await readAccessKey(options.accessKey);
    assertKeyless(parts, accessKey);
    if (signal?.aborted) throw cancelled();

    lastId += 1;
    const exchange = {
      id: lastId,
      at: clock.now(),
      operation: operation.id,
      method: operation.method,
      path,
    };
    const report = (outcome: ExchangeOutcome) => options.onExchange({ ...exchange, outcome });
    const start = clock.elapsed();
    report({ kind: 'in-flight' });
    const answer = await transmit({ operation, url, body: parts.body, accessKey, signal });
    const ms = clock.elapsed() - start;

    if (answer.kind === 'failed') {
      const error = signal?.aborted ? cancelled() : new ApiError(answer.problem);
      report({ kind: 'failed', ms, error });
      throw error;
    }

    const now = clock.now();
    const { status } = answer;
    const headers = headersWithoutKey(answer.headers, accessKey);
    const body = bodyWithoutKey(answer.body, accessKey);
    const requestId = header(headers, 'cdn-requestid')?.slice(0, LONGEST_REQUEST_ID) ?? null;
    // What a cache kept tells the time of long ago.
    const isKept = Number(header(headers, 'age') ?? 0) > 0;
    const date = isKept ? undefined : parseHttpDate(headers.date);
    const settled = {
      kind: 'answered',
      status,
      ms,
      bytes: answer.body.length,
      skewMs: date === undefined ? null : date - now,
      requestId,
    } as const;

    if (status >= 200 && status < 300) onBody?.(body);
    const reading = await interpretAnswer(
      operation,
      url,
      { status, headers, body },
      { drift, reader },
    );
    // What became of a change is told in any case.
    if (signal?.aborted && operation.effect === 'reads') {
      report({ kind: 'failed', ms, error: cancelled() });
      throw cancelled();
    }
    const astray =
      reading.kind === 'answer' ? operation.misrouted?.(input, reading.answer) : undefined;
    if (reading.kind === 'answer' && astray === undefined) {
      report({ ...settled, error: null, envelope: envelopeOf(operation, reading.answer) });
      return reading.answer;
    }
    const problem: ApiErrorParts =
      reading.kind === 'problem'
        ? reading.problem
        : { kind: 'unexpected', title: 'The answer is about something else', detail: astray };
    const error = new ApiError({
      status,
      ...problem,
      requestId: requestId ?? undefined,
      retryAfterMs: retryAfterMs({
        retryAfter: header(headers, 'retry-after'),
        date: headers.date,
        now,
      }),
    });
    report({ ...settled, error });
    throw error;
  };
  return withFallbackForm(ask);
}

/** Refusals that the form of a request may have caused: a service that wants another does not know this one. */
const MAY_BE_THE_FORM: ReadonlySet<ApiError['kind']> = new Set(['not-found', 'invalid']);

const isRefused = (error: unknown): error is ApiError =>
  error instanceof ApiError && MAY_BE_THE_FORM.has(error.kind);

/** Sends one request of an operation, as `createClient` does. */
type Ask = <Input, Answer>(
  operation: Operation<Input, Answer>,
  request: { readonly input: Input; readonly parts: RequestParts },
  signal?: AbortSignal,
  onBody?: OnBody,
) => Promise<Answer>;

/**
 * Asks in the form the service takes, where a request can be composed in two (`Operation.composeOther`).
 * Which one it is shows at the first answer; until then a refusal in the usual form is followed by one
 * request in the other. When both are refused, the refusal of the usual form is what counts.
 */
function withFallbackForm(ask: Ask): Call {
  const taken = new Map<OperationId, 'usual' | 'other'>();
  return async (operation, input, signal, onBody) => {
    const usual = operation.compose(input);
    const other = operation.composeOther?.(input);
    const inForm = (parts: RequestParts) => ask(operation, { input, parts }, signal, onBody);
    if (other === undefined) return inForm(usual);
    const known = taken.get(operation.id);
    if (known) return inForm(known === 'usual' ? usual : other);
    try {
      const answer = await inForm(usual);
      taken.set(operation.id, 'usual');
      return answer;
    } catch (refusal) {
      if (!isRefused(refusal)) throw refusal;
      try {
        const answer = await inForm(other);
        taken.set(operation.id, 'other');
        return answer;
      } catch (error) {
        throw isRefused(error) ? refusal : error;
      }
    }
  };
}
