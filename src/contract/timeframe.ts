import type { Shape } from './shape.ts';

const SECONDS_BY_NAME: ReadonlyMap<string, number> = new Map([
  ['persecond', 1],
  ['pertenseconds', 10],
  ['peroneminute', 60],
  ['perfiveminutes', 300],
  ['perfifteenminutes', 900],
  ['peronehour', 3600],
]);
const KNOWN: ReadonlySet<number> = new Set(SECONDS_BY_NAME.values());

/** RateLimitTimeframe (Enumerations) in seconds. Other numbers are kept; names stand for their seconds. */
export const timeframe: Shape<number | null> = {
  kind: 'enum',
  source: 'contract',
  at: (path) => (json, drift) => {
    if (json === null || json === undefined) return null;
    const seconds =
      typeof json === 'string' ? (SECONDS_BY_NAME.get(json.toLowerCase()) ?? Number(json)) : json;
    const known = typeof seconds === 'number' && KNOWN.has(seconds);
    if (!known) drift.note('unknown-value', path, json);
    return typeof seconds === 'number' && Number.isFinite(seconds) ? seconds : null;
  },
};
