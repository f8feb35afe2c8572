import {
  type EventLogEntry,
  type EventLogPage,
  eventLogs,
} from '../../src/contract/operations/event-logs.ts';
import { type DayLog, dayLog } from '../../src/platform/world/events/day-log.ts';
import { preparePattern } from '../../src/platform/world/events/template.ts';
import { TRAFFIC_PATTERNS } from '../../src/platform/world/events/traffic.ts';
import { parseUsDay, type UtcDay } from '../../src/text/time.ts';
import { noDrift } from './no-drift.ts';

const MINUTE = 60_000;
const PAGE = 150;
/** Size of the cache of generated entries. Pages repeat the newest ones again and again. */
const MOST_MADE = 5000;

interface Logging {
  /** Differs between zones. */
  readonly number: number;
  /** Entries a second, on average. */
  readonly perSecond: number;
  /** One minute in this many has a burst, and one is silent. */
  readonly burstEvery: number;
  readonly silentEvery: number;
}

/** The log of a shield zone as the embedded platform generates it, with bursts and silent minutes. */
export class LoggedZone {
  readonly id: string;
  readonly #logging: Logging;
  readonly #patterns;
  readonly #days = new Map<UtcDay, DayLog>();
  readonly #made = new Map<number, EventLogEntry>();

  constructor(logging: Logging) {
    this.id = String(100 + logging.number);
    this.#logging = logging;
    this.#patterns = TRAFFIC_PATTERNS.map((pattern) => preparePattern(pattern, 'shop.example'));
  }

  /** A page of a day up to `now`, newest entry first. */
  page(date: string, token: string | undefined, now: number): EventLogPage {
    const day = parseUsDay(date) ?? 0;
    const log = this.#day(day);
    const logs: EventLogEntry[] = [];
    let next = token === undefined ? log.countBy(now) : Number(token);
    while (next > 0 && logs.length < PAGE) {
      next -= 1;
      if (!this.#isSilent(log.momentOf(next))) logs.push(this.#entry(log, day, next));
    }
    const hasMoreData = next > 0;
    const continuationToken = hasMoreData ? String(next) : null;
    return { logs, hasMoreData, continuationToken, startToken: null, errorResponse: null };
  }

  #isSilent(moment: number): boolean {
    const { number, silentEvery } = this.#logging;
    return (Math.floor(moment / MINUTE) + number * 7) % silentEvery < 3;
  }

  #day(day: UtcDay): DayLog {
    const known = this.#days.get(day);
    if (known) return known;
    const { number, perSecond, burstEvery } = this.#logging;
    const entries = perSecond * 60 * 4;
    const log = dayLog({
      key: number * 1000 + day,
      series: number,
      day,
      phase: number,
      total: perSecond * 86_400,
      patterns: this.#patterns,
      burst: { every: burstEvery, entries },
    });
    this.#days.set(day, log);
    return log;
  }

  #entry(log: DayLog, day: UtcDay, position: number): EventLogEntry {
    const key = day * 10_000_000 + position;
    const known = this.#made.get(key);
    if (known) return known;
    const json: unknown = JSON.parse(log.textOf(position, 'milliseconds', 'json'));
    const [entry] = eventLogs.answer.decode({ logs: [json] }, noDrift).logs;
    if (!entry) throw new Error('An entry was decoded away');
    for (const oldest of this.#made.keys()) {
      if (this.#made.size < MOST_MADE) break;
      this.#made.delete(oldest);
    }
    this.#made.set(key, entry);
    return entry;
  }
}
