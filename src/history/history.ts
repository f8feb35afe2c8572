import { ApiError } from '../contract/api-error.ts';
import type { Call } from '../contract/operation.ts';
import {
  type RateLimitMetrics,
  rateLimitMetrics,
} from '../contract/operations/rate-limit-metrics.ts';
import type { Slice } from '../state/slice.ts';
import type { Observed } from './app-differences.ts';
import { BreachRates } from './breach-rates.ts';
import {
  type Fact,
  type FactSubject,
  SAMPLE_INTERVAL_MS,
  SPAN_INTERVAL_MS,
  subjectKey,
  UNWATCHED,
} from './fact.ts';
import type { KeptMark } from './history-file.ts';
import type {
  HistoryBatch,
  Keeper,
  KeptBatch,
  MarkChange,
  WaitingObservation,
} from './history-keeper.ts';
import { type HistoryState, lastSeverityIn, withFacts } from './history-state.ts';
import { differencesOf, OBSERVED, type Observation, type Observing } from './observing.ts';

interface Known {
  readonly subject: FactSubject;
  readonly observing: Observing;
  /** The newest answer, and the time of the one before, wall clock. */
  last: Observation | null;
  previous: number | null;
  keptAt: number;
  /** Start of uninterrupted watching. */
  watchedSince: number;
  /** The end of watching that is kept. */
  watchedUntil: number;
  waiting: WaitingObservation[];
}

/** Whether the newest minute of a zone's log is a burst, and its size. */
interface Burst {
  readonly isBurst: boolean;
  readonly text: string;
}

/** Limit of spans per batch, so that no key waits. */
const SPANS_AT_ONCE = 1000;

type ObservationListener = (subject: FactSubject, observation: Observation) => void;

interface HistoryOptions {
  readonly slice: Slice<HistoryState>;
  readonly keeper: Keeper;
  /** Called when there is something to keep. */
  wake(): void;
}

/** The history of watched items. Answers become facts, and facts are kept. */
export class History {
  readonly slice: Slice<HistoryState>;
  readonly #wake: () => void;
  #keeper: Keeper;
  readonly #known = new Map<string, Known>();
  #isOpen = false;
  /** The batch that is being kept. */
  #inFlight: HistoryBatch | null = null;
  /** Facts that are no differences between answers, such as connection changes. */
  #noted: Fact[] = [];
  readonly #listeners: ObservationListener[] = [];
  readonly #bursts = new Map<string, Observed<Burst>>();
  #marked: MarkChange[] = [];

  constructor({ slice, keeper, wake }: HistoryOptions) {
    this.slice = slice;
    this.#wake = wake;
    this.#keeper = keeper;
    keeper.retry = (now) => this.keep(now);
  }

  /** Wraps `service` to observe its answers. */
  recording(service: Call, now: () => number): Call {
    const call = notingRates(service, (fact) => this.note(fact), now);
    return async (operation, input, signal, onBody) => {
      const observing = OBSERVED.get(operation.id);
      if (!observing) return call(operation, input, signal, onBody);
      try {
        const answer = await call(operation, input, signal);
        this.#see(observing, observing.idOf(input), { answer, at: now() });
        return answer;
      } catch (error) {
        if (error instanceof ApiError && error.kind === 'not-found') {
          this.#see(observing, observing.idOf(input), { answer: null, at: now() });
        }
        throw error;
      }
    };
  }

  /** Adds a fact from another source than answers. */
  note(fact: Fact): void {
    this.#noted.push(fact);
    this.#wake();
  }

  /** Calls `listener` for every answer about an item. */
  onObservation(listener: ObservationListener): void {
    this.#listeners.push(listener);
  }

