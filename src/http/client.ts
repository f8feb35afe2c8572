import type { IncomingHttpHeaders } from 'node:http';
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
import { driftWithoutServiceText, withoutServiceText } from '../contract/without-service-text.ts';
import { assertKeyless, bodyWithoutKey, headersWithoutKey, readAccessKey } from './access-key.ts';
import { header, interpretAnswer, parseHttpDate, retryAfterMs } from './answer.ts';
import { type BaseUrl, requestUrl } from './base-url.ts';
import { type Timeouts, transmitter } from './transmit.ts';

export interface ClientOptions {
  readonly baseUrl: BaseUrl;
  /** Called before each request; the client does not store the key. */
  accessKey(): string | Promise<string>;
  readonly userAgent: string;
  /** Wall and monotonic milliseconds. */
  readonly clock: { now(): number; elapsed(): number };
  /** Collects differences from the contract. */
  readonly drift: Drift;
  /** Reads the bodies of answers; without it they are read here. */
  readonly reader?: AnswerReader | undefined;
  /** Called twice for each request: when sent and when finished. */
  onExchange(exchange: Exchange): void;
  /** Overrides timeouts, for tests. */
  readonly timeouts?: Partial<Timeouts>;
}

const MAX_REQUEST_ID_LENGTH = 100;

const requestIdOf = (headers: IncomingHttpHeaders): string | null =>
  header(headers, 'cdn-requestid')?.slice(0, MAX_REQUEST_ID_LENGTH) ?? null;

/** Larger envelopes (as JSON) are dropped: exchanges stay in memory. */
const MAX_ENVELOPE_LENGTH = 16_384;

/** The part of an answer that the ledger shows. */
export function envelopeOf<Answer>({ envelope }: Operation<unknown, Answer>, answer: Answer) {
  if (envelope === undefined || typeof answer !== 'object' || answer === null) return undefined;
  const kept = Object.fromEntries(
    Object.entries(answer).filter(([name]) => envelope.includes(name)),
  );
  return JSON.stringify(kept).length > MAX_ENVELOPE_LENGTH ? undefined : kept;
}

function cancelled(): ApiError {
  return new ApiError({ kind: 'aborted', title: 'Cancelled' });
}

/**
 * Creates a {@link Call} that sends requests to the service at `baseUrl`. Redirects are not followed and requests not
 * repeated (except as described at `transmitter` and `withFallbackForm`). The kind of an error says whether a change
 * may have been carried out: see `changeOutcome`.
 */
export function createClient(options: ClientOptions): Call {
  const { baseUrl, clock, drift, reader, userAgent, timeouts } = options;
  const transmit = transmitter(userAgent, timeouts);
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
    const secret = operation.secret?.isIn(input) ? operation.secret : undefined;
    const requestId = secret ? null : requestIdOf(headers);
    // A cached answer has an old date.
    const isKept = Number(header(headers, 'age') ?? 0) > 0;
    const date = isKept ? undefined : parseHttpDate(headers.date);
    const settled = {
      kind: 'answered',
      status,
      ms,
      bytes: answer.body.length,
      skewMs: date === undefined ? null : date - now,
      requestId,
      ...(secret && { isSecret: true }),
    } as const;

    if (status >= 200 && status < 300 && !secret) onBody?.(body);
    const reading = await interpretAnswer(
      operation,
      url,
      { status, headers, body },
      { drift: secret ? driftWithoutServiceText(drift) : drift, reader },
    );
    // The result of a change is always reported.
    if (signal?.aborted && operation.effect === 'reads') {
      report({ kind: 'failed', ms, error: cancelled() });
      throw cancelled();
    }
    const astray =
      reading.kind === 'answer' ? operation.misrouted?.(input, reading.answer) : undefined;
    if (reading.kind === 'answer' && astray === undefined) {
      const envelope = secret ? undefined : envelopeOf(operation, reading.answer);
      report({ ...settled, error: null, envelope });
      return reading.answer;
    }
    const said: ApiErrorParts =
      reading.kind === 'problem'
        ? reading.problem
        : { kind: 'unexpected', title: 'The answer is about something else', detail: astray };
    const error = new ApiError({
      status,
      ...(secret ? withoutServiceText(said, secret, input) : said),
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

/** Errors that the form of the request may have caused. */
const MAY_BE_THE_FORM: ReadonlySet<ApiError['kind']> = new Set(['not-found', 'invalid']);

const isRefused = (error: unknown): error is ApiError =>
  error instanceof ApiError && MAY_BE_THE_FORM.has(error.kind);

type Ask = <Input, Answer>(
  operation: Operation<Input, Answer>,
  request: { readonly input: Input; readonly parts: RequestParts },
  signal?: AbortSignal,
  onBody?: OnBody,
) => Promise<Answer>;

/**
 * For operations with two request forms (`Operation.composeOther`): the first answer shows which one the service
 * accepts. Until then, if the usual form is refused, the other is tried once. If both are refused, the refusal of the
 * usual form is reported.
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
