import type { Clock } from '../edges/clock.ts';
import { DatabaseError, isBusy, sqliteTrouble } from '../sqlite/database.ts';
import { type Printable, printable, words } from '../text/printable.ts';
import type { Observed } from './app-differences.ts';
import { type Fact, type FactSubject, type LastTold, subjectKey, UNWATCHED } from './fact.ts';
import type { HistoryFile, KeptMark } from './history-file.ts';
import {
  FOUND_BY_EACH,
  type HistoryState,
  isSame,
  type Keeping,
  lastTold,
  MOST_FACTS,
  marksOf,
  stateFrom,
} from './history-state.ts';
import {
  differencesOf,
  keptObservation,
  type Observation,
  OF_KIND,
  sinceComplete,
} from './observing.ts';

export interface WaitingObservation {
  readonly observation: Observation;
  /** When the answer before it came, wall clock; null when there was none in this run. */
  readonly previous: number | null;
}

/** What waits of one subject, and since when it is watched without a gap. */
interface SeenSubject {
  readonly subject: FactSubject;
  readonly waiting: readonly WaitingObservation[];
  readonly watched: { readonly since: number; readonly until: number };
}

/** A mark that was set, with another note than before perhaps, or taken away. */
export interface MarkChange {
  readonly mark: KeptMark;
  readonly isSet: boolean;
}

/** What a console has seen and done since it last had something kept. */
export interface HistoryBatch {
  /** Facts that are not differences of answers. */
  readonly noted: readonly Fact[];
  readonly marked: readonly MarkChange[];
  readonly seen: readonly SeenSubject[];
}

/** What came of keeping. */
export interface KeptBatch {
  /** `busy`: another process was at it, and there is a next time; `failed`: it is tried again elsewhere. */
  readonly kind: 'kept' | 'busy' | 'failed';
  /** What is new: found in the answers, noted, and kept by others. */
  readonly facts: readonly Fact[];
  /** All marks, where they are others than before. */
  readonly marks: HistoryState['marks'] | null;
  readonly keeping: Keeping;
  /** More is to be taken away than was. */
  readonly hasMore: boolean;
}

/** Keeps what a console sees: here, or in a thread. */
export interface Keeper {
  /** Called when what could not be kept is to be kept again. */
  retry: (now: number) => void;
  /** Of how many subjects answers are kept at once, so that no key waits. */
  readonly atOnce: number;
  /** Opens the file and gives what is known. */
  open(now: number): Promise<HistoryState>;
  /** Keeps a batch; `done` is told what came of it, at once or later, and nothing else is to be kept before. */
  keep(batch: HistoryBatch, now: number, done: (kept: KeptBatch) => void): void;
  /** Tries the file again that could not be used; gives all that it has once it can be. */
  reopen(now: number): Promise<HistoryState | null>;
  /** What was answered about a subject at or before a time, wall clock; null when nothing was kept. */
  at(subject: FactSubject, time: number): Promise<Observed<unknown> | null>;
  /** What was observed in a stretch of time: see {@link HistoryFile.observations}. */
  observations(
    ...asked: Parameters<HistoryFile['observations']>
  ): Promise<ReturnType<HistoryFile['observations']>>;
  /** Keeps what is left and closes the file, before it returns. False when not all could be kept in time. */
  close(batches: readonly HistoryBatch[], now: number): boolean;
  /** The same, and nothing waits for it. */
  end(batches: readonly HistoryBatch[], now: number): Promise<boolean>;
}

interface KeeperOptions {
  /** Opens the file that facts are kept in; in memory when nothing is to be kept. */
  open(): Promise<HistoryFile>;
  /** What to go on with when that cannot be used. */
  openInMemory(): Promise<HistoryFile>;
  readonly isKept: boolean;
  /** This machine's clocks: the one that stamps answers is put right by the service's, which may be wrong. */
  readonly machine: Pick<Clock, 'now' | 'elapsed'>;
}

