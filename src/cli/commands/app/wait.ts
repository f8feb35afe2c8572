import { DEFAULT_INTERVAL_MS, DEFAULT_WAIT_MS } from '../../../config/defaults.ts';
import type { ApiError } from '../../../contract/api-error.ts';
import { APPLICATION_STATUSES, appOverview } from '../../../contract/operations/app-overview.ts';
import { after } from '../../../edges/clock.ts';
import { poll } from '../../../feeds/poll.ts';
import { EXIT, OperationError, UserError } from '../../../session/errors.ts';
import { durationOption, intervalOption } from '../../../session/option-values.ts';
import { nearest } from '../../../text/nearest.ts';
import { asSentence, type Printable, printable, words } from '../../../text/printable.ts';
import { duration } from '../../../text/time.ts';
import { type Expression, matchingRows, readExpression } from '../../../watches/expression.ts';
import { subjectOf } from '../../../watches/subjects.ts';
import type { Action, Context } from '../../context.ts';
import { displayValue, grid, type OutputColumn } from '../../output/grid.ts';
import { facts, printerFor, type Report } from '../../output/report.ts';
import { RETRYABLE } from '../../retryable.ts';
import { idOf, type Service, withService } from '../../service.ts';
import { interrupted } from '../wait.ts';
import { deletedFromHere } from './deleted-from-here.ts';

export const appWaitCommand: Action<'app wait'> = async (
  { arguments: { ID }, options },
  context,
) => {
  if (options.until === undefined) throw new UserError([words`--until is missing.`]);
  const condition = readCondition(options.until);
  const timeout = durationOption(words`timeout`, options.timeout, 0) ?? DEFAULT_WAIT_MS;
  const every = intervalOption(words`every`, options.every) ?? DEFAULT_INTERVAL_MS;
  return withService(options, context, async (service) => {
    const appId = idOf(service, 'apps', ID);
    const hasExisted =
      condition.kind === 'gone' && (await deletedFromHere(service, context.edges.env)).has(appId);
    const wait = { appId, condition, timeout, every, hasExisted };
    const { status, waitedMs } = await awaitCondition(wait, service, context);
    const report = outcomeReport(appId, status ?? 'gone', waitedMs);
    await printerFor(context, options, 'one').print(report);
    return EXIT.done;
  });
};

const STATUSES: readonly string[] = APPLICATION_STATUSES;

type Condition =
  | { readonly kind: 'status'; readonly among: readonly string[] }
  | { readonly kind: 'gone' };

/**
 * Reads `status=active`, `status=failing,suspended` or `gone`.
 *
 * @throws UserError for anything else
 */
export function readCondition(text: string): Condition {
  if (text === 'gone') return { kind: 'gone' };
  const [, values] = /^status=(.+)$/.exec(text) ?? [];
  if (values === undefined) {
    throw new UserError([words`--until takes status=VALUE[,VALUE…] or gone.`]);
  }
  const among = values.split(',').map((value) => value.trim().toLowerCase());
  for (const value of among) {
    if (STATUSES.includes(value)) continue;
    const meant = nearest(value, STATUSES);
    const guess = meant ? words` Did you mean status=${printable(meant)}?` : words``;
    throw new UserError([words`A status is one of ${printable(STATUSES.join(', '))}.${guess}`]);
  }
  return { kind: 'status', among };
}

export const formatCondition = (condition: Condition): string =>
  condition.kind === 'gone' ? 'gone' : condition.among.join(' or ');

/** The condition as a `warren wait` expression about any application. */
function expressionOf(condition: Condition): Expression {
  const among = condition.kind === 'gone' ? ['gone'] : condition.among;
  const read = readExpression(`app ${among.map((value) => `status = ${value}`).join(' or ')}`);
  if (read.kind === 'refused') throw new Error(read.message);
  return read.expression;
}

interface Await {
  readonly appId: string;
  readonly condition: Condition;
  /** Milliseconds. */
  readonly timeout: number;
  readonly every: number;
  /** Whether the application is known to have existed. Otherwise "not found" does not mean that it is gone. */
  readonly hasExisted: boolean;
}

/**
 * Polls until the condition holds. Resolves with the last status, or null when the application is gone.
 *
 * @throws OperationError for a failure that waiting does not cure
 * @throws UserError with exit code 6 on timeout
 */
