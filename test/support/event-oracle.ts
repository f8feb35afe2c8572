import { isDeepStrictEqual } from 'node:util';
import { type Coverage, dayRange } from '../../src/events/coverage.ts';
import { withPagingFault } from '../../src/platform/faults/fault.ts';
import type { ShieldZone } from '../../src/platform/world/shield-zones.ts';
import type { UtcDay } from '../../src/text/time.ts';
import type { Played } from './event-following.ts';
import type { Schedule } from './event-schedule.ts';
import type { Platform } from './observed-platform.ts';

/** The result of comparing store and platform. */
export interface Verdict {
  /** One sentence for each broken promise. */
  readonly faults: readonly string[];
  /** Entries of the platform for the followed days, and how many of them are in the store. */
  readonly held: number;
  readonly loaded: number;
  /** Missing entries in stretches that are correctly marked as not loaded. */
  readonly marked: number;
}

/** An entry in the platform's log, and its position there. */
interface Placed {
  readonly logId: string;
  readonly position: number;
  /** When the entry was written, and its timestamp, milliseconds. */
  readonly reached: number;
  readonly stamp: number;
}

/** Compares the store with the platform. */
export function judge(schedule: Schedule, { platform, clock, store, progress }: Played): Verdict {
  const faults: string[] = [];
  let held = 0;
  let loaded = 0;
  let marked = 0;
  const inStore = new Map<string, number>();
  for (let rank = 0; rank < store.size; rank += 1) {
    const id = store.at(rank);
    const logId = id === undefined ? null : store.logIdOf(id);
    if (id === undefined || logId === null) faults.push(`nothing at rank ${rank}`);
    else if (inStore.has(logId)) faults.push(`${logId} is there twice`);
    else inStore.set(logId, id);
  }
  const onPlatform = new Set<string>();
  for (const [zoneId, days] of progress) {
    const zone = platform.world.shieldZones.find(({ id }) => String(id) === zoneId);
    if (!zone) throw new Error(`no zone ${zoneId}`);
    for (const [day, { coverage, phase }] of days) {
      const whole = dayRange(day);
      const now = clock.now();
      const written = platform.world.events.day(zone, day);
      for (let position = written.countBy(now) - 1; position >= 0; position -= 1) {
        onPlatform.add(written.idOf(position));
      }
      for (const entry of placesOf(platform, zone, day, schedule.late, now)) {
        held += 1;
        const id = inStore.get(entry.logId);
        if (id !== undefined) {
          loaded += 1;
          const text = written.textOf(
            entry.position,
            platform.dialect['timestamp-unit'],
            platform.dialect['log-content'],
          );
          const { logId, timestamp, log, labels, zone: of } = store.entry(id);
          if (of !== zoneId) faults.push(`${logId} is said to be of zone ${of}`);
          if (!isDeepStrictEqual({ logId, timestamp, log, labels }, JSON.parse(text))) {
            faults.push(`${logId} is not what was sent`);
          }
          continue;
        }
        const late = entry.reached >= whole.until;
        const claimed = coverage.loaded.some(({ from, until }) =>
          late
            ? phase === 'ended' && until === whole.until
            : from <= entry.stamp && entry.reached < until,
        );
        if (claimed) {
          const when = new Date(entry.reached).toISOString();
          faults.push(`${entry.logId} of ${when} (place ${entry.position}) is lost and unmarked`);
        } else marked += 1;
      }
      if (schedule.endsWell) faults.push(...wanting(coverage, now, schedule));
    }
  }
  for (const logId of inStore.keys()) {
    if (!onPlatform.has(logId)) faults.push(`${logId} is in the store but not on the platform`);
  }
  return { faults, held, loaded, marked };
}

/** What is missing from a day although the service worked in the end. */
function wanting(
  { day, loaded, newest, order }: Coverage,
  now: number,
  { interval, platform: { dialect } }: Schedule,
): readonly string[] {
  const { from, until } = dayRange(day);
  // The newest end was polled after this time.
  const looked = now - interval - 2000;
  // If pages of the current day never say that they are the last, nothing beyond the newest entry is known until a
  // poll after midnight.
  const goesOn = dialect?.['live-end'] === 'goes-on' && dialect['log-order'] === 'oldest';
  const known = goesOn && looked < until ? (newest ?? from) : until;
  const wanted = Math.min(known, looked);
  if (wanted <= from) return [];
  // A few entries on one page that never says that it is the last do not even reveal the order.
  if (goesOn && order === 'unknown') return [];
  const [first, ...others] = loaded;
  if (first && others.length === 0 && first.from <= from && first.until >= wanted) return [];
  const words = loaded.map((range) => `${at(range.from)} to ${at(range.until)}`).join(', ');
  return [`day ${day} is not loaded up to ${at(wanted)} in the end: ${words || 'nothing is'}`];
}

const at = (ms: number) => new Date(ms).toISOString();

/** The entries of a day that the platform serves at `now`, in the order of the log. */
function placesOf(
  platform: Platform,
  zone: ShieldZone,
  day: UtcDay,
  late: Schedule['late'],
  now: number,
): readonly Placed[] {
  const log = platform.world.events.day(zone, day);
  const count = log.countBy(now);
  const { until } = dayRange(day);
  const reach = now >= until && late ? late.delay : 0;
  const unit = platform.dialect['timestamp-unit'] === 'seconds' ? 1000 : 1;
  const places: Placed[] = [];
  for (let place = 0; place < count + reach; place += 1) {
    const page = {
      start: { zoneId: zone.id, day, order: 'oldest', at: place, turn: 0 },
      positions: [place],
      hasMoreData: false,
      next: null,
    } as const;
    const paged = { count, pageSize: 1, key: zone.key };
    const { positions } = late ? withPagingFault(page, late, paged) : page;
    for (const position of positions) {
      const moment = log.momentOf(position);
      places.push({
        logId: log.idOf(position),
        position,
        reached: place < log.total ? log.momentOf(place) : until,
        stamp: Math.floor(moment / unit) * unit,
      });
    }
  }
  return places;
}
