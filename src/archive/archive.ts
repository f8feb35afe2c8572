import type { EventLogPage } from '../contract/operations/event-logs.ts';
import type { Coverage } from '../events/coverage.ts';
import type { LogArchive } from '../events/log-archive.ts';
import type { Answerer } from '../events/questions/question.ts';
import type { TimeRange } from '../events/time-range.ts';
import type { UtcDay } from '../text/time.ts';

/** What an archive has of its zones, by zone and day. */
export type ArchiveCoverage = ReadonlyMap<string, ReadonlyMap<UtcDay, Coverage>>;

/** What an archive holds of the past, read page by page. Every method rejects with a DatabaseError. */
export interface ArchiveReader extends Pick<LogArchive, 'days' | 'coverage'> {
  /** The shield zones it has anything of. */
  zones(): Promise<readonly string[]>;
  /** What was covered of every zone and day by all runs together. */
  contents(): Promise<ArchiveCoverage>;
  /** A page of a day, newest first, at most 1,000 entries; like a page of the service's. */
  page(zone: string, day: UtcDay, token: string | undefined): Promise<EventLogPage>;
  /** How many entries it has of a day; of a time alone, where one is given. */
  count(zone: string, day: UtcDay, range?: TimeRange): Promise<number>;
  close(): Promise<void>;
}

/** An archive that is looked at: read page by page, or asked about all that it has. */
export interface OpenedArchive extends ArchiveReader {
  /** Answers questions about these zones, whatever fits into memory. */
  answerer(zones: readonly string[]): Answerer;
}

/**
 * An archive that is written to. Any number of processes may write to one at a time. A run may take as
 * covered what was, but for what rests on nothing than the clock of the machine that wrote it.
 */
export interface EventArchive extends ArchiveReader, LogArchive {}

/** How an archive is written to. */
export interface ArchiveWriting {
  /** Once aborted, a page that waits for another process is given up: `append` rejects. */
  readonly signal?: AbortSignal;
  /** Told whenever another process begins, or ceases, to keep a page waiting. */
  late?(isLate: boolean): void;
}
