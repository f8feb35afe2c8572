import { ArchiveError } from '../../archive/database.ts';
import type { ArchiveReader } from '../../archive/event-archive.ts';
import { type Coverage, dayRange, noCoverage, subtracted } from '../../events/coverage.ts';
import type { LogArchive } from '../../events/log-archive.ts';
import type { EventStore } from '../../events/store.ts';
import { yieldToEventLoop } from '../../feeds/scheduling.ts';
import { type Printable, words } from '../../text/printable.ts';
import type { ArchiveCoverage } from './state.ts';

/** What an archive has of every zone and day. Throws an ArchiveError. */
export const coverageOf = (archive: ArchiveReader): ArchiveCoverage =>
  new Map(
    archive
      .zones()
      .map((zone) => [
        zone,
        new Map(archive.days(zone).map((day) => [day, archive.coverage(zone, day)])),
      ]),
  );

/** What loading an archive needs. */
interface ArchiveLoading {
  readonly archive: ArchiveReader;
  readonly zones: readonly string[];
  readonly store: EventStore;
  readonly signal: AbortSignal;
  /** The store has more than it had. */
  grown(): void;
}

/** The longest that taking in a page may keep a key waiting, milliseconds. */
const SLICE = 8;

/**
 * Loads zones of an archive into a store, the newest day first, until all is there, the store is full of
 * newer entries, or the signal aborts. Rejects with an ArchiveError.
 */
export async function loadArchive(loading: ArchiveLoading): Promise<void> {
  const { archive, zones } = loading;
  const days = zones
    .flatMap((zone) => archive.days(zone).map((day) => ({ zone, day })))
    .sort((a, b) => b.day - a.day);
  for (const { zone, day } of days) {
    if (!(await loadDay(loading, zone, day))) return;
  }
}

/** False when nothing more is to be loaded. */
async function loadDay(
  { archive, store, signal, grown }: ArchiveLoading,
  zone: string,
  day: number,
): Promise<boolean> {
  for (let token: string | undefined; ; ) {
    const page = archive.page(zone, day, token);
    const slices = store.ingest(zone, page.logs, 'backfill', SLICE);
    for (let slice = slices.next(); ; slice = slices.next()) {
      if (slice.done) {
        if (slice.value.refused > 0 && slice.value.refused === page.logs.length) return false;
        break;
      }
      grown();
      await yieldToEventLoop();
      if (signal.aborted) return false;
    }
    if (!page.hasMoreData) return true;
    token = page.continuationToken ?? undefined;
  }
}

/** An archive that pages are kept in as they come. Once it cannot be used any more it knows of nothing. */
export interface ArchiveWriter extends LogArchive {
  /** Lets go of the file, once the page that is being kept is. */
  close(): Promise<void>;
}

/**
 * Opens an archive to keep pages in. What goes wrong with it later must not end the following: it is told
 * once to `failed`, and nothing is kept from then on, since what came later would hide what is missing.
 *
 * @throws ArchiveError when it cannot be opened
 */
export async function openArchiveWriter(
  path: string,
  failed: (reason: string) => void,
): Promise<ArchiveWriter> {
  const { openEventArchive } = await import('../../archive/event-archive.ts');
  const archive = await openEventArchive(path);
  let latest: Promise<void> = Promise.resolve();
  let over = false;
  const trouble = (error: unknown) => {
    if (!(error instanceof ArchiveError)) throw error;
    over = true;
    failed(error.message);
  };
  const keep = async (page: Parameters<LogArchive['append']>) => {
    if (over) return;
    try {
      await archive.append(...page);
    } catch (error) {
      trouble(error);
    }
  };
  const read = <Value>(work: () => Value, nothing: Value): Value => {
    if (over) return nothing;
    try {
      return work();
    } catch (error) {
      trouble(error);
      return nothing;
    }
  };
  return {
    days: (zone) => read(() => archive.days(zone), []),
    coverage: (zone, day) => read(() => archive.coverage(zone, day), noCoverage(day)),
    covered: (zone, day) => read(() => archive.covered(zone, day), []),
    append(...page) {
      const kept = keep(page);
      latest = Promise.all([latest, kept]).then(() => {});
      latest.catch(() => {});
      return kept;
    },
    async close() {
      over = true;
      await latest.catch(() => {});
      archive.close();
    },
  };
}

/** The latest look at the newest end may lie so far back, milliseconds. */
const LATEST_LOOK = 60_000;

/** How much an archive has of the days of these, up to now: `all`, `9 %`, `nothing`. */
export function heldOf(coverages: readonly Coverage[], now: number): Printable {
  let passed = 0;
  let missing = 0;
  let isAll = true;
  for (const { day, loaded } of coverages) {
    const { from, until } = dayRange(day);
    const span = { from, until: Math.min(until, now) };
    const lacking = subtracted([span], loaded).reduce((sum, gap) => sum + gap.until - gap.from, 0);
    passed += span.until - span.from;
    missing += lacking;
    isAll &&= lacking <= LATEST_LOOK;
  }
  if (missing >= passed) return words`nothing`;
  return isAll ? words`all` : words`${Math.floor((1 - missing / passed) * 100)} %`;
}
