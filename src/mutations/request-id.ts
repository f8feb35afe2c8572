import type { Exchange } from '../contract/exchange.ts';
import type { Operation } from '../contract/operation.ts';
import { renderPath } from '../contract/path.ts';

/**
 * The id the service gave to the newest answered request for `operation` with `input` among `exchanges`;
 * null when it gave none, or nothing was sent. A {@link Call} resolves with the answer alone.
 */
export function requestIdOf<Input, Answer>(
  exchanges: readonly Exchange[],
  operation: Operation<Input, Answer>,
  input: Input,
): string | null {
  const path = pathOf(operation, input);
  const last = exchanges.findLast(
    (exchange) => exchange.operation === operation.id && exchange.path === path,
  );
  return last?.outcome.kind === 'answered' ? last.outcome.requestId : null;
}

function pathOf<Input, Answer>(operation: Operation<Input, Answer>, input: Input): string | null {
  try {
    return renderPath(operation, operation.compose(input).path);
  } catch {
    return null;
  }
}
