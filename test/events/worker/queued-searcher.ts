import type { SearchRequest, SearchResponse } from '../../../src/events/worker/search-handler.ts';
import { SearchRequestHandler } from '../../../src/events/worker/search-handler.ts';
import type { SearchResult, TextSearcher } from '../../../src/events/worker/text-search.ts';

/** Does the work of a searching thread in this one, an order at a time, whenever it is told to. */
export class QueuedSearcher implements TextSearcher {
  readonly #orders: SearchRequest[] = [];
  readonly #heard = new Map<number, (serial: number, found: SearchResult) => void>();
  readonly #looker = new SearchRequestHandler((answer: SearchResponse) => {
    this.answered += 1;
    this.#heard.get(answer.search)?.(answer.serial, structuredClone(answer.found));
  });
  readonly #room: number;
  #count = 0;
  /** Segments it has answered for. */
  answered = 0;

  /** @param room how many tasks it takes at a time */
  constructor(room: number) {
    this.#room = room;
  }

  start: TextSearcher['start'] = (texts, answered) => {
    this.#count += 1;
    const search = this.#count;
    const ended = new Int32Array(new SharedArrayBuffer(4));
    this.#heard.set(search, answered);
    this.#orders.push({ kind: 'begin', search, texts, ended });
    const room = () => this.#room - this.#orders.length;
    return {
      get capacity() {
        return room();
      },
      submit: (task) => {
        this.#orders.push({ kind: 'look', search, task });
      },
      end: () => {
        Atomics.store(ended, 0, 1);
        this.#orders.push({ kind: 'end', search });
      },
    };
  };

  /** Carries out the next so many orders. */
  work(orders: number): void {
    for (const order of this.#orders.splice(0, orders)) this.#looker.handle(structuredClone(order));
  }
}
