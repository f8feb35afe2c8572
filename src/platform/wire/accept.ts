import type { Reply } from './reply.ts';

/** The media types that answers of operation 1 are offered as (contract, Endpoints, 1), the usual one first. */
const OFFERED = ['application/json', 'text/json', 'text/plain'] as const;

/**
 * A reply of JSON as the type that an Accept header likes best, weights and wildcards looked at. Where it likes none
 * the usual one is sent: a status for that is not stated. Problem details keep their own type.
 */
export function asAccepted(reply: Reply, accept: string | undefined): Reply {
  const sent = reply.headers['content-type'];
  if (accept === undefined || !sent?.startsWith(OFFERED[0])) return reply;
  const ranges = accept.split(',').map(rangeOf);
  const [best = OFFERED[0]] = OFFERED.filter((type) => weightOf(type, ranges) > 0).toSorted(
    (a, b) => weightOf(b, ranges) - weightOf(a, ranges),
  );
  return {
    ...reply,
    headers: { ...reply.headers, 'content-type': `${best}; charset=utf-8` },
  };
}

/** A media range and its weight, 0 to 1. */
interface Range {
  readonly type: string;
  readonly weight: number;
}

function rangeOf(text: string): Range {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const quality = parameters.find((each) => each.startsWith('q='))?.slice(2);
  const weight = quality === undefined ? 1 : Number(quality);
  return { type, weight: weight >= 0 && weight <= 1 ? weight : 0 };
}

/** What the most specific range that a type is in gives it (RFC 9110, section 12.5.1); 0 in none. */
function weightOf(type: string, ranges: readonly Range[]): number {
  for (const range of [type, `${type.split('/')[0]}/*`, '*/*']) {
    const found = ranges.find((each) => each.type === range);
    if (found) return found.weight;
  }
  return 0;
}
