import { ApiError } from '../../contract/api-error.ts';
import { appOverview } from '../../contract/operations/app-overview.ts';
import { dnsScan } from '../../contract/operations/dns-scan.ts';
import { eventLogs } from '../../contract/operations/event-logs.ts';
import { after } from '../../edges/clock.ts';
import { compares } from '../../events/filter/filter.ts';
import { poll } from '../../feeds/poll.ts';
import { EXIT, OperationError, UserError } from '../../session/errors.ts';
import type { WorkspaceItem } from '../../state/workspace.ts';
import { counted } from '../../text/numbers.ts';
import { asSentence, type Printable, printable, words } from '../../text/printable.ts';
import { duration, exactDuration } from '../../text/time.ts';
import { askedFields, type Expression, matchingRows } from '../../watches/expression.ts';
import { isDue, isUnjudged, type Judged, judge, widestGap } from '../../watches/judging.ts';
import { partOf, type Row, subjectOf, wholeRow } from '../../watches/subjects.ts';
import { followRate } from '../../watches/zone-rate.ts';
import type { Context } from '../context.ts';
import { RETRYABLE } from '../retryable.ts';
import type { Service } from '../service.ts';
import { deletedFromHere, FITS_DELETION, unresolvedFromHere } from './app/deleted-from-here.ts';

export interface Waiting {
  readonly expression: Expression;
  readonly items: readonly WorkspaceItem[];
  /** What is waited for, as a clause for messages: `the condition holds`. */
  readonly what: Printable;
  /** Milliseconds. */
  readonly timeout: number;
  readonly every: number;
  /** Whether the items are known to have existed, so that one that is not found is gone. */
  readonly hasExisted?: boolean;
}

export interface Met {
  readonly item: WorkspaceItem;
  /** The rows for which the condition holds. */
  readonly rows: readonly Row[];
  readonly waitedMs: number;
}

const NEVER_SEEN = words`It was never seen, and its deletion was not accepted from here, so it cannot be said to be gone. Check the identifier.`;

function operationOf({ kind }: Expression) {
  if (kind === 'shieldZones') return eventLogs;
  return kind === 'apps' ? appOverview : dnsScan;
}

/**
 * Polls the items until the condition holds for one of them. An item that is not found is gone if it was seen before or
 * its deletion was accepted from here. If that is not what is waited for, the others are waited for.
 *
 * @throws OperationError for a failure that waiting does not cure, and on interruption
 * @throws UserError with exit code 6 on timeout
 */
