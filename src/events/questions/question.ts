import type { EventLogEntry } from '../../contract/operations/event-logs.ts';
import type { Filter } from '../filter/filter.ts';
import type { TimeContext } from '../filter/time-point.ts';
import type { Split } from '../outcome.ts';
import type { Buckets, TimeRange } from '../time-range.ts';
import type { ActorsAnswer, ActorsWanted } from './actors.ts';
import type { ComparisonAnswer } from './comparison.ts';
import type { FacetsAnswer, FacetsWanted } from './facets.ts';
import type { MatchesAnswer } from './false-positives.ts';
import type { HeatMapAnswer, HeatMapWanted, TrendsAnswer, TrendsWanted } from './heat-map.ts';
import type { HistogramAnswer, HistogramWanted } from './histogram.ts';
import type { TrialAnswer, TrialWanted } from './trial.ts';
import type { ZonesAnswer } from './zones.ts';

/*
 * Questions about many entries at once, and their answers. Both are plain values, so that anything that holds entries
 * can answer: the store in memory (`ask.ts`) counts its columns, an archive runs its own queries.
 */

/** Which entries a question is about, by filter and time range. */
export interface Scope {
  readonly filter: Filter;
  /** The reference for relative times and times of day in the filter; fixed. */
  readonly moment: TimeContext;
  /** Without a range, all entries count. With one, entries without a time are excluded. */
  readonly range?: TimeRange;
}

export interface CountAnswer {
  readonly total: number;
  /** The total by outcome. */
  readonly split: Split;
}

interface PageWanted {
  /** Number of entries wanted; an answerer that reads whole pages may return more. */
  readonly most: number;
  /**
   * `next` of the previous page from the same answerer; null for the newest page. It is a position in the order of time
   * and content, so that no entry is skipped or repeated when entries are added.
   */
  readonly after: string | null;
}

export interface PageAnswer {
  readonly entries: readonly PagedEntry[];
  /** Null after the last page. */
  readonly next: string | null;
}

export interface PagedEntry {
  /** Shield zone id. */
  readonly zone: string;
  /** Milliseconds since the epoch; null if the timestamp is invalid. These come last. */
  readonly time: number | null;
  readonly entry: EventLogEntry;
  /** The digits of a timestamp that no double can hold, which the entry alone loses between threads. */
  readonly stamp?: string | undefined;
}

interface ComparisonWanted {
  readonly a: TimeRange;
  readonly b: TimeRange;
  /** Limit of values in the answer. */
  readonly most: number;
}

/** The parameters and the answer of each kind of question. */
interface Kinds {
  /** How many entries there are. */
  readonly count: readonly [unknown, CountAnswer];
  /** The values of columns with their counts. */
  readonly facets: readonly [FacetsWanted, FacetsAnswer];
  /** The trend of some values over time. */
  readonly trends: readonly [TrendsWanted, TrendsAnswer];
  /** Entries over time, stacked by the values of a column. */
  readonly histogram: readonly [HistogramWanted, HistogramAnswer];
  /** The entries themselves, newest first, page by page. */
  readonly page: readonly [PageWanted, PageAnswer];
  /** Who sends requests, by network, program and path shape. */
  readonly actors: readonly [ActorsWanted, ActorsAnswer];
  /** What differs between two windows. The overlap of A and B counts for A only. */
  readonly comparison: readonly [ComparisonWanted, ComparisonAnswer];
  /** Whom a rule with the scope's filter would hit, and who would exceed a rate limit. */
  readonly trial: readonly [TrialWanted, TrialAnswer];
  /** A column's most frequent values over time. */
  readonly 'heat-map': readonly [HeatMapWanted, HeatMapAnswer];
  /** Each zone over time. */
  readonly zones: readonly [{ readonly buckets: Buckets }, ZonesAnswer];
  /** What rules matched, by rule, operator and path. `most` limits the groups. */
  readonly matches: readonly [{ readonly most: number }, MatchesAnswer];
}

type Questions = {
  readonly [Kind in keyof Kinds]: Kinds[Kind][0] & { readonly kind: Kind; readonly scope: Scope };
};

export type QuestionOf<Kind extends keyof Kinds> = Questions[Kind];
export type Question = QuestionOf<keyof Kinds>;
export type FacetsQuestion = QuestionOf<'facets'>;
export type PageQuestion = QuestionOf<'page'>;

export type Answer<Asked extends Question = Question> = Kinds[Asked['kind']][1];

/** What an answer is based on, to be stated with every figure. */
export interface Extent {
  /** The entries in memory, or everything an archive has of the listed zones. */
  readonly held: 'loaded' | 'archived';
  /** Entries that were examined, whether or not the filter keeps them. */
  readonly looked: number;
  /** Entries available. More than `looked` while the answer is partial, or if scanning was given up. */
  readonly entries: number;
  /**
   * Whether entries may be included that the filter does not keep, because the answerer cannot evaluate all of it.
   * Figures then count candidates. Pages are always filtered exactly.
   */
  readonly areCandidates: boolean;
}

export interface Answered<Asked extends Question = Question> {
  readonly answer: Answer<Asked>;
  readonly of: Extent;
}

/** Answers questions about the entries of some zones: the store in memory, an archive file, or a server. */
export interface Answerer {
  /**
   * Yields one or more answers, each based on more entries than the one before; the last is complete. It never blocks
   * the thread for more than a few milliseconds. It ends early when the signal aborts.
   *
   * @throws DatabaseError if an archive fails
   */
  ask<Asked extends Question>(question: Asked, signal: AbortSignal): AsyncIterable<Answered<Asked>>;
}
