import type { Worker } from 'node:worker_threads';
import type { TextFilter } from '../filter/text-test.ts';
import type { SearchRequest, SearchResponse } from './request-handler.ts';
import type { SearchResult, TextSearch, TextSearcher } from './text-search.ts';

/** Tasks that wait for the thread: what it does while this one draws a frame. */
const MOST_WAITING = 32;

/** Milliseconds without a search after which the thread goes, and what it has in memory with it. */
const IDLE = 10_000;

/** What it may have in memory, megabytes: little, since the texts lie in memory of their own. */
const LIMITS = { maxYoungGenerationSizeMb: 2, maxOldGenerationSizeMb: 64 };

interface OpenSearch {
  readonly begin: SearchRequest;
  readonly answered: (serial: number, found: SearchResult) => void;
  waiting: number;
}

interface SearchThreadOptions {
  /** What the thread runs instead: a module, or the text of a script. */
  readonly source?: URL | string;
  /** Milliseconds without a search after which it ends. */
  readonly idle?: number;
}

/**
 * A thread that searches log texts. The first search starts it; it keeps no process from ending, and ends
 * when nothing was searched for a while. Where it cannot be started, or falls, nothing is answered.
 */
export class SearchThread implements TextSearcher {
  readonly #options: SearchThreadOptions;
  /** By their number. */
  readonly #searches = new Map<number, OpenSearch>();
  #worker: Worker | undefined;
  #phase: 'none' | 'starting' | 'running' | 'failed' = 'none';
  #count = 0;
  #rest: NodeJS.Timeout | undefined;

  constructor(options: SearchThreadOptions = {}) {
    this.#options = options;
  }

  get phase(): 'none' | 'starting' | 'running' | 'failed' {
    return this.#phase;
  }

  start(
    texts: readonly TextFilter[],
    answered: (serial: number, found: SearchResult) => void,
  ): TextSearch {
    clearTimeout(this.#rest);
    this.#count += 1;
    const search = this.#count;
    const ended = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
    const asking: OpenSearch = {
      begin: { kind: 'begin', search, texts, ended },
      answered,
      waiting: 0,
    };
    this.#searches.set(search, asking);
    if (this.#worker) this.#post(asking.begin);
    else if (this.#phase === 'none') void this.#start();
    const room = () => (this.#worker ? MOST_WAITING - asking.waiting : 0);
    return {
      get capacity() {
        return room();
      },
      submit: (task) => {
        asking.waiting += 1;
        this.#post({ kind: 'look', search, task });
      },
      end: () => {
        if (!this.#searches.delete(search)) return;
        Atomics.store(ended, 0, 1);
        this.#post({ kind: 'end', search });
        if (this.#searches.size === 0) this.#stopLater();
      },
    };
  }

  async #start(): Promise<void> {
    this.#phase = 'starting';
    const lost = () => this.#fail();
    try {
      // Read when first needed: most runs search nothing that is worth a thread.
      const { Worker } = await import('node:worker_threads');
      const source = this.#options.source ?? (await import('./worker-source.ts')).workerSource;
      const worker = new Worker(source, {
        eval: typeof source === 'string',
        env: {},
        execArgv: [],
        resourceLimits: LIMITS,
      });
      worker.on('message', (answer: SearchResponse) => this.#receive(answer));
      worker.on('error', lost).on('messageerror', lost);
      worker.unref();
      this.#worker = worker;
      this.#phase = 'running';
      for (const { begin } of this.#searches.values()) this.#post(begin);
      if (this.#searches.size === 0) this.#stopLater();
    } catch {
      lost();
    }
  }

  #post(order: SearchRequest): void {
    this.#worker?.postMessage(order);
  }

  #receive({ search, serial, found }: SearchResponse): void {
    const asking = this.#searches.get(search);
    if (!asking) return;
    asking.waiting -= 1;
    asking.answered(serial, found);
  }

  /** Once is enough: what made it fall would do so again. */
  #fail(): void {
    this.#stop();
    this.#phase = 'failed';
  }

  #stopLater(): void {
    this.#rest = setTimeout(() => {
      if (this.#phase === 'running') this.#stop();
    }, this.#options.idle ?? IDLE).unref();
  }

  #stop(): void {
    const worker = this.#worker;
    this.#worker = undefined;
    this.#phase = 'none';
    void worker?.terminate();
  }
}
