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

/** A duration as people write it (`5s`, `15m`, `1.5h`) in milliseconds; undefined when it is none. */
export function parseDuration(text: string): number | undefined {
  const [, amount, unit] = DURATION.exec(text.trim()) ?? [];
  const scale = UNITS.get(unit ?? '');
  return amount === undefined || scale === undefined
    ? undefined
    : Math.round(Number(amount) * scale);
}
