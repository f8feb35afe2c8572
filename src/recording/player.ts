import { createStore, type StoreApi } from 'zustand/vanilla';
import { ApiError } from '../contract/api-error.ts';
import type { Call, Exchange, Operation, OperationId } from '../contract/operation.ts';
import { operations } from '../contract/operations/index.ts';
import type { Clock } from '../edges/clock.ts';
import { createWake, yieldToEventLoop } from '../feeds/scheduling.ts';
import { MAX_EXCHANGES } from '../state/console-state.ts';
import { timeOfDay } from '../text/time.ts';
import { inputOf, pathOf, type StoredCall } from './recorded-call.ts';
import type { RecordingFile } from './recording-file.ts';

export interface Playing {
  readonly isPlaying: boolean;
  /** Recording seconds per second. */
  readonly speed: number;
  /** Position at the last update, wall clock of the recording, in milliseconds. */
  readonly at: number;
  /** Times of the first and last call. */
  readonly from: number;
  readonly until: number;
}

/** When a recorded answer was originally given. */
interface Given {
  /** In milliseconds. */
  readonly age: number;
  /** Request duration in milliseconds. */
  readonly took: number;
}

/** The view of a replay. */
interface Audience {
  /** Time advanced, and these operations have new answers. */
  passed(operations: ReadonlySet<OperationId>): void;
  /** Time went back: later data must disappear. */
  again(): void;
}

const SPEEDS = [1, 2, 5, 10, 30, 60, 300];

/** Interval of updates, in milliseconds of real time. */
const UPDATE_INTERVAL_MS = 100;
/** Shortest interval between requests of a pane while playing, in milliseconds of real time. */
const MIN_REQUEST_INTERVAL_MS = 500;
/** An answer due within this time is awaited: the request was in flight. */
const MAX_IN_FLIGHT_MS = 60_000;
/**
 * Shorter waits, in milliseconds, belong to keys and drawing and run in real time. Longer ones belong to polls and
 * never end: panes are notified when there is something to request.
 */
const SHORT_WAIT = 1000;
/** Cache limit of decoded answers. Log pages are not cached: they may be a thousand times as large. */
const MAX_DECODED = 2000;

/** Of a call, by its number: equal answers of different calls stay different. */
interface Decoded {
  readonly call: number;
  /** The answer, or the failure. */
  readonly value: unknown;
}

/**
 * A recording as a service and as a clock. A call gets the last answer recorded before the current position; time is
 * the recording's.
 */
export class Player {
  readonly state: StoreApi<Playing>;
  /** Wall and monotonic time of the recording. Going back changes only the wall time. */
  readonly clock: Clock;
  readonly #file: RecordingFile;
  readonly #real: Clock;
  #wall: number;
  #elapsed = 0;
  /** Real time when `#wall` and `#elapsed` were set. */
  #since: number;
  #held: { readonly due: number; readonly key: string; answer(): void }[] = [];
  /** Operations with new answers that were not reported yet. */
  readonly #unreported = new Set<OperationId>();
  readonly #decoded = new Map<string, Decoded>();
  readonly #given = new WeakMap<object, Given>();
  /** Continuation tokens of logs, with the oldest time reached, in the log's unit. */
  readonly #tokens = new Map<string, number>();
  #report: (exchange: Exchange) => void = () => {};
  #reportedTo = Number.NEGATIVE_INFINITY;
  #audience: Audience | null = null;
  #notifiedAt = Number.NEGATIVE_INFINITY;
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

  /** A {@link Call}. Recorded calls are reported as time passes them. */
  connect(report: (exchange: Exchange) => void): Call {
    this.#report = report;
    this.#reportedTo = Number.NEGATIVE_INFINITY;
    this.#tokens.clear();
    this.#reportPassed();
    return (operation, input, signal) => this.#call(operation, input, signal);
  }

  given(answer: unknown): Given | undefined {
    return typeof answer === 'object' && answer !== null ? this.#given.get(answer) : undefined;
  }

  attach(audience: Audience): void {
    this.#audience = audience;
  }

  /** Toggles playing; false at the end of the recording. */
  toggle(): boolean {
    const { isPlaying, until } = this.state.getState();
    if (!isPlaying && this.clock.now() >= until) return false;
    this.#set({ isPlaying: !isPlaying });
    return true;
  }

  change(step: 1 | -1): void {
    const at = SPEEDS.indexOf(this.state.getState().speed) + step;
    this.#set({ speed: SPEEDS[Math.max(0, Math.min(SPEEDS.length - 1, at))] ?? 1 });
  }

  /** Seeks to the next or previous call; false if there is none. */
  step(direction: 'later' | 'earlier'): boolean {
    const time = this.#file.neighbour(this.clock.now(), direction);
    if (time === null) return false;
    this.seek(time);
    return true;
  }

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

