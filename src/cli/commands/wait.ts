import { DEFAULT_INTERVAL_MS, DEFAULT_WAIT_MS } from '../../config/defaults.ts';
import { ApiError } from '../../contract/api-error.ts';
import { appOverview } from '../../contract/operations/app-overview.ts';
import { dnsScan } from '../../contract/operations/dns-scan.ts';
import { eventLogs } from '../../contract/operations/event-logs.ts';
import { after } from '../../edges/clock.ts';
import { compares } from '../../events/filter/filter.ts';
import { poll } from '../../feeds/poll.ts';
import { flaggedWorkspace, itemGiven } from '../../session/config-file.ts';
import { EXIT, OperationError, UserError } from '../../session/errors.ts';
import { durationOption, intervalOption } from '../../session/option-values.ts';
import { ITEM_KINDS } from '../../state/item-kinds.ts';
import type { Workspace, WorkspaceItem } from '../../state/workspace.ts';
import { counted } from '../../text/numbers.ts';
import { asSentence, type Printable, printable, words } from '../../text/printable.ts';
import { duration } from '../../text/time.ts';
import {
  askedFields,
  type Expression,
  itemsOf,
  matchingRows,
  readExpression,
} from '../../watches/expression.ts';
import { isDue, isUnjudged, type Judged, judge, widestGap } from '../../watches/judging.ts';
import { howOf, partOf, type Row, subjectOf, wholeRow } from '../../watches/subjects.ts';
import { followRate } from '../../watches/zone-rate.ts';
import type { Action, Context } from '../context.ts';
import { displayValue, grid, type OutputColumn } from '../output/grid.ts';
import { facts, printerFor, type Report } from '../output/report.ts';
import { RETRYABLE } from '../retryable.ts';
import { type Service, withService } from '../service.ts';

export const waitCommand: Action<'wait'> = async (
  { arguments: { EXPRESSION }, options },
  context,
) => {
  const read = readExpression(EXPRESSION);
  if (read.kind === 'refused') {
    throw new UserError([words`${printable(read.message)} (column ${read.column + 1})`]);
  }
  const { expression } = read;
  const timeout = durationOption(words`timeout`, options.timeout, 0) ?? DEFAULT_WAIT_MS;
  const every = intervalOption(words`every`, options.every) ?? DEFAULT_INTERVAL_MS;
  if (expression.lasting > timeout) {
    throw new UserError([
      words`for ${duration(expression.lasting)} is longer than --timeout ${duration(timeout)}: raise --timeout.`,
    ]);
  }
  return withService(options, context, async (service) => {
    const workspace = flaggedWorkspace(options, service.session);
    const items = awaited(expression, workspace);
    service.unknown.push(...items.map(({ name }) => name));
    const { clock } = context.edges;
    const began = clock.elapsed();
    const met = await firstMet({ expression, items, timeout, every }, service, context);
    if (context.signal.aborted) return EXIT.interrupted;
    const waitedMs = Math.round(clock.elapsed() - began);
    await printerFor(context, options, 'one').print(reportOf({ expression, ...met, waitedMs }));
    return EXIT.done;
  });
};

/**
 * The items of the expression. A name that is not in the workspace is taken as an id.
 *
 * @throws UserError for an ambiguous name
 */
function awaited(expression: Expression, workspace: Workspace): readonly WorkspaceItem[] {
  const { name, kind } = expression;
  const known = itemsOf(expression, workspace);
  if (known.length > 1 && name !== null && !name.includes('*')) {
    const given = itemGiven(workspace, kind, name);
    return given ? [given] : known;
  }
  if (known.length > 0) return known;
  if (name !== null && !name.includes('*')) return [{ id: name, name }];
  throw new UserError([
    words`No ${ITEM_KINDS[kind].noun}${name === null ? words`` : words` “${printable(name)}”`} in this workspace: name one by its id, or with --${printable(ITEM_KINDS[kind].option)}.`,
  ]);
}

interface Waiting {
  readonly expression: Expression;
  readonly items: readonly WorkspaceItem[];
  /** Milliseconds. */
  readonly timeout: number;
  readonly every: number;
}

interface Met {
  readonly item: WorkspaceItem;
  readonly how: Printable;
}

function operationOf({ kind }: Expression) {
  if (kind === 'shieldZones') return eventLogs;
  return kind === 'apps' ? appOverview : dnsScan;
}

/** The error of an interrupted wait. */
export const interrupted = () =>
  new ApiError({ kind: 'aborted', title: 'Interrupted before the condition was met' });

/**
 * Polls the items until the condition holds for one of them. Items that are not found are reported at the end.
 *
 * @throws OperationError for a failure that waiting does not cure, and on interruption
 * @throws UserError with exit code 6 on timeout
 */
