import { ApiError } from '../../../contract/api-error.ts';
import type { Call } from '../../../contract/operation.ts';
import { type EventLogPage, eventLogs } from '../../../contract/operations/event-logs.ts';
import type { CorrectedClock } from '../../../edges/clock.ts';
import { pageEnds } from '../../../events/seen-entries.ts';
import { waitAfterFailure } from '../../../feeds/backoff.ts';
import { bringsNothing, nextPage, TOKEN_GONE, type WalkEnd } from '../../../feeds/walk.ts';
import { OperationError, UserError } from '../../../session/errors.ts';
import { spanOptions } from '../../../session/option-values.ts';
import { count } from '../../../text/numbers.ts';
import { type Printable, printable, words } from '../../../text/printable.ts';
import { dayOf, duration, startOfDay, type UtcDay, usDay, utcDay } from '../../../text/time.ts';
import type { Context } from '../../context.ts';
import { RETRYABLE_PAGES } from '../../retryable.ts';
import type { Service } from '../../service.ts';
import type { EntryCollector, EntryFilter } from './entry-filter.ts';

export interface SpanWalk {
  readonly zone: string;
  readonly span: Span;
  readonly collector: Pick<
    EntryCollector,
    'add' | 'end' | 'forget' | 'isFull' | 'isLimited' | 'keepNewest' | 'read'
  >;
  readonly filter: Pick<EntryFilter, 'isTooOld' | 'orderOf'>;
}

/** `days-gone`: the service no longer has some days; `not-archived`: the archive has none of the days. */
export type SpanEnd = WalkEnd | 'days-gone' | 'not-archived';

type Walk = SpanWalk & { readonly call: Call; readonly context: Context };

const MAX_ATTEMPTS = 5;
const MAX_RESTARTS = 3;
/** A day ends after this many consecutive pages of entries that are too old. */
const OLD_PAGES = 2;
/** Minimum delay between two attempts, in milliseconds. */
const MIN_RETRY_MS = 1000;

class TokenGone extends Error {
  override readonly name = 'TokenGone';
  readonly error: ApiError;

  constructor(error: ApiError) {
    super(error.message);
    this.error = error;
  }
}

/**
 * Reads all pages of each day in the span, in page order: if pages start with the newest entry, so do the days. Days
 * that the service no longer has are reported and skipped. Stops early when the collector is full or the command is
 * interrupted.
 *
 * @returns `complete`; `days-gone` if the service no longer has some days; or why the pages of some day ended early
 * @throws OperationError when the service refuses the first page, or keeps refusing a later one
 */
export async function walkSpan(
  asked: SpanWalk,
  { call }: Service,
  context: Context,
): Promise<SpanEnd> {
  const walk: Walk = { ...asked, call, context };
  const { span, collector } = walk;
  const days = Array.from({ length: span.to - span.from + 1 }, (_, back) => span.to - back);
  // The order matters for several days, and for --limit, which keeps the newest.
  const isOrderNeeded = days.length > 1 || collector.isLimited;
  const newest = isOrderNeeded ? await firstPage(span.to, walk) : undefined;
  if (newest && walk.filter.orderOf(newest, span.to) === 'oldest-first') {
    days.reverse();
    collector.keepNewest();
  }
  const gone: UtcDay[] = [];
  let refusal: unknown;
  let end: WalkEnd = 'complete';
  for (const day of days) {
    try {
      const of = await walkDay(day, walk, day === span.to ? newest : undefined);
      if (of !== 'complete' && of !== 'waiting') end = of;
    } catch (error) {
      if (!isOutsideWindow(error)) throw error;
      refusal = error;
      gone.push(day);
    }
    collector.forget(day);
    if (collector.isFull || context.signal.aborted) break;
  }
  if (gone.length === days.length) throw refusal;
  if (gone.length > 0) {
    const names = gone.sort((a, b) => a - b).map((day) => dayOf(startOfDay(day), 'utc'));
    const list = names.join(', ') as Printable;
    context.messages.print(words`Not read, as the service no longer has it: ${list}.`);
  }
  await collector.end();
  return end === 'complete' && gone.length > 0 ? 'days-gone' : end;
}

