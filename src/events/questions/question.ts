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
 * What can be asked about many entries at once, and what is answered. Both are values and no more, so that whatever
 * holds entries can answer: the store in memory (`ask.ts`) counts over its columns, an archive counts where it is.
 */

/** Which entries a question is about: those that the filter keeps, of a time. */
export interface Scope {
  readonly filter: Filter;
  /** What relative times and times of day in the filter refer to; they do not slide. */
  readonly moment: TimeContext;
  /** All times where it is absent, and entries without a time as well; with it they are left out. */
  readonly range?: TimeRange;
}

export interface CountAnswer {
  readonly total: number;
  /** The same by what was done with them. */
  readonly split: Split;
}

interface PageWanted {
  /** Entries in the answer; whoever reads whole pages may give some more. */
  readonly most: number;
  /**
   * `next` of the page before, from the same answerer; null for the newest page. It names a place in the order of
   * time and content, so that no entry is skipped and none comes twice, whatever is added meanwhile.
   */
  readonly after: string | null;
}

export interface PageAnswer {
  readonly entries: readonly PagedEntry[];
  /** Null where the answer has the last of them. */
  readonly next: string | null;
}

export interface PagedEntry {
  /** Shield zone id. */
  readonly zone: string;
  /** Milliseconds since the epoch; null when the stamp is no time. These come last. */
  readonly time: number | null;
  readonly entry: EventLogEntry;
}

interface ComparisonWanted {
  readonly a: TimeRange;
  readonly b: TimeRange;
  /** Values in the answer. */
  readonly most: number;
}

/** What is asked about the entries of a scope, and what is answered, by the kind of question. */
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
  /** Who asks: network, program and kind of path. */
  readonly actors: readonly [ActorsWanted, ActorsAnswer];
  /** What differs between two windows; what of B lies in A counts for A alone. */
  readonly comparison: readonly [ComparisonWanted, ComparisonAnswer];
  /** Whom a rule with the scope's filter would hit, and who would be over a rate limit. */
  readonly trial: readonly [TrialWanted, TrialAnswer];
  /** A column's most frequent values by time. */
  readonly 'heat-map': readonly [HeatMapWanted, HeatMapAnswer];
  /** Each zone by time. */
  readonly zones: readonly [{ readonly buckets: Buckets }, ZonesAnswer];
  /** What rules matched, by rule, operator and path; so many groups. */
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

/** What an answer is of, so that every number can say it. */
export interface Extent {
  /** The entries that the console holds in memory, or all that an archive has of the zones that are listed. */
  readonly held: 'loaded' | 'archived';
  /** Entries that were looked at, those that the filter does not keep among them. */
  readonly looked: number;
  /** Entries that there are to look at: as many, unless the answer is of a part so far, or looking was given up. */
  readonly entries: number;
  /**
   * Whether entries may be counted that the filter does not keep: it has parts that whoever answers cannot try.
   * Numbers are then of candidates. A page never has such entries: they are tried again.
   */
  readonly areCandidates: boolean;
}

export interface Answered<Asked extends Question = Question> {
  readonly answer: Answer<Asked>;
  readonly of: Extent;
}

/**
 * Holds entries of some zones, and answers questions about them: the store in memory, an archive in a file, an engine
 * on another machine.
 */
export interface Answerer {
  /**
   * Answers to one question, each of more entries than the one before; the last is the whole answer. There may be one
   * alone. Never keeps the thread for longer than a few milliseconds at a time. Ends early, with what it has said so
   * far, once the signal aborts: another question is asked, and nobody waits for this one. Throws what it fails with,
   * a `DatabaseError` where an archive does.
   */
  ask<Asked extends Question>(question: Asked, signal: AbortSignal): AsyncIterable<Answered<Asked>>;
}
