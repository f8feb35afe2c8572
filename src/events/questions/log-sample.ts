import { readJson } from '../../text/json-and-csv.ts';

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

/** Reads the JSON of a log by the keys in the wire facts (8.3), ignoring case. All fields are null for other text. */
export function readLogSample(log: string | null): LogSample {
  if (log === null || log.length > MAX_LOG_LENGTH) return NOTHING;
  const document = readJson(log);
  const trigger = member(document, 'triggermatch');
  const headers = member(document, 'headers');
  return {
    matched: text(member(trigger, 'value')),
    url: text(member(document, 'url')),
    message: text(member(document, 'message')),
    hasSession: Array.isArray(headers) ? headers.some(isSession) : null,
  };
}

function member(of: unknown, key: string): unknown {
  if (typeof of !== 'object' || of === null) return undefined;
  return Object.entries(of).find(([name]) => name.toLowerCase() === key)?.[1];
}

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);

function isSession(header: unknown): boolean {
  const name = text(member(header, 'name'))?.toLowerCase();
  return (name === 'cookie' || name === 'authorization') && member(header, 'value') !== '';
}
