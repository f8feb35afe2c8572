import { counted } from '../text/numbers.ts';
import { words } from '../text/printable.ts';
import { stamp, type UtcDay } from '../text/time.ts';
import { type Coverage, dayRange, gaps } from './coverage.ts';
import type { TimeRange } from './time-range.ts';

/**
 * One piece of the day's map.
 *
 * - `loaded`: every entry of it is in the store
 * - `partly`: some of it is loaded
 * - `gap`: nothing of it is loaded, and it lies between loaded stretches
 * - `dropped`: it was loaded, and let go to save memory
 * - `not-asked`: nobody has asked for it
 * - `future`: it has not happened yet
 */
type BucketState = 'loaded' | 'partly' | 'gap' | 'dropped' | 'not-asked' | 'future';

interface MapFacts {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Entries up to this time were evicted; null if none were. */
  readonly horizon: number | null;
}

/** The day in `buckets` equal pieces, the first at midnight (UTC). */
export function coverageMap(
  coverage: Coverage,
  buckets: number,
  { now, horizon }: MapFacts,
): readonly BucketState[] {
  const { from, until } = dayRange(coverage.day);
  const size = (until - from) / buckets;
  const holes = gaps(coverage);
  return Array.from({ length: buckets }, (_, index) => {
    const piece = { from: from + index * size, until: from + (index + 1) * size };
    if (piece.from >= now) return 'future';
    // The future part of a piece cannot be missing.
    const past = { from: piece.from, until: Math.min(piece.until, now) };
    if (horizon !== null && past.from <= horizon) return 'dropped';
    const loaded = coveredTime(coverage.loaded, past);
    if (loaded >= past.until - past.from) return 'loaded';
    if (loaded > 0) return 'partly';
    return coveredTime(holes, past) > 0 ? 'gap' : 'not-asked';
  });
}

/** How much of `piece` the ranges cover. They must not overlap. */
export function coveredTime(ranges: readonly TimeRange[], piece: TimeRange): number {
  let total = 0;
  for (const { from, until } of ranges) {
    total += Math.max(0, Math.min(until, piece.until) - Math.max(from, piece.from));
  }
  return total;
}

const BLOCKS: Readonly<Record<BucketState, string>> = {
  loaded: '█',
  partly: '▓',
  gap: '▒',
  dropped: '×',
  'not-asked': '░',
  future: ' ',
};

/** The map in one line: `00 ████▒▒░░ 24`. */
export const mapLine = (states: readonly BucketState[]): string =>
  `00 ${states.map((state) => BLOCKS[state]).join('')} 24`;

/** The coverage in words. Times are UTC. */
export function coverageSummary(coverage: Coverage): string {
  const { day, loaded, pages, entries, oldest, newest, stopped } = coverage;
  if (pages === 0) return `${dayWords(day)}: nothing requested yet`;
  const parts = [
    `${dayWords(day)}: ${counted(pages, words`page`)}, ${counted(entries, words`entry`, words`entries`)} loaded`,
  ];
  if (oldest !== null && newest !== null) {
    parts.push(`oldest ${stamp(oldest, 'utc')}, newest ${stamp(newest, 'utc')}`);
  }
  if (loaded.length > 0) parts.push(`complete ${loaded.map(rangeWords).join(', ')}`);
  const missing = gaps(coverage);
  if (missing.length > 0) parts.push(`missing ${missing.map(rangeWords).join(', ')}`);
  if (stopped !== null) parts.push(`stopped: ${stopped}`);
  return parts.join('; ');
}

const dayWords = (day: UtcDay) => String(stamp(dayRange(day).from, 'utc')).slice(0, 10);

const rangeWords = ({ from, until }: TimeRange) =>
  `${String(stamp(from, 'utc')).slice(11)} to ${String(stamp(until, 'utc')).slice(11)}`;