async function firstMet(
  { expression, items, timeout, every }: Waiting,
  { call }: Service,
  { edges, signal, messages }: Context,
): Promise<Met> {
  const { clock, random } = edges;
  const over = new AbortController();
  const cancelTimeout = after(clock, timeout, () => over.abort());
  const ended = AbortSignal.any([signal, over.signal]);
  const standing = new Map<string, Judged>();
  const gap = widestGap(every);
  let met: Met | undefined;
  let trouble: ApiError | undefined;
  let failure: Error | undefined;
  const end = (error?: Error) => {
    failure ??= error;
    over.abort();
  };
  const missing = new Set<WorkspaceItem>();
  /** Polling options for one item. If it is not found, the condition may still hold for the others. */
  const asking = (item: WorkspaceItem) => {
    const left = new AbortController();
    const failed = (error: ApiError) => {
      // A day that has just started here may not have started for the service.
      const isEarly = expression.kind === 'shieldZones' && error.kind === 'outside-window';
      if (isEarly || RETRYABLE.has(error.kind)) trouble = error;
      else if (error.kind === 'not-found' && missing.add(item).size < items.length) left.abort();
      else end(new OperationError(error, operationOf(expression)));
    };
    const each = { clock, random, interval: () => every, paused: () => false };
    return { ...each, signal: AbortSignal.any([ended, left.signal]), failed };
  };
  const { lasting } = expression;
  const see = (item: WorkspaceItem, held: readonly Row[]) => {
    const before = standing.get(item.id) ?? null;
    const judged = judge(before, held.map(partOf), clock.now(), lasting, gap);
    standing.set(item.id, judged);
    const since = judged.heldSince;
    messages.progress(
      words`${printable(item.name)}: ${since === null ? words`not so` : words`so for ${duration(judged.at - since)}`}`,
    );
    if (judged.firedAt === null || met) return;
    const due = held.filter((row) => isDue(judged, partOf(row), lasting));
    met = { item, how: howOf(due, askedFields(expression)) };
    end();
  };

  const askOf = (item: WorkspaceItem) => {
    const { failed, ...each } = asking(item);
    return poll({
      ...each,
      async ask(stopped) {
        const { rows } = subjectOf(expression.subject);
        try {
          const answer =
            expression.kind === 'apps'
              ? await call(appOverview, { appId: item.id }, stopped)
              : await call(dnsScan, { zoneId: item.id }, stopped);
          trouble = undefined;
          see(item, matchingRows(expression, rows(answer, clock.now())));
        } catch (error) {
          // Only an item that was seen before can be gone.
          const isGone = error instanceof ApiError && error.kind === 'not-found';
          if (!isGone || !standing.has(item.id)) throw error;
          const isSo = matchingRows(expression, rows(null, clock.now())).length > 0;
          see(item, wholeRow(isSo, words`gone`));
        }
        return 'again';
      },
      refused: failed,
    });
  };
  const countOf = (item: WorkspaceItem) => {
    const { asks } = expression;
    if (asks.kind !== 'rate')
      throw new UserError([
        words`At the prompt, a condition on a zone is a rate of events, such as > 50/min.`,
      ]);
    const { filter, per, sign, bound } = asks;
    return followRate({
      ...asking(item),
      call,
      zone: item.id,
      filter,
      per,
      counted(events) {
        trouble = undefined;
        see(item, wholeRow(compares(events, sign, bound), counted(events, words`event`)));
      },
    });
  };
  await Promise.all(items.map(expression.kind === 'shieldZones' ? countOf : askOf));
  cancelTimeout();
  messages.clearProgress();
  if (items.length > 1 && missing.size > 0 && !signal.aborted)
    messages.print(words`Not found: ${namesOf([...missing])}.`);
  if (met) return met;
  if (failure) throw failure;
  if (signal.aborted) throw new OperationError(interrupted(), operationOf(expression));
  const now = clock.now();
  const isKnown = items.every(
    (item) => missing.has(item) || !isUnjudged(standing.get(item.id), now, gap),
  );
  const since = [...standing.values()].flatMap(({ heldSince }) => heldSince ?? []);
  const heldMs = since.length === 0 ? null : now - Math.min(...since);
  throw notMet({ expression, timeout }, { isKnown, trouble, heldMs });
}

const namesOf = (items: readonly WorkspaceItem[]): Printable =>
  items.map(({ name }) => printable(name)).join(', ') as Printable;

/** The error for a timeout. */
function notMet(
  { expression, timeout }: Pick<Waiting, 'expression' | 'timeout'>,
  {
    isKnown,
    trouble,
    heldMs,
  }: {
    readonly isKnown: boolean;
    readonly trouble: ApiError | undefined;
    /** How long it has held at the end, in milliseconds; null if it does not hold. */
    readonly heldMs: number | null;
  },
): UserError {
  const why = trouble
    ? [words`The last request failed: ${asSentence(printable(trouble.message))}`]
    : [];
  const outcome =
    !isKnown || trouble
      ? words`Whether the condition holds could not be determined within ${duration(timeout)}.`
      : heldMs === null
        ? words`The condition did not hold within ${duration(timeout)}.`
        : words`It has held for ${duration(heldMs)} of the ${duration(expression.lasting)} required.`;
  const last = trouble && new OperationError(trouble, operationOf(expression));
  return new UserError([outcome, ...why], EXIT.unreachable, last);
}

interface Outcome extends Met {
  readonly expression: Expression;
  readonly waitedMs: number;
}

const COLUMNS: readonly OutputColumn<Outcome>[] = [
  { name: 'expression', value: ({ expression }) => expression.text },
  { name: 'id', value: ({ item }) => item.id },
  { name: 'name', value: ({ item }) => item.name },
  { name: 'how' },
  { name: 'waitedMs' },
];

function reportOf(outcome: Outcome): Report {
  const { expression, item, how, waitedMs } = outcome;
  const document = { expression: expression.text, id: item.id, name: item.name, how, waitedMs };
  return {
    document,
    sections: [
      facts(
        [words`met`, displayValue(expression.text)],
        [words`by`, displayValue(item.name)],
        ...(how === '' ? [] : [[words`how`, how] as const]),
        [words`waited`, duration(waitedMs)],
      ),
    ],
    csv: grid(COLUMNS, [outcome]),
  };
}
