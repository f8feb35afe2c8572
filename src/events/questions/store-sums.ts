import { FilteredView } from '../filtered-view.ts';
import { partsOf } from '../selection.ts';
import type { EventStore } from '../store.ts';
import { ActorsSum } from './actors-sum.ts';
import { answered } from './ask.ts';
import { MatchesSum } from './matches-sum.ts';
import type { Answer, Extent } from './question.ts';
import { answerSum, type EntrySum, type ReadQuestion, type SummedQuestion } from './sums.ts';
import { TrialSum } from './trial-sum.ts';

/*
 * One answer about the entries of many stores: for whoever has more entries than fit into memory, and takes a part of
 * them into a store after another. What is kept of a part is bounded.
 */

/** An answer that grows by stores, each with other entries. */
interface StoreSum<Asked extends ReadQuestion> {
  /** Takes in the entries of a store that the question is about; tells how many it looked at. */
  take(store: EventStore): Extent;
  /** Of the stores so far. */
  answer(): Answer<Asked>;
  /** Whether no more can be kept: what comes behind is not counted. */
  isFull(): boolean;
}

/** @param question facets without a baseline: what it is compared with is asked for itself */
export function storeSum<Asked extends ReadQuestion>(question: Asked): StoreSum<Asked> {
  const { filter, moment, range } = question.scope;
  // Which sum belongs to which question a switch cannot follow.
  const sum = sumFor(question) as unknown as EntrySum<Asked>;
  return {
    take(store) {
      const view = new FilteredView(store, filter, moment);
      while (view.advance(Number.POSITIVE_INFINITY));
      sum.add(store, partsOf(store, { view, range }), view);
      const { scanned, total } = view.counts;
      return { held: 'archived', looked: scanned, entries: total, areCandidates: false };
    },
    answer: () => sum.answer(),
    isFull: () => sum.isFull(),
  };
}

function sumFor(question: ReadQuestion) {
  switch (question.kind) {
    case 'actors':
      return new ActorsSum(question);
    case 'trial':
      return new TrialSum(question);
    case 'matches':
      return new MatchesSum(question);
    default:
      return counted(question);
  }
}

/** The sum of the answers of all stores. */
function counted<Asked extends SummedQuestion>(question: Asked): EntrySum<Asked> {
  const { asked, add, answer } = answerSum(question);
  return {
    add: (store, _, view) => add(answered(store, asked, [view]).answer),
    answer,
    isFull: () => false,
  };
}
