import { ApiError } from '../contract/api-error.ts';
import type { Call, Exchange, Operation, OperationId } from '../contract/operation.ts';
import type { EventLogPage } from '../contract/operations/event-logs.ts';
import type { Clock } from '../edges/clock.ts';
import { createWake } from '../feeds/scheduling.ts';
import { consoleFacts } from '../history/console-facts.ts';
import { changesIn } from '../history/fact-text.ts';
import { History } from '../history/history.ts';
import { NO_HISTORY } from '../history/history-state.ts';
import { MAX_EXIT_WAIT_MS, ThreadKeeper } from '../history/thread-keeper.ts';
import { DatabaseThread } from '../sqlite/database-thread.ts';
import type { ConsoleStore } from '../state/console-state.ts';
import { createSlices } from '../state/slice.ts';
import { counted, greatest, least } from '../text/numbers.ts';
import { type Printable, printable, words } from '../text/printable.ts';
import { answerJson, inputOf, pathOf, type RecordedCall } from './recorded-call.ts';
import type { About } from './recording-file.ts';
import type { RecordingCalls } from './worker.ts';

/** Delay before changes are written, in milliseconds. A killed program loses no more. */
const WRITE_DELAY_MS = 500;
/** Longest interval between writes, in milliseconds. */
const MAX_WRITE_INTERVAL_MS = 60_000;
/** Limit of queued answers, in characters, while a disk is slow or another program holds the file. */
const MAX_QUEUED_CHARACTERS = 64 << 20;

interface RecorderOptions {
  readonly path: string;
  /** The console's store. Its ledger has the HTTP facts of a call. */
  readonly store: ConsoleStore;
  readonly clock: Clock;
  readonly about: About;
  /** The file became unwritable; `why` is a sentence. Hostile text. */
  failed(why: string): void;
}

/** Counts of one run. */
interface Recorded {
  readonly calls: number;
  readonly changes: number;
  /** Calls dropped because the disk was too slow or another program held the file. */
  readonly lost: number;
}

/** A summary without a full stop, naming `path` if given. */
export function recordedText(recorder: Pick<Recorder, 'kept'>, path?: string): Printable {
  const { calls, changes, lost } = recorder.kept();
  const into = path === undefined ? words`` : words` into ${printable(path)}`;
  const text = words`Recorded ${counted(calls, words`answer`)} and ${counted(changes, words`change`)}${into}`;
  if (lost === 0) return text;
  return words`${text}; ${counted(lost, words`more answer`)} could not be written in time and ${lost === 1 ? words`is` : words`are`} lost`;
}

/**
 * Opens the file and starts recording in a separate thread, so that no key waits for a disk. Continues a recording of
 * the same service.
 *
 * @throws DatabaseError for a file that cannot be used, is a bundle, or is of another service
 */
export async function openRecorder(options: RecorderOptions): Promise<Recorder> {
  const { path, about, clock } = options;
  const source: URL | string = new URL('./worker.ts', import.meta.url);
  let listener = (_message: unknown) => {};
  const thread = await DatabaseThread.start<RecordingCalls>(source, { path, about }, (message) =>
    listener(message),
  );
  try {
    await thread.call('begin');
    const keeper = new ThreadKeeper(async (listen) => {
      listener = listen;
      return thread;
    });
    const recorder = new Recorder(thread, keeper, options);
    await recorder.open(clock.now());
    return recorder;
  } catch (error) {
    thread.close();
    throw error;
  }
}

export class Recorder {
  readonly path: string;
  readonly #thread: DatabaseThread<RecordingCalls>;
  readonly #options: RecorderOptions;
  readonly #history: History;
  readonly #began: number;
  readonly #wake = createWake();
  readonly #unsubscribe: () => void;
  /** Calls sent to the thread and not yet written, and their characters. */
  #underWay = 0;
  #waiting = 0;
  #calls = 0;
  #lost = 0;
  readonly #over = new AbortController();
  #closed: Promise<void> = Promise.resolve();
  #isClosing = false;

