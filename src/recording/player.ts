import { createStore, type StoreApi } from 'zustand/vanilla';
import { ApiError, type ApiErrorParts } from '../contract/api-error.ts';
import type { Call, Exchange, Operation, OperationId } from '../contract/operation.ts';
import { operations } from '../contract/operations/index.ts';
import type { Clock } from '../edges/clock.ts';
import { createWake, yieldToEventLoop } from '../feeds/scheduling.ts';
import { LEDGER_LENGTH } from '../state/console-state.ts';
import { timeOfDay } from '../text/time.ts';
import { inputOf, pathOf, type StoredCall } from './recorded-call.ts';
import type { RecordingFile } from './recording-file.ts';

export interface Playing {
  readonly isPlaying: boolean;
  /** Seconds of the recording in a second. */
  readonly speed: number;
  /** When it was last looked at, wall clock of the recording, milliseconds. */
  readonly at: number;
  /** When the first and the last call ended. */
  readonly from: number;
  readonly until: number;
}

/** When an answer was really given: before it was asked for. */
interface Given {
  /** Milliseconds since. */
  readonly age: number;
  /** Milliseconds from the request to the answer. */
  readonly took: number;
}

/** Whoever shows what is played. */
interface Audience {
  /** Time has passed; to questions of these operations there are other answers than before. */
  passed(operations: ReadonlySet<OperationId>): void;
  /** Time has gone back: what is shown of later times has to go. */
  again(): void;
}

const SPEEDS = [1, 2, 5, 10, 30, 60, 300];

/** Between two looks at what has been passed, milliseconds of this machine. */
const LOOKED = 100;
/** Panes ask again this often at most while it plays, milliseconds of this machine. */
const ASKED_AGAIN = 500;
/** An answer that comes so soon is waited for: the request was under way. */
const UNDER_WAY = 60_000;
/**
 * Waits under this are of keys and drawing, and pass as ever, milliseconds. Longer ones are of polls and never end: panes
 * are told when there is something to ask for.
 */
const SHORT_WAIT = 1000;
/** So many answers are kept decoded; of logs none, whose pages may be a thousand times as long. */
const MOST_DECODED = 2000;

interface Decoded {
  /** The number of the call: one that is answered alike is another answer. */
  readonly call: number;
  readonly value: unknown;
}

/**
 * A recording as a service and as a clock: calls are answered as they were last answered by the moment that is played,
 * and time is the recording's.
 */
export class Player {
  readonly state: StoreApi<Playing>;
  /** Wall clock and monotonic time of the recording. Time that goes back moves the wall alone. */
  readonly clock: Clock;
  readonly #file: RecordingFile;
  readonly #real: Clock;
  #wall: number;
  #elapsed = 0;
  /** The machine's clock when these two were so. */
  #since: number;
  #held: { readonly due: number; readonly key: string; answer(): void }[] = [];
  /** What has been passed and was not told yet. */
  readonly #untold = new Set<OperationId>();
  readonly #decoded = new Map<string, Decoded>();
  readonly #failures = new Map<string, { readonly number: number; readonly error: ApiError }>();
  readonly #given = new WeakMap<object, Given>();
  /** Where the walk through a log goes on, and what time it has come to there, in the log's unit. */
  readonly #tokens = new Map<string, number>();
  #report: (exchange: Exchange) => void = () => {};
  #reportedTo = Number.NEGATIVE_INFINITY;
  #audience: Audience | null = null;
  #toldAt = Number.NEGATIVE_INFINITY;
  readonly #wake = createWake();

  constructor(file: RecordingFile, { from, until }: Pick<Playing, 'from' | 'until'>, real: Clock) {
    this.#file = file;
    this.#real = real;
    this.#wall = from;
    this.#since = real.elapsed();
    this.state = createStore(() => ({ isPlaying: false, speed: 1, at: from, from, until }));
    this.clock = {
      now: () => this.#wall + this.#gone(),
      elapsed: () => this.#elapsed + this.#gone(),
      sleep: (ms, signal) => real.sleep(ms < SHORT_WAIT ? ms : 2 ** 31 - 1, signal),
    };
  }

  /** A {@link Call}; every call of the recording is reported once it is passed. */
  connect(report: (exchange: Exchange) => void): Call {
    this.#report = report;
    this.#reportedTo = Number.NEGATIVE_INFINITY;
    this.#tokens.clear();
    this.#reportPassed();
    return (operation, input, signal) => this.#call(operation, input, signal);
  }