  /** Records whether the newest minute of a zone's log is a burst. `at` is its end, wall clock. */
  seeBurst(zone: string, burst: Burst, at: number): void {
    const subject: FactSubject = { kind: 'shieldZones', id: zone };
    const before = this.#bursts.get(zone);
    this.#bursts.set(zone, { answer: burst, at });
    for (const listener of this.#listeners) listener(subject, { answer: burst, at });
    const was = before?.answer.isBurst ?? false;
    if (was === burst.isBurst) return;
    const [from, to] = was ? [before?.answer.text ?? null, null] : [null, burst.text];
    const severity = was ? 'good' : 'warn';
    this.note({
      subject,
      kind: 'burst',
      severity,
      place: '',
      from,
      to,
      after: before?.at ?? null,
      by: at,
    });
  }

  /** The newest answer of this run about an item. */
  latest(subject: FactSubject): Observation | null {
    if (subject.kind === 'shieldZones') return this.#bursts.get(subject.id) ?? null;
    return this.#known.get(subjectKey(subject))?.last ?? null;
  }

  /** Keeps a mark on a log entry, replacing one with another note. */
  mark(mark: KeptMark): void {
    this.#marked.push({ mark, isSet: true });
    this.#wake();
  }

  unmark(mark: KeptMark): void {
    this.#marked.push({ mark, isSet: false });
    this.#wake();
  }

  #see(observing: Observing, id: string, observation: Observation): void {
    const subject: FactSubject = { kind: observing.kind, id };
    const key = subjectKey(subject);
    for (const listener of this.#listeners) listener(subject, observation);
    const { at } = observation;
    const known: Known = this.#known.get(key) ?? {
      subject,
      observing,
      last: null,
      previous: null,
      waiting: [],
      keptAt: at,
      watchedSince: at,
      watchedUntil: at,
    };
    this.#known.set(key, known);
    const { last } = known;
    if (last && Math.abs(at - last.at) > UNWATCHED) known.watchedSince = at;
    const isNews =
      last === null ||
      differencesOf(
        observing,
        last,
        observation,
        lastSeverityIn(this.slice.getState().facts, subject),
      ).length > 0;
    const isDue = Math.abs(at - known.keptAt) >= SAMPLE_INTERVAL_MS;
    known.last = observation;
    known.previous = last?.at ?? null;
    if (!isNews && !isDue) return;
    known.waiting.push({ observation, previous: known.previous });
    if (isDue) known.keptAt = at;
    this.#wake();
  }

