import { ApiError } from '../../../contract/api-error.ts';
import { type EventLogPage, eventLogs } from '../../../contract/operations/event-logs.ts';
import { nextWait } from '../../../feeds/backoff.ts';
import { nextPage, type WalkEnd } from '../../../feeds/next-page.ts';
import { OperationError } from '../../../session/errors.ts';
import { count } from '../../../text/figures.ts';
import { dayOf, duration, startOfDay, type UtcDay, usDay, utcDay } from '../../../text/moments.ts';
import { printable, words } from '../../../text/printable.ts';
import type { Context } from '../../context.ts';
import type { Service } from '../../service.ts';
import type { EntryCollector } from './entry-collector.ts';

/** What is to be walked. */
interface SpanWalk {
  readonly zone: string;
  readonly span: Span;
  readonly collector: EntryCollector;
  /** Whether nothing on this page, nor on any after it, is recent enough. */
  isTooOld(page: EventLogPage, day: UtcDay): boolean;
}

/** Kinds of failure that asking for a page again may cure. */
const RETRYABLE: ReadonlySet<ApiError['kind']> = new Set([
  'unreachable',
  'interrupted',
  'timeout',
  'service',
  'rate-limited',
]);
/** Answers to a token that mean: begin the day again. */
const TOKEN_GONE: ReadonlySet<ApiError['kind']> = new Set(['not-found', 'invalid', 'refused']);

const MAX_ATTEMPTS = 5;
const MAX_RESTARTS = 3;
/** Between two attempts at the least, milliseconds. */
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
 * Walks through days of a zone's event log as they are now, every page of each. Resolves with `complete`,
 * or with why the pages of some day ended early; early, too, once the collector is full or the command is to
 * end.
 *
 * @throws OperationError when the service refuses the first page, or a later one again and again
 */
export async function walkSpan(
  walk: SpanWalk,
  service: Service,
  context: Context,
): Promise<WalkEnd> {
  let end: WalkEnd = 'complete';
  for (let day = walk.span.from; day <= walk.span.to; day += 1) {
    const of = await walkDay(day, walk, service, context);
    if (of !== 'complete' && of !== 'waiting') end = of;
    walk.collector.forget(day);
    if (walk.collector.isFull || context.signal.aborted) break;
  }
  return end;
}

/** A day from its first page on, begun again when the service forgets a token on the way. */
async function walkDay(
  day: UtcDay,
  walk: SpanWalk,
  service: Service,
  context: Context,
): Promise<WalkEnd> {
  for (let restarts = 0; ; restarts += 1) {
    try {
      return await walkPages(day, walk, service, context);
    } catch (error) {
      if (!(error instanceof TokenGone)) throw error;
      if (restarts >= MAX_RESTARTS) throw new OperationError(error.error, eventLogs);
      context.messages.print(
        words`The continuation token is no longer known; the day is read from its start again.`,
      );
    }
  }
}

async function walkPages(
  day: UtcDay,
  { zone, collector, isTooOld }: SpanWalk,
  service: Service,
  context: Context,
): Promise<WalkEnd> {
  const seen = new Set<string>();
  let sent: string | undefined;
  let emptyRun = 0;
  for (let pages = 1; ; pages += 1) {
    const page = await pageOf(day, { zone, token: sent }, service, context);
    if (!page) return 'complete';
    const { hasMoreData, continuationToken, logs } = page;
    await collector.add(day, logs);
    const of = dayOf(startOfDay(day), 'utc');
    context.messages.progress(
      words`${of}: page ${count(pages)}, ${count(collector.read)} entries read`,
    );
    if (collector.isFull || context.signal.aborted || isTooOld(page, day)) return 'complete';
    emptyRun = logs.length === 0 ? emptyRun + 1 : 0;
    const next = nextPage(
      { hasMoreData, continuationToken, entries: logs.length },
      { sent, seen, emptyRun },
    );
    if (next.kind === 'end') return next.reason;
    seen.add(next.token);
    sent = next.token;
  }
}

/** One page; asked for again when that may help, but for the first. Undefined when the command is to end. */
async function pageOf(
  day: UtcDay,
  { zone, token }: { readonly zone: string; readonly token: string | undefined },
  { call }: Service,
  { edges, signal, messages }: Context,
): Promise<EventLogPage | undefined> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      const input = { shieldZoneId: zone, date: usDay(day), continuationToken: token };
      return await call(eventLogs, input, signal);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (signal.aborted) return undefined;
      if (token !== undefined && TOKEN_GONE.has(error.kind)) throw new TokenGone(error);
      const again = token !== undefined && RETRYABLE.has(error.kind) && attempts < MAX_ATTEMPTS;
      const wait = nextWait({
        interval: MIN_RETRY_MS,
        attempts,
        kind: error.kind,
        retryAfter: error.retryAfterMs,
        random: edges.random(),
      });
      if (!again || wait.kind === 'never') throw new OperationError(error, eventLogs);
      messages.print(words`${printable(error.title)}; retrying in ${duration(wait.ms)}.`);
      await edges.clock.sleep(wait.ms, signal);
    }
  }
}

/** Which part of a zone's event log is asked for. */
export interface Span {
  readonly from: UtcDay;
  readonly to: UtcDay;
  /** Entries before it are left out; milliseconds since the epoch. */
  readonly since: number | null;
}

type ReadSpan =
  | { readonly kind: 'span'; readonly span: Span }
  | { readonly kind: 'refused'; readonly reason: string };

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;

/** The UTC day of `YYYY-MM-DD`; undefined when there is no such day. */
export function parseDay(text: string): UtcDay | undefined {
  if (!DATE.test(text)) return undefined;
  const at = Date.parse(`${text}T00:00:00Z`);
  // Date takes 30 February for 2 March.
  const exists = !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
  return exists ? utcDay(at) : undefined;
}

const refused = (reason: string): ReadSpan => ({ kind: 'refused', reason });

/**
 * The days that `--date` or `--since` name; today when neither does.
 *
 * @param now milliseconds since the epoch
 * @param since how long ago, milliseconds
 */
export function parseSpan(
  {
    date,
    since,
    follow,
  }: {
    readonly date: string | undefined;
    readonly since: number | undefined;
    readonly follow: boolean;
  },
  now: number,
): ReadSpan {
  const today = utcDay(now);
  if (date !== undefined && since !== undefined) {
    return refused('Give one of --date and --since.');
  }
  if (since !== undefined) {
    return { kind: 'span', span: { from: utcDay(now - since), to: today, since: now - since } };
  }
  const day = date === undefined ? today : parseDay(date);
  if (day === undefined) return refused('--date takes a day as YYYY-MM-DD.');
  if (follow && day !== today) return refused('--follow goes with today; leave --date out.');
  return { kind: 'span', span: { from: day, to: day, since: null } };
}
