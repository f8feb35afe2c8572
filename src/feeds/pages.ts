import { ApiError } from '../contract/api-error.ts';
import type { EventLogPage } from '../contract/operations/event-logs.ts';
import type { Clock } from '../edges/clock.ts';
import { startOfDay, type UtcDay, utcDay } from '../text/moments.ts';
import { nextPage, orderOf, type PageOrder, type WalkEnd } from './next-page.ts';
import { nextWait, type Wait } from './next-wait.ts';
import type { Wake } from './wake.ts';

/** What became of a page that was handed over. */
export interface Taken {
  /** Entries that were new. */
  readonly added: number;
  /** Entries that were there already: where a walk meets one, nothing lies between. */
  readonly known: number;
}

/** How the following of one day stands. */
export interface DayProgress {
  readonly day: UtcDay;
  readonly order: PageOrder;
  readonly pages: number;
  /** `walking` through pages, `following` the end, or `ended`: the day is over and complete. */
  readonly phase: 'walking' | 'following' | 'ended';
  /** Why the last walk stopped, once one has. */
  readonly end: WalkEnd | null;
  /** The service forgot a token: the day was begun again. */
  readonly restarts: number;
  /** Set while the service does not answer. */
  readonly trouble: {
    readonly error: ApiError;
    readonly attempts: number;
    readonly wait: Wait;
  } | null;
}

/** What following a zone needs. */
export interface PagesFeed {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly wake: Wake;
  /** The longest wait between two looks at the live end, milliseconds. */
  interval(): number;
  /** Whether to hold still just now; a pause never loses the place. */
  held(): boolean;
  random(): number;
  /** Asks for one page of one day. */
  ask(day: UtcDay, token: string | undefined, signal: AbortSignal): Promise<EventLogPage>;
  /** Takes a page's entries in; it may take a while, and is waited for. */
  /** `live` entries come from the end that is followed, `backfill` from what was there before. */
  take(page: EventLogPage, day: UtcDay, arrival: 'backfill' | 'live'): Promise<Taken>;
  progress(progress: DayProgress): void;
}

/** A live end that brings entries is looked at again this soon, milliseconds. */
const BUSY = 1000;
/** After midnight the day before is followed this much longer: entries come late. */
const LATE = 10 * 60_000;
/** How often the wait for midnight looks at the clock: the wall may be set. */
const MIDNIGHT_LOOK = 5000;

/**
 * Follows a zone's event log, day after day, from the beginning of `from` on: walks every page, then looks
 * at the live end again and again. At midnight (UTC) the new day is followed beside the old one for ten
 * minutes. Ends when the signal aborts.
 */
export async function followDays(feed: PagesFeed, from: UtcDay): Promise<void> {
  const { clock, signal } = feed;
  const days: Promise<void>[] = [];
  // A day that fails is a bug of ours: it must not be waited for in silence.
  const failure = Promise.withResolvers<never>();
  failure.promise.catch(() => {});
  let next = from;
  while (!signal.aborted) {
    const today = utcDay(clock.now());
    while (next <= today) {
      const day = followDay(feed, next);
      day.catch(failure.reject);
      days.push(day);
      next += 1;
    }
    await Promise.race([clock.sleep(MIDNIGHT_LOOK, signal), failure.promise]);
  }
  await Promise.all(days);
}

