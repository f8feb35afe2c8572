import { ApiError } from '../contract/api-error.ts';
import type { Call } from '../contract/operation.ts';
import { isBusy } from '../sqlite/database.ts';
import type { Slice } from '../state/slice.ts';
import { type Printable, printable, words } from '../text/printable.ts';
import type { Observed } from './app-differences.ts';
import { notingRates } from './breach-rates.ts';
import { type Fact, type FactSubject, subjectKey } from './fact.ts';
import type { HistoryFile, KeptMark } from './history-file.ts';
import {
  FOUND_BY_EACH,
  type HistoryState,
  isSame,
  type Keeping,
  MOST_FACTS,
  marksOf,
  stateFrom,
  withFacts,
} from './history-state.ts';
import {
  differencesOf,
  keptSight,
  OBSERVED,
  type Observing,
  OF_KIND,
  type Sight,
} from './observing.ts';
import { UNWATCHED } from './watched.ts';

/** An answer in which nothing has changed is kept this often, milliseconds. */
const SAMPLED = 300_000;
/** Of how many subjects answers are kept at once: deflating one takes up to a millisecond, and keys wait. */
const AT_ONCE = 8;

/** An answer that waits to be kept. */
interface Waiting {
  readonly sight: Sight;
  /** When the answer before it came, wall clock; null when there was none in this run. */
  readonly previous: number | null;
}

/** What is known of one subject in this run. */
interface Known {
  readonly subject: FactSubject;
  readonly observing: Observing;
  /** The newest answer, and when the one before it came, wall clock. */
  last: Sight | null;
  previous: number | null;
  /** The newest that was kept; undefined when that has to be read, because another process may have kept one. */
  kept: Sight | null | undefined;
  /** When an answer was last kept, wall clock. */
  keptAt: number;
  /** Since when it is watched without a gap. */
  watchedSince: number;
  waiting: Waiting[];
}

/** Whether the newest minute of a zone's log stands out, and by how much. */
interface Burst {
  readonly isBurst: boolean;
  readonly says: string;
}

type SightListener = (subject: FactSubject, sight: Sight) => void;

interface HistoryOptions {
  readonly slice: Slice<HistoryState>;
  /** Opens the file that facts are kept in; in memory when nothing is to be kept. */
  open(): Promise<HistoryFile>;
  /** What to go on with when that cannot be used. */
  openInMemory(): Promise<HistoryFile>;
  readonly isKept: boolean;
  /** Told that there is something to keep. */
  wake(): void;
}

/** The history of what is watched: answers become facts, and facts are kept. */
export class History {
  readonly slice: Slice<HistoryState>;
  readonly #options: HistoryOptions;
  readonly #known = new Map<string, Known>();
  #file: HistoryFile | null = null;
  /** Facts that are not differences of answers: of the connection, of changes made here. */
  #noted: Fact[] = [];
  readonly #listeners: SightListener[] = [];
  readonly #bursts = new Map<string, Observed<Burst>>();
  /** What other processes have kept lately: what several consoles judge by themselves is kept once. */
  #others: readonly Fact[] = [];
  #marked: ((file: HistoryFile) => void)[] = [];
  /** What was done to marks while the file could not be used. */
  #markedMeanwhile: ((file: HistoryFile) => void)[] = [];
  /** When the file was last tried that could not be used, wall clock. */
  #triedAt = 0;
  /** When nothing was left to be taken away, wall clock. */
  #prunedAt = Number.NEGATIVE_INFINITY;

  constructor(options: HistoryOptions) {
    this.#options = options;
    this.slice = options.slice;
  }

  /** Asks like `service` does, and takes note of what is answered. */
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

  /** Takes note of what was not seen in an answer. */
  note(fact: Fact): void {
    this.#noted.push(fact);
    this.#options.wake();
  }

  /** Has `listener` told of every answer about a thing, when it comes. */
  onSight(listener: SightListener): void {
    this.#listeners.push(listener);
  }

