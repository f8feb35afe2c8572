import type { ApiError, ApiErrorKind } from '../contract/api-error.ts';
import { EXIT, exitCodeOf, type OperationError } from '../session/errors.ts';
import { type Printable, printable, words } from '../text/printable.ts';
import { duration } from '../text/time.ts';
import { COMMAND_OF } from './table/commands.ts';

/** What to do about a failure of a kind; empty where the failure says it all. */
const ADVICE: Readonly<Record<ApiErrorKind, Printable>> = {
  unreachable: words`Nothing was sent. warren doctor looks at the way to the service.`,
  interrupted: words``,
  timeout: words``,
  unauthorised: words`warren config show tells which access key is used.`,
  refused: words``,
  'outside-window': words`The service keeps the last days only; choose a later --date.`,
  'not-found': words``,
  invalid: words``,
  'rate-limited': words``,
  service: words``,
  redirected: words`Set the base URL to where the service really is.`,
  unexpected: words`warren doctor looks at how the answers differ from the contract.`,
  'bad-request': words``,
  aborted: words``,
};

const UNKNOWN_OUTCOME = words`The request was sent, and whether it was done is not known. Look before you repeat it.`;

/** A failed operation for people: what happened, in which field, what to do. */
export function failureLines({ error, operation, hint }: OperationError): readonly Printable[] {
  const { kind, title, detail, fields, requestId, retryAfterMs } = error;
  const lines: Printable[] = [
    words`${printable(operation.title)}: ${printable(title)}${detail === undefined ? words`` : words`: ${printable(detail)}`}${facts(error)}`,
  ];
  for (const { field, message } of fields) {
    if (message === '' || message === title) continue;
    lines.push(words`  ${printable(field ?? 'request')}: ${printable(message)}`);
  }
  if (requestId !== undefined) lines.push(words`  request id ${printable(requestId)}`);
  if (retryAfterMs !== undefined) {
    lines.push(words`  the service asks to wait ${duration(retryAfterMs)}`);
  }
  if (exitCodeOf(kind, operation.effect) === EXIT.outcomeUnknown) lines.push(UNKNOWN_OUTCOME);
  else if (ADVICE[kind] !== '') lines.push(ADVICE[kind]);
  if (kind === 'bad-request') {
    lines.push(words`Nothing was sent. See warren ${printable(COMMAND_OF[operation.id])} --help.`);
  }
  if (hint !== undefined) lines.push(hint);
  return lines;
}

/** `(404, not_found.app)`: what to search for. */
function facts({ status, errorKey }: ApiError): Printable {
  const known = [
    ...(status === undefined ? [] : [String(status)]),
    ...(errorKey === undefined ? [] : [errorKey]),
  ];
  return known.length === 0 ? words`` : words` (${printable(known.join(', '))})`;
}
