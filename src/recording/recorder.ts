import type { StoreApi } from 'zustand/vanilla';
import { ApiError } from '../contract/api-error.ts';
import type { Call, Exchange, Operation, OperationId } from '../contract/operation.ts';
import type { EventLogPage } from '../contract/operations/event-logs.ts';
import type { Clock } from '../edges/clock.ts';
import { createWake, yieldToEventLoop } from '../feeds/scheduling.ts';
import { consoleFacts } from '../history/console-facts.ts';
import { History } from '../history/history.ts';
import { HistoryKeeper } from '../history/history-keeper.ts';
import { NO_HISTORY } from '../history/history-state.ts';
import { inMemory } from '../history/read-history.ts';
import { DatabaseError, isBusy, sqliteTrouble } from '../sqlite/database.ts';
import type { ConsoleState } from '../state/console-state.ts';
import { createSlices } from '../state/slice.ts';
import { answerJson, inputOf, pathOf, type RecordedCall } from './recorded-call.ts';
import { type About, historyIn, openRecording, type RecordingFile } from './recording-file.ts';

/** What has come about is written so long after it, milliseconds: a killed program loses no more than that. */
const GATHERED = 500;
/** How often it is looked whether the file is too large, milliseconds. */
const MEASURED_EVERY = 60_000;
/** A recording takes no more room than this, bytes: then its oldest calls go. */
const MOST_BYTES = 500 << 20;
/** Calls that are written in one go: keys wait meanwhile. */
const AT_ONCE = 16;
/** So many calls may wait for a file that another program holds. */
const MOST_WAITING = 20_000;

interface RecorderOptions {
  readonly path: string;
  /** Of the console, or of a command that is like one: its ledger tells what HTTP said of a call. */
  readonly store: StoreApi<ConsoleState>;
  readonly clock: Clock;
  readonly about: About;
  /** The file cannot be written any more: why, as a sentence. Hostile text. */
  failed(why: string): void;
}

/** A recording that is being made. */
export interface Recorder {
  readonly path: string;
  /** Calls and facts kept by this run. */
  kept(): { readonly calls: number; readonly facts: number };
  /** Asks like `call` does, and takes note of what became of it. */
  recording(call: Call): Call;
  /** Writes what is noted, until the signal aborts; then the rest, and closes the file. */
  run(signal: AbortSignal): Promise<void>;
}

/**
 * Opens the file and begins to record. A recording of the same service is gone on with.
 *
 * @throws DatabaseError for a file that cannot be used, or is of another service
 */
export async function openRecorder(options: RecorderOptions): Promise<Recorder> {
  const { path, about } = options;
  const file = await openRecording(path, 'write');
  try {
    const before = file.about();
    if (before && before.service !== about.service) {
      throw new DatabaseError(`${path} is a recording of another service: ${before.host}.`);
    }
    file.keepAbout(about);
  } catch (error) {
    file.close();
    throw sqliteTrouble(path, error);
  }
  return new FileRecorder(file, options);
}

class FileRecorder implements Recorder {
  readonly path: string;
  readonly #file: RecordingFile;
  readonly #options: RecorderOptions;
  readonly #history: History;
  readonly #wake = createWake();
  #hasMore = false;
  #waiting: RecordedCall[] = [];
  #calls = 0;
  #measuredAt = Number.NEGATIVE_INFINITY;
  #isOver = false;

