import type { FilteredView } from '../../src/events/filtered-view.ts';
import { answering } from '../../src/events/questions/ask.ts';
import type { Answer, Question } from '../../src/events/questions/question.ts';
import type { EventStore } from '../../src/events/store.ts';

/** What the store answers, once it has answered. */
export function answerTo<Asked extends Question>(
  store: EventStore,
  question: Asked,
  views: readonly FilteredView[] = [],
): Answer<Asked> {
  const steps = answering(store, question, { views });
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value.answer;
}
