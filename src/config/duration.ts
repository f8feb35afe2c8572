const UNITS: ReadonlyMap<string, number> = new Map([
  ['ms', 1],
  ['s', 1000],
  ['m', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
]);

const DURATION = /^(\d{1,9}(?:\.\d{1,3})?)(ms|s|m|h|d)$/;

/** How people write one, for messages. */
export const DURATION_EXAMPLES = '500ms, 5s, 15m, 2h or 1d';

/** A time of day in UTC, or a whole moment of ISO 8601. */
const TIME_OF_DAY = /^([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?$/;
const ISO_MOMENT = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2}))?$/;

/**
 * A moment, milliseconds since the epoch: so long before `now` (`15m`, `15m ago`), a time of its day in UTC (`07:15`), or a whole one
 * (`2026-03-14T07:15Z`, `2026-03-14`); undefined when it is none.
 */
export function parseMoment(text: string, now: number): number | undefined {
  const ago = parseDuration(text.replace(/ +ago$/i, ''));
  if (ago !== undefined) return now - ago;
  const day = new Date(now).toISOString().slice(0, 11);
  const moment = Date.parse(
    TIME_OF_DAY.test(text) ? `${day}${text}Z` : ISO_MOMENT.test(text) ? text : '',
  );
  return Number.isNaN(moment) ? undefined : moment;
}

/** A duration as people write it (`5s`, `15m`, `1.5h`) in milliseconds; undefined when it is none. */
export function parseDuration(text: string): number | undefined {
  const [, amount, unit] = DURATION.exec(text.trim()) ?? [];
  const scale = UNITS.get(unit ?? '');
  return amount === undefined || scale === undefined
    ? undefined
    : Math.round(Number(amount) * scale);
}