  /** Opens the file and reads what is known. Until then answers wait. */
  async open(now: number): Promise<void> {
    this.slice.setState(await this.#keeper.open(now));
    this.#isOpen = true;
    this.keep(now);
  }

  /** Goes on with another keeper of the same file. A batch in flight is kept again. */
  continueWith(keeper: Keeper, now: number): Promise<void> {
    this.#keeper = keeper;
    keeper.retry = (later) => this.keep(later);
    this.#inFlight = null;
    return this.open(now);
  }

  /** Tries an unusable file again. */
  async reopen(now: number): Promise<void> {
    const state = await this.#keeper.reopen(now);
    if (state) this.slice.setState(state);
  }

  /** Loads what other processes have kept. */
  readOthers(): void {
    this.#wake();
  }

  /** Keeps what waits, after a batch in flight if there is one. */
  keep(now: number): void {
    if (!this.#isOpen || this.#inFlight) return;
    const batch = this.#nextBatch();
    this.#inFlight = batch;
    this.#keeper.keep(batch, now, (kept) => this.#took(batch, kept, now));
  }

  #nextBatch(): HistoryBatch {
    const next = this.#waiting().slice(0, this.#keeper.atOnce);
    const watched = new Set([...next, ...this.#spanDue().slice(0, SPANS_AT_ONCE)]);
    return {
      noted: [...this.#noted],
      marked: [...this.#marked],
      seen: next.map(({ subject, waiting }) => ({ subject, waiting: [...waiting] })),
      watched: Array.from(watched, ({ subject, watchedSince, last }) => [
        subject,
        { since: watchedSince, until: last?.at ?? watchedSince },
      ]),
    };
  }

  #took(batch: HistoryBatch, kept: KeptBatch, now: number): void {
    const { kind, facts, marks, keeping, hasMore } = kept;
    this.#inFlight = null;
    if (!this.#isOpen) return;
    if (this.slice.getState().keeping !== keeping) this.slice.setState({ keeping });
    if (kind === 'busy') this.#wake();
    if (kind !== 'kept') return;
    if (facts.length > 0) this.slice.setState((state) => withFacts(state, facts, now));
    if (marks) this.slice.setState({ marks });
    this.#forget(batch);
    this.#watch();
    const left =
      this.#noted.length + this.#marked.length + this.#waiting().length + this.#spanDue().length;
    if (hasMore || left > 0) this.#wake();
  }

  /** Removes a kept batch from what waits. */
  #forget({ noted, marked, seen, watched }: HistoryBatch): void {
    this.#noted = this.#noted.slice(noted.length);
    this.#marked = this.#marked.slice(marked.length);
    for (const { subject, waiting } of seen) {
      const known = this.#known.get(subjectKey(subject));
      if (known) known.waiting = known.waiting.slice(waiting.length);
    }
    for (const [subject, { until }] of watched) {
      const known = this.#known.get(subjectKey(subject));
      if (known) known.watchedUntil = until;
    }
  }

  #waiting(): readonly Known[] {
    return [...this.#known.values()].filter(({ waiting }) => waiting.length > 0);
  }

  /** Subjects whose span has grown and is to be kept again. */
  #spanDue(): readonly Known[] {
    return [...this.#known.values()].filter(
      ({ last, watchedUntil }) =>
        last !== null && Math.abs(last.at - watchedUntil) >= SPAN_INTERVAL_MS,
    );
  }

  /** Updates the watched spans. */
  #watch(): void {
    const watched = new Map(this.slice.getState().watched);
    for (const [key, { last, watchedSince }] of this.#known) {
      if (!last) continue;
      const span = { since: watchedSince, until: last.at };
      const spans = watched.get(key) ?? [];
      const others = spans.filter(({ since }) => since !== watchedSince);
      watched.set(key, [...others, span]);
    }
    this.slice.setState({ watched });
  }

  /** The answer about a subject at or before a time, wall clock; null if none was kept. */
  at(subject: FactSubject, time: number): Promise<Observed<unknown> | null> {
    // An unreadable file is reported together with the facts.
    return this.#keeper.at(subject, time).catch(() => null);
  }

  /** The same, but an answer of this run even if it is not kept yet. */
  async newestAt(subject: FactSubject, time: number): Promise<Observed<unknown> | null> {
    const newest = this.latest(subject);
    if (!newest || newest.at > time) return this.at(subject, time);
    return newest.answer === null ? null : newest;
  }

  /** See {@link HistoryFile.observations}. */
  observations: Keeper['observations'] = (...asked) => this.#keeper.observations(...asked);

  /** Keeps the newest answers and closes the file synchronously. False if not all could be kept in time. */
  close(now: number): boolean {
    if (!this.#isOpen) return this.#marked.length === 0;
    return this.#keeper.close(this.#lastBatches(), now);
  }

  async end(now: number): Promise<boolean> {
    if (!this.#isOpen) return this.#marked.length === 0;
    return this.#keeper.end(this.#lastBatches(), now);
  }

  /** Stops observing, and returns what is left. */
  #lastBatches(): readonly HistoryBatch[] {
    this.#isOpen = false;
    // The keeper already has this batch, and handles batches in order.
    if (this.#inFlight) this.#forget(this.#inFlight);
    for (const known of this.#known.values()) {
      const { last, previous, waiting } = known;
      if (last && waiting.at(-1)?.observation !== last)
        waiting.push({ observation: last, previous });
    }
    const batches: HistoryBatch[] = [];
    do {
      const batch = this.#nextBatch();
      batches.push(batch);
      this.#forget(batch);
    } while (this.#waiting().length > 0);
    return batches;
  }
}

/** Wraps `call` to derive facts about breach rates. */
function notingRates(call: Call, note: (fact: Fact) => void, now: () => number): Call {
  const rates = new BreachRates();
  return async (operation, ...asked) => {
    const answer = await call(operation, ...asked);
    if (operation.id === rateLimitMetrics.id) {
      // The operation's input and answer.
      const { id } = asked[0] as { readonly id: string };
      const fact = rates.see(id, answer as RateLimitMetrics, now());
      if (fact) note(fact);
    }
    return answer;
  };
}