  /** Takes note of whether the newest minute of a zone's log stands out; `at`: its end, wall clock. */
  seeBurst(zone: string, burst: Burst, at: number): void {
    const subject: FactSubject = { kind: 'shieldZones', id: zone };
    const before = this.#bursts.get(zone);
    this.#bursts.set(zone, { answer: burst, at });
    for (const listener of this.#listeners) listener(subject, { answer: burst, at });
    const was = before?.answer.isBurst ?? false;
    if (was === burst.isBurst) return;
    const [from, to] = was ? [before?.answer.says ?? null, null] : [null, burst.says];
    const severity = was ? 'good' : 'warn';
    this.note({
      ...{ subject, kind: 'burst', severity, place: '', from, to },
      ...{ after: before?.at ?? null, by: at },
    });
  }

  /** The newest answer of this run about a thing; null when there was none. */
  latest(subject: FactSubject): Sight | null {
    if (subject.kind === 'shieldZones') return this.#bursts.get(subject.id) ?? null;
    return this.#known.get(subjectKey(subject))?.last ?? null;
  }

  /** Keeps a mark on an entry of a log; one with another note takes its place. */
  mark(mark: KeptMark): void {
    this.#marked.push((file) => file.keepMark(mark));
    this.#options.wake();
  }

  unmark(mark: KeptMark): void {
    this.#marked.push((file) => file.forgetMark(mark));
    this.#options.wake();
  }

  #see(observing: Observing, id: string, sight: Sight): void {
    const subject: FactSubject = { kind: observing.kind, id };
    const key = subjectKey(subject);
    for (const listener of this.#listeners) listener(subject, sight);
    const known = this.#known.get(key) ?? this.#firstSeen(key, subject, observing, sight.at);
    const { last } = known;
    if (last && sight.at - last.at > UNWATCHED) known.watchedSince = sight.at;
    const isNews = last === null || differencesOf(observing, last, sight).length > 0;
    const isDue = sight.at - known.keptAt >= SAMPLED;
    known.last = sight;
    known.previous = last?.at ?? null;
    if (!isNews && !isDue) return;
    known.waiting.push({ sight, previous: known.previous });
    if (isDue) known.keptAt = sight.at;
    this.#options.wake();
  }

  #firstSeen(key: string, subject: FactSubject, observing: Observing, at: number): Known {
    const known: Known = {
      ...{ subject, observing, last: null, previous: null, kept: undefined, waiting: [] },
      ...{ keptAt: at, watchedSince: at },
    };
    this.#known.set(key, known);
    return known;
  }

