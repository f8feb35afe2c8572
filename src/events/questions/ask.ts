import type { TimeContext } from '../filter/time-point.ts';
import { FilteredView } from '../filtered-view.ts';
import type { EventStore } from '../store.ts';
import { actors } from './actors.ts';
import { comparison } from './comparison.ts';
import { matches } from './false-positives.ts';
import { heatMap } from './heat-map.ts';
import type { Answer, Question } from './question.ts';
import { type Part, partsOf } from './snapshot.ts';
import { trial } from './trial.ts';
import { zoneRows } from './zones.ts';

/** A question while it is being answered. */
export interface Asking<Asked extends Question> {
  readonly question: Asked;
  /** Entries that had been looked at by the filter when counting began; null before it has. */
  readonly counted: { readonly loaded: number } | null;
  /** Null until it is there. */
  readonly answer: Answer<Asked> | null;
  /** Goes on for about `budgetMs`; false when the answer is there. */
  advance(budgetMs: number): boolean;
}

/**
 * Asks the store. What is counted are the entries that are there when the filter has looked at all of them; those that
 * come later are for the next question.
 *
 * @param looking what relative times in the filter refer to, and views that have looked already
 */
export function ask<Asked extends Question>(
  store: EventStore,
  question: Asked,
  looking: { readonly moment: TimeContext; readonly views?: readonly FilteredView[] },
): Asking<Asked> {
  const { filter, range } = question.scope;
  const view =
    looking.views?.find((each) => each.filter === filter) ??
    new FilteredView(store, filter, looking.moment);
  let answer: Answer<Asked> | null = null;
  let counted: { readonly loaded: number } | null = null;

  function* work(): Generator<void, Answer<Asked>, void> {
    counted = { loaded: store.size };
    const parts = partsOf(store, { view, range });
    // Which answer belongs to which question is said by `Answer`; a switch cannot follow it.
    return (yield* answered(store, parts, question)) as Answer<Asked>;
  }
  const steps = work();

  return {
    question,
    get counted() {
      return counted;
    },
    get answer() {
      return answer;
    },
    advance(budgetMs) {
      if (answer) return false;
      const until = store.elapsed() + budgetMs;
      if (!counted && view.advance(budgetMs)) return true;
      do {
        const step = steps.next();
        if (step.done) {
          answer = step.value;
          return false;
        }
      } while (store.elapsed() < until);
      return true;
    },
  };
}

function answered(
  store: EventStore,
  parts: readonly Part[],
  question: Question,
): Generator<void, Answer, void> {
  switch (question.kind) {
    case 'actors':
      return actors(store, parts, question);
    case 'comparison':
      return comparison(store, parts, question);
    case 'trial':
      return trial(store, parts, question);
    case 'heat-map':
      return heatMap(store, parts, question);
    case 'zones':
      return zoneRows(store, parts, question);
    case 'matches':
      return matches(store, parts, question);
  }
}
