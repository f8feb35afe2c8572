import type { IncomingHttpHeaders } from 'node:http';
import type { ApiErrorParts } from '../contract/api-error.ts';
import type { Drift } from '../contract/drift.ts';
import type { Operation } from '../contract/operation.ts';
import { type AnswerReader, type ParsedAnswer, readBody } from '../contract/read-answer.ts';

/** A whole answer over HTTP. Everything in it is hostile. */
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

/** The statuses that lead elsewhere; 300 and 304 may come of a cache, and say nothing of the base URL. */
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
 * Reads the answer to a request for `url`: what HTTP alone can tell first, then what the contract says.
 *
 * @param reader is asked to read the body; it is read here when there is none
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

/** An HTTP date (`Sat, 14 Mar 2026 14:02:00 GMT`) in milliseconds since the epoch; undefined otherwise. */
export function parseHttpDate(text: string | undefined): number | undefined {
  const seconds = text === undefined ? undefined : IMF_FIXDATE.exec(text)?.[1];
  if (text === undefined || seconds === undefined) return undefined;
  // A leap second is a valid date that Date does not know.
  const at = Date.parse(seconds === '60' ? text.replace(':60 GMT', ':59 GMT') : text);
  return Number.isNaN(at) ? undefined : at;
}

/** The value of a header that comes once; of several, the first. Hostile text. */
export function header(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value : value?.[0];
}

/** What tells how long the service asks to wait. */
interface RetryAfterFacts {
  /** The header `Retry-After`: seconds or an HTTP date. */
  readonly retryAfter: string | undefined;
  /** The header `Date` of the same answer: the service's own idea of now. */
  readonly date: string | undefined;
  /** Our wall clock, milliseconds since the epoch; used when the service does not tell its own. */
  readonly now: number;
}

const SHORTEST = 1000;

/**
 * The milliseconds the service asks to wait, at least a second; undefined when it does not, or when what
 * it says makes no sense. There is no cap: whoever waits decides how long is too long.
 */
export function retryAfterMs({ retryAfter, date, now }: RetryAfterFacts): number | undefined {
  const text = retryAfter?.trim();
  if (text === undefined) return undefined;
  if (/^\d{1,9}$/.test(text)) return Math.max(SHORTEST, Number(text) * 1000);
  const until = parseHttpDate(text);
  return until === undefined ? undefined : Math.max(SHORTEST, until - (parseHttpDate(date) ?? now));
}
