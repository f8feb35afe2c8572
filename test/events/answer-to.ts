import type { FilteredView } from '../../src/events/filtered-view.ts';
import { answered } from '../../src/events/questions/ask.ts';
import type { Answer, Question } from '../../src/events/questions/question.ts';
import type { EventStore } from '../../src/events/store.ts';

/** What the store answers, once it has answered. */
export const answerTo = <Asked extends Question>(
  store: EventStore,
  question: Asked,
  views: readonly FilteredView[] = [],
): Answer<Asked> => answered(store, question, views).answer;
