/**
 * Whether a request was addressed to this machine. A page in a browser can have its own name resolve to
 * 127.0.0.1, but it cannot choose the Host header.
 */
export function isLoopbackHost(host: string | undefined): boolean {
  return host !== undefined && /^(?:127\.0\.0\.1|localhost)(?::\d{1,5})?$/i.test(host);
}

/** A check of presented keys against one, in a time that does not tell how much of it was right. */
export function keyCheck(accessKey: string): (presented: string | undefined) => boolean {
  return (presented) => presented !== undefined && isSame(presented, accessKey);
}

/** As long as what was presented takes; `node:crypto` has the like, and takes 8 ms of a demo's start to load. */
function isSame(presented: string, expected: string): boolean {
  let difference = presented.length ^ expected.length;
  for (let at = 0; at < presented.length; at += 1) {
    difference |= presented.charCodeAt(at) ^ expected.charCodeAt(at % expected.length);
  }
  return difference === 0;
}
