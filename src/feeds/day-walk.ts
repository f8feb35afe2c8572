import {
  type Coverage,
  earlier,
  later,
  merged,
  type PageOrder,
  subtracted,
} from '../events/coverage.ts';
import type { TimeRange } from '../events/time-range.ts';
import { startOfDay, type UtcDay } from '../text/time.ts';
import {
  evidenceFor,
  type OrderEvidence,
  orderOf,
  type PageTimes,
  withEvidence,
} from './page-order.ts';
import {
  afterPage,
  bottomOf,
  confirmedRange,
  disprovedRange,
  isInOrder,
  newWalk,
  nextPage,
  type PageFacts,
  resumed,
  type Walk,
  type WalkEnd,
  type WalkStart,
} from './walk.ts';

/** An unfinished walk; `rest` is set while it is interrupted. */
export interface OpenWalk {
  readonly id: number;
  readonly walk: Walk;
  /** Interruptions without progress. */
  readonly breaks: number;
  /** Why it was interrupted, and when it continues, monotonic. */
  readonly rest: { readonly why: WalkEnd; readonly until: number } | null;
}

/**
 * What is known about one day's log, and its open walks.
 *
 * Newest first, each look at the first page starts a walk that goes down until it meets covered time; the first one
 * is the backfill. Oldest first, one walk climbs to the newest end and continues from there.
 */
export interface DayWalk extends Omit<Coverage, 'loaded' | 'stopped'> {
  readonly evidence: OrderEvidence;
  /** The last known order, on which `covered` is based. */
  readonly believed: PageOrder;
  /** Covered by earlier runs, and not disproved. */
  readonly base: readonly TimeRange[];
  /** Ranges of which every entry was taken, sorted and disjoint. */
  readonly covered: readonly TimeRange[];
  /** What the latest look at the newest end covers, up to its request time. */
  readonly live: TimeRange | null;
  /** Ranges that the latest page showed to be incomplete. */
  readonly withdrawn: readonly TimeRange[];
  /** Oldest first. */
  readonly walks: readonly OpenWalk[];
  /** The last page's token after a complete walk; undefined for the first page. */
  readonly resume: string | undefined;
  /** How often the day was restarted because the service rejected a token. */
  readonly restarts: number;
  /** Restarts and failed looks since the last success. */
  readonly setbacks: number;
  /** Why the latest finished walk ended. */
  readonly end: WalkEnd | null;
  readonly nextId: number;
}

export const newDayWalk = (day: UtcDay, base: readonly TimeRange[]): DayWalk => ({
  day,
  evidence: evidenceFor('unknown'),
  order: 'unknown',
  believed: 'unknown',
  base,
  covered: base,
  live: null,
  withdrawn: [],
  walks: [],
  resume: undefined,
  nextId: 1,
  pages: 0,
  entries: 0,
  oldest: null,
  newest: null,
  restarts: 0,
  setbacks: 0,
  end: null,
});

/** Limit of open walks. What a dropped walk would fill stays a gap for a later walk. */
const MAX_WALKS = 64;

/**
 * Starts a look at the newest end: from the first page, or from the end of the last walk if the log grows there; from
 * both while the order is unknown. `first` is the walk to continue first.
 */
export function withPoll(
  day: DayWalk,
  when: Pick<WalkStart, 'begunAt' | 'dayOver'>,
): { readonly day: DayWalk; readonly first: number } {
  const starts: Walk[] = [];
  const start = { ...when, newestKnown: day.newest };
  const isSingle = day.resume === undefined;
  if (day.order !== 'newest-first' && !isSingle) {
    starts.push(newWalk({ token: day.resume, fromFirst: false, ...start }));
  }
  if (day.order !== 'oldest-first' || isSingle) {
    starts.push(newWalk({ token: undefined, fromFirst: true, ...start }));
  }
  const walks = [
    ...day.walks,
    ...starts.map((walk, at) => ({ id: day.nextId + at, walk, breaks: 0, rest: null })),
  ].slice(-MAX_WALKS);
  const nextId = day.nextId + starts.length;
  return { day: { ...day, walks, nextId }, first: nextId - 1 };
}

export interface ArrivedPage extends PageFacts {
  readonly times: PageTimes;
  /** Request time, wall clock; not after the arrival, even if the clock was corrected meanwhile. */
  readonly askedAt: number;
  /** How far that clock is ahead of the service's, in milliseconds. The claim at the newest end is reduced by it. */
  readonly ahead: number;
  /** Arrival, monotonic. */
  readonly elapsed: number;
}

