import type { Clock } from '../edges/clock.ts';
import { isBusy, sqliteTrouble } from '../sqlite/database.ts';
import { type Printable, printable } from '../text/printable.ts';
import type { Observed } from './app-differences.ts';
import {
  type Fact,
  type FactSubject,
  type LastSeverity,
  RETENTION_MS,
  subjectKey,
  UNWATCHED,
} from './fact.ts';
import type { HistoryFile, KeptMark, WatchedSpan } from './history-file.ts';
import {
  FOUND_BY_EACH,
  type HistoryState,
  isSame,
  type Keeping,
  lastSeverityIn,
  MAX_FACTS,
  marksOf,
  stateFrom,
} from './history-state.ts';
import {
  differencesOf,
  keptAnswer,
  keptObservation,
  type Observation,
  OF_KIND,
  sinceComplete,
} from './observing.ts';

export interface WaitingObservation {
  readonly observation: Observation;
  /** Time of the previous answer in this run, wall clock; null if none. */
  readonly previous: number | null;
}

/** The waiting answers of one subject. */
interface SeenSubject {
  readonly subject: FactSubject;
  readonly waiting: readonly WaitingObservation[];
}

export interface MarkChange {
  readonly mark: KeptMark;
  readonly isSet: boolean;
}

/** What a console has seen and done since the last batch. */
export interface HistoryBatch {
  /** Facts that are no differences between answers. */
  readonly noted: readonly Fact[];
  readonly marked: readonly MarkChange[];
  readonly seen: readonly SeenSubject[];
  /** The current spans in which these subjects are watched. */
  readonly watched: readonly (readonly [FactSubject, WatchedSpan])[];
}

/** The result of keeping a batch. */
export interface KeptBatch {
  /** `busy`: another process held the file, try again; `failed`: it is kept elsewhere. */
  readonly kind: 'kept' | 'busy' | 'failed';
  /** New facts: derived from answers, noted, and kept by other processes. */
  readonly facts: readonly Fact[];
  /** All marks if they changed, otherwise null. */
  readonly marks: HistoryState['marks'] | null;
  readonly keeping: Keeping;
  /** More data is to be pruned. */
  readonly hasMore: boolean;
}

/** Keeps what a console sees, in this thread or another. */
export interface Keeper {
  /** Called when a failed batch should be kept again. */
  retry: (now: number) => void;
  /** Limit of subjects per batch, so that no key waits. */
  readonly atOnce: number;
  /** Opens the file and returns what is known. */
  open(now: number): Promise<HistoryState>;
  /** Keeps a batch and calls `done`, at once or later. No other batch may be passed before. */
  keep(batch: HistoryBatch, now: number, done: (kept: KeptBatch) => void): void;
  /** Tries an unusable file again, and returns its state once it can be used. */
  reopen(now: number): Promise<HistoryState | null>;
  /** The answer about a subject at or before a time, wall clock; null if none was kept. */
  at(subject: FactSubject, time: number): Promise<Observed<unknown> | null>;
  /** See {@link HistoryFile.observations}. */
  observations(
    ...asked: Parameters<HistoryFile['observations']>
  ): Promise<ReturnType<HistoryFile['observations']>>;
  /** Keeps the rest and closes the file synchronously. False if not all could be kept in time. */
  close(batches: readonly HistoryBatch[], now: number): boolean;
  /** The same, asynchronously. */
  end(batches: readonly HistoryBatch[], now: number): Promise<boolean>;
}

interface KeeperOptions {
  /** Opens the file, or one in memory when nothing is to be kept. */
  open(): Promise<HistoryFile>;
  /** The replacement if that fails. */
  openInMemory(): Promise<HistoryFile>;
  readonly isKept: boolean;
  /** This machine's clocks, without the service's correction, which may be wrong. */
  readonly machine: Pick<Clock, 'now' | 'elapsed'>;
}

/** Keeps what a console sees in a file, or in memory while that cannot be used. */
export class HistoryKeeper implements Keeper {
  retry: (now: number) => void = () => {};
  /** Compressing an answer takes up to a millisecond. */
  readonly atOnce = 8;
  readonly #options: KeeperOptions;
  #file: HistoryFile | null = null;
  #keeping: Keeping;
  /** The newest kept answer of each subject, by key. Cleared when another process may have kept one. */
  readonly #kept = new Map<
    string,
    {
      readonly subject: FactSubject;
      readonly observation: Observation | null;
      /** From this run. */
      readonly isOwn: boolean;
    }
  >();
  /** The latest kept answer time of this run, by subject key. */
  readonly #latestOwn = new Map<string, number>();
  /** Recent facts of other processes, since findings of several consoles are kept once. */
  #others: readonly Fact[] = [];
  #marks: HistoryState['marks'] = new Map();
  /** Mark changes made while the file could not be used. */
  #pendingMarks: MarkChange[] = [];
  /** Last attempt to open an unusable file, wall clock. */
  #triedAt = 0;
  /**
   * Next pruning, in monotonic milliseconds. Null until a service has answered: before that this machine's clock may
   * be wrong.
   */
  #pruneAt: number | null = null;

