import { createHash, timingSafeEqual } from 'node:crypto';

/**
 * Whether a request was addressed to this machine. A page in a browser can have its own name resolve to
 * 127.0.0.1, but it cannot choose the Host header.
 */
export function isLoopbackHost(host: string | undefined): boolean {
  return host !== undefined && /^(?:127\.0\.0\.1|localhost)(?::\d{1,5})?$/i.test(host);
}

/** A check of presented keys against one, in a time that does not tell how much of it was right. */
export function keyCheck(accessKey: string): (presented: string | undefined) => boolean {
  const expected = digest(accessKey);
  return (presented) => presented !== undefined && timingSafeEqual(digest(presented), expected);
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
