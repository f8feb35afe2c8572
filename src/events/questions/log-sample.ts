import { readJson } from '../../text/json-and-csv.ts';
import { memberOf, textOf } from '../storage/log-fields.ts';

/** What a log says about why a rule matched, as far as present. Hostile text. */
export interface LogSample {
  /** The text that the rule matched. */
  readonly matched: string | null;
  readonly url: string | null;
  readonly message: string | null;
  /** Whether the request had a Cookie or Authorization header; null if headers are not logged. */
  readonly hasSession: boolean | null;
}

const NOTHING: LogSample = { matched: null, url: null, message: null, hasSession: null };
const MAX_LOG_LENGTH = 64 << 10;

/** Reads the JSON of a log by the keys in the wire facts (8.3), of several like `logFields`. Null for other text. */
export function readLogSample(log: string | null): LogSample {
  if (log === null || log.length > MAX_LOG_LENGTH) return NOTHING;
  const document = readJson(log);
  const trigger = memberOf(document, 'triggermatch');
  const headers = memberOf(document, 'headers');
  return {
    matched: textOf(memberOf(trigger, 'value')),
    url: textOf(memberOf(document, 'url')),
    message: textOf(memberOf(document, 'message')),
    hasSession: Array.isArray(headers) ? headers.some(isSession) : null,
  };
}

function isSession(header: unknown): boolean {
  const name = textOf(memberOf(header, 'name'))?.toLowerCase();
  return (name === 'cookie' || name === 'authorization') && memberOf(header, 'value') !== '';
}
