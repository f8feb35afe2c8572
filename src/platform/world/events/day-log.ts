import { DAY_MS } from '../../../text/time.ts';
import { fraction, hash, hex32, logId, pick } from '../chance.ts';
import type { LogContent, PreparedPattern } from './template.ts';
import { TRAFFIC_PATTERNS } from './traffic.ts';
import { maskedAddress, SERVER_ZONES } from './traffic-pattern.ts';

type TimestampUnit = 'seconds' | 'milliseconds' | 'microseconds' | 'nanoseconds';

/** The event log of one zone and day. Entries have positions from 0, oldest first; each can be generated on its own. */
export interface DayLog {
  /** Entries of the whole day, including those still to come. */
  readonly total: number;
  countBy(now: number): number;
  /** Timestamp of an entry, milliseconds since the epoch. Never decreases with the position. */
  momentOf(position: number): number;
  idOf(position: number): string;
  /** The entry as JSON, one element of `logs` (contract, Shield event log page). */
  textOf(position: number, unit: TimestampUnit, content: LogContent): string;
}

/** One minute in every `every` has `entries` entries, evenly spread. */
interface Burst {
  readonly every: number;
  readonly entries: number;
}

interface DayLogSource {
  /** Differs between zones and days. */
  readonly key: number;
  /** 16 bits that differ between the zones and days of a world. */
  readonly series: number;
  readonly day: number;
  readonly total: number;
  /** Shifts recurring patterns. */
  readonly phase: number;
  readonly patterns: readonly PreparedPattern[];
  /** Whether every second has the same number of entries of each kind. */
  readonly evenly?: boolean;
  readonly burst?: Burst | undefined;
}

const MINUTE_MS = 60_000;
const BUCKETS = 12;
const BUCKET_MS = MINUTE_MS / BUCKETS;

/** A minute of the day with the data its entries share. */
interface Minute {
  readonly first: number;
  readonly end: number;
  readonly startsAt: number;
  /** The positions at which its five-second buckets begin, and `end`. */
  readonly cuts: Int32Array;
  /** Cumulative shares of the patterns, from 0 to 1. */
  readonly shares: Float64Array;
}

const NO_MINUTE: Minute = {
  first: 0,
  end: 0,
  startsAt: 0,
  cuts: new Int32Array(BUCKETS + 1),
  shares: new Float64Array(0),
};

export function dayLog(source: DayLogSource): DayLog {
  const { key, series, day, total, phase, patterns, evenly = false, burst } = source;
  const before = evenly ? evenShape(total) : withBursts(day, total, phase, burst);
  const countBefore = (minute: number): number => before[minute] ?? total;
  const sharesOfAll = evenly ? runningShares(weightsOfDay(day, phase)) : undefined;
  let current = NO_MINUTE;

  function enter(minute: number): Minute {
    const number = day * MINUTES + minute;
    const first = countBefore(minute);
    const end = countBefore(minute + 1);
    current = {
      first,
      end,
      startsAt: number * MINUTE_MS,
      cuts:
        evenly || isBurst(minute, burst)
          ? evenCuts(first, end)
          : bucketCuts(hash(key, number, 7), first, end),
      shares: sharesOfAll ?? runningShares(patternWeights(number, phase)),
    };
    return current;
  }

  /** The minute that contains a position. */
  function minuteAt(position: number): Minute {
    if (position >= current.first && position < current.end) return current;
    let low = 0;
    let high = MINUTES;
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if (countBefore(middle) <= position) low = middle;
      else high = middle;
    }
    return enter(low);
  }

  function momentIn(minute: Minute, position: number): number {
    const { cuts } = minute;
    let bucket = 0;
    while (bucket < BUCKETS - 1 && (cuts[bucket + 1] ?? 0) <= position) bucket += 1;
    const start = cuts[bucket] ?? 0;
    const count = (cuts[bucket + 1] ?? 0) - start;
    const place = (position - start + fraction(hash(key, position, 3))) / count;
    return minute.startsAt + bucket * BUCKET_MS + Math.floor(place * BUCKET_MS);
  }

  return {
    total,
    countBy(now) {
      const minute = Math.floor((now - day * DAY_MS) / MINUTE_MS);
      if (minute < 0) return 0;
      if (minute >= MINUTES) return total;
      const entered = enter(minute);
      let low = entered.first;
      let high = entered.end;
      while (low < high) {
        const middle = (low + high) >>> 1;
        if (momentIn(entered, middle) <= now) low = middle + 1;
        else high = middle;
      }
      return low;
    },
    momentOf: (position) => momentIn(minuteAt(position), position),
    idOf: (position) => logId(hash(key, position), series),
    textOf(position, unit, content) {
      const minute = minuteAt(position);
      const unique = hash(key, position);
      const chance = hash(unique, 3);
      const pattern = patternAt(patterns, minute.shares, fraction(chance));
      const detailChance = hash(unique, 4);
      const sourceChance = hash(unique, 5);
      const moment = momentIn(minute, position);

      const template = pattern.templateAt(fraction(hash(unique, 6)), content);
      const origin = pick(pattern.origins, sourceChance);
      const zone = pick(SERVER_ZONES, sourceChance >>> 8);
      const { literals, holes } = template;
      const { agents, details } = pattern.fillings[content];
      let text = `{"logId":"${logId(unique, series)}","timestamp":${timestampText(moment, unit)}`;
      for (let at = 0; at < holes.length; at += 1) {
        text += literals[at] ?? '';
        switch (holes[at]) {
          case 'detail':
            text += details[detailChance % details.length] ?? '';
            break;
          case 'agent':
            text += agents[(detailChance >>> 8) % agents.length] ?? '';
            break;
          case 'address':
            text += maskedAddress(origin, sourceChance, pattern.subnets);
            break;
          case 'requestId':
            text += `${pattern.requestIdStart}${hex32(unique)}${hex32(chance)}`;
            break;
          case 'zoneNumber':
            text += zone.number;
            break;
          case 'asn':
            text += origin.asn;
            break;
          case 'country':
            text += origin.country;
            break;
          case 'zoneCode':
            text += zone.code;
        }
      }
      return text + (literals[holes.length] ?? '');
    },
  };
}

