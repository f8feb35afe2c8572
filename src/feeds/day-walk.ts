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

/** A walk that has not come to its end; `rest` when the service broke it off. */
export interface OpenWalk {
  readonly id: number;
  readonly walk: Walk;
  /** How often it was broken off without getting any farther. */
  readonly breaks: number;
  /** Why it is broken off, and when it is tried again, monotonic. */
  readonly rest: { readonly why: WalkEnd; readonly until: number } | null;
}

/**
 * What is known of one day's log, and the walks through it that are open.
 *
 * Newest first, each look at the first page begins a walk that goes down until it meets what is covered;
 * the first of them is the backfill. Oldest first, one walk climbs to the newest end and goes on from there.
 */
export interface DayWalk extends Omit<Coverage, 'loaded' | 'stopped'> {
  readonly evidence: OrderEvidence;
  /** The order that was last told: what is covered is claimed in the belief of it. */
  readonly believed: PageOrder;
  /** What was covered before anything was asked for, and has not been disproved. */
  readonly base: readonly TimeRange[];
  /** Stretches of which every entry was taken in; in order, apart from each other. */
  readonly covered: readonly TimeRange[];
  /** What the latest look at the newest end covers, up to the moment it was asked for. */
  readonly live: TimeRange | null;
  /** Stretches that were covered until the latest page showed that not all of them had been taken in. */
  readonly withdrawn: readonly TimeRange[];
  /** Oldest open first. */
  readonly walks: readonly OpenWalk[];
  /** The last page's token, after a walk that came to its end; undefined for the first page. */
  readonly resume: string | undefined;
  /** How often the service forgot a token and the day was begun again. */
  readonly restarts: number;
  /** Restarts, and looks broken off at the first page, since something last went well. */
  readonly setbacks: number;
  /** Why the latest walk that ended did, once one has. */
  readonly end: WalkEnd | null;
  readonly nextId: number;
}

/** A day of which nothing has been asked. */
export const newDayWalk = (day: UtcDay, base: readonly TimeRange[]): DayWalk => ({
  ...{ day, evidence: evidenceFor('unknown'), order: 'unknown', believed: 'unknown' },
  ...{ base, covered: base, live: null, withdrawn: [], walks: [], resume: undefined, nextId: 1 },
  ...{ pages: 0, entries: 0, oldest: null, newest: null, restarts: 0, setbacks: 0, end: null },
});

/** More open walks than this are not kept: what they would fill stays a gap that a later walk comes to. */
const MOST_WALKS = 64;

/**
 * Begins a look at the newest end: from the first page, or where the last walk came to when the log is
 * known to grow at its other end; from both while that is not known. Gives the walk to go first.
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
  ].slice(-MOST_WALKS);
  const nextId = day.nextId + starts.length;
  return { day: { ...day, walks, nextId }, first: nextId - 1 };
}

/** A page that has arrived on a walk. */
export interface ArrivedPage extends PageFacts {
  readonly times: PageTimes;
  /** When it was asked for, wall clock; no later than it came, where the clock was put right meanwhile. */
  readonly askedAt: number;
  /** By how much that clock is ahead of the service's, milliseconds: as much less is claimed of the newest end. */
  readonly ahead: number;
  /** When it arrived, monotonic. */
  readonly elapsed: number;
}

/** The day after a page of the walk `id`, which is open. */
export function withPage(before: DayWalk, id: number, page: ArrivedPage): DayWalk {
  const open = before.walks.find((walk) => walk.id === id);
  if (!open) return before;
  const { times } = page;
  // A walk that was broken off goes over pages again, which would count twice.
  const evidence =
    open.breaks > 0 ? before.evidence : withEvidence(before.evidence, open.walk.before, times);
  const order = orderOf(evidence);
  const believed = order === 'unknown' ? before.believed : order;
  const { walk, end } = afterPage(open.walk, page, times, believed);
  const claim = confirmedRange({ walk, order, end, day: before.day });
  // What was claimed in the belief of another order is no longer believed.
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
  const breaks = goesOn(open.walk, walk, order) ? 0 : open.breaks;
  return replaced(day, { id, walk, breaks, rest: null });
}

/**
 * The day once the page of walk `id` is taken in, and it is known whether all its entries were new.
 *
 * Newest first, a walk ends where it meets what is covered: by time, and by an entry that was there, since
 * a page of nothing but late entries only seems to have come so far. Where the order of the log cannot be
 * told, a look ends where it brings nothing new: what is new stands before that, or where the last walk
 * came to.
 */
export function withTaken(day: DayWalk, id: number, news: 'all' | 'some' | 'none'): DayWalk {
  const open = day.walks.find((walk) => walk.id === id);
  if (!open || open.rest || news === 'all') return day;
  if (day.order === 'newest-first' && isJoined(day, id, open.walk)) {
    return { ...without(day, id), setbacks: 0, end: restOf(day, id) };
  }
  const goesOnElsewhere = day.resume !== undefined && open.walk.fromFirst;
  const isEnough = day.order === 'unknown' && open.walk.pages >= PAGES_TO_COMPARE;
  return news === 'none' && isEnough && goesOnElsewhere ? without(day, id) : day;
}

/** So many pages of a look are compared in the hope that they tell the order of the log. */
const PAGES_TO_COMPARE = 3;

