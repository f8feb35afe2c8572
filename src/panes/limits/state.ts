import {
  type BreachCounts,
  breachDays,
  type RateLimitMetrics,
} from '../../contract/operations/rate-limit-metrics.ts';
import type { Json, TimePoint } from '../../contract/values.ts';
import { EMPTY_LIST_WITH_DETAILS, type ListWithDetails } from '../../state/list.ts';
import { type Loadable, lastLoaded, type Moment } from '../../state/loadable.ts';
import { DAY_MS } from '../../text/time.ts';

interface Sample {
  readonly at: Moment;
  readonly counts: BreachCounts;
}

export interface LimitRow {
  readonly id: string;
  readonly name: string;
  readonly metrics: Loadable<RateLimitMetrics>;
  /** Oldest first, bounded. */
  readonly samples: readonly Sample[];
  /** The first sample of this run, or since the last reset. */
  readonly first: Sample | null;
  /** How often the counters fell, because of a reset or a moved window. */
  readonly resets: number;
}

export interface LimitsState extends ListWithDetails {
  readonly rows: readonly LimitRow[];
  /** Whether each chart has its own scale instead of a common one. */
  readonly ownScales: boolean;
}

export const EMPTY_LIMITS: LimitsState = {
  rows: [],
  ...EMPTY_LIST_WITH_DETAILS,
  ownScales: false,
};

export const limitRow = (id: string, name: string): LimitRow => ({
  id,
  name,
  metrics: { kind: 'waiting' },
  samples: [],
  first: null,
  resets: 0,
});

const MAX_SAMPLES = 120;

/** The row with a new answer. Counters only rise: a lower total is a reset. */
export function sampled(row: LimitRow, metrics: Loadable<RateLimitMetrics>): LimitRow {
  // A recording repeats an answer until the next one.
  if (metrics.kind !== 'loaded' || lastLoaded(row.metrics)?.value === metrics.value) {
    return { ...row, metrics };
  }
  const sample: Sample = { at: metrics.at, counts: metrics.value.data.overview };
  // An answer without a total does not show whether the counter fell.
  const counted = row.samples.findLast(({ counts }) => counts.totalBreaches !== null);
  const before = counted?.counts.totalBreaches ?? null;
  const total = sample.counts.totalBreaches;
  const reset = before !== null && total !== null && total < before;
  return {
    ...row,
    metrics,
    samples: reset ? [sample] : [...row.samples, sample].slice(-MAX_SAMPLES),
    first: reset ? sample : (row.first ?? sample),
    resets: row.resets + Number(reset),
  };
}

/** The current rate covers this period, or the time since the first reading if that is shorter. */
const RATE_PERIOD_MS = 60_000;

/** Over less, as between a reading and a refresh, there is no rate: a busy limit may rest for a second. */
const MIN_RATE_PERIOD_MS = 3000;

/** Current breaches per minute by kind; NaN where a counter is missing, null before a second reading. */
export function risingNow({ samples }: Pick<LimitRow, 'samples'>) {
  const last = samples.at(-1);
  const before =
    last && samples.findLast(({ at }) => last.at.elapsed - at.elapsed >= RATE_PERIOD_MS);
  const first = before ?? samples[0];
  const over = last && first ? last.at.elapsed - first.at.elapsed : 0;
  if (!last || !first || over < MIN_RATE_PERIOD_MS) return null;
  const rise = (name: keyof BreachCounts): number =>
    ((last.counts[name] ?? Number.NaN) - (first.counts[name] ?? Number.NaN)) / (over / 60_000);
  return {
    total: rise('totalBreaches'),
    blocked: rise('blockedBreaches'),
    challenged: rise('challengedBreaches'),
    logged: rise('loggedBreaches'),
    /** Period they were counted over, in milliseconds. */
    over,
  };
}

/**
 * Status of a limit, most urgent first. `failed`: never read; `gone`: deleted at the service; `passing`: breached now
 * and partly only logged; `breached`: breached now, all blocked or challenged; `stale`: could not be read again;
 * `unknown`: read once, so there is no rate; `uncounted`: without a total; `waiting`: not read yet, or not asked during
 * an outage; `quiet`: not breached now.
 */
export const STATUSES = [
  'failed',
  'gone',
  'passing',
  'breached',
  'stale',
  'unknown',
  'uncounted',
  'waiting',
  'quiet',
] as const;

export type LimitStatus = (typeof STATUSES)[number];

export function statusOf(row: LimitRow): LimitStatus {
  const { metrics } = row;
  if (metrics.kind === 'waiting') return 'waiting';
  if (metrics.kind === 'failed') {
    if (metrics.last === null) return metrics.attempts === 0 ? 'waiting' : 'failed';
    return metrics.error.kind === 'not-found' ? 'gone' : 'stale';
  }
  const rising = risingNow(row);
  if (rising && rising.logged > 0) return 'passing';
  if (rising && (rising.total > 0 || rising.blocked > 0 || rising.challenged > 0)) {
    return 'breached';
  }
  if (metrics.value.data.overview.totalBreaches === null) return 'uncounted';
  return rising === null || Number.isNaN(rising.total) ? 'unknown' : 'quiet';
}

/**
 * Limits breached now first, by rate. Rates are compared by powers of ten, so that rows do not move with every reading.
 */
export function worstFirst(rows: readonly LimitRow[]): readonly LimitRow[] {
  const ranked = rows.map((row) => ({
    row,
    status: STATUSES.indexOf(statusOf(row)),
    power: Math.floor(Math.log10(Math.max(1, risingNow(row)?.total || 0))),
  }));
  return ranked.sort((a, b) => a.status - b.status || b.power - a.power).map(({ row }) => row);
}

/** The rate at each sample but the first. NaN where a counter is missing. */
export const rates = (samples: readonly Sample[]): readonly number[] =>
  samples
    .slice(1)
    .map((_, at) => risingNow({ samples: samples.slice(0, at + 2) })?.total ?? Number.NaN);

export type Day = TimePoint<BreachCounts>;

/** The past 28 days, oldest first, summed by day; undefined if they are not counters by time stamp. */
export function daysOf(past: Json): readonly Day[] | undefined {
  const days = breachDays(past);
  return days?.length ? days : undefined;
}

/** Longer ranges than the documented 28 days are not filled up. */
const MAX_FILLED_DAYS = 40;

/** The days, with null for missing ones. */
export function withGaps(days: readonly Day[]): readonly (Day | null)[] {
  const [first] = days;
  const last = days.at(-1);
  if (!first || !last) return [];
  const length = (last.at - first.at) / DAY_MS + 1;
  if (length > MAX_FILLED_DAYS || days.some(({ at }) => (at - first.at) % DAY_MS !== 0))
    return days;
  const byStamp = new Map(days.map((day) => [day.at, day]));
  return Array.from({ length }, (_, at) => byStamp.get(first.at + at * DAY_MS) ?? null);
}