const isOutsideWindow = (error: unknown): boolean =>
  error instanceof OperationError && error.error.kind === 'outside-window';

/** The first page of a day; undefined if the service no longer has the day. */
async function firstPage(day: UtcDay, walk: Walk): Promise<EventLogPage | undefined> {
  try {
    return await pageOf(day, undefined, walk);
  } catch (error) {
    if (isOutsideWindow(error)) return undefined;
    throw error;
  }
}

/** Reads a day from its first page. Starts again if a token expires on the way. */
async function walkDay(day: UtcDay, walk: Walk, first?: EventLogPage): Promise<WalkEnd> {
  for (let restarts = 0; ; restarts += 1) {
    try {
      return await walkPages(day, walk, restarts === 0 ? first : undefined);
    } catch (error) {
      if (!(error instanceof TokenGone)) throw error;
      if (restarts >= MAX_RESTARTS) throw new OperationError(error.error, eventLogs);
      walk.context.messages.print(
        words`The continuation token is no longer known; the day is read from its start again.`,
      );
    }
  }
}

async function walkPages(day: UtcDay, walk: Walk, first?: EventLogPage): Promise<WalkEnd> {
  const { collector, filter, context } = walk;
  const seen = new Set<string>();
  let sent: string | undefined;
  let emptyRun = 0;
  let oldRun = 0;
  const before = new Set<string>();
  for (let pages = 1; ; pages += 1) {
    const page = (pages === 1 ? first : undefined) ?? (await pageOf(day, sent, walk));
    if (!page) return 'complete';
    const { hasMoreData, continuationToken, logs } = page;
    await collector.add(day, logs);
    const of = dayOf(startOfDay(day), 'utc');
    context.messages.progress(
      words`${of}: page ${count(pages)}, ${count(collector.read)} entries read`,
    );
    // A single page may consist of late entries.
    oldRun = filter.isTooOld(page, day) ? oldRun + 1 : 0;
    if (collector.isFull || context.signal.aborted || oldRun >= OLD_PAGES) return 'complete';
    const facts = { hasMoreData, continuationToken, entries: logs.length, ends: pageEnds(logs) };
    emptyRun = bringsNothing(facts, before) ? emptyRun + 1 : 0;
    if (facts.ends !== undefined) before.add(facts.ends);
    const next = nextPage(facts, { sent, seen, emptyRun });
    if (next.kind === 'end') return next.reason;
    seen.add(next.token);
    sent = next.token;
  }
}

/** Fetches one page. Retries, except for the first page. Undefined if the command was interrupted. */
async function pageOf(
  day: UtcDay,
  token: string | undefined,
  { zone, call, context: { edges, signal, messages } }: Walk,
): Promise<EventLogPage | undefined> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      const input = { shieldZoneId: zone, date: usDay(day), continuationToken: token };
      return await call(eventLogs, input, signal);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (signal.aborted) return undefined;
      if (token !== undefined && TOKEN_GONE.has(error.kind)) throw new TokenGone(error);
      const again =
        token !== undefined && RETRYABLE_PAGES.has(error.kind) && attempts < MAX_ATTEMPTS;
      const random = edges.random();
      const wait = waitAfterFailure({ interval: MIN_RETRY_MS, attempts, error, random });
      if (!again || wait.kind === 'never') throw new OperationError(error, eventLogs);
      messages.print(words`${printable(error.title)}; retrying in ${duration(wait.ms)}.`);
      await edges.clock.sleep(wait.ms, signal);
    }
  }
}

class ClockCorrected extends Error {
  override readonly name = 'ClockCorrected';
}

