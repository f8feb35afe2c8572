import { STATUS_CODES } from 'node:http';
/** An answer of the platform, before it goes to the wire. */
export interface Reply {
  readonly status: number;
  /** Lower-case names. `content-length`, `date` and the request's id are added when it is sent. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

const JSON_TYPE = 'application/json; charset=utf-8';
const NOTHING = Buffer.alloc(0);

export const emptyReply = (status: number): Reply => ({ status, headers: {}, body: NOTHING });

/** An answer whose body is a value as JSON, whatever the dialect. */
export const jsonReply = (status: number, value: unknown): Reply =>
  jsonTextReply(status, JSON.stringify(value));

/** An answer whose body is JSON already. */
export const jsonTextReply = (status: number, text: string): Reply => ({
  status,
  headers: { 'content-type': JSON_TYPE },
  body: Buffer.from(text),
});

/** The same for text that is known to be ASCII, which is quicker. */
export const asciiJsonReply = (status: number, text: string): Reply => ({
  status,
  headers: { 'content-type': JSON_TYPE },
  body: Buffer.from(text, 'latin1'),
});

/** Problem details (contract, Errors), with their own media type. */
export const problemReply = (status: number, value: unknown): Reply => ({
  status,
  headers: { 'content-type': 'application/problem+json; charset=utf-8' },
  body: Buffer.from(JSON.stringify(value)),
});

const HTML =
  '<!DOCTYPE html><html><head><title>Sign in to the network</title></head>' +
  '<body><h1>Sign in</h1><p>You need to accept the terms before you go on.</p></body></html>';

/** An HTML page such as captive portals and proxies send instead of an answer. */
export const htmlReply = (status: number): Reply => ({
  status,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: Buffer.from(HTML),
});

/** The bytes of an answer's status line and headers, for answers that bypass node:http. */
export function headBytes({ status, headers }: Pick<Reply, 'status' | 'headers'>): Buffer {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return Buffer.from(
    [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`, ...lines, '', ''].join('\r\n'),
    'latin1',
  );
}
