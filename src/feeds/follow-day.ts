import { ApiError } from '../contract/api-error.ts';
import type { EventLogPage } from '../contract/operations/event-logs.ts';
import { covers, dayRange } from '../events/coverage.ts';
import { unitOf } from '../events/storage/time-unit.ts';
import { type UtcDay, utcDay } from '../text/moments.ts';
import { type Backoff, backedOff, readyAt } from './backoff.ts';
import {
  type DayWalk,
  newDayWalk,
  setbackWait,
  withOrder,
  without,
  withPage,
  withPoll,
  withTaken,
  withTokenGone,
} from './day-walk.ts';
import { nextTask } from './next-task.ts';
import { pageTimes } from './page-order.ts';
import { coverageOf, type PagesFeed, progressOf } from './pages-feed.ts';
import { isDayOver, readClock, type ZoneState } from './zone-state.ts';

/** A live end that brings entries is looked at again this soon, milliseconds. */
const BUSY = 1000;
/** Once a day is over and looked at to its end, it is looked at this seldom while gaps are filled, milliseconds. */
const SELDOM = 60_000;
/** Gaps that could not be narrowed for so long stay gaps, milliseconds. */
const LAST_TRIES = 60 * 60_000;
/** The longest wait that a timer can hold (about 25 days). */
const NEVER = 2 ** 31 - 1;

/** Answers to a token that mean: begin again. */
const TOKEN_GONE = new Set<ApiError['kind']>(['not-found', 'invalid', 'refused']);

/**
 * Follows one day of a zone's event log until nothing more is expected of it, or the signal aborts.
 * Decides nothing itself: what to do next is `nextErrand`'s to say, what a page means `withPage`'s.
 */
