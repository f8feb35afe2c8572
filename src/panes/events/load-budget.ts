import type { ApiError } from '../../contract/api-error.ts';
import type { EventLogPage } from '../../contract/operations/event-logs.ts';
import { earlier } from '../../events/coverage.ts';
import type { Scope } from '../../events/questions/question.ts';
import { newestDay, restsBefore } from './coverage-line.ts';
import type { Shown } from './engine.ts';
import type { EventsState } from './state.ts';

/**
 * How much older log is loaded. A busy zone's day is gigabytes and an hour of paging, so it is loaded in steps on
 * request.
 */
export interface LoadBudget {
  /** Nothing older than this is requested; wall clock, milliseconds. */
  readonly to: number;
  /** Bytes that may still be loaded; infinite if a time was asked for. */
  readonly left: number;
  /** Size of the largest page so far, as an estimate for the next. */
  readonly page: number;
  /** Anything written since then is loaded regardless of the budget, up to an hour back; wall clock, milliseconds. */
  readonly since: number;
}

/** What is loaded by default, and with each further step. */
const STEP = { ms: 60 * 60_000, bytes: 50_000_000 } as const;

export const firstBudget = (now: number, bytes: number = STEP.bytes): LoadBudget => ({
  to: now - STEP.ms,
  left: bytes,
  page: 0,
  since: now,
});

/** The first budget of a log that was loaded before: as far back as it was, or further if it was still being loaded. */
export function budgetAfter(now: number, before: Parameters<typeof reachedOf>[0]): LoadBudget {
  const first = firstBudget(now);
  const reached = reachedOf(before);
  if (reached === null) return first;
  return { ...first, to: restOfLog(before) === null ? Math.min(first.to, reached) : reached };
}

export const WHOLE_LOG: LoadBudget = {
  to: Number.NEGATIVE_INFINITY,
  left: Number.POSITIVE_INFINITY,
  page: 0,
  since: Number.NEGATIVE_INFINITY,
};

/** Back to `to`, regardless of size. */
export const backTo = (to: number): LoadBudget => ({ ...WHOLE_LOG, to });

/** Another step back from where loading has come to. */
export const another = (reached: number): LoadBudget => firstBudget(reached);

/**
 * Whether another page fits after a page of this size that is not counted yet. Sizes are estimates, so a third page is
 * added as a margin.
 */
export const coversTwo = ({ left, page }: LoadBudget, bytes: number): boolean =>
  left >= 3 * Math.max(page, bytes);

/** Number of entries measured per page; measuring all would delay key presses. */
const SAMPLE_SIZE = 32;

/** Estimated uncompressed size of a page in bytes. */
function bytesOf(logs: EventLogPage['logs']): number {
  const step = Math.max(1, Math.floor(logs.length / SAMPLE_SIZE));
  let measured = 0;
  let bytes = 0;
  for (let at = 0; at < logs.length; at += step) {
    measured += 1;
    bytes += Buffer.byteLength(JSON.stringify(logs.at(at))) + 1;
  }
  return measured === 0 ? 0 : Math.ceil((bytes / measured) * logs.length);
}

/**
 * The budget after a page that arrived at `now`. When the next page might exceed the budget, loading stops where it is.
 * After an outage or in a burst, the newest range is separate until it meets the older one, so loading must not stop
 * before that.
 *
 * @param reached start of the newest loaded range; null if not known yet
 */
export function afterPage(
  before: LoadBudget,
  { logs }: Pick<EventLogPage, 'logs'>,
  reached: number | null,
  now: number,
): LoadBudget {
  const bytes = bytesOf(logs);
  const left = before.left - bytes;
  const page = Math.max(before.page, bytes);
  const isSpent = left < page && reached !== null;
  const to = isSpent ? Math.min(reached, Math.max(before.since, now - STEP.ms)) : before.to;
  return { ...before, to: Math.max(before.to, to), left, page };
}

/** How far back the log is loaded, in milliseconds; of several zones, the least far. */
export const reachedOf = ({ zones, days }: Pick<EventsState, 'zones' | 'days'>): number | null =>
  latest(zones.map((zone) => newestDay(days.get(zone))?.coverage.loaded.at(-1)?.from));

/** The service has entries older than this that are not loaded, milliseconds; null if none. */
export const restOfLog = ({ zones, days }: Pick<EventsState, 'zones' | 'days'>): number | null =>
  latest(
    zones.map((zone) => {
      const day = newestDay(days.get(zone));
      return day && restsBefore(day);
    }),
  );

/** The error that says no older entries are available, as in a bundle; null if none. */
export function refusedLoad({ zones, days }: Pick<EventsState, 'zones' | 'days'>): ApiError | null {
  for (const zone of zones) {
    const day = newestDay(days.get(zone));
    const error = day?.failure?.error;
    if (error?.kind === 'outside-window' && day && day.coverage.loaded.length > 0) return error;
  }
  return null;
}

/**
 * Since when all of several zones have entries, milliseconds. Before that, totals grow as one zone after another
 * begins. Null for a single zone, an archive, or while nothing is loaded.
 */
export function allBegunAt({
  source,
  zones,
  days,
}: Pick<EventsState, 'source' | 'zones' | 'days'>): number | null {
  if (source.kind === 'archive' || zones.length < 2) return null;
  return latest(
    zones.map((zone) =>
      [...(days.get(zone)?.values() ?? [])]
        .map(({ coverage }) => coverage.loaded[0]?.from ?? null)
        .reduce(earlier, null),
    ),
  );
}

export const isLoading = ({ zones, days }: Pick<EventsState, 'zones' | 'days'>): boolean =>
  zones.some((zone) =>
    [...(days.get(zone)?.values() ?? [])].some(({ phase }) => phase === 'walking'),
  );

function latest(times: readonly (number | null | undefined)[]): number | null {
  const known = times.flatMap((time) => time ?? []);
  return known.length === 0 ? null : Math.max(...known);
}

/** The listed part of an archive that does not fit into memory. */
export interface ListedPart {
  readonly scope: Scope;
  /** The filters it was listed with. */
  readonly filters: string;
  /** Whether all matching entries are listed. */
  readonly isAll: boolean;
}

/** How much after a requested time is listed as well, in milliseconds. */
export const MARGIN_MS = 15 * 60_000;

export const filtersOf = ({
  filters,
  timeRange,
}: Pick<EventsState, 'filters' | 'timeRange'>): string =>
  JSON.stringify([filters.map(({ text, state }) => [text, state]), timeRange]);

/** The archive has entries older than this that are not listed, milliseconds; null if all are. */
export function restOfArchive(shown: Shown | null, part: ListedPart | null): number | null {
  if (!shown?.archive || part?.isAll) return null;
  const { span } = shown.archive;
  // The entries were not loaded by these filters: start with the newest that pass.
  const isFiltered = shown.scope.filter.kind !== 'everything' || shown.scope.range;
  if (isFiltered && part === null) return span.until;
  const oldest = shown.store.span?.oldest ?? span.from;
  return oldest > span.from ? oldest : null;
}