/** What is covered by the walks of this run alone. */
const beyondBase = ({ base, covered, live }: DayWalk): readonly TimeRange[] =>
  subtracted(live ? [...covered, live] : covered, base);

/** The day, in the order that other days of the zone were found in, while nothing of its own speaks. */
export function withOrder(day: DayWalk, order: PageOrder): DayWalk {
  const { compared, within } = day.evidence;
  const isOpen = day.order === 'unknown' && compared === 0 && within === 0;
  return isOpen ? { ...day, order, believed: order, evidence: evidenceFor(order) } : day;
}

/**
 * The service does not take the token of walk `id`. What it once knew of the others it will not know for long either: all
 * are let go, and a later look begins again. Newest first a walk that was refused so several times rests where it is: the
 * newest end is followed without it, and walking there again and again would ask for the same pages.
 *
 * @param elapsed when it was refused, monotonic
 */
export function withTokenGone(day: DayWalk, id: number, elapsed: number): DayWalk {
  const open = day.walks.find((walk) => walk.id === id);
  const setbacks = day.setbacks + 1;
  const wasRefused = open?.rest?.why === 'token-refused';
  if (open && day.order === 'newest-first' && setbacks > FEW_SETBACKS && !wasRefused) {
    const rest = { why: 'token-refused', until: elapsed + REFUSED_REST } as const;
    return { ...replaced(day, { ...open, rest }), setbacks, end: rest.why };
  }
  return {
    ...day,
    walks: [],
    resume: open?.walk.token === day.resume ? undefined : day.resume,
    restarts: day.restarts + 1,
    // Refused there once more, it rests at once.
    setbacks: wasRefused ? Math.max(setbacks, FEW_SETBACKS) : setbacks,
  };
}

/** The day without the walk `id`, which is let go: a later look covers what it would have. */
export const without = (day: DayWalk, id: number): DayWalk => ({
  ...day,
  walks: day.walks.filter((walk) => walk.id !== id),
});

/** How long to wait after so many setbacks in a row, milliseconds. The first few may be bad luck. */
export const setbackWait = (setbacks: number): number =>
  setbacks <= FEW_SETBACKS ? 0 : restFor(setbacks - FEW_SETBACKS);

const FEW_SETBACKS = 3;
/** So long a walk rests whose token is refused again and again, milliseconds. */
const REFUSED_REST = 5 * 60_000;

/** Shorter than the life of any token worth having. */
const LONGEST_REST = 30_000;

const replaced = (day: DayWalk, open: OpenWalk): DayWalk => ({
  ...day,
  walks: day.walks.map((walk) => (walk.id === open.id ? open : walk)),
});

/** Why another walk rests; complete when none does. */
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
  // Beyond empty pages there may be others; any other break is tried again where the walk got farthest.
  const from = why === 'empty-pages' ? (page.continuationToken ?? undefined) : farthest;
  if (from === undefined) {
    return { ...without(day, open.id), setbacks: day.setbacks + 1, end: why };
  }
  const breaks = goesOn(open.walk, walk, day.order) ? 1 : open.breaks + 1;
  const rest = { why, until: page.elapsed + restFor(breaks) };
  return { ...replaced(day, { id: open.id, walk: resumed(walk, from), breaks, rest }), end: why };
}

/** Whether a walk got farther by its latest page. */
const goesOn = (before: Walk, after: Walk, order: PageOrder): boolean =>
  order === 'oldest-first' ? after.highest !== before.highest : after.lowest !== before.lowest;

const restFor = (times: number): number => Math.min(1000 * 2 ** Math.min(times, 10), LONGEST_REST);

/**
 * Whether a walk, newest first, has come to what is covered and need not go on: all of it down to the
 * day's begin is covered, or another walk is at work where it ends.
 */
function isJoined(day: DayWalk, id: number, walk: Walk): boolean {
  const bottom = bottomOf(walk);
  if (bottom === null || !isInOrder(walk)) return false;
  const range = day.covered.find(({ from, until }) => from <= bottom && bottom <= until);
  if (!range) return false;
  if (range.from <= startOfDay(day.day)) return true;
  return day.walks.some((other) => other.id !== id && bottomOf(other.walk) === range.from);
}

/** How a page that has come on a walk, and has not been read, ends. */
interface Ending {
  readonly continuationToken: string;
  /** Milliseconds since the epoch. */
  readonly lastTime: number;
}

/**
 * What the page after one that has come on the walk `id` is asked for with, where it is plain that the walk leads there:
 * undefined at the end, where it may have come to what is covered, and where the order is not known.
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
  // The floor of the page is no lower than its last entry.
  return isMet || lastTime <= backfillTo ? undefined : next.token;
}

interface Looked {
  readonly walk: Walk;
  readonly order: PageOrder;
  readonly end: WalkEnd | null;
  readonly page: ArrivedPage;
}

/** What is covered up to now, if the page shows the newest end; otherwise what was. */
function liveRange({ day, live }: DayWalk, looked: Looked): TimeRange | null {
  const { walk, order, end, page } = looked;
  // An empty page that leads to itself does not say that there is no more.
  const isAll = end === 'complete';
  if (order === 'oldest-first') {
    return isAll ? rangeUntil(day, startOfDay(day), page.askedAt - page.ahead) : live;
  }
  const moment = Math.min(walk.begunAt, page.askedAt) - page.ahead;
  // An earlier look's walk, which may still be at work, shows less than the latest's.
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