export async function awaitCondition(
  waiting: Waiting,
  service: Service,
  context: Context,
): Promise<Met> {
  const { expression, items, timeout, every, hasExisted = false } = waiting;
  const { call } = service;
  const { edges, signal, messages } = context;
  const { clock, random, env } = edges;
  const subject = subjectOf(expression.subject);
  const over = new AbortController();
  const cancelTimeout = after(clock, timeout, () => over.abort());
  const watch = new Watch(waiting, context, () => over.abort());
  const ended = AbortSignal.any([signal, over.signal]);
  /** Polling options for one item. */
  const asking = (item: WorkspaceItem) => {
    const left = new AbortController();
    return {
      clock,
      random,
      interval: () => every,
      paused: () => false,
      signal: AbortSignal.any([ended, left.signal]),
      failed(error: ApiError) {
        if (watch.isWithout(item, error)) left.abort();
      },
    };
  };
  const wasThere = async ({ id }: WorkspaceItem): Promise<boolean> =>
    hasExisted || watch.standing.has(id) || (await deletedFromHere(service, env)).has(id);

  const askOf = (item: WorkspaceItem) => {
    const { failed, ...each } = asking(item);
    return poll({
      ...each,
      async ask(stopped) {
        try {
          const answer =
            expression.kind === 'apps'
              ? await call(appOverview, { appId: item.id }, stopped)
              : await call(dnsScan, { zoneId: item.id }, stopped);
          const rows = subject.rows(answer, clock.now());
          const found = stateOf(rows, askedFields(expression));
          watch.see(item, matchingRows(expression, rows), found);
        } catch (error) {
          const isNotFound = error instanceof ApiError && error.kind === 'not-found';
          if (!(isNotFound && isMetByGone(expression))) throw error;
          if (!(await wasThere(item))) {
            watch.unresolved ??= await unresolvedFromHere(item.id, service, env);
            throw error;
          }
          watch.see(item, wholeRow(true, words`gone`));
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
        const found = counted(events, words`event`);
        watch.see(item, wholeRow(compares(events, sign, bound), found), found);
      },
    });
  };
  await Promise.all(items.map(expression.kind === 'shieldZones' ? countOf : askOf));
  cancelTimeout();
  messages.clearProgress();
  return watch.result();
}

const isMetByGone = (expression: Expression): boolean =>
  matchingRows(expression, subjectOf(expression.subject).rows(null, 0)).length > 0;

/** What is known about the items so far. */
class Watch {
  readonly #waiting: Waiting;
  readonly #context: Context;
  readonly #end: () => void;
  readonly #began: number;
  readonly standing = new Map<string, Judged>();
  /** The errors of the items whose last request failed. */
  readonly #troubles = new Map<string, ApiError>();
  readonly #missing = new Set<WorkspaceItem>();
  /** What is known of a deletion of an item that is not found, if its outcome is unknown. */
  unresolved: Printable | undefined;
  /** The last answer, if there is only one item and it has a state. */
  #state: Printable | undefined;
  #met: Met | undefined;
  #failure: OperationError | undefined;

  /** @param end stops all requests */
  constructor(waiting: Waiting, context: Context, end: () => void) {
    this.#waiting = waiting;
    this.#context = context;
    this.#end = end;
    this.#began = context.edges.clock.elapsed();
  }

  get #waitedMs(): number {
    return Math.round(this.#context.edges.clock.elapsed() - this.#began);
  }

  #report({ name }: WorkspaceItem, now: Printable): void {
    const waited = words`waited ${duration(this.#waitedMs)} of ${exactDuration(this.#waiting.timeout)}`;
    this.#context.messages.progress(words`${printable(name)}: ${now}; ${waited}`);
  }

  /**
   * Takes an answer.
   *
   * @param held the rows for which the condition holds
   * @param found what the answer says, for messages
   */
  see(item: WorkspaceItem, held: readonly Row[], found?: Printable): void {
    const { expression, items, every } = this.#waiting;
    const { lasting } = expression;
    this.#troubles.delete(item.id);
    if (items.length === 1) this.#state = found;
    const before = this.standing.get(item.id) ?? null;
    const now = this.#context.edges.clock.now();
    const judged = judge(before, held.map(partOf), now, lasting, widestGap(every));
    this.standing.set(item.id, judged);
    const { at, heldSince, firedAt } = judged;
    this.#report(
      item,
      heldSince === null
        ? (found ?? words`not so`)
        : words`so for ${duration(at - heldSince)} of ${exactDuration(lasting)}`,
    );
    if (firedAt === null || this.#met) return;
    const rows = held.filter((row) => isDue(judged, partOf(row), lasting));
    this.#met = { item, rows, waitedMs: this.#waitedMs };
    this.#end();
  }

  /** Takes an error. Returns whether the item is not found, while others are still waited for. */
  isWithout(item: WorkspaceItem, error: ApiError): boolean {
    const { expression, items } = this.#waiting;
    // A day that has just started here may not have started for the service.
    const isEarly = expression.kind === 'shieldZones' && error.kind === 'outside-window';
    if (isEarly || RETRYABLE.has(error.kind)) {
      this.#troubles.set(item.id, error);
      this.#report(item, printable(error.title));
      return false;
    }
    this.#troubles.delete(item.id);
    const isMissing = error.kind === 'not-found';
    if (isMissing && this.#missing.add(item).size < items.length) return true;
    const unseen = this.unresolved ? words`${this.unresolved} ${FITS_DELETION}` : NEVER_SEEN;
    const hint = isMissing && isMetByGone(expression) ? unseen : undefined;
    this.#failure ??= new OperationError(error, operationOf(expression), hint);
    this.#end();
    return false;
  }

  /** @throws UserError or OperationError if the condition was not met */
  result(): Met {
    const { expression, items } = this.#waiting;
    const { messages, signal } = this.#context;
    if (items.length > 1 && this.#missing.size > 0 && !signal.aborted)
      messages.print(words`Not found: ${namesOf([...this.#missing])}.`);
    if (this.#met) return this.#met;
    if (this.#failure) throw this.#failure;
    if (!signal.aborted) throw this.#timeout();
    const title = words`Interrupted before the condition was met`;
    throw new OperationError(new ApiError({ kind: 'aborted', title }), operationOf(expression));
  }

  #timeout(): UserError {
    const { expression, items, what, timeout, every } = this.#waiting;
    const now = this.#context.edges.clock.now();
    const isKnown = items.every(
      (item) =>
        this.#missing.has(item) || !isUnjudged(this.standing.get(item.id), now, widestGap(every)),
    );
    const [trouble] = this.#troubles.values();
    // Up to the last answer: what came after is not known.
    const held = [...this.standing.values()].flatMap(({ at, heldSince }) =>
      heldSince === null ? [] : at - heldSince,
    );
    const last = this.#state ? words`; the last answer had ${this.#state}.` : words`.`;
    const outcome =
      !isKnown || trouble
        ? words`Whether ${what} could not be determined within ${exactDuration(timeout)}${last}`
        : held.length === 0
          ? words`Timed out after ${exactDuration(timeout)} waiting until ${what}${last}`
          : words`It has held for ${exactDuration(Math.max(...held))} of the ${exactDuration(expression.lasting)} required.`;
    const lines = trouble
      ? [outcome, words`The last request failed: ${asSentence(printable(trouble.message))}`]
      : [outcome];
    const cause = trouble && new OperationError(trouble, operationOf(expression));
    return new UserError(lines, EXIT.unreachable, cause);
  }
}

const namesOf = (items: readonly WorkspaceItem[]): Printable =>
  items.map(({ name }) => printable(name)).join(', ') as Printable;

/** The fields of the condition in an answer about one whole item: `status active`. */
function stateOf(rows: readonly Row[], asked: readonly string[]): Printable | undefined {
  const [row, ...more] = rows;
  if (row?.place !== '' || more.length > 0) return undefined;
  const facts = [...new Set(asked)].map((name) => {
    const value = row.fields[name] ?? null;
    return value === null ? `no ${name}` : `${name} ${value}`;
  });
  return printable(facts.join(', '));
}
