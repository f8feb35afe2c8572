import { ApiError } from '../contract/api-error.ts';
import type { Call, Operation, OperationId, RequestParts } from '../contract/operation.ts';

/** Refusals that the form of a request may have caused: a service that wants another does not know this one. */
const MAY_BE_THE_FORM: ReadonlySet<ApiError['kind']> = new Set(['not-found', 'invalid']);

const isRefused = (error: unknown): error is ApiError =>
  error instanceof ApiError && MAY_BE_THE_FORM.has(error.kind);

/** Sends one request of an operation, as `createClient` does. */
type Ask = <Input, Answer>(
  operation: Operation<Input, Answer>,
  parts: RequestParts,
  signal?: AbortSignal,
) => Promise<Answer>;

/**
 * Asks in the form the service takes, where a request can be composed in two (`Operation.composeOther`).
 * Which one it is shows at the first answer; until then a refusal in the usual form is followed by one
 * request in the other. When both are refused, the refusal of the usual form is what counts.
 */
export function inEitherForm(ask: Ask): Call {
  const taken = new Map<OperationId, 'usual' | 'other'>();
  return async (operation, input, signal) => {
    const usual = operation.compose(input);
    const other = operation.composeOther?.(input);
    if (other === undefined) return ask(operation, usual, signal);
    const known = taken.get(operation.id);
    if (known) return ask(operation, known === 'usual' ? usual : other, signal);
    try {
      const answer = await ask(operation, usual, signal);
      taken.set(operation.id, 'usual');
      return answer;
    } catch (refusal) {
      if (!isRefused(refusal)) throw refusal;
      try {
        const answer = await ask(operation, other, signal);
        taken.set(operation.id, 'other');
        return answer;
      } catch (error) {
        throw isRefused(error) ? refusal : error;
      }
    }
  };
}
