import type { IncomingHttpHeaders } from 'node:http';
import type { ApiErrorParts } from '../contract/api-error.ts';
import type { Drift } from '../contract/drift.ts';
import type { Operation } from '../contract/operation.ts';
import { type ParsedAnswer, readAnswer } from '../contract/read-answer.ts';
import { header } from './headers.ts';

/** A whole answer over HTTP. Everything in it is hostile. */
interface HttpAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** The decompressed body. */
  readonly text: string;
}

const ENCODINGS: ReadonlySet<string> = new Set(['identity', 'gzip', 'deflate', 'br', 'zstd']);

function problem<Answer>(parts: ApiErrorParts): ParsedAnswer<Answer> {
  return { kind: 'problem', problem: parts };
}

function redirected(status: number, location: string | undefined, url: URL): ApiErrorParts {
  const target = location === undefined ? null : URL.parse(location, url);
  return {
    kind: 'redirected',
    status,
    title: target ? `The service redirects to ${target.host}` : 'The service redirects to nowhere',
    detail: 'not followed, because the access key would go along',
  };
}

/** Reads the answer to a request for `url`: what HTTP alone can tell first, then what the contract says. */
export function interpretAnswer<Answer>(
  operation: Operation<never, Answer>,
  url: URL,
  { status, headers, text }: HttpAnswer,
  drift: Drift,
): ParsedAnswer<Answer> {
  if (status >= 300 && status < 400) {
    return problem(redirected(status, header(headers, 'location'), url));
  }
  const encoding = header(headers, 'content-encoding') ?? 'identity';
  if (!ENCODINGS.has(encoding.toLowerCase())) {
    const title = 'The answer is in an encoding that was not asked for';
    return problem({ kind: 'unexpected', status, title, detail: encoding });
  }
  return readAnswer(
    operation,
    { status, contentType: header(headers, 'content-type'), text },
    drift,
  );
}