  /** When an answer of this recording was given. */
  given(answer: unknown): Given | undefined {
    return typeof answer === 'object' && answer !== null ? this.#given.get(answer) : undefined;
  }

  /** Plays before these from now on; the one before them is told nothing more. */
  attach(audience: Audience): void {
    this.#audience = audience;
  }

  /** Plays, or stops; false at the end, where there is nothing to play. */
  toggle(): boolean {
    const { isPlaying, until } = this.state.getState();
    if (!isPlaying && this.clock.now() >= until) return false;
    this.#set({ isPlaying: !isPlaying });
    return true;
  }

  /** Faster, or slower, by a step. */
  change(step: 1 | -1): void {
    const at = SPEEDS.indexOf(this.state.getState().speed) + step;
    this.#set({ speed: SPEEDS[Math.max(0, Math.min(SPEEDS.length - 1, at))] ?? 1 });
  }

  /** Goes to the next call that ended, or to the one before; false where there is none. */
  step(direction: 'later' | 'earlier'): boolean {
    const time = this.#file.neighbour(this.clock.now(), direction);
    if (time === null) return false;
    this.seek(time);
    return true;
  }

  /** Goes to a time of the recording, and stays there. */
  seek(time: number): void {
    const { from, until } = this.state.getState();
    const before = this.clock.now();
    const to = Math.max(from, Math.min(until, time));
    this.#set({ isPlaying: false });
    this.#wall = to;
    if (to >= before) {
      this.#elapsed += to - before;
      this.#pass(true);
      return;
    }
    this.#held = [];
    this.state.setState({ at: to });
    this.#audience?.again();
  }

  /** Passes what is played, until the signal aborts. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const wait = this.state.getState().isPlaying ? LOOKED : 2 ** 31 - 1;
      await this.#wake.during((woken) => this.#real.sleep(wait, woken), signal);
      if (signal.aborted || !this.state.getState().isPlaying) continue;
      if (this.clock.now() >= this.state.getState().until) this.#set({ isPlaying: false });
      this.#pass(!this.state.getState().isPlaying);
    }
  }

  /** Milliseconds of the recording since its time was last written down; it never goes beyond its end. */
  #gone(): number {
    const { isPlaying, speed, until } = this.state.getState();
    const played = isPlaying ? (this.#real.elapsed() - this.#since) * speed : 0;
    return Math.max(0, Math.min(until - this.#wall, played));
  }

  #set(change: Partial<Playing>): void {
    const gone = this.#gone();
    this.#wall += gone;
    this.#elapsed += gone;
    this.#since = this.#real.elapsed();
    this.state.setState(change);
    this.#wake.now();
  }

  /** Gives everybody what is due by now. */
  #pass(atOnce: boolean): void {
    const now = this.clock.now();
    const due = this.#held.filter((held) => held.due <= now);
    // Who waits for an answer need not ask for it again.
    const waited = new Set(due.map(({ key }) => key));
    for (const call of this.#reportPassed()) {
      if (!waited.has(keyOf(call))) this.#untold.add(call.operation);
    }
    this.#held = this.#held.filter((held) => held.due > now);
    for (const held of due) held.answer();
    const real = this.#real.elapsed();
    if (!atOnce && real - this.#toldAt < ASKED_AGAIN) return;
    this.#toldAt = real;
    this.state.setState({ at: now });
    const operations = new Set(this.#untold);
    this.#untold.clear();
    this.#audience?.passed(operations);
  }

  /** Reports what has been passed since it last was, as far as a ledger holds it. */
  #reportPassed(): readonly StoredCall[] {
    const now = this.clock.now();
    const passed = this.#file.between(this.#reportedTo, now, LEDGER_LENGTH);
    this.#reportedTo = now;
    // Of an answer that a history kept it is not known what HTTP said.
    const noted = passed.filter(({ status, error }) => status !== null || error !== null);
    for (const call of noted) this.#report(exchangeOf(call));
    return passed;
  }

  async #call<Input, Answer>(
    operation: Operation<Input, Answer>,
    input: Input,
    signal?: AbortSignal,
  ): Promise<Answer> {
    if (operation.effect === 'changes') {
      throw new ApiError({ kind: 'refused', title: 'This is a recording: nothing can be changed' });
    }
    const asked = inputOf(operation, input);
    await yieldToEventLoop();
    if (signal?.aborted) throw cancelled();
    try {
      const found = this.#find(operation, asked);
      if (found) return this.#answer(operation, found);
      const next = this.#file.after(operation.id, asked, this.clock.now());
      if (next && next.time - this.clock.now() <= UNDER_WAY) {
        await this.#until(next, signal);
        return this.#answer(operation, this.#find(operation, asked) ?? next);
      }
      throw notRecorded(next ? ` before ${timeOfDay(next.time, 'utc')} UTC` : '');
    } catch (error) {
      if (error instanceof ApiError) throw error;
      // The file is damaged, or what it says is no answer of this operation.
      const detail = error instanceof Error ? error.message : String(error);
      const title = 'The recording cannot be read here';
      throw new ApiError({ kind: 'unexpected', title, detail });
    }
  }