/** The day after a page of the open walk `id`. */
export function withPage(before: DayWalk, id: number, page: ArrivedPage): DayWalk {
  const open = before.walks.find((walk) => walk.id === id);
  if (!open) return before;
  const { times } = page;
  // An interrupted walk repeats pages, which must not count twice.
  const evidence =
    open.breaks > 0 ? before.evidence : withEvidence(before.evidence, open.walk.before, times);
  const order = orderOf(evidence);
  const believed = order === 'unknown' ? before.believed : order;
  const { walk, end } = afterPage(open.walk, page, times, believed);
  const claim = confirmedRange({ walk, order, end, day: before.day });
  // Claims based on another order are dropped.
  const flipped = before.believed !== 'unknown' && believed !== before.believed;
  const disproved = disprovedRange(open.walk, walk);
  const doubted = flipped ? beyondBase(before) : disproved ? [disproved] : [];
  const base = subtracted(before.base, doubted);
  const trusted = subtracted(before.covered, doubted);
  const covered = merged(claim ? [...trusted, claim] : trusted);
  const [live = null] = subtracted(before.live ? [before.live] : [], doubted).slice(-1);
  const day: DayWalk = {
    ...before,
    evidence,
    order,
    believed,
    base,
    covered,
    live: liveRange({ ...before, live }, { walk, order, end, page }),
    withdrawn: subtracted(doubted, covered),
    pages: before.pages + 1,
    entries: before.entries + page.entries,
    oldest: earlier(before.oldest, times.oldest),
    newest: later(before.newest, times.newest),
    walks: flipped ? [open] : before.walks,
  };
  if (end === 'complete' || (end === 'waiting' && order === 'oldest-first')) {
    return { ...without(day, id), resume: open.walk.token, setbacks: 0, end: 'complete' };
  }
  if (end !== null) return brokenOff(day, open, walk, end, page);
  const breaks = hasProgressed(open.walk, walk, order) ? 0 : open.breaks;
  return replaced(day, { id, walk, breaks, rest: null });
}

/**
 * The day once the page of walk `id` was taken, and it is known whether its entries were new.
 *
 * Newest first, a walk ends where it meets covered time and a known entry: a page of only late entries merely seems
 * to have come that far. While the order is unknown, a look ends where it brings nothing new: newer entries are
 * before that, or where the last walk ended.
 *
 * @param backfillTo see `nextTask`
 */
export function withTaken(
  day: DayWalk,
  id: number,
  news: 'all' | 'some' | 'none',
  backfillTo: number,
): DayWalk {
  const open = day.walks.find((walk) => walk.id === id);
  if (!open || open.rest || news === 'all') return day;
  if (day.order === 'newest-first' && isJoined(day, id, open.walk, backfillTo)) {
    return { ...without(day, id), setbacks: 0, end: restOf(day, id) };
  }
  const goesOnElsewhere = day.resume !== undefined && open.walk.fromFirst;
  const isEnough = day.order === 'unknown' && open.walk.pages >= PAGES_TO_COMPARE;
  return news === 'none' && isEnough && goesOnElsewhere ? without(day, id) : day;
}

/** Number of pages compared to find the order of the log. */
const PAGES_TO_COMPARE = 3;

/** Covered by this run alone. */
const beyondBase = ({ base, covered, live }: DayWalk): readonly TimeRange[] =>
  subtracted(live ? [...covered, live] : covered, base);

/** Adopts the order of the zone's other days while the day has no evidence of its own. */
export function withOrder(day: DayWalk, order: PageOrder): DayWalk {
  const { compared, within } = day.evidence;
  const isOpen = day.order === 'unknown' && compared === 0 && within === 0;
  return isOpen ? { ...day, order, believed: order, evidence: evidenceFor(order) } : day;
}

/**
 * The service rejected the token of walk `id`. It will soon forget the others, too: all walks are dropped, and a
 * later look starts again. Newest first, a walk rejected several times rests instead: the newest end does not need
 * it, and walking there again would request the same pages.
 *
 * @param elapsed time of the rejection, monotonic
 */
export function withTokenGone(day: DayWalk, id: number, elapsed: number): DayWalk {
  const open = day.walks.find((walk) => walk.id === id);
  const setbacks = day.setbacks + 1;
  const wasRefused = open?.rest?.why === 'token-refused';
  if (open && day.order === 'newest-first' && setbacks > FEW_SETBACKS && !wasRefused) {
    const rest = { why: 'token-refused', until: elapsed + REFUSED_REST_MS } as const;
    return { ...replaced(day, { ...open, rest }), setbacks, end: rest.why };
  }
  return {
    ...day,
    walks: [],
    resume: open?.walk.token === day.resume ? undefined : day.resume,
    restarts: day.restarts + 1,
    // A further rejection makes it rest at once.
    setbacks: wasRefused ? Math.max(setbacks, FEW_SETBACKS) : setbacks,
  };
}

/** Drops the walk `id`. A later look covers its part. */
export const without = (day: DayWalk, id: number): DayWalk => ({
  ...day,
  walks: day.walks.filter((walk) => walk.id !== id),
});

/** The wait after setbacks in a row, in milliseconds. The first few may be bad luck. */
export const setbackWait = (setbacks: number): number =>
  setbacks <= FEW_SETBACKS ? 0 : restFor(setbacks - FEW_SETBACKS);

