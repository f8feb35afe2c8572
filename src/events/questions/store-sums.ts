import { FilteredView } from '../filtered-view.ts';
import { partsOf } from '../selection.ts';
import type { EventStore } from '../store.ts';
import { Actors } from './actors.ts';
import { answered } from './ask.ts';
import { Matches } from './false-positives.ts';
import type { Answer, Extent } from './question.ts';
import { answerSum, type EntrySum, type ReadQuestion, type SummedQuestion } from './sums.ts';
import { Trial } from './trial.ts';

/*
 * Answers about the entries of many stores, for archives that do not fit into memory and are loaded one part at a time.
 * Memory per part is bounded.
 */

/**
 * Accumulates an answer over stores with different entries.
 *
 * @param question facets must have no baseline, which is a question of its own
 */
export function storeSum<Asked extends ReadQuestion>(question: Asked) {
  const { filter, moment, range } = question.scope;
  // The switch cannot relate sums to questions.
  const sum = sumFor(question) as unknown as EntrySum<Asked>;
  return {
    /** Adds the entries of a store and returns how many were examined. */
    take(store: EventStore): Extent {
      const view = new FilteredView(store, filter, moment);
      while (view.advance(Number.POSITIVE_INFINITY));
      sum.add(store, partsOf(store, { view, range }), view);
      const { scanned, total } = view.counts;
      return { held: 'archived', looked: scanned, entries: total, areCandidates: false };
    },
    /** The answer for the stores so far. */
    answer: (): Answer<Asked> => sum.answer(),
    /** Whether the limit is reached; further stores are not counted. */
    isFull: (): boolean => sum.isFull(),
  };
}

function sumFor(question: ReadQuestion) {
  switch (question.kind) {
    case 'actors':
      return new Actors(question);
    case 'trial':
      return new Trial(question);
    case 'matches':
      return new Matches(question);
    default:
      return sumOfAnswers(question);
  }
}

/** The sum of the answers of all stores. */
function sumOfAnswers<Asked extends SummedQuestion>(question: Asked): EntrySum<Asked> {
  const { asked, add, answer } = answerSum(question);
  return {
    add: (store, _, view) => add(answered(store, asked, [view]).answer),
    answer,
    isFull: () => false,
  };
}
