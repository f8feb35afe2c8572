import { setImmediate } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import type { Drift } from '../../contract/drift.ts';
import type { Operation } from '../../contract/operation.ts';
import { eventLogs } from '../../contract/operations/event-logs.ts';
import { unpackAnswer } from '../../contract/packed-answer.ts';
import {
  type AnswerReader,
  type ParsedAnswer,
  readBody,
  tooMuchMemory,
  type UnreadAnswer,
} from '../../contract/read-answer.ts';
import { startThread } from '../../edges/thread.ts';
import type { TextFilter } from '../filter/text-test.ts';
import { EntryBlock } from '../storage/entry-block.ts';
import type { ReadRequest, ReadResponse } from './read-handler.ts';
import type { SearchRequest, SearchResponse } from './search-handler.ts';
import type { SearchResult, TextSearch, TextSearcher } from './text-search.ts';

/** Tasks that wait for the thread: what it does while this one draws a frame. */
const MOST_WAITING = 32;

/** Milliseconds without work after which the thread goes, and what it has in memory with it. */
const IDLE = 60_000;

/**
 * What it may have in memory, megabytes. The texts that it searches lie in memory of their own; what an answer of
 * 8 MiB is as objects does not.
 */
const LIMITS = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 256 };

/** Answers of so many bytes are read in the thread whatever they are: here they might take longer than a frame. */
const LARGE = 128 << 10;

/** So often another thread begins where a search took all the memory of one: what took it is searched again. */
const MOST_STARTED_AGAIN = 3;

/** Pieces of shared memory that are kept for the next answers. */
const MOST_MEMORIES = 2;

/** The longest that putting an answer together again may keep a key waiting, milliseconds. */
const SLICE = 4;

interface OpenSearch {
  readonly begin: SearchRequest;
  readonly answered: (serial: number, found: SearchResult) => void;
  waiting: number;
}

interface OpenRead {
  readonly request: ReadRequest;
  readonly answered: (response: ReadResponse | Lost) => void;
}

/** Why the thread does not answer: there is none any more, or reading this very answer took all the memory it had. */
type Lost = 'no thread' | 'out of memory';

interface WorkerThreadOptions {
  /** What the thread runs instead: a module, or the text of a script. */
  readonly source?: URL | string;
  /** Milliseconds without work after which it ends. */
  readonly idle?: number;
}

/**
 * A thread beside the one that draws: reads pages of event logs and large answers, and searches log texts. It begins
 * with the first of them, keeps no process from ending, and ends when there was nothing to do for a while. Where it
 * cannot be started, or falls, answers are read here, and nothing is found that was searched for. An answer that takes
 * all its memory is read nowhere.
 */
export class WorkerThread implements TextSearcher, AnswerReader {
  readonly #options: WorkerThreadOptions;
  readonly #searches = new Map<number, OpenSearch>();
  readonly #reads = new Map<number, OpenRead>();
  /** What answers were handed over in, for the next ones. */
  readonly #memory: SharedArrayBuffer[] = [];
  #worker: Worker | undefined;
  #phase: 'none' | 'starting' | 'running' | 'failed' = 'none';
  #failure: string | null = null;
  #count = 0;
  /** Threads so far whose memory was taken by something else than an answer. */
  #fallen = 0;
  #rest: NodeJS.Timeout | undefined;

  constructor(options: WorkerThreadOptions = {}) {
    this.#options = options;
  }

  get phase(): 'none' | 'starting' | 'running' | 'failed' {
    return this.#phase;
  }

  /** Why there is no thread and will be none; null while that is not so. */
  get failure(): string | null {
    return this.#failure;
  }

  read<Answer>(
    operation: Operation<unknown, Answer>,
    unread: UnreadAnswer,
    drift: Drift,
  ): Promise<ParsedAnswer<Answer>> | undefined {
    const { body } = unread;
    const isThreads = operation.id === eventLogs.id || body.length >= LARGE;
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
    if (this.#memory.length < MOST_MEMORIES) this.#memory.push(shared.body.buffer);
    drift.add(response.drift);
    const { reading } = response;
    if (reading.kind === 'problem') return reading;
    const { logs } = reading;
    const steps = unpackAnswer(reading.answer, SLICE);
    for (let step = steps.next(); ; step = steps.next()) {
      // The thread read it with the decoder of this very operation.
      const answer = step.value as Answer;
      if (step.done && logs)
        return { kind: 'answer', answer: { ...answer, logs: EntryBlock.of(logs) } };
      if (step.done) return { kind: 'answer', answer };
      await setImmediate();
    }
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
    const room = () => (this.#worker ? MOST_WAITING - asking.waiting : 0);
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
   * A body in memory that both threads see. That is used again and again, and what the body came in is given back at
   * once: a page is a megabyte, and collecting it would keep keys waiting.
   */
  #share(body: Uint8Array): Uint8Array<SharedArrayBuffer> {
    const at = this.#memory.findIndex(({ byteLength }) => byteLength >= body.length);
    const [memory = new SharedArrayBuffer(Math.ceil(body.length / LARGE) * LARGE)] =
      at < 0 ? [] : this.#memory.splice(at, 1);
    if (at < 0) this.#memory.length = 0;
    const shared = new Uint8Array(memory, 0, body.length);
    shared.set(body);
    // Small buffers lie in memory that Node shares among them.
    if (body.buffer instanceof ArrayBuffer && body.length >= LARGE) body.buffer.transfer(0);
    return shared;
  }

  /** Hands work to the thread, which has it in the end when it begins only now. */
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
      // Its only element is shared: which answer it is reading, 0 while it does something else.
      const reading = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
      const worker = await startThread(source, { resourceLimits: LIMITS, workerData: reading });
      // It may have been ended meanwhile.
      if (this.#phase !== 'starting') {
        void worker.terminate();
        return;
      }
      const lost = (reason: unknown) => {
        if (this.#worker !== worker) return;
        const id = Atomics.load(reading, 0);
        if (isOutOfMemory(reason) && this.#mayStartAgain(id)) this.#startAgain(id);
        else this.#fail(reason);
      };
      worker.on('message', (answer: SearchResponse | ReadResponse) => this.#receive(answer));
      worker.on('error', lost).on('messageerror', lost).on('exit', lost);
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

  /** An answer is not read again; a search may be, and would take the memory of every thread there is. */
  #mayStartAgain(id: number): boolean {
    if (this.#reads.has(id)) return true;
    this.#fallen += 1;
    return this.#fallen <= MOST_STARTED_AGAIN;
  }

  /**
   * What it did needs more memory than it may have. An answer is not read here then, where it would keep keys waiting.
   * Everything else is done by another thread. What it was to search through is looked at by whoever asked.
   *
   * @param id of the answer that it was reading; 0 when that was a search
   */
  #startAgain(id: number): void {
    const read = this.#reads.get(id);
    this.#stop();
    for (const search of this.#searches.values()) search.waiting = 0;
    this.#reads.delete(id);
    if (this.#reads.size > 0 || this.#searches.size > 0) void this.#start();
    read?.answered('out of memory');
  }

  /** Once is enough: what made it fall would do so again. */
  #fail(reason: unknown): void {
    this.#stop();
    this.#phase = 'failed';
    this.#failure = reason instanceof Error ? reason.message : `it ended with ${String(reason)}`;
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
    }, this.#options.idle ?? IDLE).unref();
  }

  /** Ends it now; what it was asked for is read here. */
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

const isOutOfMemory = (reason: unknown): boolean =>
  reason instanceof Error && 'code' in reason && reason.code === 'ERR_WORKER_OUT_OF_MEMORY';
