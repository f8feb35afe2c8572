import type { EventLogEntry } from '../../contract/operations/event-logs.ts';
import type { Filter } from '../filter/filter.ts';
import type { TimeContext } from '../filter/time-point.ts';
import type { Split } from '../outcome.ts';
import type { ColumnName } from '../storage/columns.ts';
import type { Buckets, TimeRange } from '../time-range.ts';
import type { ActorOrder, ActorsAnswer } from './actors.ts';
import type { ComparisonAnswer } from './comparison.ts';
import type { FacetsAnswer, FacetsWanted } from './facets.ts';
import type { MatchesAnswer } from './false-positives.ts';
import type { HeatMapAnswer, TrendsAnswer, TrendsWanted } from './heat-map.ts';
import type { HistogramAnswer, HistogramWanted } from './histogram.ts';
import type { RateLimit, TrialAnswer } from './trial.ts';
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

/** How many entries there are. */
interface CountQuestion {
  readonly kind: 'count';
  readonly scope: Scope;
}

export interface CountAnswer {
  readonly total: number;
  /** The same by what was done with them. */
  readonly split: Split;
}

/** The values of columns with their counts. */
export interface FacetsQuestion extends FacetsWanted {
  readonly kind: 'facets';
  readonly scope: Scope;
}

/** The trend of some values over time. */
export interface TrendsQuestion extends TrendsWanted {
  readonly kind: 'trends';
  readonly scope: Scope;
}

/** Entries over time, stacked by the values of a column. */
interface HistogramQuestion extends HistogramWanted {
  readonly kind: 'histogram';
  readonly scope: Scope;
}

/** The entries themselves, newest first, page by page. */
export interface PageQuestion {
  readonly kind: 'page';
  readonly scope: Scope;
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

/** Who asks: network, program and kind of path. */
export interface ActorsQuestion {
  readonly kind: 'actors';
  readonly scope: Scope;
  readonly order: ActorOrder;
  /** Actors in the answer. */
  readonly most: number;
  /** What their trends are counted in. */
  readonly buckets: Buckets;
}

/** What differs between two windows; what of B lies in A counts for A alone. */
export interface ComparisonQuestion {
  readonly kind: 'comparison';
  readonly scope: Scope;
  readonly a: TimeRange;
  readonly b: TimeRange;
  /** Values in the answer. */
  readonly most: number;
}

/** Whom a rule with the scope's filter would hit, and who would be over a rate limit. */
export interface TrialQuestion {
  readonly kind: 'trial';
  readonly scope: Scope;
  readonly limit: RateLimit | null;
  /** Values of each field in the answer, and those over the limit. */
  readonly most: number;
}

/** A column's most frequent values by time. */
export interface HeatMapQuestion {
  readonly kind: 'heat-map';
  readonly scope: Scope;
  readonly column: ColumnName;
  /** Values in the answer. */
  readonly most: number;
  readonly buckets: Buckets;
}

/** Each zone by time. */
export interface ZonesQuestion {
  readonly kind: 'zones';
  readonly scope: Scope;
  readonly buckets: Buckets;
}

/** What rules matched, by rule, operator and path. */
export interface MatchesQuestion {
  readonly kind: 'matches';
  readonly scope: Scope;
  /** Groups in the answer. */
  readonly most: number;
}

export type Question =
  | CountQuestion
  | FacetsQuestion
  | TrendsQuestion
  | HistogramQuestion
  | PageQuestion
  | ActorsQuestion
  | ComparisonQuestion
  | TrialQuestion
  | HeatMapQuestion
  | ZonesQuestion
  | MatchesQuestion;

interface Answers {
  readonly count: CountAnswer;
  readonly facets: FacetsAnswer;
  readonly trends: TrendsAnswer;
  readonly histogram: HistogramAnswer;
  readonly page: PageAnswer;
  readonly actors: ActorsAnswer;
  readonly comparison: ComparisonAnswer;
  readonly trial: TrialAnswer;
  readonly 'heat-map': HeatMapAnswer;
  readonly zones: ZonesAnswer;
  readonly matches: MatchesAnswer;
}

export type Answer<Asked extends Question = Question> = Answers[Asked['kind']];

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