  constructor(
    thread: DatabaseThread<RecordingCalls>,
    keeper: ThreadKeeper,
    options: RecorderOptions,
  ) {
    const { store, clock, path } = options;
    this.path = path;
    this.#thread = thread;
    this.#options = options;
    this.#began = clock.now();
    const slice = createSlices().create(NO_HISTORY);
    this.#history = new History({ slice, keeper, wake: this.#wake.now });
    this.#unsubscribe = store.subscribe((state, before) => {
      for (const fact of consoleFacts(before, state, clock.now())) this.#history.note(fact);
    });
  }

  open(now: number): Promise<void> {
    return this.#history.open(now);
  }

  kept(): Recorded {
    // The file also has facts of earlier runs.
    const facts = this.#history.slice.getState().facts.filter(({ by }) => by >= this.#began);
    return { calls: this.#calls, changes: changesIn(facts), lost: this.#lost };
  }

  /** Wraps `call` to record its outcomes. */
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

  /**
   * Records until `stop` or until the signal aborts. An abort means that the process is about to end: the rest is
   * then written synchronously. Resolves when the file is closed.
   */
  async run(signal: AbortSignal): Promise<void> {
    const { clock } = this.#options;
    // Synchronously: the process may end before any promise runs.
    const now = () => this.#closeNow();
    if (signal.aborted) now();
    signal.addEventListener('abort', now, { once: true });
    const until = AbortSignal.any([signal, this.#over.signal]);
    while (!until.aborted) {
      await this.#wake.during((woken) => clock.sleep(MAX_WRITE_INTERVAL_MS, woken), until);
      await clock.sleep(WRITE_DELAY_MS, until);
      this.#history.keep(clock.now());
    }
    this.stop();
    await this.#closed;
  }

  /** Ends `run` without blocking. */
  stop(): void {
    if (this.#over.signal.aborted) return;
    this.#end();
    this.#isClosing = true;
    this.#closed = this.#history.end(this.#options.clock.now()).then((isWritten) => {
      this.#isClosing = false;
      this.#count(isWritten);
    });
  }

  /** Writes the rest synchronously. */
  #closeNow(): void {
    const now = this.#options.clock.now();
    // The asynchronous close is already queued: wait for it.
    if (this.#isClosing) this.#thread.finish('close', MAX_EXIT_WAIT_MS, [], now);
    if (this.#over.signal.aborted) return;
    this.#end();
    this.#count(this.#history.close(now));
  }

  #end(): void {
    this.#over.abort();
    this.#unsubscribe();
  }

  /** Counts the calls still queued when the file was closed. */
  #count(isWritten: boolean): void {
    if (isWritten) this.#calls += this.#underWay;
    else this.#lost += this.#underWay;
  }

  #keep(call: RecordedCall): void {
    const size = (call.entries ?? []).reduce((sum, { length }) => sum + length, 0);
    const length = size + (call.answer?.length ?? 0);
    if (this.#waiting + length > MAX_QUEUED_CHARACTERS) {
      this.#lost += 1;
      return;
    }
    this.#underWay += 1;
    this.#waiting += length;
    this.#thread.call('record', call).then(
      () => {
        if (this.#over.signal.aborted) return;
        this.#underWay -= 1;
        this.#waiting -= length;
        this.#calls += 1;
      },
      (error: unknown) => {
        if (this.#over.signal.aborted) return;
        this.#lost += this.#underWay;
        this.#underWay = 0;
        this.stop();
        this.#options.failed(error instanceof Error ? error.message : String(error));
      },
    );
  }

  #note<Input, Answer>(
    operation: Operation<Input, Answer>,
    input: Input,
    end: { readonly took: number; readonly answer: Answer | null; readonly error: ApiError | null },
  ): void {
    if (this.#over.signal.aborted) return;
    const { store, clock } = this.#options;
    const asked = inputOf(operation, input);
    const { exchanges, skew } = store.getState();
    const path = pathOf(operation.id, asked);
    const exchange = exchanges.findLast(
      (each) => each.operation === operation.id && each.path.replace(/\/$/, '') === path,
    );
    const isChange = operation.effect === 'changes';
    this.#keep({
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
  }
}

/** Failures of requests that were not sent. */
const UNSENT: ReadonlySet<ApiError['kind']> = new Set(['aborted', 'bad-request']);

/** The ledger's facts about a call. `now` is this machine's own clock. */
function ofHttp(
  exchange: Exchange | undefined,
  now: number,
): Pick<RecordedCall, 'status' | 'bytes' | 'serverDate' | 'requestId'> {
  const outcome = exchange?.outcome;
  if (outcome?.kind !== 'answered') {
    return { status: null, bytes: null, serverDate: null, requestId: null };
  }
  const { status, bytes, skewMs, requestId } = outcome;
  // HTTP dates have whole seconds.
  const serverDate = skewMs === null ? null : Math.round((now + skewMs) / 1000) * 1000;
  return { status, bytes, serverDate, requestId };
}

/** A failure as stored. */
export function errorOf(error: ApiError): RecordedCall['error'] {
  const { kind, title, detail, status, fields, errorKey, members, requestId, retryAfterMs } = error;
  return { kind, title, detail, status, fields, errorKey, members, requestId, retryAfterMs };
}

/** A failed change is stored without its texts, which may repeat what was sent. */
const bareError = ({ kind, status, requestId }: ApiError): RecordedCall['error'] => ({
  kind,
  status,
  requestId,
  title: 'The change failed',
});

function answerParts(
  operation: OperationId,
  answer: unknown,
): Pick<RecordedCall, 'answer' | 'entries' | 'span'> {
  if (operation !== 'event-logs') return { answer: answerJson(answer), entries: null, span: null };
  // The operation's answer type.
  const { logs, ...envelope } = answer as EventLogPage;
  return {
    answer: answerJson(envelope),
    entries: Array.from(logs, answerJson),
    span: spanOf(Array.from(logs, ({ timestamp }) => timestamp)),
  };
}

/** The time span of entries, in the unit of their timestamps. */
export function spanOf(stamps: readonly (number | null)[]): RecordedCall['span'] {
  const known = stamps.filter((stamp) => stamp !== null);
  return known.length === 0 ? null : { oldest: least(known), newest: greatest(known) };
}
