import { fraction, hash } from '../chance.ts';
import { phaseOf, type ShieldZone } from '../shield-zones.ts';
import { type DayLog, dayLog } from './day-log.ts';
import { type PreparedPattern, preparePattern } from './template.ts';
import { TRAFFIC_PATTERNS } from './traffic.ts';

/** Event rate of the busiest zone; the other zones scale with their share. */
export type EventRate =
  /** Average entries a second; days differ by up to a tenth. */
  | { readonly perSecond: number }
  /** Exactly this many entries a second, with the same mix all day. */
  | { readonly perSecond: number; readonly evenly: true }
  /**
   * Exactly this many entries a day, bursts included: every `every` minutes, one minute has `burst.perSecond` entries
   * a second.
   */
  | {
      readonly perDay: number;
      readonly burst?: { readonly every: number; readonly perSecond: number };
    };

export interface EventStream {
  /** The log of a zone's day; `day` counts from the Unix epoch. */
  day(zone: ShieldZone, day: number): DayLog;
}

const SECONDS_A_DAY = 86_400;
/** Three days of each zone, and the day that midnight adds. */
const MAX_KEPT_DAYS = 20;

/** The event logs of a world. Entry ids encode the zone's index in `zones`. */
export function eventStream(
  seed: number,
  zones: readonly ShieldZone[],
  rate: EventRate,
): EventStream {
  const kept = new Map<string, DayLog>();
  const prepared = new Map<number, readonly PreparedPattern[]>();

  function patternsOf(zone: ShieldZone): readonly PreparedPattern[] {
    const known = prepared.get(zone.id);
    if (known) return known;
    const patterns = TRAFFIC_PATTERNS.map((pattern) => preparePattern(pattern, zone.host));
    prepared.set(zone.id, patterns);
    return patterns;
  }

  return {
    day(zone, day) {
      const name = `${zone.id}/${day}`;
      const known = kept.get(name);
      if (known) return known;
      const key = hash(seed, zone.key, day);
      const log = dayLog({
        key,
        series: (day * zones.length + zones.indexOf(zone)) & 0xffff,
        day,
        total: Math.round(totalOf(rate, key) * zone.share),
        phase: phaseOf(zone),
        patterns: patternsOf(zone),
        evenly: 'evenly' in rate,
        burst:
          'burst' in rate && rate.burst
            ? {
                every: rate.burst.every,
                entries: Math.round(rate.burst.perSecond * 60 * zone.share),
              }
            : undefined,
      });
      for (const oldest of kept.keys()) {
        if (kept.size < MAX_KEPT_DAYS) break;
        kept.delete(oldest);
      }
      kept.set(name, log);
      return log;
    },
  };
}

function totalOf(rate: EventRate, key: number): number {
  if ('perDay' in rate) return rate.perDay;
  if ('evenly' in rate) return rate.perSecond * SECONDS_A_DAY;
  return rate.perSecond * SECONDS_A_DAY * (0.9 + 0.2 * fraction(hash(key, 1)));
}
