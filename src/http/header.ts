import type { IncomingHttpHeaders } from 'node:http';

/** The value of a header that comes once; of several, the first. Hostile text. */
export function header(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value : value?.[0];
}
