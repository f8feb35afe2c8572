import type { Filter } from '../filter/filter.ts';
import type { Buckets, TimeRange } from '../time-range.ts';
import type { ActorOrder, ActorsAnswer } from './actors.ts';

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

/**
 * What can be asked about many entries at once. A value and no more, so that whatever holds entries can answer it:
 * the store in memory (`ask.ts`) counts over its columns.
 */
export type Question = ActorsQuestion;

interface Answers {
  readonly actors: ActorsAnswer;
}

export type Answer<Asked extends Question = Question> = Answers[Asked['kind']];
