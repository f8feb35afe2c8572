import { gaps } from '../../events/coverage.ts';
import { coverageMap, mapLine } from '../../events/coverage-map.ts';
import type { DayProgress } from '../../feeds/day-progress.ts';
import { count } from '../../text/figures.ts';
import { dayOf, startOfDay, type UtcDay } from '../../text/moments.ts';
import { type Printable, printable, words } from '../../text/printable.ts';
import { type Line, span } from '../../ui/line.ts';
import { theme } from '../../ui/theme.ts';

const ORDER: Readonly<Record<DayProgress['order'], Printable>> = {
  'oldest-first': words`oldest first`,
  'newest-first': words`newest first`,
  unknown: words`order unknown`,
};

const PHASE: Readonly<Record<DayProgress['phase'], Printable>> = {
  walking: words`loading the day`,
  following: words`following`,
  ended: words`day over`,
};

/** The day that is looked at: the newest that is followed. */
export function newestDay(days: ReadonlyMap<UtcDay, DayProgress>): DayProgress | undefined {
  let newest: DayProgress | undefined;
  for (const day of days.values()) if (!newest || day.day > newest.day) newest = day;
  return newest;
}

/** Pieces of the day on the map: half an hour each, or a quarter where there is room. */
const PIECES = { few: 48, many: 96 } as const;
const ROOMY = 150;

/** What the line is drawn from. */
export interface FollowingFacts {
  readonly days: ReadonlyMap<UtcDay, DayProgress>;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** What the store has let go of reaches up to here. */
  readonly horizon: number | null;
  readonly columns: number;
}

/**
 * The coverage ledger in one line: the map of the day (loaded, gap, not asked), pages and order, what is
 * missing and why it stopped: ` 00 ████▒▒░░ 24 204 pages, newest first · following`.
 */
export function followingLine({ days, now, horizon, columns }: FollowingFacts): Line {
  const newest = newestDay(days);
  if (!newest) return [span(words` asking for the first page…`, theme.faint)];
  const { pages, order, phase, restarts, coverage, stale } = newest;
  const map = mapLine(
    coverageMap(coverage, columns >= ROOMY ? PIECES.many : PIECES.few, { now, horizon }),
    'blocks',
  );
  const missing = gaps(coverage).length;
  const walked = words`${count(pages)} ${pages === 1 ? words`page` : words`pages`}, ${ORDER[order]} · ${PHASE[phase]}`;
  return [
    span(words` ${map as Printable}`, theme.accent),
    span(words`  ${dayOf(startOfDay(newest.day), 'utc')} · ${walked}`, theme.faint),
    span(
      missing > 0 ? words` · ${missing} ${missing === 1 ? words`gap` : words`gaps`}` : words``,
      theme.warn,
    ),
    span(
      coverage.stopped === null ? words`` : words` · stopped: ${printable(coverage.stopped)}`,
      theme.warn,
    ),
    span(
      restarts > 0 ? words` · begun again ${restarts} times: a token had expired` : words``,
      theme.warn,
    ),
    span(stale ? words` · this machine slept: catching up` : words``, theme.warn),
  ];
}
