import { bytes, counted } from '../text/numbers.ts';
import { type Printable, printable, words } from '../text/printable.ts';
import { dayOf, fileStamp, stamp, timeOfDay } from '../text/time.ts';
import type { WrittenBundle } from './bundle.ts';

/** The default file name of a bundle, with the UTC time. */
export const bundleName = (now: number, isAnonymous: boolean): string =>
  `bundle-${fileStamp(now)}${isAnonymous ? '-anonymised' : ''}.db`;

/** A bundle's contents in one line. That it is anonymous comes before the path, after which a line may be cut. */
export const bundleLine = (
  path: string,
  { entries, changes, facts, bytes: size }: WrittenBundle,
): Printable =>
  words`Bundle written${
    facts.isAnonymous ? words`, names and texts replaced,` : words``
  } to ${printable(path)} (${bytes(size)}, ${counted(entries, words`log entry`, words`log entries`)}, ${counted(changes, words`change`)} seen).`;

export function bundleLines(path: string, written: WrittenBundle): readonly Printable[] {
  const { facts, observations, changes, entries, marks } = written;
  const { since, until, logs, isAnonymous } = facts;
  const isOneDay = dayOf(since, 'utc') === dayOf(until, 'utc');
  const end = isOneDay ? words`${timeOfDay(until, 'utc')}Z` : stamp(until, 'utc');
  const parts = [
    counted(observations, words`observation`),
    counted(changes, words`change seen`, words`changes seen`),
    words`${counted(entries, words`log entry`, words`log entries`)} of ${counted(logs.length, words`zone`)}`,
    counted(marks, words`mark`),
    words`${counted(facts.changes.length, words`change`)} made from here`,
  ];
  return [
    words`${printable(path)} (${bytes(written.bytes)}): ${stamp(since, 'utc')} to ${end}`,
    parts.join(', ') as Printable,
    isAnonymous
      ? words`Names, addresses and texts are replaced. warren replay opens it.`
      : words`Names, addresses and free texts are as they were; --anonymise replaces them. warren replay opens it.`,
  ];
}
