import type { Fault, PagingFault } from '../../src/platform/faults/fault.ts';
import type { PlatformOptions } from './observed-platform.ts';
import { type Random, seededRandom } from './random.ts';

/** One event while logs are followed. */
export type Step =
  | { readonly kind: 'pass'; readonly ms: number }
  | { readonly kind: 'fault'; readonly fault: Fault; readonly times?: number }
  | { readonly kind: 'clear' }
  | { readonly kind: 'refuse connections' }
  | { readonly kind: 'accept connections' }
  /** The process is suspended while the wall clock runs on. */
  | { readonly kind: 'sleep'; readonly ms: number }
  /** The console restarts with its entries and coverage, with its entries alone, or with nothing. */
  | { readonly kind: 'restart'; readonly keeps: 'coverage' | 'entries' | 'nothing' }
  | { readonly kind: 'backfill'; readonly on: boolean };

/** A random schedule, determined by its seed. */
export interface Schedule {
  readonly seed: number;
  readonly at: string;
  readonly platform: Pick<PlatformOptions, 'dialect' | 'events'>;
  /** Indexes into the platform's zones, busiest first. */
  readonly zones: readonly number[];
  /** Days before today that are loaded at the start. */
  readonly daysBack: number;
  readonly interval: number;
  /** In force from start to end, because an entry that changes its position would be read as two entries. */
  readonly late: Extract<PagingFault, { kind: 'late-entries' }> | null;
  readonly steps: readonly Step[];
  /** Whether all faults end with time left, so that nothing may be missing. */
  readonly endsWell: boolean;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;

export function scheduleOf(seed: number): Schedule {
  const random = seededRandom(seed);
  const pageSize = random.pick([10, 25, 40, 64, 100, 200]);
  const nearMidnight = random.oneIn(3);
  const seconds = random.below(86_400);
  const at = nearMidnight
    ? Date.UTC(2026, 2, 14, 23, 45 + random.below(15), random.below(60))
    : Date.UTC(2026, 2, 14, 0, 0, seconds);
  const interval = random.pick([2, 5, 15, 15, 30, 30, 60, 60]) * SECOND;
  const endsWell = !random.oneIn(4);
  const steps: Step[] = [];
  for (let left = 4 + random.below(10); left > 0; left -= 1)
    steps.push(...stepsOf(random, pageSize));
  if (endsWell) {
    steps.push({ kind: 'clear' }, { kind: 'accept connections' }, { kind: 'backfill', on: true });
    steps.push({ kind: 'pass', ms: 3 * MINUTE + interval });
  }
  return {
    seed,
    at: new Date(at).toISOString(),
    platform: {
      events: { perDay: 200 + random.below(3000) },
      dialect: {
        'log-order': random.pick(['oldest', 'newest']),
        'log-page-size': pageSize,
        'timestamp-unit': random.pick(['milliseconds', 'seconds', 'microseconds', 'nanoseconds']),
        'live-end': random.pick(['ends', 'ends', 'goes-on']),
        'last-page-token': random.pick(['empty', 'null', 'repeated', 'continues']),
        'log-tail': random.pick(['tokens-last', 'tokens-expire']),
        'token-form': random.pick(['url-safe', 'slashed']),
        'failure-status': random.pick(['4xx', '202']),
        'null-arrays': random.pick(['empty', 'null', 'absent']),
      },
    },
    zones: random.oneIn(5) ? [0, 1] : [0],
    daysBack: random.oneIn(6) ? 1 : 0,
    interval,
    late: random.oneIn(4)
      ? { kind: 'late-entries', oneIn: 4 + random.below(8), delay: 1 + random.below(60) }
      : null,
    steps,
    endsWell,
  };
}

function stepsOf(random: Random, pageSize: number): readonly Step[] {
  const pass: Step = { kind: 'pass', ms: random.pick([2, 10, 45, 120, 300]) * SECOND };
  switch (random.below(9)) {
    case 0:
      return [{ kind: 'refuse connections' }, pass, { kind: 'accept connections' }, pass];
    case 1:
      return [{ kind: 'sleep', ms: random.pick([10, 300, 1800, 7200]) * SECOND }, pass];
    case 2:
      return [
        { kind: 'restart', keeps: random.pick(['coverage', 'entries', 'nothing']) },
        ...(random.oneIn(2) ? [pass] : []),
      ];
    case 3:
      return [{ kind: 'backfill', on: random.oneIn(2) }, pass];
    case 4:
      return [{ kind: 'clear' }, { kind: 'backfill', on: true }, pass];
    case 5:
    case 6: {
      const times = random.oneIn(3) ? {} : { times: 1 + random.below(6) };
      return [{ kind: 'fault', fault: wireFault(random), ...times }, pass];
    }
    default: {
      const times = random.oneIn(2) ? {} : { times: 1 + random.below(12) };
      return [{ kind: 'fault', fault: pagingFault(random, pageSize), ...times }, pass];
    }
  }
}

function pagingFault(random: Random, pageSize: number): PagingFault {
  switch (random.below(8)) {
    case 0:
      return { kind: 'repeated-token' };
    case 1:
      return { kind: 'token-cycle', pages: 1 + random.below(6) };
    case 2:
      return { kind: 'empty-pages', pages: random.pick([1, 3, 10, 14]) };
    case 3:
      return { kind: 'more-without-token' };
    case 4:
      return { kind: 'expired-token', status: random.pick([400, 404, 410]) };
    case 5:
      return { kind: 'shuffled' };
    default:
      return {
        kind: 'duplicates',
        overlap: Math.ceil((pageSize * random.pick([10, 50, 100])) / 100),
      };
  }
}

function wireFault(random: Random): Fault {
  switch (random.below(4)) {
    case 0:
      return {
        kind: 'disconnect',
        stage: random.pick(['before handling', 'before answering', 'mid-answer']),
        how: random.pick(['reset', 'close']),
      };
    case 1:
      return {
        kind: 'corrupt',
        how: random.pick([
          'truncated JSON',
          'html',
          'empty',
          'wrong types',
          'bad bytes',
          'gzip cut',
        ]),
      };
    case 2:
      return {
        kind: 'answer',
        status: 429,
        body: 'empty',
        headers: { 'retry-after': String(1 + random.below(30)) },
      };
    default:
      return { kind: 'answer', status: random.pick([500, 502, 503]), body: 'problem' };
  }
}
