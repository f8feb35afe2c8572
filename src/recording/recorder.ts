import { ApiError } from '../contract/api-error.ts';
import type { Call, Exchange, Operation, OperationId } from '../contract/operation.ts';
import type { EventLogPage } from '../contract/operations/event-logs.ts';
import type { Clock } from '../edges/clock.ts';
import { createWake } from '../feeds/scheduling.ts';
import { consoleFacts } from '../history/console-facts.ts';
import { History } from '../history/history.ts';
import { NO_HISTORY } from '../history/history-state.ts';
import { LAST_WAIT, ThreadKeeper } from '../history/thread-keeper.ts';
import { DatabaseThread } from '../sqlite/database-thread.ts';
import type { ConsoleStore } from '../state/console-state.ts';
import { createSlices } from '../state/slice.ts';
import { counted, greatest, least } from '../text/numbers.ts';
import { type Printable, printable, words } from '../text/printable.ts';
import { answerJson, inputOf, pathOf, type RecordedCall } from './recorded-call.ts';
import type { About } from './recording-file.ts';
import type { RecordingCalls } from './worker.ts';

/** What has changed is written so long after it, milliseconds: a killed program loses no more than that. */
const GATHERED = 500;
/** What changed is looked for this often at the latest, milliseconds. */
const LOOKED_EVERY = 60_000;
/** Characters of answers that may wait for a slow disk, or for a file that another program holds. */
const MOST_WAITING = 64 << 20;

interface RecorderOptions {
  readonly path: string;
  /** Of the console, or of a command that is like one: its ledger tells what HTTP said of a call. */
  readonly store: ConsoleStore;
  readonly clock: Clock;
  readonly about: About;
  /** The file cannot be written any more: why, as a sentence. Hostile text. */
  failed(why: string): void;
}

/** What was kept by a run. */
interface Recorded {
  readonly calls: number;
  readonly facts: number;
  /** Calls that could not be written: the disk did not keep up, or another program held the file. */
  readonly lost: number;
}

/** What was recorded, without a full stop; into `path` where that is given. */
export function recordedText(recorder: Pick<Recorder, 'kept'>, path?: string): Printable {
  const { calls, facts, lost } = recorder.kept();
  const into = path === undefined ? words`` : words` into ${printable(path)}`;
  const text = words`Recorded ${counted(calls, words`answer`)} and ${counted(facts, words`change`)}${into}`;
  if (lost === 0) return text;
  return words`${text}; ${counted(lost, words`more answer`)} could not be written in time and ${lost === 1 ? words`is` : words`are`} lost`;
}

/**
 * Opens the file and begins to record, in a thread of its own: however long a disk takes, no key waits. A recording of the
 * same service is gone on with.
 *
 * @throws DatabaseError for a file that cannot be used, or is of another service
 */
export async function openRecorder(options: RecorderOptions): Promise<Recorder> {
  const { path, about, clock } = options;
  const source: URL | string = new URL('./worker.ts', import.meta.url);
  let told = (_what: unknown) => {};
  const thread = await DatabaseThread.start<RecordingCalls>(source, { path, about }, (what) =>
    told(what),
  );
  try {
    await thread.call('begin');
    const keeper = new ThreadKeeper(async (listener) => {
      told = listener;
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

/** A recording that is being made. */
export class Recorder {
  readonly path: string;
  readonly #thread: DatabaseThread<RecordingCalls>;
  readonly #options: RecorderOptions;
  readonly #history: History;
  readonly #began: number;
  readonly #wake = createWake();
  readonly #unsubscribe: () => void;
  /** Calls that the thread has, and has not written yet, and their characters. */
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
    // Those of an earlier run are in the file, too.
    const facts = this.#history.slice.getState().facts.filter(({ by }) => by >= this.#began);
    return { calls: this.#calls, facts: facts.length, lost: this.#lost };
  }

  /** Asks like `call` does, and has kept what became of it. */
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
   * Keeps what changes, until `stop` or until the signal aborts: the process is about to end, and what is left is waited
   * for at once. Resolves when all is written, and the file closed.
   */
  async run(signal: AbortSignal): Promise<void> {
    const { clock } = this.#options;
    // At once: the process may end before anything that waits has its turn.
    const now = () => this.#closeNow();
    if (signal.aborted) now();
    signal.addEventListener('abort', now, { once: true });
    const until = AbortSignal.any([signal, this.#over.signal]);
    while (!until.aborted) {
      await this.#wake.during((woken) => clock.sleep(LOOKED_EVERY, woken), until);
      await clock.sleep(GATHERED, until);
      this.#history.keep(clock.now());
    }
    this.stop();
    await this.#closed;
  }

  /** Ends `run`; no key waits for the disk. */
  stop(): void {
    if (this.#over.signal.aborted) return;
    this.#end();
    this.#isClosing = true;
    this.#closed = this.#history.end(this.#options.clock.now()).then((isWritten) => {
      this.#isClosing = false;
      this.#count(isWritten);
    });
  }

  /** Has written what is left, before it returns. */
  #closeNow(): void {
    const now = this.#options.clock.now();
    // It is on its way: the thread does one after the other.
    if (this.#isClosing) this.#thread.finish('close', LAST_WAIT, [], now);
    if (this.#over.signal.aborted) return;
    this.#end();
    this.#count(this.#history.close(now));
  }

  #end(): void {
    this.#over.abort();
    this.#unsubscribe();
  }

  /** Counts what waited when the file was closed. */
  #count(isWritten: boolean): void {
    if (isWritten) this.#calls += this.#underWay;
    else this.#lost += this.#underWay;
  }

  #keep(call: RecordedCall): void {
    const size = (call.entries ?? []).reduce((sum, { length }) => sum + length, 0);
    const length = size + (call.answer?.length ?? 0);
    if (this.#waiting + length > MOST_WAITING) {
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
  const { logs, ...envelope } = answer as EventLogPage;
  return {
    answer: answerJson(envelope),
    entries: Array.from(logs, answerJson),
    span: spanOf(Array.from(logs, ({ timestamp }) => timestamp)),
  };
}

/** From when to when the entries of a page are, in the unit of their stamps. */
export function spanOf(stamps: readonly (number | null)[]): RecordedCall['span'] {
  const known = stamps.filter((stamp) => stamp !== null);
  return known.length === 0 ? null : { oldest: least(known), newest: greatest(known) };
}
