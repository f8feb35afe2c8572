import type { OnBody } from '../contract/operation.ts';
import type { EventLogPage } from '../contract/operations/event-logs.ts';
import type { LinkedSignal } from './zone-state.ts';

interface SentRequest {
  /** Wall clock. */
  readonly askedAt: number;
  readonly link: LinkedSignal;
  readonly page: Promise<EventLogPage>;
}

interface WalkRequest extends SentRequest {
  readonly id: number;
  readonly token: string | undefined;
}

/**
 * The requests of one day, one at a time. Once the bytes of a page have arrived, the next page is requested, so that
 * the service works while the page is parsed and taken. At most one page ahead; it is dropped if it is not the one
 * wanted next.
 */
export class PageRequests {
  readonly #send: (token: string | undefined, onBody: OnBody) => SentRequest;
  readonly #tokenAhead: (id: number, ending: PageEnding) => string | undefined;
  readonly #endings = new WeakMap<WalkRequest, PageEnding>();
  #current: WalkRequest | undefined;
  #ahead: WalkRequest | undefined;

  /** @param tokenAhead token of the page after one of walk `id`; undefined to wait */
  constructor(
    send: (token: string | undefined, onBody: OnBody) => SentRequest,
    tokenAhead: (id: number, ending: PageEnding) => string | undefined,
  ) {
    this.#send = send;
    this.#tokenAhead = tokenAhead;
  }

  /** Requests the page of `token`, or returns the request already sent for it. */
  ask(id: number, token: string | undefined): SentRequest {
    const ahead = this.#ahead?.id === id ? this.#ahead : undefined;
    const isAsked = ahead && ahead.token === token && !ahead.link.signal.aborted;
    if (ahead && !isAsked) this.letGo();
    if (isAsked) this.#ahead = undefined;
    const request = isAsked ? ahead : this.#ask(id, token);
    this.#current = request;
    this.#askAhead(request);
    return request;
  }

  /** Drops the request ahead: a page requested later should be as fresh as possible. */
  letGo(): void {
    this.#ahead?.link.abort();
    this.#ahead?.link.release();
    this.#ahead = undefined;
  }

  #ask(id: number, token: string | undefined): WalkRequest {
    const request: WalkRequest = {
      id,
      token,
      ...this.#send(token, (body) => {
        const ending = pageEnding(body);
        if (ending) this.#endings.set(request, ending);
        if (request === this.#current) this.#askAhead(request);
      }),
    };
    return request;
  }

  #askAhead(request: WalkRequest): void {
    const ending = this.#endings.get(request);
    if (!ending || this.#ahead) return;
    const token = this.#tokenAhead(request.id, ending);
    if (token === undefined) return;
    this.#ahead = this.#ask(request.id, token);
    // Its user gets the error.
    this.#ahead.page.catch(() => {});
  }
}

/** What the bytes of a page reveal before it is parsed. */
export interface PageEnding {
  readonly bytes: number;
  readonly continuationToken: string;
  readonly lastStamp: number;
}

/** Bytes searched at either end of a page: enough for the longest token and its neighbours. */
const WINDOW = 16 << 10;
/** Larger, since the last log may be long. */
const STAMP_WINDOW = 64 << 10;

const TOKEN = /^"continuationToken"\s*:\s*("(?:[^"\\]|\\.)*")/;
const MORE = /^"hasMoreData"\s*:\s*true\b/;
const STAMP = /^"timestamp"\s*:\s*(\d{1,16})\s*[,}]/;

/**
 * Finds the next page's token in the bytes of a page, much faster than parsing it. Null if it is not obvious. An
 * unusual page may mislead; the parsed page decides.
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

/** Matches `pattern` at the last `name`: a member, not text that looks like one. */
function member(part: Buffer, name: string, pattern: RegExp): string | undefined {
  const at = part.lastIndexOf(name);
  if (at < 0 || part[at - 1] === BACKSLASH) return undefined;
  const found = pattern.exec(part.toString('utf8', at));
  return found?.[1] ?? found?.[0];
}

const BACKSLASH = 0x5c;
