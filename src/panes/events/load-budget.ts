import type { ApiError } from '../../contract/api-error.ts';
import type { EventLogPage } from '../../contract/operations/event-logs.ts';
import { earlier } from '../../events/coverage.ts';
import type { Scope } from '../../events/questions/question.ts';
import { newestDay, restsBefore } from './coverage-line.ts';
import type { Shown } from './engine.ts';
import type { EventsState } from './state.ts';

/**
 * How much of a log is loaded of what was there before it was opened. A busy zone's day takes gigabytes and an
 * hour of paging: it is loaded as far as somebody wants it.
 */
export interface LoadBudget {
  /** Nothing before this time is asked for; wall clock, milliseconds. */
  readonly to: number;
  /** Bytes of pages that may still come; without end where a time was asked for. */
  readonly left: number;
  /** Bytes of the largest page that came: the next may be as large. */
  readonly page: number;
  /** What was written since then is asked for whatever is left, an hour back at most; wall clock, milliseconds. */
  readonly since: number;
}

/** What is loaded unasked, and how much more at a time. */
const STEP = { ms: 60 * 60_000, bytes: 50_000_000 } as const;

export const firstBudget = (now: number, bytes: number = STEP.bytes): LoadBudget => ({
  to: now - STEP.ms,
  left: bytes,
  page: 0,
  since: now,
});

export const WHOLE_LOG: LoadBudget = {
  to: Number.NEGATIVE_INFINITY,
  left: Number.POSITIVE_INFINITY,
  page: 0,
  since: Number.NEGATIVE_INFINITY,
};

/** Back to `to`, whatever it takes. */
export const backTo = (to: number): LoadBudget => ({ ...WHOLE_LOG, to });

/** As much again, from where loading has come to. */
export const another = (reached: number): LoadBudget => firstBudget(reached);

/**
 * Whether a page of so many bytes that has come, and has not been counted, leaves room for another one. What is counted
 * later is an estimate: a third page stands for what it may be wrong by.
 */
export const coversTwo = ({ left, page }: LoadBudget, bytes: number): boolean =>
  left >= 3 * Math.max(page, bytes);

/** About so many entries of a page are measured: writing all of it again would keep a key waiting. */
const MEASURED = 32;

/** About the bytes that a page was sent in, before it was compressed. */
function bytesOf(logs: EventLogPage['logs']): number {
  const step = Math.max(1, Math.floor(logs.length / MEASURED));
  let measured = 0;
  let bytes = 0;
  for (let at = 0; at < logs.length; at += step) {
    measured += 1;
    bytes += Buffer.byteLength(JSON.stringify(logs.at(at))) + 1;
  }
  return measured === 0 ? 0 : Math.ceil((bytes / measured) * logs.length);
}

/**
 * The budget after a page that came at `now`; where another page might be more than what is left, what is loaded has to
 * do. `reached`: where the newest stretch that is loaded begins; null for not known yet. After an outage, or in a burst,
 * that is a stretch of its own until it meets what was there: it must not stop there.
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

/** Where loading has come to, milliseconds: of several zones, in the one that is the least far back. */
export const reachedOf = ({ zones, days }: Pick<EventsState, 'zones' | 'days'>): number | null =>
  latest(zones.map((zone) => newestDay(days.get(zone) ?? new Map())?.coverage.loaded.at(-1)?.from));

/** Before this time the service has entries that are not loaded, milliseconds; null where nothing is left. */
export const restOfLog = ({ zones, days }: Pick<EventsState, 'zones' | 'days'>): number | null =>
  latest(
    zones.map((zone) => {
      const day = newestDay(days.get(zone) ?? new Map());
      return day && restsBefore(day);
    }),
  );

/** Why nothing that came before can be had, as of a bundle that has no more; null while nothing says so. */
export function refusedLoad({ zones, days }: Pick<EventsState, 'zones' | 'days'>): ApiError | null {
  for (const zone of zones) {
    const day = newestDay(days.get(zone) ?? new Map());
    const error = day?.failure?.error;
    if (error?.kind === 'outside-window' && day && day.coverage.loaded.length > 0) return error;
  }
  return null;
}

/**
 * From when on each of several zones has entries, milliseconds: before that there are more as one after another begins.
 * Null for one zone, for an archive, and where nothing is loaded yet.
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

function latest(times: readonly (number | null | undefined)[]): number | null {
  const known = times.flatMap((time) => time ?? []);
  return known.length === 0 ? null : Math.max(...known);
}

/** What is listed of an archive that is larger than memory. */
export interface ListedPart {
  readonly scope: Scope;
  /** The filters that it was looked for by. */
  readonly filters: string;
  /** Whether nothing of it is left out. */
  readonly isAll: boolean;
}

/** A time of an archive is listed with so much of what came after it, milliseconds. */
export const AROUND = 15 * 60_000;

export const filtersOf = ({ filters }: Pick<EventsState, 'filters'>): string =>
  JSON.stringify(filters.map(({ text, state }) => [text, state]));

/** Before this time the archive has entries that are not listed, milliseconds; null where all of them are. */
export function restOfArchive(shown: Shown | null, part: ListedPart | null): number | null {
  if (!shown?.archive || part?.isAll) return null;
  const { span } = shown.archive;
  // What is listed was not looked for by the filters: of all that pass, the newest are to come.
  const isFiltered = shown.scope.filter.kind !== 'everything' || shown.scope.range;
  if (isFiltered && part === null) return span.until;
  const oldest = shown.store.span?.oldest ?? span.from;
  return oldest > span.from ? oldest : null;
}
