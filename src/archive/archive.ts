import { createHash } from 'node:crypto';
import {
  type EventLogEntry,
  type EventLogPage,
  stampAsWritten,
} from '../contract/operations/event-logs.ts';
import { type Coverage, earlier, later, type PageOrder } from '../events/coverage.ts';
import type { LogArchive } from '../events/log-archive.ts';
import type { Answerer } from '../events/questions/question.ts';
import { LABELS } from '../events/storage/columns.ts';
import type { TimeUnit } from '../events/storage/time-unit.ts';
import type { TimeRange } from '../events/time-range.ts';
import type { UtcDay } from '../text/time.ts';
import type { EngineAddress } from './address.ts';

/** Characters of a zone id: more than the service has, and few enough for every line it stands in. */
export const LONGEST_ZONE_ID = 256;

/** What an archive has of its zones, by zone and day. */
export type ArchiveCoverage = ReadonlyMap<string, ReadonlyMap<UtcDay, Coverage>>;

/** Behind a token of a page nothing is newer than this, milliseconds; of the first page nothing is known. */
export const newestBehind = (token: string | undefined): number =>
  token === undefined ? Number.POSITIVE_INFINITY : Number(token.split('_')[0]);

/** What an archive holds of the past, read page by page. Every method rejects with a DatabaseError. */
export interface ArchiveReader extends Pick<LogArchive, 'days' | 'coverage'> {
  /** The shield zones it has anything of. */
  zones(): Promise<readonly string[]>;
  /** What was covered of every day by all runs together, of these zones alone where they are given. */
  contents(zones?: readonly string[]): Promise<ArchiveCoverage>;
  /** A page of a day, newest first, at most 1,000 entries; like a page of the service's. */
  page(zone: string, day: UtcDay, token: string | undefined): Promise<EventLogPage>;
  /** How many entries it has of a day; of a time alone, where one is given. */
  count(zone: string, day: UtcDay, range?: TimeRange): Promise<number>;
  /** What it is made of. */
  status(): Promise<ArchiveStatus>;
  /** Reads every entry of a day anew. */
  verify(zone: string, day: UtcDay): Promise<DayCheck>;
  close(): Promise<void>;
}

/** An archive that is looked at: read page by page, or asked about all that it has. */
export interface OpenedArchive extends ArchiveReader {
  /** Answers questions about these zones, whatever fits into memory. */
  answerer(zones: readonly string[]): Answerer;
}

/** What an archive is made of. */
export interface ArchiveStatus {
  /** On disk. */
  readonly bytes: number;
  /** Rows of entries; on a server the copies that it has not merged yet among them. */
  readonly rows: number;
  /** Of its tables. */
  readonly version: number;
  /** After so many days entries are deleted; null where they are kept for ever. */
  readonly retention: number | null;
  /** Who wrote last, the latest first; a file does not know. */
  readonly writers: readonly ArchiveWriterStatus[];
}

interface ArchiveWriterStatus {
  /** User and machine, and of each run another word. Hostile text. */
  readonly name: string;
  readonly zones: number;
  readonly pages: number;
  /** When it wrote last, by the clock of the server; milliseconds since the epoch. */
  readonly at: number;
}

/** What became of an archive that was to be made, and how many days it keeps entries; null for ever. */
export interface InitialisedArchive {
  readonly kind: 'made' | 'changed' | 'there';
  readonly retention: number | null;
}

export interface DayCheck extends Pick<Coverage, 'entries' | 'oldest' | 'newest'> {
  /** Entries that do not say any more what was written. */
  readonly damaged: number;
}

/**
 * An archive that is written to. Any number of processes may write to one at a time. A run may take as
 * covered what was, but for what rests on nothing than the clock of the machine that wrote it.
 */
export interface EventArchive extends ArchiveReader, LogArchive {}

/** What the password of a server's user is got from. */
export interface ArchivePasswords {
  /** The password for an address. It may be asked for, and rejects with whatever that ends with. */
  of(address: EngineAddress): Promise<string>;
  /** The server did not accept the one that was given: another one is to be found next time. */
  refused(address: EngineAddress): void;
}

/** A mark that somebody has set on an entry of a log, or taken away, and the note on it. All texts are hostile. */
export interface TeamMark {
  readonly zone: string;
  readonly logId: string;
  /** Of the entry, milliseconds since the epoch. */
  readonly time: number;
  /** Empty for a mark without a note. */
  readonly note: string;
  readonly removed: boolean;
  /** User and machine. */
  readonly author: string;
  /** When it was done, by the clock of the server; milliseconds since the epoch. */
  readonly at: number;
}