  /** Resolves when that call is passed. */
  async #until(call: StoredCall, signal?: AbortSignal): Promise<void> {
    await new Promise<void>((resolve) => {
      const held = { due: call.time, key: keyOf(call), answer: resolve };
      this.#held.push(held);
      const end = () => {
        this.#held = this.#held.filter((each) => each !== held);
        resolve();
      };
      signal?.addEventListener('abort', end, { once: true });
    });
    if (signal?.aborted) throw cancelled();
  }

  #find<Input, Answer>(operation: Operation<Input, Answer>, asked: string): StoredCall | null {
    const now = this.clock.now();
    const found = this.#file.at(operation.id, asked, now);
    if (found || operation.id !== 'event-logs') return found;
    // Another walk through this log went on elsewhere: any page that goes on from there does.
    const reached = this.#tokens.get(asked);
    return reached === undefined ? null : this.#file.pageAround(logOf(asked), reached, now);
  }

  #answer<Input, Answer>(operation: Operation<Input, Answer>, call: StoredCall): Answer {
    if (call.error) throw this.#failure(call, call.error);
    if (call.answer === null) throw notRecorded('');
    const key = keyOf(call);
    const known = this.#decoded.get(key);
    let value: unknown = known?.value;
    if (known?.call !== call.number) {
      const json = this.#file.answer(call);
      if (json === undefined) throw notRecorded(' any more');
      value = operation.answer.decode(json, { note() {}, add() {} });
      if (operation.id !== 'event-logs') {
        if (this.#decoded.size >= MOST_DECODED) this.#decoded.clear();
        this.#decoded.set(key, { call: call.number, value });
      }
    }
    if (typeof value === 'object' && value !== null) {
      this.#given.set(value, { age: this.clock.now() - call.time, took: call.took });
      this.#noteToken(call, value);
    }
    // What was kept under the operation's id, or has just been decoded by it.
    return value as Answer;
  }

  /** The same one as long as it is the last. */
  #failure(call: StoredCall, parts: ApiErrorParts): ApiError {
    const known = this.#failures.get(keyOf(call));
    if (known?.number === call.number) return known.error;
    const error = new ApiError(parts);
    if (this.#failures.size >= MOST_DECODED) this.#failures.clear();
    this.#failures.set(keyOf(call), { number: call.number, error });
    return error;
  }

  #noteToken({ operation, input, span }: StoredCall, value: object): void {
    if (operation !== 'event-logs' || !('continuationToken' in value) || !span) return;
    const { continuationToken: token } = value;
    if (typeof token !== 'string' || token === '') return;
    this.#tokens.set(`${logOf(input)},"continuationToken":${JSON.stringify(token)}}`, span.oldest);
  }
}

/** The question for a log without its paging token: how the questions for all of its pages begin. */
const logOf = (asked: string): string => {
  const at = asked.indexOf(',"continuationToken":');
  return at < 0 ? asked.slice(0, -1) : asked.slice(0, at);
};

const keyOf = ({ operation, input }: StoredCall): string => `${operation} ${input}`;

const cancelled = () => new ApiError({ kind: 'aborted', title: 'Cancelled' });

const notRecorded = (when: string) =>
  new ApiError({ kind: 'refused', title: `The recording has no answer to this${when}` });

/** A call of a recording as the ledger has it. */
function exchangeOf(call: StoredCall): Exchange {
  const { number, operation, input, time, took, status, bytes, requestId, error } = call;
  const failure = error && new ApiError(error);
  const exchange = {
    id: number,
    at: time - took,
    operation,
    method: operations[operation].method,
    path: pathOf(operation, input),
  };
  if (failure && status === null) {
    return { ...exchange, outcome: { kind: 'failed', ms: took, error: failure } };
  }
  const answered = { kind: 'answered', ms: took, skewMs: null, requestId, error: failure } as const;
  return { ...exchange, outcome: { ...answered, status: status ?? 0, bytes: bytes ?? 0 } };
}
