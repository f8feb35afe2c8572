import type { OnBody } from '../contract/operation.ts';
import type { EventLogPage } from '../contract/operations/event-logs.ts';
import { type PageEnding, pageEnding } from './page-ending.ts';
import type { LinkedSignal } from './zone-state.ts';

/** A request that has been sent. */
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
