const DATE_TIME = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2})?)(\.\d+)?(Z|[+-]\d{2}:?\d{2})?$/i;

/**
 * A date-time of the service as an ISO stamp in UTC with milliseconds: `2026-03-18T13:56:38.8350428Z`
 * becomes `2026-03-18T13:56:38.835Z`. Without a zone it means UTC (wire-facts T18). Undefined when it is
 * no date-time.
 */
export function isoDateTime(stamp: string): string | undefined {
  const parts = DATE_TIME.exec(stamp);
  if (!parts) return undefined;
  const [, day, time, fraction = '', zone = 'Z'] = parts;
  const at = new Date(`${day}T${time}${fraction.slice(0, 4)}${zone.toUpperCase()}`);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}
