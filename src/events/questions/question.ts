import type { Filter } from '../filter/filter.ts';
import type { ColumnName } from '../storage/columns.ts';
import type { Buckets, TimeRange } from '../time-range.ts';
import type { ActorOrder, ActorsAnswer } from './actors.ts';
import type { ComparisonAnswer } from './comparison.ts';
import type { MatchesAnswer } from './false-positives.ts';
import type { HeatMapAnswer } from './heat-map.ts';
import type { RateLimit, TrialAnswer } from './trial.ts';
import type { ZonesAnswer } from './zones.ts';

/** Which entries a question is about: those that the filter keeps, of a time. */
export interface Scope {
  readonly filter: Filter;
  /** All times where it is absent. */
  readonly range?: TimeRange;
}

/** Who asks: network, program and kind of path. */
export interface ActorsQuestion {
  readonly kind: 'actors';
  readonly scope: Scope;
  readonly order: ActorOrder;
  /** Actors in the answer. */
  readonly most: number;
  /** What their courses are counted in. */
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

/**
 * What can be asked about many entries at once. A value and no more, so that whatever holds entries can answer it:
 * the store in memory (`ask.ts`) counts over its columns.
 */
export type Question =
  | ActorsQuestion
  | ComparisonQuestion
  | TrialQuestion
  | HeatMapQuestion
  | ZonesQuestion
  | MatchesQuestion;

interface Answers {
  readonly actors: ActorsAnswer;
  readonly comparison: ComparisonAnswer;
  readonly trial: TrialAnswer;
  readonly 'heat-map': HeatMapAnswer;
  readonly zones: ZonesAnswer;
  readonly matches: MatchesAnswer;
}

export type Answer<Asked extends Question = Question> = Answers[Asked['kind']];