const FEW_SETBACKS = 3;
/** Rest of a walk whose token is rejected again and again, in milliseconds. */
const REFUSED_REST_MS = 5 * 60_000;

/** Below the lifetime of any useful token. */
const MAX_REST_MS = 30_000;

const replaced = (day: DayWalk, open: OpenWalk): DayWalk => ({
  ...day,
  walks: day.walks.map((walk) => (walk.id === open.id ? open : walk)),
});

/** Why another walk rests; `complete` if none does. */
const restOf = ({ walks }: DayWalk, id: number): WalkEnd =>
  walks.find((walk) => walk.id !== id && walk.rest)?.rest?.why ?? 'complete';

function brokenOff(
  day: DayWalk,
  open: OpenWalk,
  walk: Walk,
  why: WalkEnd,
  page: ArrivedPage,
): DayWalk {
  const farthest = day.order === 'oldest-first' ? walk.farthest : walk.deepest;
  // After empty pages it continues at the next token; otherwise where the walk got farthest.
  const from = why === 'empty-pages' ? (page.continuationToken ?? undefined) : farthest;
  if (from === undefined) {
    return { ...without(day, open.id), setbacks: day.setbacks + 1, end: why };
  }
  const breaks = hasProgressed(open.walk, walk, day.order) ? 1 : open.breaks + 1;
  const rest = { why, until: page.elapsed + restFor(breaks) };
  return { ...replaced(day, { id: open.id, walk: resumed(walk, from), breaks, rest }), end: why };
}

/** Whether the latest page brought the walk farther. */
const hasProgressed = (before: Walk, after: Walk, order: PageOrder): boolean =>
  order === 'oldest-first' ? after.highest !== before.highest : after.lowest !== before.lowest;

const restFor = (times: number): number => Math.min(1000 * 2 ** Math.min(times, 10), MAX_REST_MS);

/**
 * Whether a walk, newest first, may end: everything wanted below it is covered, or is as far as another walk that is at
 * work there.
 */
function isJoined(day: DayWalk, id: number, walk: Walk, backfillTo: number): boolean {
  const bottom = bottomOf(walk);
  if (bottom === null || !isInOrder(walk)) return false;
  const range = day.covered.find(({ from, until }) => from <= bottom && bottom <= until);
  if (!range) return false;
  if (range.from <= Math.max(startOfDay(day.day), backfillTo)) return true;
  return day.walks.some((other) => {
    const reached = other.id === id ? null : bottomOf(other.walk);
    return reached !== null && range.from <= reached && reached <= bottom;
  });
}

/** The end of a page that has arrived but was not parsed yet. */
interface Ending {
  readonly continuationToken: string;
  /** Milliseconds since the epoch. */
  readonly lastTime: number;
}

/**
 * The token of the next page if the walk certainly leads there. Undefined at the end, where covered time may be
 * reached, and while the order is unknown.
 *
 * @param backfillTo see `nextTask`
 */
export function tokenAhead(
  { order, walks, covered }: DayWalk,
  id: number,
  { continuationToken, lastTime }: Ending,
  backfillTo: number,
): string | undefined {
  const open = walks.find((walk) => walk.id === id);
  if (!open || order === 'unknown') return undefined;
  const { token: sent, seen } = open.walk;
  const facts = { hasMoreData: true, continuationToken, entries: 1 };
  const next = nextPage(facts, { sent, seen, emptyRun: 0 });
  if (next.kind === 'end') return undefined;
  if (order === 'oldest-first') return next.token;
  const isMet = covered.some(({ from, until }) => from <= lastTime + 1 && lastTime <= until);
  // The page's floor is not below its last entry.
  return isMet || lastTime <= backfillTo ? undefined : next.token;
}

interface Looked {
  readonly walk: Walk;
  readonly order: PageOrder;
  readonly end: WalkEnd | null;
  readonly page: ArrivedPage;
}

/** The live range if the page shows the newest end, otherwise the previous one. */
function liveRange({ day, live }: DayWalk, looked: Looked): TimeRange | null {
  const { walk, order, end, page } = looked;
  // `waiting`, an empty page that leads to itself, does not mean that there is no more.
  const isAll = end === 'complete';
  if (order === 'oldest-first') {
    return isAll ? rangeUntil(day, startOfDay(day), page.askedAt - page.ahead) : live;
  }
  const moment = Math.min(walk.begunAt, page.askedAt) - page.ahead;
  // The walk of an earlier look shows less than the latest.
  if (!walk.fromFirst || (live && Math.min(moment, startOfDay(day + 1)) < live.until)) {
    return live;
  }
  if (isAll) return rangeUntil(day, startOfDay(day), moment) ?? live;
  const bottom = bottomOf(walk);
  if (order === 'unknown' || bottom === null || !isInOrder(walk)) return live;
  return rangeUntil(day, bottom, moment) ?? live;
}

function rangeUntil(day: UtcDay, from: number, moment: number): TimeRange | null {
  const until = Math.min(moment, startOfDay(day + 1));
  return from < until ? { from, until } : null;
}
