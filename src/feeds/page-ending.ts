/** What the bytes of a page tell before it is read. */
export interface PageEnding {
  readonly bytes: number;
  readonly continuationToken: string;
  /** The stamp of its last entry. */
  readonly lastStamp: number;
}

/** As far from either end of a page as is looked: a token of the longest that are sent, and what stands beside it. */
const WINDOW = 16 << 10;
/** A log may be long. */
const STAMP_WINDOW = 64 << 10;

const TOKEN = /^"continuationToken"\s*:\s*("(?:[^"\\]|\\.)*")/;
const MORE = /^"hasMoreData"\s*:\s*true\b/;
const STAMP = /^"timestamp"\s*:\s*(\d{1,16})\s*[,}]/;

/**
 * Finds in the bytes of a page what the one after it is asked for with, in much less time than reading it takes. Null
 * where that is not plain to see. A page that is written in an unusual way may mislead: whoever reads the page knows.
 */
export function pageEnding(body: Buffer): PageEnding | null {
  const { length: bytes } = body;
  const stamp = member(body.subarray(-STAMP_WINDOW), '"timestamp"', STAMP);
  if (stamp === undefined) return null;
  for (const part of [body.subarray(-WINDOW), body.subarray(0, WINDOW)]) {
    const token = member(part, '"continuationToken"', TOKEN);
    if (token === undefined) continue;
    if (member(part, '"hasMoreData"', MORE) === undefined) return null;
    try {
      return { bytes, continuationToken: JSON.parse(token), lastStamp: Number(stamp) };
    } catch {
      return null;
    }
  }
  return null;
}

/** What `pattern` finds where `name` stands last: of a member itself, not of a text that looks like one. */
function member(part: Buffer, name: string, pattern: RegExp): string | undefined {
  const at = part.lastIndexOf(name);
  if (at < 0 || part[at - 1] === BACKSLASH) return undefined;
  const found = pattern.exec(part.toString('utf8', at));
  return found?.[1] ?? found?.[0];
}

const BACKSLASH = 0x5c;