export async function awaitCondition(
  { appId, condition, timeout, every, hasExisted }: Await,
  { call }: Service,
  { edges, signal, messages }: Context,
) {
  const { clock } = edges;
  const expression = expressionOf(condition);
  const started = clock.elapsed();
  const waited = () => clock.elapsed() - started;
  const over = new AbortController();
  const cancelTimeout = after(clock, timeout, () => over.abort());

  let result: { readonly status: string | null } | undefined;
  let failure: ApiError | undefined;
  /** The last reported status; null if the answer had none, undefined if there was no answer. */
  let status: string | null | undefined;
  /** The error of the last request, if it failed. */
  let trouble: ApiError | undefined;
  let isKnown = hasExisted;
  const say = (what: string) =>
    messages.progress(words`${printable(what)}, for ${duration(waited())} of ${duration(timeout)}`);

  await poll({
    clock,
    signal: AbortSignal.any([signal, over.signal]),
    interval: () => every,
    random: edges.random,
    async ask(ended) {
      const answer = await call(appOverview, { appId }, ended);
      ({ status } = answer);
      isKnown = true;
      trouble = undefined;
      say(status === null ? 'no status in the answer' : `status ${status}`);
      const rows = subjectOf('app').rows(answer, clock.now());
      if (matchingRows(expression, rows).length === 0) return 'again';
      result = { status: answer.status };
      return 'done';
    },
    refused(error) {
      if (condition.kind === 'gone' && error.kind === 'not-found' && isKnown) {
        result = { status: null };
      } else if (RETRYABLE.has(error.kind)) {
        trouble = error;
        return say(error.title);
      } else failure = error;
      over.abort();
    },
  });
  cancelTimeout();
  messages.clearProgress();
  if (result) return { ...result, waitedMs: Math.round(waited()) };
  if (failure) {
    const isNeverSeen = condition.kind === 'gone' && failure.kind === 'not-found';
    throw new OperationError(failure, appOverview, isNeverSeen ? NEVER_SEEN : undefined);
  }
  if (signal.aborted) throw new OperationError(interrupted(), appOverview);
  throw new UserError(
    overdueLines({ condition, timeout, status, trouble }),
    EXIT.unreachable,
    trouble && new OperationError(trouble, appOverview),
  );
}

/** The message for a timeout. Without an answer to the last request, whether the condition holds is not known. */
function overdueLines({
  condition,
  timeout,
  status,
  trouble,
}: Pick<Await, 'condition' | 'timeout'> & {
  readonly status: string | null | undefined;
  readonly trouble: ApiError | undefined;
}): readonly [Printable, ...Printable[]] {
  const asked = printable(formatCondition(condition));
  const what =
    condition.kind === 'gone' ? words`The application still exists` : words`Not ${asked}`;
  const last = lastStatus(status);
  if (trouble === undefined && status !== undefined) {
    return [words`${what} after ${duration(timeout)}; ${last}.`];
  }
  const unknown = words`Whether the application is ${asked} could not be determined within ${duration(timeout)}; ${last}.`;
  return trouble
    ? [unknown, words`The last request failed: ${asSentence(printable(trouble.message))}`]
    : [unknown];
}

function lastStatus(status: string | null | undefined): Printable {
  if (status === undefined) return words`its status was never answered`;
  return status === null
    ? words`the last answer about it has no status`
    : words`its last status was ${printable(status)}`;
}

const NEVER_SEEN = words`It was never seen, and its deletion was not accepted from here, so it cannot be said to be gone. Check the identifier.`;

interface Outcome {
  readonly appId: string;
  readonly status: string;
  readonly waitedMs: number;
}

const COLUMNS: readonly OutputColumn<Outcome>[] = [
  { name: 'appId' },
  { name: 'status' },
  { name: 'waitedMs' },
];

/**
 * The result of an operation whose response has no body.
 *
 * @param status `deletion accepted`, `gone`, or the status that the service reports
 */
export function outcomeReport(appId: string, status: string, waitedMs: number): Report {
  const outcome: Outcome = { appId, status, waitedMs };
  return {
    document: outcome,
    sections: [
      facts(
        [words`application`, displayValue(appId)],
        [words`status`, displayValue(status)],
        ...(waitedMs > 0 ? [[words`waited`, duration(waitedMs)] as const] : []),
      ),
    ],
    csv: grid(COLUMNS, [outcome]),
  };
}
