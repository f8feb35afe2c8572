import type { FilteredView } from '../../src/events/filtered-view.ts';
import { answered } from '../../src/events/questions/ask.ts';
import type { Answer, Question } from '../../src/events/questions/question.ts';
import type { EventStore } from '../../src/events/store.ts';

/** The store's answer to a question. */
export const answerTo = <Asked extends Question>(
  store: EventStore,
  question: Asked,
  views: readonly FilteredView[] = [],
): Answer<Asked> => answered(store, question, views).answer;
