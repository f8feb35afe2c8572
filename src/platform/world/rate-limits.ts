import { DAY_MS, isoSeconds, utcDay } from '../../text/time.ts';
import { fraction, hash, hashText } from './chance.ts';
import { isStuffing } from './events/attacks.ts';
import { phaseOf, type ShieldZone } from './shield-zones.ts';

export interface Breaches {
  readonly totalBreaches: number;
  readonly loggedBreaches: number;
  readonly challengedBreaches: number;
  readonly blockedBreaches: number;
}

export interface RateLimit {
  readonly id: number;
  readonly name: string;
  readonly key: number;
  /** Phase of its zone: breaches surge while the zone's log-in form is attacked. */
  readonly phase: number;
  /** Breaches on an average day. */
  readonly perDay: number;
  /** Factor on breaches while the log-in form is attacked. */
  readonly surge: number;
  /** Shares of logged and challenged breaches; the rest is blocked. */
  readonly mix: { readonly logged: number; readonly challenged: number };
  /** Days it existed before the world began. */
  readonly age: number;
}

const LIMITS = [
  { name: 'login-attempts', perDay: 48_000, surge: 14, mix: { logged: 0.1, challenged: 0.6 } },
  { name: 'api-burst', perDay: 9_500, surge: 3, mix: { logged: 0.2, challenged: 0 } },
  { name: 'search-scraping', perDay: 3_100, surge: 1, mix: { logged: 0, challenged: 0.9 } },
  { name: 'checkout-guard', perDay: 60, surge: 6, mix: { logged: 0.5, challenged: 0.5 } },
  { name: 'upload-size', perDay: 0, surge: 1, mix: { logged: 1, challenged: 0 } },
] as const;

const HISTORY_DAYS = 28;
const MINUTE_MS = 60_000;

/** The world's rate limits, all of the first zone. The last one is never breached. */
export function rateLimitsOf(seed: number, [zone]: readonly ShieldZone[]): readonly RateLimit[] {
  const phase = zone ? phaseOf(zone) : 0;
  return LIMITS.map((limit, index) => ({
    ...limit,
    id: 40_100 + (hash(seed, 0x71) % 500) + index * 11,
    key: hashText(seed, limit.name),
    phase,
    age: 40 + (hashText(seed, limit.name) % 160),
  }));
}

/** All breaches up to `now`. Never decreases. */
export function breachesSoFar(limit: RateLimit, now: number, startedAt: number): Breaches {
  let sum = NONE;
  const today = utcDay(now);
  for (let day = utcDay(startedAt) - limit.age; day < today; day += 1) {
    sum = plus(sum, split(limit, dayFigure(limit, day)));
  }
  return plus(sum, breachesOfToday(limit, now));
}

/** Breaches by day over the last 28, today last; all days, or only busy ones. */
export function breachHistory(
  limit: RateLimit,
  now: number,
  days: 'every day' | 'busy days',
): Readonly<Record<string, Breaches>> {
  const today = utcDay(now);
  const history: Record<string, Breaches> = {};
  for (let day = today - HISTORY_DAYS + 1; day <= today; day += 1) {
    const figure = dayFigure(limit, day);
    if (days === 'busy days' && figure <= limit.perDay) continue;
    history[isoSeconds(day * DAY_MS)] =
      day === today ? breachesOfToday(limit, now) : split(limit, figure);
  }
  return history;
}

const NONE: Breaches = {
  totalBreaches: 0,
  loggedBreaches: 0,
  challengedBreaches: 0,
  blockedBreaches: 0,
};

const dayFigure = (limit: RateLimit, day: number): number =>
  Math.round(limit.perDay * (0.5 + fraction(hash(limit.key, day))));

/** Today's breaches up to `now`: more while the attack runs. */
function breachesOfToday(limit: RateLimit, now: number): Breaches {
  const today = utcDay(now);
  const firstMinute = (today * DAY_MS) / MINUTE_MS;
  let passed = 0;
  let whole = 0;
  for (let at = 0; at < DAY_MS / MINUTE_MS; at += 1) {
    const minute = firstMinute + at;
    const weight = isStuffing(minute, limit.phase) ? limit.surge : 1;
    whole += weight;
    passed += weight * Math.min(1, Math.max(0, now / MINUTE_MS - minute));
  }
  return split(limit, Math.floor((dayFigure(limit, today) * passed) / whole));
}

/** Each further breach raises one part and lowers none. */
function split({ mix }: RateLimit, total: number): Breaches {
  const logged = Math.floor(total * mix.logged);
  const acted = mix.logged < 1 ? mix.challenged / (1 - mix.logged) : 0;
  const challenged = Math.floor((total - logged) * acted);
  return {
    totalBreaches: total,
    loggedBreaches: logged,
    challengedBreaches: challenged,
    blockedBreaches: total - logged - challenged,
  };
}

const plus = (one: Breaches, other: Breaches): Breaches => ({
  totalBreaches: one.totalBreaches + other.totalBreaches,
  loggedBreaches: one.loggedBreaches + other.loggedBreaches,
  challengedBreaches: one.challengedBreaches + other.challengedBreaches,
  blockedBreaches: one.blockedBreaches + other.blockedBreaches,
});
