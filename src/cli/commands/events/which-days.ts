import { type UtcDay, utcDay } from '../../../text/moments.ts';

/** Which part of a zone's event log is asked for. */
export interface Span {
  readonly from: UtcDay;
  readonly to: UtcDay;
  /** Entries before it are left out; milliseconds since the epoch. */
  readonly since: number | null;
}

export type ReadSpan =
  | { readonly kind: 'span'; readonly span: Span }
  | { readonly kind: 'refused'; readonly reason: string };

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;

/** The UTC day of `YYYY-MM-DD`; undefined when there is no such day. */
export function dayNamed(text: string): UtcDay | undefined {
  if (!DATE.test(text)) return undefined;
  const at = Date.parse(`${text}T00:00:00Z`);
  // Date takes 30 February for 2 March.
  const exists = !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
  return exists ? utcDay(at) : undefined;
}

const refused = (reason: string): ReadSpan => ({ kind: 'refused', reason });

/**
 * The days that `--date` or `--since` name; today when neither does.
 *
 * @param now milliseconds since the epoch
 * @param since how long ago, milliseconds
 */
export function whichDays(
  {
    date,
    since,
    follow,
  }: {
    readonly date: string | undefined;
    readonly since: number | undefined;
    readonly follow: boolean;
  },
  now: number,
): ReadSpan {
  const today = utcDay(now);
  if (date !== undefined && since !== undefined) {
    return refused('Give one of --date and --since.');
  }
  if (since !== undefined) {
    return { kind: 'span', span: { from: utcDay(now - since), to: today, since: now - since } };
  }
  const day = date === undefined ? today : dayNamed(date);
  if (day === undefined) return refused('--date takes a day as YYYY-MM-DD.');
  if (follow && day !== today) return refused('--follow goes with today; leave --date out.');
  return { kind: 'span', span: { from: day, to: day, since: null } };
}
