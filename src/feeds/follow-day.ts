import { ApiError } from '../contract/api-error.ts';
import type { OnBody } from '../contract/operation.ts';
import type { EventLogPage } from '../contract/operations/event-logs.ts';
import { LONGEST_WAIT } from '../edges/clock.ts';
import { covers, dayRange } from '../events/coverage.ts';
import { pageEnds } from '../events/seen-entries.ts';
import { stampsOf } from '../events/storage/entry-block.ts';
import { timeOf, unitOf } from '../events/storage/time-unit.ts';
import type { TimeRange } from '../events/time-range.ts';
import { aboutTheLink } from '../state/connection.ts';
import { momentOf } from '../state/loadable.ts';
import { type UtcDay, utcDay } from '../text/time.ts';
import { type Backoff, backedOff, readyAt, restOf } from './backoff.ts';
import {
  type DayWalk,
  newDayWalk,
  setbackWait,
  tokenAhead,
  withOrder,
  without,
  withPage,
  withPoll,
  withTaken,
  withTokenGone,
} from './day-walk.ts';
import { isWanted, nextTask } from './next-task.ts';
import { type PageTimes, pageTimes } from './page-order.ts';
import { type PageEnding, PageRequests } from './page-requests.ts';
import { coverageOf, type PagesFeed, progressOf } from './pages-feed.ts';
import { TOKEN_GONE } from './walk.ts';
import { isDayOver, type ZoneState } from './zone-state.ts';

/** Shortest interval of looks after the end of a day while gaps are filled, in milliseconds. */
const ENDED_DAY_INTERVAL_MS = 60_000;
/** Gaps without progress for this long are given up, in milliseconds. */
const MAX_STALL_MS = 60 * 60_000;

/** Follows one day of a zone's log until nothing more is expected or the signal aborts. */
export async function followDay(feed: PagesFeed, day: UtcDay, zone: ZoneState): Promise<void> {
  const covered = feed.covered ? await feed.covered(day) : [];
  await new DayFollower(feed, day, zone, covered).run();
}

/** Executes what `nextTask` decides, and lets `withPage` interpret pages. */
class DayFollower {
  readonly #feed: PagesFeed;
  readonly #day: UtcDay;
  readonly #zone: ZoneState;
  #walk: DayWalk;
  readonly #requests: PageRequests;
  /** Backoff of looks at the newest end, and of walks. */
  #polling: Backoff;
  #walking: Backoff;
  #jumpsSeen: number;
  /** Last time that coverage grew or was hindered, monotonic. */
  #gainedAt: number;
  #mostLoaded: number;
  /** Whether there was a look after the end of the day. */
  #polledAfterEnd = false;
  #ended = false;

