import type { Worker } from 'node:worker_threads';
import type { Drift } from '../../contract/drift.ts';
import type { Operation } from '../../contract/operation.ts';
import { eventLogs } from '../../contract/operations/event-logs.ts';
import {
  type AnswerReader,
  type ParsedAnswer,
  readBody,
  tooMuchMemory,
  type UnreadAnswer,
} from '../../contract/read-answer.ts';
import { receivedAnswer } from '../../contract/sent-answer.ts';
import { isOutOfMemory, startThread } from '../../edges/thread.ts';
import type { TextFilter } from '../filter/text-test.ts';
import { EntryBlock } from '../storage/entry-block.ts';
import type { ReadRequest, ReadResponse } from './read-handler.ts';
import type { SearchRequest, SearchResponse } from './search-handler.ts';
import type { SearchResult, TextSearch, TextSearcher } from './text-search.ts';

/** Limit of queued tasks: what the thread does while this one draws a frame. */
const MAX_WAITING = 32;

/** Idle time after which the thread ends and frees its memory, in milliseconds. */
const IDLE_MS = 60_000;

/**
 * Memory limits in megabytes. Texts to be searched are outside of the heap, but an answer of 8 MiB as objects is not.
 * With a third of it for new objects, those of a page outlive it: a day loads 15 % slower, and no memory is saved.
 */
const LIMITS = { maxYoungGenerationSizeMb: 12, maxOldGenerationSizeMb: 256 };

/**
 * Answers of at least this size are always read in the thread, because reading them here might take longer than a
 * frame.
 */
const LARGE_BYTES = 128 << 10;

/** Limit of restarts after a search has used up the thread's memory; the search would do so again. */
const MAX_RESTARTS = 3;

/** Number of shared buffers kept for the next answers. */
const MAX_MEMORIES = 2;

interface OpenSearch {
  readonly begin: SearchRequest;
  readonly answered: (serial: number, found: SearchResult) => void;
  waiting: number;
}

interface OpenRead {
  readonly request: ReadRequest;
  readonly answered: (response: ReadResponse | Lost) => void;
}

/** Why the thread does not answer: it cannot run, or this answer used up its memory. */
type Lost = 'no thread' | 'out of memory';

interface WorkerThreadOptions {
  /** What the thread runs instead, for tests: a module or the text of a script. */
  readonly source?: URL | string;
  /** Idle time after which it ends, in milliseconds. */
  readonly idle?: number;
}

/**
 * A worker thread that reads pages of event logs and large answers, and searches log texts. It starts on demand, does
 * not keep the process alive, and ends when idle. If it cannot run, answers are read on this thread, and searches
 * return nothing. An answer that exceeds the thread's memory is not read at all.
 */
export class WorkerThread implements TextSearcher, AnswerReader {
  readonly #options: WorkerThreadOptions;
  readonly #searches = new Map<number, OpenSearch>();
  readonly #reads = new Map<number, OpenRead>();
  /** Shared buffers for the next answers. */
  readonly #memory: SharedArrayBuffer[] = [];
  #worker: Worker | undefined;
  #phase: 'none' | 'starting' | 'running' | 'failed' = 'none';
  #failure: string | null = null;
  #count = 0;
  /** Threads that ran out of memory for another reason than an answer. */
  #fallen = 0;
  #rest: NodeJS.Timeout | undefined;

  constructor(options: WorkerThreadOptions = {}) {
    this.#options = options;
  }

  get phase(): 'none' | 'starting' | 'running' | 'failed' {
    return this.#phase;
  }

  /** Why the thread cannot run; null if it can. */
  get failure(): string | null {
    return this.#failure;
  }