/** Splits a minute's positions unevenly over its buckets: most are calm, some are bursts. */
function bucketCuts(key: number, first: number, end: number): Int32Array {
  const running = new Float64Array(BUCKETS + 1);
  for (let bucket = 0; bucket < BUCKETS; bucket += 1) {
    const chance = fraction(hash(key, bucket));
    running[bucket + 1] = (running[bucket] ?? 0) + 0.5 + 2 * chance ** 4;
  }
  const whole = running[BUCKETS] ?? 1;
  return Int32Array.from(running, (weight) => first + Math.floor((weight / whole) * (end - first)));
}

const evenCuts = (first: number, end: number): Int32Array =>
  Int32Array.from(
    { length: BUCKETS + 1 },
    (_, bucket) => first + Math.floor((bucket / BUCKETS) * (end - first)),
  );

function runningShares(weights: readonly number[]): Float64Array {
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  let sum = 0;
  return Float64Array.from(weights, (weight) => {
    sum += weight;
    return sum / whole;
  });
}

function patternAt(
  patterns: readonly PreparedPattern[],
  shares: Float64Array,
  chance: number,
): PreparedPattern {
  let at = 0;
  while (at < patterns.length - 1 && chance >= (shares[at] ?? 1)) at += 1;
  const pattern = patterns[at];
  if (!pattern) throw new RangeError('a world without traffic has no events');
  return pattern;
}

const timestampText = (moment: number, unit: TimestampUnit): string =>
  unit === 'seconds' ? String(Math.floor(moment / 1000)) : `${moment}${DIGITS_AFTER_MS[unit]}`;

const DIGITS_AFTER_MS = { milliseconds: '', microseconds: '000', nanoseconds: '000000' } as const;

export const MINUTES = 1440;

/** Unscaled entries a second in a minute, for each pattern. */
const patternWeights = (minute: number, phase: number): readonly number[] =>
  TRAFFIC_PATTERNS.map((pattern) => pattern.weight(minute, phase));

/** The same for a whole day. */
function weightsOfDay(day: number, phase: number): readonly number[] {
  const sums = TRAFFIC_PATTERNS.map(() => 0);
  for (let at = 0; at < MINUTES; at += 1) {
    patternWeights(day * MINUTES + at, phase).forEach((weight, index) => {
      sums[index] = (sums[index] ?? 0) + weight;
    });
  }
  return sums;
}

/** For each minute, how many of the day's `total` entries come before it: 1,441 numbers, the last one is `total`. */
export function dayShape(day: number, total: number, phase: number): Int32Array {
  const before = new Float64Array(MINUTES + 1);
  for (let at = 0; at < MINUTES; at += 1) {
    const minute = day * MINUTES + at;
    const unrest = 0.75 + 0.5 * fraction(hash(phase, minute));
    let weight = 0;
    for (const share of patternWeights(minute, phase)) weight += share;
    before[at + 1] = (before[at] ?? 0) + weight * unrest;
  }
  const whole = before[MINUTES] ?? 1;
  return Int32Array.from(before, (weight) => Math.floor((weight / whole) * total));
}

const isBurst = (minute: number, burst: Burst | undefined): boolean =>
  burst !== undefined && minute % burst.every === 0;

/** The same with bursts, which are part of the `total`. */
function withBursts(
  day: number,
  total: number,
  phase: number,
  burst: Burst = { every: MINUTES, entries: 0 },
): Int32Array {
  const { every, entries } = burst;
  const calm = dayShape(day, total - Math.ceil(MINUTES / every) * entries, phase);
  return calm.map((before, minute) => before + Math.ceil(minute / every) * entries);
}

/** The same with equal minutes. */
const evenShape = (total: number): Int32Array =>
  Int32Array.from({ length: MINUTES + 1 }, (_, minute) => Math.floor((minute / MINUTES) * total));