export async function followDay(feed: PagesFeed, day: UtcDay, zoneState: ZoneState): Promise<void> {
  const { clock, signal } = feed;
  let walk: DayWalk = newDayWalk(day, feed.covered?.(day) ?? []);
  let looking: Backoff = readyAt(clock.elapsed());
  let walking: Backoff = readyAt(clock.elapsed());
  let jumpsSeen = zoneState.jumps;
  /** When more of the day was last covered, or something stood in the way of it; monotonic. */
  let gainedAt = clock.elapsed();
  /** Whether the newest end was looked at when the day was over. */
  let lastLook = false;
  let ended = false;

  const say = () => {
    const failure = looking.failure ?? walking.failure;
    feed.progress(progressOf(walk, { failure, stale: zoneState.jumps !== jumpsSeen, ended }));
  };
  const isOver = () => isDayOver(day, readClock(clock), zoneState.laterThan(day));

  /** Asks for the next page of an open walk and hands it over. */
  const ask = async (id: number): Promise<Asked> => {
    const token = walk.walks.find((open) => open.id === id)?.walk.token;
    const askedAt = clock.now();
    const link = zoneState.linkedSignal(signal);
    try {
      const page = await feed.ask(day, token, link.signal);
      const added = await take(id, page, askedAt);
      zoneState.answered(day, walk.order);
      return { kind: 'arrived', added };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (link.signal.aborted) return { kind: 'let go' };
      const isGone = token !== undefined && TOKEN_GONE.has(error.kind);
      return isGone ? { kind: 'token gone' } : { kind: 'failed', error };
    } finally {
      link.release();
    }
  };

  const take = async (id: number, page: EventLogPage, askedAt: number): Promise<number> => {
    const stamps = page.logs.map(({ timestamp }) => timestamp);
    const arrival = walk.end !== null && showsNewest(walk, id) ? 'live' : 'backfill';
    const next = withPage(withOrder(walk, zoneState.order), id, {
      hasMoreData: page.hasMoreData,
      continuationToken: page.continuationToken,
      entries: page.logs.length,
      times: pageTimes(stamps, feed.unit() ?? unitOf(stamps) ?? 'ms', day),
      askedAt,
      elapsed: clock.elapsed(),
    });
    const added = await feed.take({ page, day, arrival, coverage: coverageOf(next) });
    if (loadedTime(next) > loadedTime(walk)) gainedAt = clock.elapsed();
    const news = added === page.logs.length ? 'all' : added > 0 ? 'some' : 'none';
    walk = withTaken(next, id, news);
    return added;
  };

  const failed = (lane: Backoff, error: ApiError): Backoff => {
    const mayBeEarly = day >= utcDay(clock.now());
    if (error.kind === 'outside-window') {
      zoneState.refused(day, clock.elapsed());
      // The service has forgotten the day.
      if (!mayBeEarly) ended = true;
    }
    const { elapsed } = readClock(clock);
    return backedOff(lane, {
      error,
      elapsed,
      interval: feed.interval(),
      random: feed.random(),
      mayBeEarly,
    });
  };

  /** Begins again, at once but after several times in a row. */
  const beginAgain = (id: number) => {
    walk = withTokenGone(walk, id);
    const at = clock.elapsed() + setbackWait(walk.setbacks);
    walking = { ...walking, at };
    looking = { ...looking, at };
  };

  const look = async () => {
    const over = isOver();
    const { jumps } = zoneState;
    const begun = withPoll(withOrder(walk, zoneState.order), {
      begunAt: clock.now(),
      dayOver: over,
    });
    walk = begun.day;
    const asked = await ask(begun.first);
    if (asked.kind === 'arrived') {
      jumpsSeen = jumps;
      lastLook = over;
      const wait = asked.added > 0 ? Math.min(BUSY, feed.interval()) : feed.interval();
      looking = readyAt(clock.elapsed() + (over ? Math.max(wait, SELDOM) : wait));
    } else if (asked.kind === 'token gone') beginAgain(begun.first);
    else {
      walk = without(walk, begun.first);
      if (asked.kind === 'failed') looking = failed(looking, asked.error);
    }
  };

  const goOn = async (id: number) => {
    const asked = await ask(id);
    if (asked.kind === 'arrived') walking = readyAt(clock.elapsed());
    else if (asked.kind === 'token gone') beginAgain(id);
    else if (asked.kind === 'failed') walking = failed(walking, asked.error);
  };

  const wait = async (ms: number) => {
    const { jumps } = zoneState;
    const until = clock.elapsed() + ms;
    await feed.wake.during((end) => clock.sleep(ms, end), signal);
    if (clock.elapsed() >= until && jumps === zoneState.jumps) return;
    // Woken: whatever was waited for is tried at once.
    looking = { ...looking, at: clock.elapsed() };
    walking = { ...walking, at: clock.elapsed() };
  };

  /** Nothing more is to come of the day, and nothing more is tried. */
  const isDone = () => {
    if (ended) return true;
    if (!isOver() || !lastLook) return false;
    if (covers(coverageOf(walk), dayRange(day))) return true;
    const isHindered = (looking.failure ?? walking.failure) !== null;
    if (isHindered || !(feed.backfills?.() ?? true) || feed.paused()) gainedAt = clock.elapsed();
    return clock.elapsed() - gainedAt >= LAST_TRIES;
  };

  say();
  while (!signal.aborted && !isDone()) {
    const backfills = feed.backfills?.() ?? true;
    const errand = nextTask(walk, {
      elapsed: clock.elapsed(),
      pollAt: looking.at,
      pageAt: walking.at,
      backfills,
    });
    if (feed.paused()) await wait(NEVER);
    else if (errand.kind === 'look') await look();
    else if (errand.kind === 'walk') await goOn(errand.id);
    else await wait(errand.ms);
    if (!signal.aborted) say();
  }
  if (signal.aborted) return;
  ended = true;
  say();
}

/** How much of the day is covered, milliseconds. */
const loadedTime = ({ covered }: DayWalk): number =>
  covered.reduce((sum, { from, until }) => sum + until - from, 0);

/** What became of a request. */
type Asked =
  | { readonly kind: 'arrived'; readonly added: number }
  | { readonly kind: 'failed'; readonly error: ApiError }
  | { readonly kind: 'token gone' }
  /** Aborted: the machine slept, or nobody wants it any more. */
  | { readonly kind: 'let go' };

/** Whether the next page of a walk is the one with the newest entries. */
function showsNewest({ order, walks, resume }: DayWalk, id: number): boolean {
  const walk = walks.find((open) => open.id === id)?.walk;
  if (!walk?.isNew) return false;
  return order === 'oldest-first' ? walk.token === resume : walk.fromFirst;
}
