/** Milliseconds of a UTC day. */
export const DAY_MS = 86_400_000;

/** The UTC day of a moment, as the number of days since the Unix epoch. */
export const dayOf = (moment: number): number => Math.floor(moment / DAY_MS);

/** The day as the event log's path has it: `03-14-2026` (contract, operation 8). */
export function dateText(day: number): string {
  const [year = '', month = '', date = ''] = new Date(day * DAY_MS)
    .toISOString()
    .slice(0, 10)
    .split('-');
  return `${month}-${date}-${year}`;
}

/** The day that `MM-dd-yyyy` names, or undefined when the text names none: `02-30-2026`, `2026-03-14`. */
export function dayFromText(text: string): number | undefined {
  const parts = /^(\d{2})-(\d{2})-(\d{4})$/.exec(text);
  if (!parts) return undefined;
  const [, month, date, year] = parts;
  const moment = Date.parse(`${year}-${month}-${date}T00:00:00Z`);
  if (Number.isNaN(moment)) return undefined;
  const day = dayOf(moment);
  return dateText(day) === text ? day : undefined;
}

/** A moment as the keys of charts are written, to the second: `2026-03-18T13:56:00Z`. */
export const chartKey = (moment: number): string =>
  `${new Date(moment).toISOString().slice(0, 19)}Z`;