/** Follows one day until it is over and complete, or the signal aborts. */
export async function followDay(feed: PagesFeed, day: UtcDay): Promise<void> {
  const { clock, signal, wake } = feed;
  let state: DayProgress = {
    day,
    order: 'unknown',
    pages: 0,
    phase: 'walking',
    end: null,
    restarts: 0,
    trouble: null,
  };
  const say = (change: Partial<DayProgress>) => {
    state = { ...state, ...change };
    feed.progress(state);
  };
  const over = () => clock.now() >= startOfDay(day + 1) + LATE;

  /** Asks until there is an answer; null when the signal aborted or the token is no longer good. */
  const answerTo = async (token: string | undefined): Promise<EventLogPage | null> => {
    for (let attempts = 0; !signal.aborted; ) {
      if (feed.held()) {
        await wake.during((ended) => clock.sleep(NEVER, ended), signal);
        continue;
      }
      try {
        const page = await feed.ask(day, token, signal);
        if (state.trouble) say({ trouble: null });
        return page;
      } catch (error) {
        if (signal.aborted) return null;
        if (!(error instanceof ApiError)) throw error;
        if (token !== undefined && TOKEN_GONE.has(error.kind)) return null;
        attempts += 1;
        const wait = nextWait({
          interval: feed.interval(),
          attempts,
          kind: error.kind,
          retryAfter: error.retryAfterMs,
          random: feed.random(),
        });
        say({ trouble: { error, attempts, wait } });
        const ms = wait.kind === 'after' ? wait.ms : NEVER;
        await wake.during((ended) => clock.sleep(ms, ended), signal);
      }
    }
    return null;
  };

  /**
   * Walks from `token` until the pages end; with `meet`, only until a page holds something known. Returns
   * the token of the last page, and what was new; null when a token was forgotten by the service.
   */
  const walk = async (
    token: string | undefined,
    meet: boolean,
  ): Promise<{ readonly last: string | undefined; readonly added: number } | null> => {
    const seen = new Set<string>();
    let sent = token;
    let emptyRun = 0;
    let added = 0;
    let lookedAt = clock.elapsed();
    while (!signal.aborted) {
      const page = await answerTo(sent);
      if (!page) return signal.aborted ? { last: sent, added } : null;
      if (state.order === 'unknown') {
        say({ order: orderOf(page.logs.map(({ timestamp }) => timestamp ?? Number.NaN)) });
      }
      const taken = await feed.take(
        page,
        day,
        meet || state.phase === 'following' ? 'live' : 'backfill',
      );
      added += taken.added;
      emptyRun = page.logs.length === 0 ? emptyRun + 1 : 0;
      say({ pages: state.pages + 1 });
      const next = nextPage(
        {
          hasMoreData: page.hasMoreData,
          continuationToken: page.continuationToken,
          entries: page.logs.length,
        },
        { sent, seen, emptyRun },
      );
      if (next.kind === 'end') {
        if (!meet) say({ end: next.reason });
        return { last: sent, added };
      }
      if (meet && taken.known > 0) return { last: sent, added };
      seen.add(next.token);
      sent = next.token;
      // Walking back through a long day must not starve the live end, which is its first page.
      if (
        !meet &&
        state.order === 'newest-first' &&
        clock.elapsed() - lookedAt >= feed.interval()
      ) {
        lookedAt = clock.elapsed();
        await walk(undefined, true);
      }
    }
    return { last: sent, added };
  };

  /** The whole day from its first page; begins again when the service forgets a token on the way. */
  const walkAll = async (): Promise<string | undefined> => {
    for (;;) {
      const walked = await walk(undefined, false);
      if (walked || signal.aborted) return walked?.last;
      say({ restarts: state.restarts + 1 });
      if (state.restarts > MOST_RESTARTS) {
        say({ end: 'token-unusable' });
        return undefined;
      }
    }
  };

  let last = await walkAll();
  let quiet = false;
  while (!signal.aborted && !over()) {
    say({ phase: 'following' });
    await wake.during(
      (ended) => clock.sleep(quiet ? feed.interval() : Math.min(BUSY, feed.interval()), ended),
      signal,
    );
    if (signal.aborted || feed.held()) continue;
    const looked =
      state.order === 'newest-first' ? await walk(undefined, true) : await walk(last, false);
    if (!looked) {
      say({ restarts: state.restarts + 1, phase: 'walking' });
      last = await walkAll();
    } else if (state.order !== 'newest-first') last = looked.last;
    quiet = (looked?.added ?? 0) === 0;
  }
  if (!signal.aborted) say({ phase: 'ended' });
}

const NEVER = 2 ** 31 - 1;
const MOST_RESTARTS = 5;

/** Answers to a token that mean: begin again. */
const TOKEN_GONE = new Set<ApiError['kind']>(['not-found', 'invalid', 'refused']);