  constructor(options: KeeperOptions) {
    this.#options = options;
    this.#keeping = { kind: options.isKept ? 'file' : 'run' };
  }

  async open(now: number): Promise<HistoryState> {
    const { open, openInMemory } = this.#options;
    try {
      this.#file = await open();
      return this.#stateOf(this.#file, now);
    } catch (error) {
      this.#keeping = { kind: 'failed', why: whyOf(error) };
      this.#triedAt = now;
      this.#file = await openInMemory();
      return this.#stateOf(this.#file, now);
    }
  }

  /**
   * Tries every 15 seconds, and then copies what was kept in memory: facts that the file lacks, and the newest answer
   * of each subject.
   */
  async reopen(now: number): Promise<HistoryState | null> {
    const memory = this.#file;
    if (this.#keeping.kind !== 'failed' || !memory) return null;
    // `abs`: the clock may have been set back.
    if (Math.abs(now - this.#triedAt) < RETRY_INTERVAL_MS) return null;
    this.#triedAt = now;
    const file = await this.#options.open().catch(() => null);
    if (!file) return null;
    try {
      if (this.#file !== memory) throw new Error('closed meanwhile');
      file.transaction(() => this.#catchUp(file, memory));
    } catch {
      file.close();
      return null;
    }
    this.#file = file;
    this.#pendingMarks = [];
    this.#keeping = { kind: 'file' };
    memory.close();
    return this.#stateOf(file, now);
  }

  #stateOf(file: HistoryFile, now: number): HistoryState {
    const state = stateFrom(file, now);
    this.#marks = state.marks;
    return { ...state, keeping: this.#keeping };
  }

  #catchUp(file: HistoryFile, memory: HistoryFile): void {
    const kept = Map.groupBy(file.facts(MAX_FACTS), ({ subject }) => subjectKey(subject));
    for (const fact of memory.facts(MAX_FACTS)) {
      const others = kept.get(subjectKey(fact.subject)) ?? [];
      if (!others.some((other) => isSame(fact, other))) file.keepFact(fact);
    }
    for (const { subject, observation } of this.#kept.values()) {
      if (observation) file.keepObservation(subject, asKept(observation));
    }
    for (const [subject, span] of memory.watched()) file.keepWatched(subject, span);
    for (const change of this.#pendingMarks) changeMark(file, change);
  }

  keep(batch: HistoryBatch, now: number, done: (kept: KeptBatch) => void): void {
    done(this.#keptBatch(batch, now));
  }

  #keptBatch(batch: HistoryBatch, now: number): KeptBatch {
    const nothing = { facts: [], marks: null, hasMore: false, keeping: this.#keeping };
    const file = this.#file;
    if (!file) return { kind: 'failed', ...nothing };
    const before = new Map(this.#kept);
    try {
      const { facts, marks } = file.transaction(() => this.#keepAll(file, batch, now));
      if (batch.seen.length > 0) this.#pruneAt ??= this.#options.machine.elapsed() + FIRST_PRUNE_MS;
      const hasMore = this.#prune(file, now);
      return { kind: 'kept', facts, marks, keeping: this.#keeping, hasMore };
    } catch (error) {
      // Rolled back: later answers must be compared with what the file has.
      for (const { subject } of batch.seen) {
        const key = subjectKey(subject);
        const known = before.get(key);
        if (known) this.#kept.set(key, known);
        else this.#kept.delete(key);
      }
      if (isBusy(error)) return { kind: 'busy', ...nothing };
      void this.#giveUp(error, now);
      return { kind: 'failed', ...nothing, keeping: this.#keeping };
    }
  }

  /**
   * Prunes old or excess data once an hour, since a console may run for weeks. Data counts as old only by both
   * clocks, so that a wrong date of service or machine removes nothing. Returns whether there is more.
   */
  #prune(file: HistoryFile, now: number): boolean {
    const { machine } = this.#options;
    if (this.#pruneAt === null || machine.elapsed() < this.#pruneAt) return false;
    if (file.prune(Math.min(now, machine.now()) - RETENTION_MS, MAX_BYTES)) return true;
    this.#pruneAt = machine.elapsed() + PRUNE_INTERVAL_MS;
    return false;
  }

  /** Keeps a batch. Reads first what other processes have kept: that is no news. */
  #keepAll(
    file: HistoryFile,
    { noted, marked, seen, watched }: HistoryBatch,
    now: number,
  ): Pick<KeptBatch, 'facts' | 'marks'> {
    const others: Fact[] = [];
    const isShared = file.isChanged();
    if (isShared) {
      this.#kept.clear();
      others.push(...file.newFacts());
      this.#others = [...this.#others, ...others].slice(-MAX_OTHERS);
    }
    const news = noted.filter(
      (fact) =>
        !FOUND_BY_EACH.includes(fact.kind) || !this.#others.some((other) => isSame(fact, other)),
    );
    const own = [...news, ...seen.flatMap((each) => this.#keepObservations(file, each, now))];
    for (const fact of own) file.keepFact(fact);
    for (const change of marked) changeMark(file, change);
    if (this.#keeping.kind === 'failed') this.#pendingMarks.push(...marked);
    const marks = isShared || marked.length > 0 ? marksOf(file) : null;
    if (marks) this.#marks = marks;
    for (const [subject, span] of watched) file.keepWatched(subject, span);
    return { facts: [...others, ...own], marks };
  }

  /** Keeps the waiting answers of one subject, and returns the new facts. */
  #keepObservations(
    file: HistoryFile,
    { subject, waiting }: SeenSubject,
    now: number,
  ): readonly Fact[] {
    const observing = OF_KIND.get(subject.kind);
    if (!observing) return [];
    const key = subjectKey(subject);
    const known = this.#kept.get(key);
    // Answers from the future were dated by a clock that was set back since.
    const latest = now + UNWATCHED;
    let base = known
      ? known.observation
      : (keptObservation(file, subject, observing, latest) ??
        keptObservation(file, subject, observing));
    // Within one run the order of arrival counts, even if the clock was set back.
    let isOwn = known ? known.isOwn : base !== null && base.at === this.#latestOwn.get(key);
    const first = waiting[0]?.observation.at ?? latest;
    if (!known && isOwn && base && base.at > first)
      base = keptObservation(file, subject, observing, first) ?? base;
    const facts: Fact[] = [];
    const lastSeverity: LastSeverity = (...of) =>
      lastSeverityIn(facts, subject)(...of) ?? file.lastSeverity(subject, ...of);
    for (const { observation, previous } of waiting) {
      if (base && !isOwn && observation.at <= base.at && base.at <= latest) continue;
      for (const difference of differencesOf(observing, base, observation, lastSeverity)) {
        const after = base && afterOf(base.at, previous ?? base.at, observation.at);
        facts.push({ ...difference, subject, after, by: observation.at });
      }
      const since = sinceComplete(file, subject, observing, { base, after: observation });
      for (const difference of since?.differences ?? [])
        facts.push({ ...difference, subject, after: since?.at ?? null, by: observation.at });
      file.keepObservation(subject, asKept(observation));
      base = observation;
      isOwn = true;
      this.#latestOwn.set(key, Math.max(this.#latestOwn.get(key) ?? 0, observation.at));
    }
    this.#kept.set(key, { subject, observation: base, isOwn });
    return facts;
  }

  async #giveUp(error: unknown, now: number): Promise<void> {
    const before = this.#file;
    this.#file = null;
    this.#triedAt = now;
    this.#keeping = { kind: 'failed', why: whyOf(error) };
    try {
      before?.close();
    } catch {
      // The file was unusable anyway.
    }
    const memory = await this.#options.openInMemory();
    for (const marks of this.#marks.values()) for (const mark of marks) memory.keepMark(mark);
    this.#file = memory;
    this.retry(now);
  }

  async at(subject: FactSubject, time: number): Promise<Observed<unknown> | null> {
    return this.#file && keptAnswer(this.#file, subject, time);
  }

  /** @throws DatabaseError, since callers may have files of their own */
  async observations(...asked: Parameters<HistoryFile['observations']>) {
    try {
      return this.#file?.observations(...asked) ?? [];
    } catch (error) {
      throw sqliteTrouble('The history', error);
    }
  }

  close(batches: readonly HistoryBatch[], now: number): boolean {
    let tries = LAST_TRIES;
    const isKept = (batch: HistoryBatch): boolean => {
      let { kind } = this.#keptBatch(batch, now);
      for (; kind === 'busy' && tries > 1; tries -= 1) ({ kind } = this.#keptBatch(batch, now));
      return kind === 'kept';
    };
    const kept = batches.map(isKept);
    try {
      this.#file?.close();
    } catch {
      // All was kept or failed before.
    }
    this.#file = null;
    return !kept.includes(false);
  }

  end = async (...left: Parameters<HistoryKeeper['close']>): Promise<boolean> =>
    this.close(...left);
}

/** Time of the last answer without the change. A base in the future is from a clock that was set back. */
const afterOf = (base: number, previous: number, by: number): number =>
  Math.min(base > by ? previous : Math.max(base, previous), by);

const asKept = ({ answer, at }: Observation) => ({ at, json: JSON.stringify(answer) });

const changeMark = (file: HistoryFile, { mark, isSet }: MarkChange): void =>
  isSet ? file.keepMark(mark) : file.forgetMark(mark);

/** Attempts at the end while another process holds the file, 25 ms each. */
const LAST_TRIES = 40;
/** Interval of attempts to open an unusable file, in milliseconds. */
export const RETRY_INTERVAL_MS = 15_000;
/** Number of other consoles' facts to compare with. */
const MAX_OTHERS = 100;
/** Size limit of the file in bytes. */
const MAX_BYTES = 200 << 20;
/** Pruning interval in milliseconds. The first pruning waits until answers have corrected the clock. */
const PRUNE_INTERVAL_MS = 3_600_000;
const FIRST_PRUNE_MS = 60_000;

const whyOf = (error: unknown): Printable =>
  printable(error instanceof Error ? error.message : String(error));
