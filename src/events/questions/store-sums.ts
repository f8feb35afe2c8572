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
  // Which sum belongs to which question a switch cannot follow.
  return sumFor(question) as unknown as StoreSum<Asked>;
}

function sumFor(question: ReadQuestion) {
  switch (question.kind) {
    case 'actors':
      return read(question, new ActorsSum(question));
    case 'trial':
      return read(question, new TrialSum(question));
    case 'matches':
      return read(question, new MatchesSum(question));
    default:
      return counted(question);
  }
}

function counted<Asked extends SummedQuestion>(question: Asked): StoreSum<Asked> {
  const sum = answerSum(question);
  return {
    take(store) {
      const { answer, of } = answered(store, sum.asked);
      sum.add(answer);
      return of;
    },
    answer: () => sum.answer(),
    isFull: () => false,
  };
}

function read<Asked extends ReadQuestion>(
  { scope: { filter, moment, range } }: Asked,
  sum: EntrySum<Asked>,
): StoreSum<Asked> {
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