/** A mark to be written. */
interface NewMark extends Omit<TeamMark, 'author' | 'at'> {
  /** Who did it; whoever runs this program when it is not said. */
  readonly author?: string;
  /** How long ago, milliseconds. */
  readonly age: number;
}

/** Entries whose marks are read, the latest first. */
export const MOST_MARKS = 5000;

/** The marks and notes of a team. Every method rejects with a DatabaseError. */
export interface TeamMarks {
  /** What was done last to each entry of these zones, or of all, the latest first; at most `MOST_MARKS`. */
  read(zones?: readonly string[]): Promise<readonly TeamMark[]>;
  /** Adds to what is there. All of it is written, or none; what is written twice counts once. */
  write(marks: readonly NewMark[]): Promise<void>;
  close(): Promise<void>;
}

/** A line of an audit file, with its place in the chain of that file. */
interface AuditLine {
  readonly entry: number;
  readonly hash: string;
  readonly line: string;
}

/** What a team has changed, as the audit files of its members have it. Every method rejects with a DatabaseError. */
export interface TeamAudit {
  /** Adds to what is there, as the user and machine that run this program; what is written twice is there once. */
  write(entries: readonly AuditLine[]): Promise<void>;
  /** The lines that came last, at most 10,000, in their order, and whether these are all. All texts are hostile. */
  read(): Promise<{
    readonly lines: readonly { readonly writer: string; readonly line: string }[];
    readonly whole: boolean;
  }>;
  close(): Promise<void>;
}

export interface ArchiveWriting {
  /** Whether a file is written to in a thread of its own, so that no key waits for a disk. */
  readonly inThread?: boolean;
  /** Once aborted, a page that waits for another process is given up: `append` rejects. */
  readonly signal?: AbortSignal;
  /**
   * Told when something begins, or ceases, to keep pages waiting, and again as more of them wait.
   *
   * @param queued entries that wait within the archive, apart from those of `append`s that have not resolved
   * @param reason why, as a sentence; hostile text
   */
  late?(isLate: boolean, queued: number, reason?: string): void;
  /** Whether `append` rejects, rather than waits, when more pages wait than there is room for; it waits otherwise. */
  readonly givesUp?: boolean;
}

/** The time of an entry whose timestamp is not a time. It sorts before all others. */
export const UNDATED_TIME = -8.64e15;

/** A page of an archive, in the form of the service's pages. */
export const archivePage = (
  logs: readonly EventLogEntry[],
  continuationToken: string | null,
): EventLogPage => ({
  ...{ logs, hasMoreData: continuationToken !== null, continuationToken },
  ...{ startToken: null, errorResponse: null },
});

/** A page order read from an archive, which may be damaged. */
export const pageOrderIn = (value: unknown): PageOrder =>
  value === 'oldest-first' || value === 'newest-first' ? value : 'unknown';

const UNITS: readonly TimeUnit[] = ['s', 'ms', 'µs', 'ns'];
/** A time unit read from an archive; undefined for any other value. */
export const timeUnitIn = (value: unknown): TimeUnit | undefined =>
  UNITS.find((unit) => unit === value);

/** Counts the entries of a day that is verified. */
export class DayTally implements DayCheck {
  entries = 0;
  damaged = 0;
  oldest: number | null = null;
  newest: number | null = null;

  add(time: number, isIntact: boolean): void {
    this.entries += 1;
    if (!isIntact) this.damaged += 1;
    if (time === UNDATED_TIME) return;
    this.oldest = earlier(this.oldest, time);
    this.newest = later(this.newest, time);
  }
}

/** What of a coverage rests on the stamps of entries rather than on a clock of ours. */
export function settledPart({ loaded, newest }: Coverage): readonly TimeRange[] {
  if (newest === null) return [];
  return loaded
    .map(({ from, until }) => ({ from, until: Math.min(until, newest) }))
    .filter(({ from, until }) => from < until);
}

/** 16 bytes of SHA-256 over all that an entry says: what tells it from others, in every archive. */
export function contentHash(entry: EventLogEntry): Uint8Array {
  const { logId, timestamp, log, labels } = entry;
  const values = JSON.stringify(LABELS.map((label) => labels[label]));
  // JSON escapes lone surrogates, so different entries stay different.
  const said = JSON.stringify([logId, stampAsWritten(entry) ?? timestamp, log, values]);
  return createHash('sha256').update(said).digest().subarray(0, 16);
}
