import type { Reply } from './reply.ts';

/** Not worth it below this many bytes. */
const LEAST = 1024;

/** Whether an Accept-Encoding header takes gzip. */
export const acceptsGzip = (accepted: string | readonly string[] | undefined): boolean =>
  /(?:^|[,\s])gzip\s*(?!;\s*q=0(?:\.0*)?\s*(?:,|$))(?:[,;]|$)/i.test(String(accepted ?? ''));

/** The reply with its body compressed, unless it is short. */
export async function compressed(reply: Reply): Promise<Reply> {
  if (reply.body.length < LEAST) return reply;
  const { gzip } = await import('node:zlib');
  const body = await new Promise<Buffer>((resolve, reject) => {
    gzip(reply.body, { level: 1 }, (error, result) => (error ? reject(error) : resolve(result)));
  });
  const headers = { ...reply.headers, 'content-encoding': 'gzip', vary: 'accept-encoding' };
  return { ...reply, headers, body };
}
