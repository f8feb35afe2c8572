import type { ApiError, ApiErrorKind } from '../contract/api-error.ts';
import { operations } from '../contract/operations/index.ts';
import { isObject } from '../contract/shape.ts';
import { LIMIT_NAMES } from '../guardian/limits.ts';
import { EXIT, exitCodeOf, OperationError, type UserError } from '../session/errors.ts';
import { jsonText } from '../text/json-and-csv.ts';
import { type Printable, printable, words } from '../text/printable.ts';
import { exactDuration } from '../text/time.ts';
import { likeAnswer } from './output/json.ts';
import { commandOf } from './table/commands.ts';

/** Advice for kinds of errors that do not speak for themselves. */
const ADVICE: Readonly<Partial<Record<ApiErrorKind, Printable>>> = {
  unreachable: words`Nothing was sent. warren doctor checks the connection.`,
  unauthorised: words`warren config show says which access key is used.`,
  'outside-window': words`The service keeps the last days only.`,
  redirected: words`Set the base URL to the address of the service.`,
  unexpected: words`warren doctor looks at how the answers differ from the contract.`,
};

const UNKNOWN_OUTCOME = words`The request was sent, and whether it was done is not known. Look before you repeat it.`;

/** Describes a failed operation for people: what happened, in which field, and what to do. */
export function failureLines({ error, operation, hint }: OperationError): readonly Printable[] {
  const { kind, title, detail, fields, requestId, retryAfterMs } = error;
  const lines: Printable[] = [
    words`${printable(operation.title)}: ${printable(title)}${detail ? words`: ${printable(detail)}` : words``}${facts(error)}`,
  ];
  for (const { field, message } of fields) {
    if (message === '' || message === title) continue;
    lines.push(words`  ${printable(field ?? 'request')}: ${printable(message)}`);
  }
  lines.push(...memberLines(error));
  if (requestId !== undefined) lines.push(words`  request id ${printable(requestId)}`);
  if (retryAfterMs !== undefined) {
    lines.push(words`  the service asks to wait ${exactDuration(retryAfterMs)}`);
  }
  const isUnknown = exitCodeOf(error, operation.effect) === EXIT.outcomeUnknown;
  const advice = isUnknown ? UNKNOWN_OUTCOME : hint === undefined ? ADVICE[kind] : undefined;
  if (advice !== undefined) lines.push(advice);
  if (kind === 'bad-request') {
    lines.push(words`Nothing was sent. See warren ${printable(commandOf(operation.id))} --help.`);
  }
  if (hint !== undefined) lines.push(hint);
  return lines;
}

/** `(404, not_found.app)`, to search for. */
function facts({ status, errorKey }: ApiError): Printable {
  const known = [status, errorKey].filter((each) => each !== undefined);
  return known.length === 0 ? words`` : words` (${printable(known.join(', '))})`;
}

/** Problem members that support staff ask for. */
const QUOTED = ['type', 'instance', 'id'] as const;

/** Further details in the body: members to quote, and plan limits. */
function memberLines({ members }: ApiError): readonly Printable[] {
  const quoted = QUOTED.flatMap((name) => {
    const value = members[name];
    const isGiven = typeof value === 'string' && value !== '' && value !== 'about:blank';
    return isGiven ? [words`  ${printable(name)} ${printable(value)}`] : [];
  });
  const limits = planLimits(members['data']).map(
    ([name, most]) => words`${printable(name)} ${most}`,
  );
  return limits.length === 0
    ? quoted
    : [...quoted, words`  plan limits: ${limits.join(', ') as Printable}`];
}

function planLimits(data: unknown): readonly (readonly [name: string, most: number])[] {
  const configuration = isObject(data) ? data['configuration'] : undefined;
  return LIMIT_NAMES.flatMap((name) => {
    const most = isObject(configuration) ? configuration[name] : undefined;
    return typeof most === 'number' ? [[name, most] as const] : [];
  });
}

/** Describes a failure for programs: one line of JSON with the whole answer of the service. */
export function failureJson(failure: OperationError | UserError): string {
  if (failure instanceof OperationError) return errorJson(failure, requestFacts(failure));
  const { lines, code, last } = failure;
  const [title, ...more] = lines;
  return errorJson(last, {
    ...(last && requestFacts(last)),
    exitCode: code,
    title,
    detail: more.length === 0 ? undefined : more.join(' '),
  });
}

const requestFacts = ({ error, operation }: OperationError) => {
  const { kind, status, title, detail, fields, errorKey, requestId, retryAfterMs } = error;
  const exitCode = exitCodeOf(error, operation.effect);
  return {
    operation: operation.id,
    kind,
    exitCode,
    status,
    title,
    detail,
    fields,
    errorKey,
    requestId,
    retryAfterMs,
  };
};

// Our own members come last, since members of the body may have the same names.
function errorJson(
  failure: OperationError | undefined,
  facts: Readonly<Record<string, unknown>>,
): string {
  const { data, ...members } = failure?.error.members ?? {};
  const shape = failure && operations[failure.operation.id].answer.shape?.fields?.['data'];
  const written = data === undefined ? members : { ...members, data: likeAnswer(shape, data) };
  return jsonText({ error: { ...written, ...facts } }, 0);
}
