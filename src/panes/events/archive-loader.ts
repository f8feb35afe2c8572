import type { ArchiveReader } from '../../archive/event-archive.ts';
import type { EventStore } from '../../events/store.ts';
import { breathe } from '../../feeds/breathe.ts';
import type { ArchiveCoverage } from './source.ts';

/** What an archive has of every zone and day. Throws an ArchiveTrouble. */
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
export interface ArchiveLoading {
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
 * newer entries, or the signal aborts. Rejects with an ArchiveTrouble.
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
      await breathe();
      if (signal.aborted) return false;
    }
    if (!page.hasMoreData) return true;
    token = page.continuationToken ?? undefined;
  }
}