/** Keeps what a console sees in a file that it opens, and in memory while that cannot be used. */
export class HistoryKeeper implements Keeper {
  retry: (now: number) => void = () => {};
  /** Deflating an answer takes up to a millisecond. */
  readonly atOnce = 8;
  readonly #options: KeeperOptions;
  #file: HistoryFile | null = null;
  #keeping: Keeping;
  /** The newest answer of each subject that was kept, by its key; read anew where another process may have kept one. */
  readonly #kept = new Map<
    string,
    {
      readonly subject: FactSubject;
      readonly observation: Observation | null;
      /** It is of this run. */
      readonly isOwn: boolean;
    }
  >();
  /** The latest time of an answer of this run that was kept, by the subject's key. */
  readonly #latestOwn = new Map<string, number>();
  /** What other processes have kept lately: what several consoles judge by themselves is kept once. */
  #others: readonly Fact[] = [];
  #marks: HistoryState['marks'] = new Map();
  /** What was done to marks while the file could not be used. */
  #markedMeanwhile: MarkChange[] = [];
  /** When the file was last tried that could not be used, wall clock. */
  #triedAt = 0;
  /**
   * When there is something to be taken away again, monotonic milliseconds. Null until a service has answered: before that
   * nothing tells whether this machine's clock is right.
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
   * Tries every 15 seconds, and keeps in the file what came about meanwhile. Of each subject the newest answer is kept, and
   * the facts; what another console has kept of the same is there once.
   */
  async reopen(now: number): Promise<HistoryState | null> {
    const memory = this.#file;
    if (this.#keeping.kind !== 'failed' || !memory) return null;
    // The clock may have been set back meanwhile.
    if (Math.abs(now - this.#triedAt) < TRIED_EVERY) return null;
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
    this.#markedMeanwhile = [];
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
    const kept = file.facts(MOST_FACTS);
    for (const fact of memory.facts(MOST_FACTS)) {
      if (!kept.some((other) => isSame(fact, other))) file.keepFact(fact);
    }
    for (const { subject, observation } of this.#kept.values()) {
      if (observation) file.keepObservation(subject, asKept(observation));
    }
    for (const [subject, span] of memory.watched()) file.keepWatched(subject, span);
    for (const change of this.#markedMeanwhile) changeMark(file, change);
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
      if (batch.seen.length > 0) this.#pruneAt ??= this.#options.machine.elapsed() + FIRST_PRUNED;
      const hasMore = this.#prune(file, now);
      return { kind: 'kept', facts, marks, keeping: this.#keeping, hasMore };
    } catch (error) {
      // What was not kept after all is still to be compared with what was.
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
   * A console may run for weeks: what is too old goes, or too much, once an hour. It is too old by both clocks: neither a
   * service with a wrong date nor a machine takes a week away. Tells whether there is more.
   */
  #prune(file: HistoryFile, now: number): boolean {
    const { machine } = this.#options;
    if (this.#pruneAt === null || machine.elapsed() < this.#pruneAt) return false;
    if (file.prune(Math.min(now, machine.now()) - KEPT, MOST_BYTES)) return true;
    this.#pruneAt = machine.elapsed() + PRUNED_EVERY;
    return false;
  }

  /** Keeps a batch. What another process has kept meanwhile is read first: it is no news then. */
  #keepAll(
    file: HistoryFile,
    { noted, marked, seen }: HistoryBatch,
    now: number,
  ): Pick<KeptBatch, 'facts' | 'marks'> {
    const others: Fact[] = [];
    const isShared = file.isChanged();
    if (isShared) {
      this.#kept.clear();
      others.push(...file.newFacts());
      this.#others = [...this.#others, ...others].slice(-OTHERS_REMEMBERED);
    }
    const news = noted.filter(
      (fact) =>
        !FOUND_BY_EACH.includes(fact.kind) || !this.#others.some((other) => isSame(fact, other)),
    );
    const own = [...news, ...seen.flatMap((each) => this.#keepObservations(file, each, now))];
    for (const fact of own) file.keepFact(fact);
    for (const change of marked) changeMark(file, change);
    if (this.#keeping.kind === 'failed') this.#markedMeanwhile.push(...marked);
    const marks = isShared || marked.length > 0 ? marksOf(file) : null;
    if (marks) this.#marks = marks;
    for (const { subject, watched } of seen) file.keepWatched(subject, watched);
    return { facts: [...others, ...own], marks };
  }

  /** Keeps what waits of one subject, and tells what is new in it. */
  #keepObservations(
    file: HistoryFile,
    { subject, waiting }: SeenSubject,
    now: number,
  ): readonly Fact[] {
    const observing = OF_KIND.get(subject.kind);
    if (!observing) return [];
    const key = subjectKey(subject);
    const known = this.#kept.get(key);
    // What is of a time yet to come was stamped by a clock that has been set back since.
    const latest = now + UNWATCHED;
    let base = known
      ? known.observation
      : (keptObservation(file, subject, observing, latest) ??
        keptObservation(file, subject, observing));
    // Of one run the order in which answers came counts, also where the clock was set back between them.
    let isOwn = known ? known.isOwn : base !== null && base.at === this.#latestOwn.get(key);
    const first = waiting[0]?.observation.at ?? latest;
    if (!known && isOwn && base && base.at > first)
      base = keptObservation(file, subject, observing, first) ?? base;
    const facts: Fact[] = [];
    const told: LastTold = (...of) =>
      lastTold(facts, subject)(...of) ?? file.lastTold(subject, ...of);
    for (const { observation, previous } of waiting) {
      if (base && !isOwn && observation.at <= base.at && base.at <= latest) continue;
      for (const difference of differencesOf(observing, base, observation, told)) {
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
      // It could not be used any more.
    }
    const memory = await this.#options.openInMemory();
    for (const marks of this.#marks.values()) for (const mark of marks) memory.keepMark(mark);
    this.#file = memory;
    this.retry(now);
  }

  async at(subject: FactSubject, time: number): Promise<Observed<unknown> | null> {
    const observing = OF_KIND.get(subject.kind);
    if (!this.#file || !observing) return null;
    const observation = keptObservation(this.#file, subject, observing, time);
    return observation?.answer === null ? null : observation;
  }

  /** @throws DatabaseError: whoever asks may have files of their own */
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
      // Everything was kept, or could not be.
    }
    this.#file = null;
    return !kept.includes(false);
  }

  end = async (...left: Parameters<HistoryKeeper['close']>): Promise<boolean> =>
    this.close(...left);
}

/** What a thread that has a keeper can be asked: see {@link Keeper}. */
export type HistoryCalls = ReturnType<typeof keeperCalls>;

export const keeperCalls = (keeper: HistoryKeeper) => ({
  open: (now: number) => keeper.open(now),
  keep: (batch: HistoryBatch, now: number) =>
    new Promise<KeptBatch>((resolve) => keeper.keep(batch, now, resolve)),
  reopen: (now: number) => keeper.reopen(now),
  at: (subject: FactSubject, time: number) => keeper.at(subject, time),
  observations: (...asked: Parameters<HistoryKeeper['observations']>) =>
    keeper.observations(...asked),
  close(...left: Parameters<HistoryKeeper['close']>): void {
    if (!keeper.close(...left)) throw new DatabaseError('Not all could be kept.');
  },
});

/** When the last answer came that did not show what one at `by` does; a time yet to come is of a clock that was set back. */
const afterOf = (base: number, previous: number, by: number): number =>
  Math.min(base > by ? previous : Math.max(base, previous), by);

const asKept = ({ answer, at }: Observation) => ({ at, json: JSON.stringify(answer) });

const changeMark = (file: HistoryFile, { mark, isSet }: MarkChange): void =>
  isSet ? file.keepMark(mark) : file.forgetMark(mark);

/** In the end another process is waited for so often, 25 ms each time. */
const LAST_TRIES = 40;
/** How often a file is tried again that could not be used, milliseconds. */
export const TRIED_EVERY = 15_000;
/** Facts of other consoles that own ones are compared with. */
const OTHERS_REMEMBERED = 100;
/** How long facts and answers are kept, milliseconds, and how large the file may be. */
const KEPT = 7 * 86_400_000;
const MOST_BYTES = 200 << 20;
/** Milliseconds; the first time once answers have put the clock right. */
const PRUNED_EVERY = 3_600_000;
const FIRST_PRUNED = 60_000;

const whyOf = (error: unknown): Printable =>
  words`${printable(error instanceof Error ? error.message : String(error))}`;
