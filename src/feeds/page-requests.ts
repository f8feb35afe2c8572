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
  /** The walk that it is on. */
  readonly id: number;
  readonly token: string | undefined;
}

/**
 * The requests of one day, one after the other. Once the bytes of a page are there, the page after it is asked for, so
 * that the service works while that one is read and taken in. One page ahead, and what it is asked for with is looked at
 * again when its turn comes: a page that nobody wants then is let go of.
 */
export class PageRequests {
  readonly #send: (token: string | undefined, onBody: OnBody) => SentRequest;
  readonly #tokenAhead: (id: number, ending: PageEnding) => string | undefined;
  readonly #endings = new WeakMap<WalkRequest, PageEnding>();
  #current: WalkRequest | undefined;
  #ahead: WalkRequest | undefined;

  /** @param tokenAhead what the page after one of walk `id` is asked for with; undefined where it is to wait */
  constructor(
    send: (token: string | undefined, onBody: OnBody) => SentRequest,
    tokenAhead: (id: number, ending: PageEnding) => string | undefined,
  ) {
    this.#send = send;
    this.#tokenAhead = tokenAhead;
  }

  /** Asks for the page that `token` leads to, or gives the request that has been sent for it. */
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

  /** Nothing is asked for just now: what comes later is to be as new as when it is wanted. */
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
    // Whoever asks for it is told.
    this.#ahead.page.catch(() => {});
  }
}

/** What the bytes of a page tell before it is read. */
export interface PageEnding {
  readonly bytes: number;
  readonly continuationToken: string;
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