  /** Opens the file and reads what is known. Until then answers wait. */
  async open(now: number): Promise<void> {
    const { open, openInMemory, isKept } = this.#options;
    let keeping: Keeping = { kind: isKept ? 'file' : 'run' };
    try {
      this.#file = await open();
      this.slice.setState(stateFrom(this.#file));
    } catch (error) {
      keeping = { kind: 'failed', why: whyOf(error) };
      this.#triedAt = now;
      this.#file = await openInMemory();
    }
    this.slice.setState({ keeping });
    this.keep(now);
  }

  /**
   * Tries the file again that could not be used, once a minute, and keeps in it what came about meanwhile. Of each
   * subject the newest answer is kept, and the facts; what another console has kept of the same is there once.
   */
  async reopen(now: number): Promise<void> {
    const memory = this.#file;
    if (this.slice.getState().keeping.kind !== 'failed' || !memory) return;
    if (now - this.#triedAt < TRIED_EVERY) return;
    this.#triedAt = now;
    const file = await this.#options.open().catch(() => null);
    if (!file) return;
    try {
      if (this.#file !== memory) throw new Error('closed meanwhile');
      file.transaction(() => this.#catchUp(file, memory));
    } catch {
      file.close();
      return;
    }
    this.#file = file;
    this.#markedMeanwhile = [];
    this.slice.setState({ ...stateFrom(file), keeping: { kind: 'file' } });
    memory.close();
  }

  #catchUp(file: HistoryFile, memory: HistoryFile): void {
    const kept = file.facts(MOST_FACTS);
    for (const fact of memory.facts(MOST_FACTS)) {
      if (!kept.some((other) => isSame(fact, other))) file.keepFact(fact);
    }
    for (const { subject, kept: newest } of this.#known.values()) {
      if (newest)
        file.keepObservation(subject, { at: newest.at, json: JSON.stringify(newest.answer) });
    }
    for (const [subject, span] of memory.watched()) file.keepWatched(subject, span);
    for (const change of this.#markedMeanwhile) change(file);
  }

  /** Shows what other processes have kept since. */
  readOthers(): void {
    this.#options.wake();
  }

  /** Keeps what waits. What another process has kept meanwhile is read first: it is no news then. */
  keep(now: number): void {
    const file = this.#file;
    if (!file) return;
    const waiting = this.#waiting();
    const next = waiting.slice(0, AT_ONCE);
    const before = next.map(({ kept }) => kept);
    try {
      const facts = file.transaction(() => this.#keepAll(file, next));
      this.#prune(file, now);
      if (facts.length > 0) this.slice.setState((state) => withFacts(state, facts));
    } catch (error) {
      // What was not kept after all is still to be compared with what was.
      for (const [at, known] of next.entries()) known.kept = before[at];
      // Another process is at it: there is a next time.
      if (isBusy(error)) this.#options.wake();
      else void this.#giveUp(error, now);
      return;
    }
    this.#noted = [];
    this.#marked = [];
    for (const known of next) known.waiting = [];
    this.#watch();
    if (waiting.length > next.length) this.#options.wake();
  }

  /** A console may run for weeks: what is too old goes, or too much, once an hour. */
  #prune(file: HistoryFile, now: number): void {
    if (now - this.#prunedAt < PRUNED_EVERY) return;
    if (file.prune(now - KEPT, MOST_BYTES)) this.#options.wake();
    else this.#prunedAt = now;
  }

  #waiting(): readonly Known[] {
    return [...this.#known.values()].filter(({ waiting }) => waiting.length > 0);
  }

  #keepAll(file: HistoryFile, next: readonly Known[]): readonly Fact[] {
    const facts: Fact[] = [];
    const isShared = file.isChanged();
    if (isShared) {
      for (const known of this.#known.values()) known.kept = undefined;
      const others = file.newFacts();
      facts.push(...others);
      this.#others = [...this.#others, ...others].slice(-OTHERS_REMEMBERED);
    }
    const noted = this.#noted.filter(
      (fact) =>
        !FOUND_BY_EACH.includes(fact.kind) || !this.#others.some((other) => isSame(fact, other)),
    );
    const own = [...noted, ...next.flatMap((known) => this.#keepSights(file, known))];
    for (const fact of own) file.keepFact(fact);
    for (const change of this.#marked) change(file);
    if (this.slice.getState().keeping.kind === 'failed')
      this.#markedMeanwhile.push(...this.#marked);
    if (isShared || this.#marked.length > 0) this.slice.setState({ marks: marksOf(file) });
    for (const { subject, last, watchedSince } of next) {
      if (last) file.keepWatched(subject, { since: watchedSince, until: last.at });
    }
    return [...facts, ...own];
  }

  /** Keeps what waits of one subject, and tells what is new in it. */
  #keepSights(file: HistoryFile, known: Known): readonly Fact[] {
    const { subject, observing, waiting } = known;
    let base = known.kept === undefined ? keptSight(file, subject, observing) : known.kept;
    const facts: Fact[] = [];
    for (const { sight, previous } of waiting) {
      if (base && sight.at <= base.at) continue;
      for (const difference of differencesOf(observing, base, sight)) {
        const after = base && Math.max(base.at, previous ?? base.at);
        facts.push({ ...difference, subject, after, by: sight.at });
      }
      file.keepObservation(subject, { at: sight.at, json: JSON.stringify(sight.answer) });
      base = sight;
    }
    known.kept = base;
    return facts;
  }

  async #giveUp(error: unknown, now: number): Promise<void> {
    const before = this.#file;
    this.#file = null;
    this.#triedAt = now;
    this.slice.setState({ keeping: { kind: 'failed', why: whyOf(error) } });
    try {
      before?.close();
    } catch {
      // It could not be used any more.
    }
    const memory = await this.#options.openInMemory();
    for (const marks of this.slice.getState().marks.values())
      for (const mark of marks) memory.keepMark(mark);
    this.#file = memory;
    this.keep(now);
  }

  /** Brings up to date since when each subject is watched. */
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

  /** What was answered about a subject at or before a time, wall clock; null when nothing was kept. */
  at(subject: FactSubject, time: number): Observed<unknown> | null {
    const observing = OF_KIND.get(subject.kind);
    const sight = this.#file && observing ? keptSight(this.#file, subject, observing, time) : null;
    return sight?.answer === null ? null : sight;
  }

  /** What was observed in a stretch of time: see {@link HistoryFile.observations}. */
  observations: HistoryFile['observations'] = (...asked) =>
    this.#file?.observations(...asked) ?? [];

  /** Keeps the newest answers and closes the file. */
  close(now: number): void {
    for (const known of this.#known.values()) {
      const { last, previous, waiting } = known;
      if (last && waiting.at(-1)?.sight !== last) waiting.push({ sight: last, previous });
    }
    for (let left = Math.max(1, this.#waiting().length); left > 0; left -= AT_ONCE) this.keep(now);
    try {
      this.#file?.close();
    } catch {
      // Everything was kept, or could not be.
    }
    this.#file = null;
  }
}

/** How often a file is tried again that could not be used, milliseconds. */
const TRIED_EVERY = 60_000;
/** Facts of other consoles that own ones are compared with. */
const OTHERS_REMEMBERED = 100;
/** How long facts and answers are kept, milliseconds, and how large the file may be. */
const KEPT = 7 * 86_400_000;
const MOST_BYTES = 200 << 20;
/** Milliseconds. */
const PRUNED_EVERY = 3_600_000;

const whyOf = (error: unknown): Printable =>
  words`${printable(error instanceof Error ? error.message : String(error))}`;