  constructor(file: RecordingFile, options: RecorderOptions) {
    const { store, clock, about, path } = options;
    this.path = path;
    this.#file = file;
    this.#options = options;
    this.#history = new History({
      slice: createSlices().create(NO_HISTORY),
      keeper: new HistoryKeeper({
        open: async () => historyIn(file, about.service, 'write'),
        openInMemory: () => inMemory(about.service),
        isKept: true,
      }),
      wake: () => {
        this.#hasMore = true;
        this.#wake.now();
      },
    });
    store.subscribe((state, before) => {
      if (this.#isOver) return;
      for (const fact of consoleFacts(before, state, clock.now())) this.#history.note(fact);
    });
  }

  kept(): { readonly calls: number; readonly facts: number } {
    return { calls: this.#calls, facts: this.#history.slice.getState().facts.length };
  }

  recording(call: Call): Call {
    const { clock } = this.#options;
    const noting: Call = async (operation, input, signal, onBody) => {
      const began = clock.elapsed();
      try {
        const answer = await call(operation, input, signal, onBody);
        this.#note(operation, input, { took: clock.elapsed() - began, answer, error: null });
        return answer;
      } catch (error) {
        const isAnswered = error instanceof ApiError && !UNSENT.has(error.kind);
        if (isAnswered) {
          this.#note(operation, input, { took: clock.elapsed() - began, answer: null, error });
        }
        throw error;
      }
    };
    return this.#history.recording(noting, clock.now);
  }

  async run(signal: AbortSignal): Promise<void> {
    const { clock } = this.#options;
    await this.#history.open(clock.now());
    while (!signal.aborted && !this.#isOver) {
      await this.#wake.during((woken) => clock.sleep(MEASURED_EVERY, woken), signal);
      await clock.sleep(GATHERED, signal);
      await this.#write();
    }
    if (!this.#isOver) await this.#write();
    this.#isOver = true;
    this.#history.close(clock.now());
    this.#file.close();
  }

  #note<Input, Answer>(
    operation: Operation<Input, Answer>,
    input: Input,
    end: { readonly took: number; readonly answer: Answer | null; readonly error: ApiError | null },
  ): void {
    if (this.#isOver || this.#waiting.length >= MOST_WAITING) return;
    const { store, clock } = this.#options;
    const asked = inputOf(operation, input);
    const { exchanges, skew } = store.getState();
    const path = pathOf(operation.id, asked);
    const exchange = exchanges.findLast(
      (each) => each.operation === operation.id && each.path.replace(/\/$/, '') === path,
    );
    const isChange = operation.effect === 'changes';
    this.#waiting.push({
      operation: operation.id,
      input: asked,
      time: clock.now(),
      elapsed: clock.elapsed(),
      took: end.took,
      ...ofHttp(exchange, clock.now() - skew),
      error: end.error && (isChange ? bareError(end.error) : errorOf(end.error)),
      ...(isChange || end.error
        ? { answer: null, entries: null, span: null }
        : answerParts(operation.id, end.answer)),
    });
    this.#wake.now();
  }

  /** Writes all that is noted, and lets keys have their turn now and then. */
  async #write(): Promise<void> {
    const { clock } = this.#options;
    try {
      while (this.#waiting.length > 0) {
        const calls = this.#waiting.slice(0, AT_ONCE);
        this.#file.keep(calls);
        this.#waiting = this.#waiting.slice(calls.length);
        this.#calls += calls.length;
        await yieldToEventLoop();
      }
      for (let round = 0; round < MOST_WAITING / AT_ONCE; round += 1) {
        this.#hasMore = false;
        this.#history.keep(clock.now());
        if (!this.#hasMore) break;
        await yieldToEventLoop();
      }
      if (clock.elapsed() - this.#measuredAt < MEASURED_EVERY) return;
      this.#measuredAt = clock.elapsed();
      this.#file.prune(MOST_BYTES);
    } catch (error) {
      // Another program is at it: there is a next time.
      if (isBusy(error)) return this.#wake.now();
      this.#isOver = true;
      const trouble = sqliteTrouble(this.path, error);
      this.#options.failed(trouble instanceof Error ? trouble.message : String(trouble));
    }
  }
}

/** Failures of which the service knows nothing. */
const UNSENT: ReadonlySet<ApiError['kind']> = new Set(['aborted', 'bad-request']);

/** What the ledger knows of a call, `now` being what this machine's own clock says. */
function ofHttp(
  exchange: Exchange | undefined,
  now: number,
): Pick<RecordedCall, 'status' | 'bytes' | 'serverDate' | 'requestId'> {
  const outcome = exchange?.outcome;
  if (outcome?.kind !== 'answered') {
    return { status: null, bytes: null, serverDate: null, requestId: null };
  }
  const { status, bytes, skewMs, requestId } = outcome;
  // An HTTP date has whole seconds.
  const serverDate = skewMs === null ? null : Math.round((now + skewMs) / 1000) * 1000;
  return { status, bytes, serverDate, requestId };
}

/** A failure as it is kept. */
export function errorOf(error: ApiError): RecordedCall['error'] {
  const { kind, title, detail, status, fields, errorKey, members, requestId, retryAfterMs } = error;
  return { kind, title, detail, status, fields, errorKey, members, requestId, retryAfterMs };
}

/** A failure of a change: the service may have repeated what it was sent. */
const bareError = ({ kind, status, requestId }: ApiError): RecordedCall['error'] => ({
  ...{ kind, status, requestId },
  title: 'The change failed',
});

/** An answer as it is kept. */
function answerParts(
  operation: OperationId,
  answer: unknown,
): Pick<RecordedCall, 'answer' | 'entries' | 'span'> {
  if (operation !== 'event-logs') return { answer: answerJson(answer), entries: null, span: null };
  // What the operation of that id is answered with.
  const page = answer as EventLogPage;
  const { logs, ...envelope } = page;
  return {
    answer: answerJson(envelope),
    entries: Array.from(logs, answerJson),
    span: spanOf(page),
  };
}

/** From when to when the entries of a page are, in the unit of their stamps. */
function spanOf({ logs }: EventLogPage): RecordedCall['span'] {
  let span: { oldest: number; newest: number } | null = null;
  for (const { timestamp } of logs) {
    if (timestamp === null) continue;
    span ??= { oldest: timestamp, newest: timestamp };
    span.oldest = Math.min(span.oldest, timestamp);
    span.newest = Math.max(span.newest, timestamp);
  }
  return span;
}
