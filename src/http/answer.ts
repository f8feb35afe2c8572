import type { IncomingHttpHeaders } from 'node:http';
import type { ApiErrorParts } from '../contract/api-error.ts';
import type { Drift } from '../contract/drift.ts';
import type { Operation } from '../contract/operation.ts';
import { type AnswerReader, type ParsedAnswer, readBody } from '../contract/read-answer.ts';

/** A complete HTTP answer. Everything in it is hostile. */
interface HttpAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Decompressed. */
  readonly body: Uint8Array;
}

const ENCODINGS: ReadonlySet<string> = new Set(['identity', 'gzip', 'deflate', 'br', 'zstd']);

function problem<Answer>(parts: ApiErrorParts): ParsedAnswer<Answer> {
  return { kind: 'problem', problem: parts };
}

/** Statuses that point elsewhere; 300 and 304 may come from a cache, and say nothing about the base URL. */
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

function notAnswered(status: number, location: string | undefined, url: URL): ApiErrorParts {
  if (location === undefined || !REDIRECTS.has(status)) {
    return { kind: 'unexpected', status, title: 'Unexpected status' };
  }
  const target = URL.parse(location, url);
  return {
    kind: 'redirected',
    status,
    title: target
      ? `The service redirects to ${target.host}`
      : 'The service redirects, but does not say where',
    detail: 'not followed, because the access key would be sent along',
  };
}

/**
 * Interprets the answer to a request for `url`: first by HTTP alone, then by the contract.
 *
 * @param reader reads the body; without it the body is read here
 */
export async function interpretAnswer<Answer>(
  operation: Operation<unknown, Answer>,
  url: URL,
  { status, headers, body }: HttpAnswer,
  { drift, reader }: { readonly drift: Drift; readonly reader?: AnswerReader | undefined },
): Promise<ParsedAnswer<Answer>> {
  if (status >= 300 && status < 400) {
    return problem(notAnswered(status, header(headers, 'location'), url));
  }
  const encoding = header(headers, 'content-encoding') ?? 'identity';
  if (!ENCODINGS.has(encoding.toLowerCase())) {
    const title = 'The answer is in an encoding that was not asked for';
    return problem({ kind: 'unexpected', status, title, detail: encoding });
  }
  const unread = { status, contentType: header(headers, 'content-type'), body };
  return reader?.read(operation, unread, drift) ?? readBody(operation, unread, drift);
}

const IMF_FIXDATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:(\d{2}) GMT$/;

/** An HTTP date (`Sat, 14 Mar 2026 14:02:00 GMT`) in milliseconds since the epoch; undefined if invalid. */
export function parseHttpDate(text: string | undefined): number | undefined {
  const seconds = text === undefined ? undefined : IMF_FIXDATE.exec(text)?.[1];
  if (text === undefined || seconds === undefined) return undefined;
  // Date does not accept leap seconds.
  const at = Date.parse(seconds === '60' ? text.replace(':60 GMT', ':59 GMT') : text);
  return Number.isNaN(at) ? undefined : at;
}

/** The first value of a header. Hostile text. */
export function header(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value : value?.[0];
}

interface RetryAfterFacts {
  /** `Retry-After`: seconds or an HTTP date. */
  readonly retryAfter: string | undefined;
  /** `Date` of the same answer: the service's current time. */
  readonly date: string | undefined;
  /** Our wall clock, milliseconds since the epoch; used if the answer has no `Date`. */
  readonly now: number;
}

const MIN_WAIT_MS = 1000;

/**
 * How long the service asks to wait, milliseconds, at least one second; undefined if it does not, or the value is
 * invalid. There is no cap: the caller decides how long is too long.
 */
export function retryAfterMs({ retryAfter, date, now }: RetryAfterFacts): number | undefined {
  const text = retryAfter?.trim();
  if (text === undefined) return undefined;
  if (/^\d{1,9}$/.test(text)) return Math.max(MIN_WAIT_MS, Number(text) * 1000);
  const until = parseHttpDate(text);
  return until === undefined
    ? undefined
    : Math.max(MIN_WAIT_MS, until - (parseHttpDate(date) ?? now));
}
