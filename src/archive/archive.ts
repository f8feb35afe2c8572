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

/** Longest zone id, in characters. The service's ids are shorter. */
export const MAX_ZONE_ID_LENGTH = 256;

export type ArchiveCoverage = ReadonlyMap<string, ReadonlyMap<UtcDay, Coverage>>;

/** The newest time, in milliseconds, that a page token can lead to. Unknown for the first page. */
export const newestBehind = (token: string | undefined): number =>
  token === undefined ? Number.POSITIVE_INFINITY : Number(token.split('_')[0]);

/** Reads an archive page by page. Every method rejects with a DatabaseError. */
export interface ArchiveReader extends Pick<LogArchive, 'days' | 'coverage'> {
  /** Shield zones with data. */
  zones(): Promise<readonly string[]>;
  /** Coverage of every day, combined over all runs; limited to `zones` when given. */
  contents(zones?: readonly string[]): Promise<ArchiveCoverage>;
  /** One page of a day, newest first, at most 1,000 entries, in the form of the service's pages. */
  page(zone: string, day: UtcDay, token: string | undefined): Promise<EventLogPage>;
  /** Number of entries of a day, within `range` when given. */
  count(zone: string, day: UtcDay, range?: TimeRange): Promise<number>;
  status(): Promise<ArchiveStatus>;
  /** Rereads and checks every entry of a day. */
  verify(zone: string, day: UtcDay): Promise<DayCheck>;
  close(): Promise<void>;
}

/** An archive opened for reading and for questions. */
export interface OpenedArchive extends ArchiveReader {
  /** Answers questions about these zones with bounded memory. */
  answerer(zones: readonly string[]): Answerer;
}

export interface ArchiveStatus {
  /** Size on disk. */
  readonly bytes: number;
  /** Number of entry rows. On a server this includes duplicates that are not merged yet. */
  readonly rows: number;
  readonly version: number;
  /** Days until entries are deleted; null keeps them forever. */
  readonly retention: number | null;
  /** The latest writers first. Empty for a file, which does not record them. */
  readonly writers: readonly ArchiveWriterStatus[];
}

interface ArchiveWriterStatus {
  /** User, machine and a word that differs per run. Hostile text. */
  readonly name: string;
  readonly zones: number;
  readonly pages: number;
  /** Time of its last write by the server's clock, in milliseconds since the epoch. */
  readonly at: number;
}

/** Result of `initArchive`. `retention` is in days; null keeps entries forever. */
export interface InitialisedArchive {
  readonly kind: 'made' | 'changed' | 'there';
  readonly retention: number | null;
}

export interface DayCheck extends Pick<Coverage, 'entries' | 'oldest' | 'newest'> {
  /** Entries whose content no longer matches their hash. */
  readonly damaged: number;
}

/**
 * An archive open for writing. Several processes may write to one at a time. `covered` includes earlier runs'
 * coverage, except what rests only on the clock of the machine that wrote it.
 */
export interface EventArchive extends ArchiveReader, LogArchive {}

/** Source of passwords for servers. */
export interface ArchivePasswords {
  /** The password for an address. May prompt; rejects with the prompt's error. */
  of(address: EngineAddress): Promise<string>;
  /** The server rejected the password: the next call must find another one. */
  refused(address: EngineAddress): void;
}

/** A mark on a log entry, set or removed, with its note. All texts are hostile. */
export interface TeamMark {
  readonly zone: string;
  readonly logId: string;
  /** Time of the entry, in milliseconds since the epoch. */
  readonly time: number;
  /** Empty when there is no note. */
  readonly note: string;
  readonly removed: boolean;
  /** User and machine. */
  readonly author: string;
  /** Time of the change by the server's clock, in milliseconds since the epoch. */
  readonly at: number;
}

interface NewMark extends Omit<TeamMark, 'author' | 'at'> {
  /** Defaults to the current user. */
  readonly author?: string;
  /** Milliseconds ago. */
  readonly age: number;
}

/** Limit of marks per read. The latest are kept. */
export const MAX_MARKS = 5000;

/** Marks and notes shared by a team. Every method rejects with a DatabaseError. */
export interface TeamMarks {
  /** The latest change of each entry of these zones (default: all), latest first; at most `MAX_MARKS`. */
  read(zones?: readonly string[]): Promise<readonly TeamMark[]>;
  /** Adds changes, all or none. Writing the same change twice counts once. */
  write(marks: readonly NewMark[]): Promise<void>;
  close(): Promise<void>;
}

/** A line of an audit file and its position in that file's hash chain. */
interface AuditLine {
  readonly entry: number;
  readonly hash: string;
  readonly line: string;
}

/** A team's changes, collected from its members' audit files. Every method rejects with a DatabaseError. */
export interface TeamAudit {
  /** Adds lines under the current user and machine. Lines written twice are stored once. */
  write(entries: readonly AuditLine[]): Promise<void>;
  /** The latest lines, at most 10,000, in order. `whole` is false when there are more. All texts are hostile. */
  read(): Promise<{
    readonly lines: readonly { readonly writer: string; readonly line: string }[];
    readonly whole: boolean;
  }>;
  close(): Promise<void>;
}

/** Pages wait for another process that holds the file, or for the server. */
export interface ArchiveDelay {
  /** Waiting entries, without those of pending `append` calls. */
  readonly queued: number;
  /** Why, as a sentence, if known. Hostile text. */
  readonly reason?: string | undefined;
}

export interface ArchiveWriting {
  /** Writes a file in a separate thread, so that a slow disk does not block the interface. */
  readonly inThread?: boolean;
  /** Once aborted, `append` rejects instead of waiting for another process. */
  readonly signal?: AbortSignal;
  /** Called when pages start to wait, again as the queue grows, and with null when none waits any more. */
  onDelay?(delay: ArchiveDelay | null): void;
  /** `append` rejects instead of waiting when the queue is full. */
  readonly givesUp?: boolean;
}

/** The time of an entry whose timestamp is not a time. It sorts before all others. */
export const UNDATED_TIME = -8.64e15;

/** A page of an archive, in the form of the service's pages. */
export const archivePage = (
  logs: readonly EventLogEntry[],
  continuationToken: string | null,
): EventLogPage => ({
  logs,
  hasMoreData: continuationToken !== null,
  continuationToken,
  startToken: null,
  errorResponse: null,
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

/** The part of a coverage that entry timestamps confirm, without what rests on a clock of ours. */
export function settledPart({ loaded, newest }: Coverage): readonly TimeRange[] {
  if (newest === null) return [];
  return loaded
    .map(({ from, until }) => ({ from, until: Math.min(until, newest) }))
    .filter(({ from, until }) => from < until);
}

/** 16 bytes of SHA-256 over a whole entry: identifies it in every archive. */
export function contentHash(entry: EventLogEntry): Uint8Array {
  const { logId, timestamp, log, labels } = entry;
  const values = JSON.stringify(LABELS.map((label) => labels[label]));
  // JSON escapes lone surrogates, so different entries stay different.
  const text = JSON.stringify([logId, stampAsWritten(entry) ?? timestamp, log, values]);
  return createHash('sha256').update(text).digest().subarray(0, 16);
}