  constructor(feed: PagesFeed, day: UtcDay, zone: ZoneState, covered: readonly TimeRange[]) {
    const now = feed.clock.elapsed();
    this.#feed = feed;
    this.#day = day;
    this.#zone = zone;
    this.#walk = newDayWalk(day, covered);
    this.#requests = new PageRequests(
      (token, onBody) => this.#send(token, onBody),
      (id, ending) => this.#tokenAhead(id, ending),
    );
    this.#polling = readyAt(now);
    this.#walking = readyAt(now);
    this.#jumpsSeen = zone.jumps;
    this.#gainedAt = now;
    this.#mostLoaded = loadedTime(this.#walk);
  }

  async run(): Promise<void> {
    const { signal } = this.#feed;
    this.#report();
    try {
      while (!signal.aborted && !this.#isDone()) {
        await this.#next();
        if (!signal.aborted) this.#report();
      }
    } finally {
      this.#requests.letGo();
    }
    if (signal.aborted) return;
    this.#ended = true;
    this.#report();
  }

  async #next(): Promise<void> {
    const { clock } = this.#feed;
    const task = nextTask(this.#walk, {
      elapsed: clock.elapsed(),
      pollAt: Math.max(this.#polling.at, this.#zone.heldUntil),
      pageAt: Math.max(this.#walking.at, this.#zone.heldUntil),
      backfillTo: this.#backfillTo,
    });
    if (this.#feed.paused()) await this.#wait(LONGEST_WAIT);
    else if (task.kind === 'look') await this.#poll();
    else if (task.kind === 'walk') await this.#goOn(task.id);
    else await this.#wait(task.ms);
  }

  get #backfillTo(): number {
    return this.#feed.backfillTo?.() ?? Number.NEGATIVE_INFINITY;
  }

  get #failure(): Backoff['failure'] {
    return this.#polling.failure ?? this.#walking.failure;
  }

  #report(): void {
    const stale = this.#zone.jumps !== this.#jumpsSeen;
    const status = { failure: this.#failure, stale, ended: this.#ended };
    this.#feed.progress(progressOf(this.#walk, { ...status, backfillTo: this.#backfillTo }));
  }

  #isOver(): boolean {
    return isDayOver(this.#day, momentOf(this.#feed.clock), this.#zone.laterThan(this.#day));
  }

  /** Nothing more is expected or tried. */
  #isDone(): boolean {
    if (this.#ended) return true;
    if (!this.#isOver() || !this.#polledAfterEnd) return false;
    if (covers(coverageOf(this.#walk), dayRange(this.#day))) return true;
    const { clock } = this.#feed;
    const isHindered = this.#failure !== null;
    const { order, walks } = this.#walk;
    const rests = walks.some((open) => !isWanted(order, open, this.#backfillTo));
    if (isHindered || rests || this.#feed.paused()) this.#gainedAt = clock.elapsed();
    return clock.elapsed() - this.#gainedAt >= MAX_STALL_MS;
  }

  async #poll(): Promise<void> {
    const { clock } = this.#feed;
    const over = this.#isOver();
    const { jumps } = this.#zone;
    const begunAt = clock.elapsed();
    const begun = withPoll(withOrder(this.#walk, this.#zone.order), {
      begunAt: clock.now(),
      dayOver: over,
    });
    this.#walk = begun.day;
    const asked = await this.#ask(begun.first);
    if (asked.kind === 'arrived') {
      this.#jumpsSeen = jumps;
      this.#polledAfterEnd = over;
      const interval = this.#feed.interval();
      const rest = restOf(
        over ? Math.max(interval, ENDED_DAY_INTERVAL_MS) : interval,
        clock.elapsed() - begunAt,
      );
      this.#polling = readyAt(clock.elapsed() + rest);
    } else if (asked.kind === 'token gone') this.#beginAgain(begun.first);
    else {
      this.#walk = without(this.#walk, begun.first);
      if (asked.kind === 'failed') this.#polling = this.#failed(this.#polling, asked.error);
    }
  }

  async #goOn(id: number): Promise<void> {
    const asked = await this.#ask(id);
    if (asked.kind === 'arrived') this.#walking = readyAt(this.#feed.clock.elapsed());
    else if (asked.kind === 'token gone') this.#beginAgain(id);
    else if (asked.kind === 'failed') this.#walking = this.#failed(this.#walking, asked.error);
  }

  /** Requests the next page of an open walk and takes it. */
  async #ask(id: number): Promise<Asked> {
    const token = this.#walk.walks.find((open) => open.id === id)?.walk.token;
    const { page, askedAt, link } = this.#requests.ask(id, token);
    try {
      await this.#take(id, await page, askedAt);
      this.#zone.answered(this.#day, this.#walk.order);
      return { kind: 'arrived' };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (link.signal.aborted) return { kind: 'aborted' };
      const isGone = token !== undefined && TOKEN_GONE.has(error.kind);
      return isGone ? { kind: 'token gone' } : { kind: 'failed', error };
    } finally {
      link.release();
    }
  }

  #send(token: string | undefined, onBody: OnBody) {
    const { clock, signal, ask } = this.#feed;
    const link = this.#zone.linkedSignal(signal);
    return { askedAt: clock.now(), link, page: ask(this.#day, token, link.signal, onBody) };
  }

  #tokenAhead(id: number, { bytes, continuationToken, lastStamp }: PageEnding): string | undefined {
    const unit = this.#feed.unit();
    const mayAsk = !this.#feed.paused() && this.#feed.mayAskAhead?.(bytes) !== false;
    if (unit === undefined || !mayAsk) return undefined;
    const lastTime = timeOf(lastStamp, unit);
    return tokenAhead(this.#walk, id, { continuationToken, lastTime }, this.#backfillTo);
  }

  async #take(id: number, page: EventLogPage, sentAt: number): Promise<void> {
    const { clock } = this.#feed;
    // The answer may have corrected the clock.
    const askedAt = Math.min(sentAt, clock.now());
    const day = this.#day;
    const before = this.#walk;
    const stamps = stampsOf(page.logs);
    const arrival = before.end !== null && showsNewest(before, id) ? 'live' : 'backfill';
    const ahead = clock.ahead?.() ?? null;
    const unit = this.#feed.unit() ?? unitOf(stamps) ?? 'ms';
    const times = pageTimes(stamps, unit, day, askedAt, ahead !== null);
    const { hasMoreData, continuationToken, logs } = page;
    const next = withPage(withOrder(before, this.#zone.order), id, {
      hasMoreData,
      continuationToken,
      entries: logs.length,
      ends: pageEnds(logs),
      times,
      askedAt,
      ahead: ahead ?? 0,
      elapsed: clock.elapsed(),
    });
    const { withdrawn } = next;
    const coverage = coverageOf(next);
    const reached = reachedBy(times, before.walks.find((open) => open.id === id)?.walk.before);
    const added = await this.#feed.take({ page, day, arrival, coverage, withdrawn, reached });
    if (loadedTime(next) > this.#mostLoaded) {
      this.#mostLoaded = loadedTime(next);
      this.#gainedAt = clock.elapsed();
    }
    const news = added === page.logs.length ? 'all' : added > 0 ? 'some' : 'none';
    this.#walk = withTaken(next, id, news, this.#backfillTo);
  }

  #failed(backoff: Backoff, error: ApiError): Backoff {
    const { clock } = this.#feed;
    const mayBeEarly = this.#day >= utcDay(clock.now());
    if (error.kind === 'outside-window') {
      this.#zone.refused(this.#day, clock.elapsed());
      // The service no longer has the day.
      if (!mayBeEarly) this.#ended = true;
    }
    const elapsed = clock.elapsed();
    const after = backedOff(backoff, {
      error,
      elapsed,
      mayBeEarly,
      held: this.#feed.isHeld?.() ?? false,
      interval: this.#feed.interval(),
      random: this.#feed.random(),
    });
    const isAskedToWait = error.retryAfterMs !== undefined && aboutTheLink(error);
    if (isAskedToWait && Number.isFinite(after.at)) this.#zone.hold(after.at);
    return after;
  }

  /** Starts again: at once, or after a wait when this happens repeatedly. */
  #beginAgain(id: number): void {
    const elapsed = this.#feed.clock.elapsed();
    this.#walk = withTokenGone(this.#walk, id, elapsed);
    const at = elapsed + setbackWait(this.#walk.setbacks);
    this.#walking = { ...this.#walking, at };
    // Newest first, looks need no token and are not delayed.
    const lookAt = this.#walk.order === 'newest-first' ? Math.min(this.#polling.at, at) : at;
    this.#polling = { ...this.#polling, at: lookAt };
  }

  async #wait(ms: number): Promise<void> {
    this.#requests.letGo();
    const { clock, signal, wake } = this.#feed;
    const { jumps } = this.#zone;
    const until = clock.elapsed() + ms;
    await wake.during((end) => clock.sleep(ms, end), signal);
    if (clock.elapsed() >= until && jumps === this.#zone.jumps) return;
    // Woken up: try everything at once.
    this.#zone.letGo();
    this.#polling = { ...this.#polling, at: clock.elapsed() };
    this.#walking = { ...this.#walking, at: clock.elapsed() };
  }
}

/** Covered time in milliseconds. */
const loadedTime = ({ covered }: DayWalk): number =>
  covered.reduce((sum, { from, until }) => sum + until - from, 0);

/** The time that two consecutive pages have both reached. */
const reachedBy = ({ floor }: PageTimes, before: PageTimes | null | undefined): number | null =>
  floor === null || !before || before.floor === null ? null : Math.max(floor, before.floor);

type Asked =
  | { readonly kind: 'arrived' }
  | { readonly kind: 'failed'; readonly error: ApiError }
  | { readonly kind: 'token gone' }
  /** The machine slept, or the request was cancelled. */
  | { readonly kind: 'aborted' };

/** Whether the next page of a walk is the newest one. */
function showsNewest({ order, walks, resume }: DayWalk, id: number): boolean {
  const walk = walks.find((open) => open.id === id)?.walk;
  if (!walk?.isNew) return false;
  return order === 'oldest-first' ? walk.token === resume : walk.fromFirst;
}
