import { STATUS_CODES } from 'node:http';
import type { Reply } from './reply.ts';

/** The bytes of an answer's status line and headers, for when they are not left to node:http. */
export function headBytes({ status, headers }: Pick<Reply, 'status' | 'headers'>): Buffer {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return Buffer.from(
    [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`, ...lines, '', ''].join('\r\n'),
    'latin1',
  );
}