/**
 * Reads a time span by the local clock. If the first answer shows that the service's clock leads to a different span,
 * starts again with that one, before any entry was processed.
 *
 * @param asked.isAnother whether the span differs at the given time, in milliseconds since the epoch
 */
export async function readInTime<T>(
  service: Service,
  clock: CorrectedClock,
  asked: { readonly now: number; isAnother(then: number): boolean },
  read: (now: number, service: Service) => Promise<T>,
): Promise<T> {
  let hasLooked = false;
  const look = () => {
    const correction = clock.correction();
    const isFirst = !hasLooked;
    hasLooked = true;
    if (isFirst && correction !== 0 && asked.isAnother(asked.now + correction))
      throw new ClockCorrected();
  };
  const call: Call = async (operation, input, signal, onBody) => {
    const answer = await service.call(operation, input, signal, onBody).catch((error: unknown) => {
      look();
      throw error;
    });
    look();
    return answer;
  };
  try {
    return await read(asked.now, { ...service, call });
  } catch (error) {
    if (!(error instanceof ClockCorrected)) throw error;
    return await read(clock.now(), service);
  }
}

/** A part of a zone's event log. */
export interface Span {
  readonly from: UtcDay;
  readonly to: UtcDay;
  /** Entries before this time are left out. Milliseconds since the epoch. */
  readonly since: number | null;
  /** Entries from this time on are left out. Milliseconds since the epoch. */
  readonly until: number | null;
}

interface SpanOptions {
  readonly date?: string | undefined;
  readonly since?: number | undefined;
  readonly until?: number | undefined;
  readonly follow: boolean;
}

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;

/** The UTC day of `YYYY-MM-DD`; undefined if it does not exist. */
export function parseDay(text: string): UtcDay | undefined {
  if (!DATE.test(text)) return undefined;
  const at = Date.parse(`${text}T00:00:00Z`);
  // Date reads 30 February as 2 March.
  const exists = !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
  return exists ? utcDay(at) : undefined;
}

/**
 * The days given by `--date`, or by `--since` and `--until`; today by default.
 *
 * @param now milliseconds since the epoch
 * @throws UserError for an empty or invalid span
 */
export function parseSpan({ date, since, until, follow }: SpanOptions, now: number): Span {
  const today = utcDay(now);
  if (date !== undefined && (since !== undefined || until !== undefined)) {
    throw new UserError([words`Give one of --date and --since or --until.`]);
  }
  if (until !== undefined && follow)
    throw new UserError([words`--follow has no end; leave --until out.`]);
  if (since !== undefined || until !== undefined) {
    const end = until === undefined ? now : Math.min(until, now);
    const start = since ?? startOfDay(utcDay(end));
    if (since !== undefined && since >= now)
      throw new UserError([words`--since is in the future.`]);
    if (start >= end) throw new UserError([words`--since must be before --until.`]);
    return { from: utcDay(start), to: utcDay(end), since: start, until: until ?? null };
  }
  const day = date === undefined ? today : parseDay(date);
  if (day === undefined) throw new UserError([words`--date takes a day as YYYY-MM-DD.`]);
  // Tomorrow may have begun for the service, if this machine's clock is slow.
  if (day > today + 1)
    throw new UserError([words`--date ${printable(date ?? '')}: that day has not begun (UTC).`]);
  if (follow && day !== today)
    throw new UserError([words`--follow starts today; leave --date out.`]);
  return { from: day, to: day, since: null, until: null };
}

/** As {@link parseSpan}, of options as they are given. */
export function spanOf(
  options: Pick<SpanOptions, 'date' | 'follow'> & Parameters<typeof spanOptions>[0],
  now: number,
): Span {
  const { date, follow } = options;
  return parseSpan({ date, follow, ...spanOptions(options, now) }, now);
}

export const EVERY_DAY: Span = {
  from: Number.NEGATIVE_INFINITY,
  to: Number.POSITIVE_INFINITY,
  since: null,
  until: null,
};
