import type {
  BreachCounts,
  RateLimitMetrics,
} from '../../contract/operations/rate-limit-metrics.ts';
import { EMPTY_LIST, type ListState } from '../../state/list.ts';
import type { Loadable, Moment } from '../../state/loadable.ts';

/** The counters at one poll. */
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
  /** The first sample since looking began, or since the counters were reset. */
  readonly first: Sample | null;
  /** How often the counters fell: they were reset, or the window moved. */
  readonly resets: number;
}

export interface LimitsState {
  readonly rows: readonly LimitRow[];
  readonly list: ListState;
  /** The page of the details that are shown, from 0; null for the first, unasked. */
  readonly detail: number | null;
}

export const EMPTY_LIMITS: LimitsState = { rows: [], list: EMPTY_LIST, detail: null };

export const limitRow = (id: string, name: string): LimitRow => ({
  id,
  name,
  metrics: { kind: 'waiting' },
  samples: [],
  first: null,
  resets: 0,
});

const REMEMBERED = 120;

/** The row after a good answer: counters only ever rise, so a fall is a reset and starts anew. */
export function sampled(
  row: LimitRow,
  metrics: Loadable<RateLimitMetrics> & { kind: 'loaded' },
): LimitRow {
  const sample: Sample = { at: metrics.at, counts: metrics.value.data.overview };
  const before = row.samples.at(-1)?.counts.totalBreaches ?? null;
  const total = sample.counts.totalBreaches;
  const reset = before !== null && total !== null && total < before;
  return {
    ...row,
    metrics,
    samples: reset ? [sample] : [...row.samples, sample].slice(-REMEMBERED),
    first: reset ? sample : (row.first ?? sample),
    resets: row.resets + Number(reset),
  };
}

/** Breaches a minute between each two samples, oldest first; not a number where a counter was missing. */
export function rates(samples: readonly Sample[]): readonly number[] {
  const result: number[] = [];
  for (let at = 1; at < samples.length; at += 1) {
    const before = samples[at - 1];
    const after = samples[at];
    if (!before || !after) continue;
    const minutes = (after.at.elapsed - before.at.elapsed) / 60_000;
    const risen =
      (after.counts.totalBreaches ?? Number.NaN) - (before.counts.totalBreaches ?? Number.NaN);
    result.push(minutes > 0 ? risen / minutes : Number.NaN);
  }
  return result;
}
