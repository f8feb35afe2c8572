import { fraction, hash } from '../chance.ts';
import { phaseOf, type ShieldZone } from '../shield-zones.ts';
import { type DayLog, dayLog } from './day-log.ts';
import { type PreparedPattern, preparePattern } from './template.ts';
import { TRAFFIC_PATTERNS } from './traffic.ts';

/** How much the busiest zone logs; the others follow by their share. */
export type EventRate =
  /** Entries a second on average; days differ by up to a tenth. */
  | { readonly perSecond: number }
  /** So many entries in each second, of the same kinds all day: no calm, no bursts. */
  | { readonly perSecond: number; readonly evenly: true }
  /**
   * Exactly so many entries in each day. Those of bursts are among them: one minute of every `every` has so many in each
   * second.
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
const MOST_KEPT = 20;

/** The event logs of a world. `zones` gives the zones' order, which their entries' ids carry. */
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
        if (kept.size < MOST_KEPT) break;
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