  /** Advances while playing, until the signal aborts. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const wait = this.state.getState().isPlaying ? UPDATE_INTERVAL_MS : 2 ** 31 - 1;
      await this.#wake.during((woken) => this.#real.sleep(wait, woken), signal);
      if (signal.aborted || !this.state.getState().isPlaying) continue;
      if (this.clock.now() >= this.state.getState().until) this.#set({ isPlaying: false });
      this.#pass(!this.state.getState().isPlaying);
    }
  }

  /** Recording time since `#wall` was set, limited to the end. */
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

  /** Delivers everything due by now. */
  #pass(atOnce: boolean): void {
    const now = this.clock.now();
    const due = this.#held.filter((held) => held.due <= now);
    // A waiting request need not be repeated.
    const waited = new Set(due.map(({ key }) => key));
    for (const call of this.#reportPassed()) {
      if (!waited.has(keyOf(call))) this.#unreported.add(call.operation);
    }
    this.#held = this.#held.filter((held) => held.due > now);
    for (const held of due) held.answer();
    const real = this.#real.elapsed();
    if (!atOnce && real - this.#notifiedAt < MIN_REQUEST_INTERVAL_MS) return;
    this.#notifiedAt = real;
    this.state.setState({ at: now });
    const operations = new Set(this.#unreported);
    this.#unreported.clear();
    this.#audience?.passed(operations);
  }

  /** Reports the calls passed since the last report, at most a ledger's length. */
  #reportPassed(): readonly StoredCall[] {
    const now = this.clock.now();
    const passed = this.#file.between(this.#reportedTo, now, MAX_EXCHANGES);
    this.#reportedTo = now;
    // Answers from a history lack HTTP facts.
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
      throw new ApiError({ kind: 'refused', title: 'Nothing recorded can be changed' });
    }
    const asked = inputOf(operation, input);
    await yieldToEventLoop();
    if (signal?.aborted) throw cancelled();
    try {
      const found = this.#find(operation, asked);
      if (found) return this.#answer(operation, found);
      const next = this.#file.after(operation.id, asked, this.clock.now());
      if (next && next.time - this.clock.now() <= MAX_IN_FLIGHT_MS) {
        await this.#until(next, signal);
        return this.#answer(operation, this.#find(operation, asked) ?? next);
      }
      throw notRecorded(next ? ` before ${timeOfDay(next.time, 'utc')} UTC` : '');
    } catch (error) {
      if (error instanceof ApiError) throw error;
      // The file is damaged, or its content is no answer of this operation.
      const detail = error instanceof Error ? error.message : String(error);
      const title = 'What was recorded cannot be read here';
      throw new ApiError({ kind: 'unexpected', title, detail });
    }
  }

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
    // The recorded walk used other tokens: any page that continues from the same time does.
    const reached = this.#tokens.get(asked);
    return reached === undefined ? null : this.#file.pageAround(logOf(asked), reached, now);
  }

  #answer<Input, Answer>(operation: Operation<Input, Answer>, call: StoredCall): Answer {
    const key = keyOf(call);
    const known = this.#decoded.get(key);
    let value: unknown = known?.value;
    if (known?.call !== call.number) {
      value = call.error ? new ApiError(call.error) : this.#decode(operation, call);
      if (call.error || operation.id !== 'event-logs') {
        if (this.#decoded.size >= MAX_DECODED) this.#decoded.clear();
        this.#decoded.set(key, { call: call.number, value });
      }
    }
    if (call.error) throw value;
    if (typeof value === 'object' && value !== null) {
      this.#given.set(value, { age: this.clock.now() - call.time, took: call.took });
      this.#noteToken(call, value);
    }
    // The value was decoded by this operation.
    return value as Answer;
  }

  #decode<Input, Answer>(operation: Operation<Input, Answer>, call: StoredCall): Answer {
    if (call.answer === null) throw notRecorded('');
    const json = this.#file.answer(call);
    if (json === undefined) throw notRecorded(' any more');
    return operation.answer.decode(json, { note() {}, add() {} });
  }

  #noteToken({ operation, input, span }: StoredCall, value: object): void {
    if (operation !== 'event-logs' || !('continuationToken' in value) || !span) return;
    const { continuationToken: token } = value;
    if (typeof token !== 'string' || token === '') return;
    this.#tokens.set(`${logOf(input)},"continuationToken":${JSON.stringify(token)}}`, span.oldest);
  }
}

/** The input of a log request without its token: the common prefix of all its pages. */
const logOf = (asked: string): string => {
  const at = asked.indexOf(',"continuationToken":');
  return at < 0 ? asked.slice(0, -1) : asked.slice(0, at);
};

const keyOf = ({ operation, input }: StoredCall): string => `${operation} ${input}`;

const cancelled = () => new ApiError({ kind: 'aborted', title: 'Cancelled' });

const notRecorded = (when: string) =>
  new ApiError({ kind: 'not-recorded', title: `No answer to this is recorded${when}` });

/** A recorded call as a ledger entry. */
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
