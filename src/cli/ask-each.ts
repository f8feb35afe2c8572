import { ApiError } from '../contract/api-error.ts';
import type { Operation } from '../contract/operation.ts';
import { OperationError } from '../session/errors.ts';
import type { WorkspaceItem } from '../state/workspace.ts';
import type { Context } from './context.ts';
import type { Service } from './service.ts';

/** What came of asking for one of many things. */
export interface Asked<Answer> {
  readonly item: WorkspaceItem;
  readonly result:
    | { readonly kind: 'answered'; readonly answer: Answer }
    | { readonly kind: 'failed'; readonly error: ApiError };
}

/** So many requests are under way at a time. */
const AT_ONCE = 6;

/**
 * Reads something of every item, and goes on where one fails. The results are in the order of the items.
 *
 * @throws OperationError when the access key is not accepted: it will not be for the next one either
 */
export async function askEach<Input, Answer>(
  items: readonly WorkspaceItem[],
  operation: Operation<Input, Answer>,
  inputOf: (item: WorkspaceItem) => Input,
  { call }: Pick<Service, 'call'>,
  { signal, messages }: Pick<Context, 'signal' | 'messages'>,
): Promise<readonly Asked<Answer>[]> {
  const results: Asked<Answer>[] = [];
  const waiting = items.entries();
  const askNext = async (): Promise<void> => {
    for (const [at, item] of waiting) {
      if (signal.aborted) return;
      try {
        const answer = await call(operation, inputOf(item), signal);
        results[at] = { item, result: { kind: 'answered', answer } };
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (error.kind === 'unauthorised') throw new OperationError(error, operation);
        results[at] = { item, result: { kind: 'failed', error } };
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, askNext));
  messages.clearProgress();
  return results.filter((result) => result !== undefined);
}