  read<Answer>(
    operation: Operation<unknown, Answer>,
    unread: UnreadAnswer,
    drift: Drift,
  ): Promise<ParsedAnswer<Answer>> | undefined {
    const { body } = unread;
    const isThreads = operation.id === eventLogs.id || body.length >= LARGE_BYTES;
    if (this.#phase === 'failed' || !isThreads) return undefined;
    return this.#read(operation, unread, drift);
  }

  async #read<Answer>(
    operation: Operation<unknown, Answer>,
    unread: UnreadAnswer,
    drift: Drift,
  ): Promise<ParsedAnswer<Answer>> {
    const { promise, resolve } = Promise.withResolvers<ReadResponse | Lost>();
    this.#count += 1;
    const id = this.#count;
    const shared = { ...unread, body: this.#share(unread.body) };
    const request: ReadRequest = { kind: 'read', id, operation: operation.id, unread: shared };
    this.#reads.set(id, { request, answered: resolve });
    this.#worker?.ref();
    this.#begin(request);
    const response = await promise;
    if (response === 'no thread') return readBody(operation, shared, drift);
    if (response === 'out of memory') return tooMuchMemory(shared, LIMITS.maxOldGenerationSizeMb);
    if (this.#memory.length < MAX_MEMORIES) this.#memory.push(shared.body.buffer);
    drift.add(response.drift);
    const { reading } = response;
    if (reading.kind === 'problem') return reading;
    const { logs } = reading;
    // The thread has decoded it with this operation's decoder.
    const answer = receivedAnswer(reading.answer) as Answer;
    return { kind: 'answer', answer: logs ? { ...answer, logs: EntryBlock.of(logs) } : answer };
  }

  start(
    texts: readonly TextFilter[],
    answered: (serial: number, found: SearchResult) => void,
  ): TextSearch {
    this.#count += 1;
    const search = this.#count;
    const ended = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
    const asking: OpenSearch = {
      begin: { kind: 'begin', search, texts, ended },
      answered,
      waiting: 0,
    };
    this.#searches.set(search, asking);
    this.#begin(asking.begin);
    const room = () => (this.#worker ? MAX_WAITING - asking.waiting : 0);
    return {
      get capacity() {
        return room();
      },
      submit: (task) => {
        asking.waiting += 1;
        this.#worker?.postMessage({ kind: 'look', search, task } satisfies SearchRequest);
      },
      end: () => {
        if (!this.#searches.delete(search)) return;
        Atomics.store(ended, 0, 1);
        this.#worker?.postMessage({ kind: 'end', search } satisfies SearchRequest);
        this.#restLater();
      },
    };
  }

  /**
   * Copies a body to shared memory, which is reused, and frees the original at once: a page is a megabyte, and
   * collecting it would delay key presses.
   */
  #share(body: Uint8Array): Uint8Array<SharedArrayBuffer> {
    const at = this.#memory.findIndex(({ byteLength }) => byteLength >= body.length);
    const [memory = new SharedArrayBuffer(Math.ceil(body.length / LARGE_BYTES) * LARGE_BYTES)] =
      at < 0 ? [] : this.#memory.splice(at, 1);
    if (at < 0) this.#memory.length = 0;
    const shared = new Uint8Array(memory, 0, body.length);
    shared.set(body);
    // Small buffers share memory with others in Node.
    if (body.buffer instanceof ArrayBuffer && body.length >= LARGE_BYTES) body.buffer.transfer(0);
    return shared;
  }

  /** Sends work to the thread, now or once it has started. */
  #begin(request: SearchRequest | ReadRequest): void {
    clearTimeout(this.#rest);
    if (this.#worker) this.#worker.postMessage(request);
    else if (this.#phase === 'none') void this.#start();
  }

  async #start(): Promise<void> {
    this.#phase = 'starting';
    try {
      const own: URL | string = new URL('./worker.ts', import.meta.url);
      const source = this.#options.source ?? own;
      // A single shared element: the id of the answer being read, 0 if none.
      const reading = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
      const options = { resourceLimits: LIMITS, workerData: reading };
      const { worker, ended } = await startThread(source, options);
      // It may have been ended meanwhile.
      if (this.#phase !== 'starting') {
        void worker.terminate();
        return;
      }
      worker.on('message', (answer: SearchResponse | ReadResponse) => this.#receive(answer));
      void ended.then((reason) => {
        if (this.#worker !== worker) return;
        const id = Atomics.load(reading, 0);
        if (isOutOfMemory(reason) && this.#mayStartAgain(id)) this.#startAgain(id);
        else this.#fail(reason);
      });
      if (this.#reads.size === 0) worker.unref();
      this.#worker = worker;
      this.#phase = 'running';
      for (const { begin } of this.#searches.values()) worker.postMessage(begin);
      for (const { request } of this.#reads.values()) worker.postMessage(request);
      this.#restLater();
    } catch (error) {
      this.#fail(error);
    }
  }

  #receive(answer: SearchResponse | ReadResponse): void {
    if (answer.kind === 'read') {
      const read = this.#reads.get(answer.id);
      this.#reads.delete(answer.id);
      if (this.#reads.size === 0) this.#worker?.unref();
      this.#restLater();
      read?.answered(answer);
      return;
    }
    const asking = this.#searches.get(answer.search);
    if (!asking) return;
    asking.waiting -= 1;
    asking.answered(answer.serial, answer.found);
  }

  /** An answer is not read again, so a new thread is safe. A search would be repeated, so restarts are limited. */
  #mayStartAgain(id: number): boolean {
    if (this.#reads.has(id)) return true;
    this.#fallen += 1;
    return this.#fallen <= MAX_RESTARTS;
  }

  /**
   * Handles a thread that ran out of memory. The answer being read fails, since reading it here would delay key
   * presses. A new thread does the remaining work, and views search by themselves what was queued.
   *
   * @param id the answer being read; 0 if it was a search
   */
  #startAgain(id: number): void {
    const read = this.#reads.get(id);
    this.#stop();
    for (const search of this.#searches.values()) search.waiting = 0;
    this.#reads.delete(id);
    if (this.#reads.size > 0 || this.#searches.size > 0) void this.#start();
    read?.answered('out of memory');
  }

  /** No restart: the cause would remain. */
  #fail(reason: unknown): void {
    this.#stop();
    this.#phase = 'failed';
    this.#failure = reason instanceof Error ? reason.message : String(reason);
    this.#lost();
  }

  #lost(): void {
    const reads = [...this.#reads.values()];
    this.#reads.clear();
    for (const { answered } of reads) answered('no thread');
  }

  #restLater(): void {
    if (this.#searches.size > 0 || this.#reads.size > 0) return;
    clearTimeout(this.#rest);
    this.#rest = setTimeout(() => {
      if (this.#phase === 'running') this.#stop();
    }, this.#options.idle ?? IDLE_MS).unref();
  }

  /** Ends the thread; pending answers are read here. */
  end(): void {
    this.#stop();
    this.#lost();
  }

  #stop(): void {
    const worker = this.#worker;
    this.#worker = undefined;
    this.#phase = 'none';
    this.#memory.length = 0;
    void worker?.terminate();
  }
}
