import type { AuditedChange } from '../mutations/audit.ts';
import { bytes, count, counted } from '../text/numbers.ts';
import { type Printable, printable, words } from '../text/printable.ts';
import { dayOf, fileStamp, stamp, timeOfDay } from '../text/time.ts';
import type { BundleFacts } from './recording-file.ts';

/** The history from this long before the start is included: it was on screen then. */
export const LEAD_MS = 300_000;

/** How much there is of the time of a bundle, and of before. */
export interface HistoryCount {
  readonly inside: number;
  readonly before: number;
}

export interface WrittenBundle {
  readonly facts: BundleFacts;
  readonly observations: HistoryCount;
  /** Changes seen. */
  readonly changes: HistoryCount;
  /** Of the changes made from here. */
  readonly outcomes: readonly AuditedChange['outcome'][];
  readonly entries: number;
  readonly marks: number;
  readonly bytes: number;
}

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
  } to ${printable(path)} (${bytes(size)}, ${counted(entries, words`log entry`, words`log entries`)}, ${changesSeen(changes)}).`;

export function bundleLines(path: string, written: WrittenBundle): readonly Printable[] {
  const { facts, observations, changes, outcomes, entries, marks } = written;
  const { since, until, logs, isAnonymous } = facts;
  const isOneDay = dayOf(since, 'utc') === dayOf(until, 'utc');
  const end = isOneDay ? words`${timeOfDay(until, 'utc')}Z` : stamp(until, 'utc');
  const hasLead = observations.before + changes.before > 0;
  const lead = words`, with the history of the ${LEAD_MS / 60_000} minutes before`;
  const parts = [
    words`${counted(observations.inside, words`observation`)}${andBefore(observations)}`,
    changesSeen(changes),
    words`${counted(entries, words`log entry`, words`log entries`)} of ${counted(logs.length, words`zone`)}`,
    counted(marks, words`mark`),
    ...changesMade(outcomes),
  ];
  return [
    words`${printable(path)} (${bytes(written.bytes)}): ${stamp(since, 'utc')} to ${end}${hasLead ? lead : words``}`,
    parts.join(', ') as Printable,
    isAnonymous
      ? words`Names, addresses and texts are replaced. warren replay opens it.`
      : words`Names, addresses and free texts are as they were; --anonymise replaces them. warren replay opens it.`,
  ];
}

const changesSeen = (changes: HistoryCount): Printable =>
  words`${counted(changes.inside, words`change seen`, words`changes seen`)}${andBefore(changes)}`;

const andBefore = ({ before }: HistoryCount): Printable =>
  before === 0 ? words`` : words` and ${count(before)} before`;

const NOT_MADE = [
  ['refused', words`refused`],
  ['unknown', words`of unknown outcome`],
  ['not sent', words`not sent`],
] as const;

/** `2 changes made from here`, `1 not sent`. */
function changesMade(outcomes: WrittenBundle['outcomes']): readonly Printable[] {
  const numberOf = (of: AuditedChange['outcome']) =>
    outcomes.filter((outcome) => outcome === of).length;
  return [
    words`${counted(numberOf('accepted'), words`change`)} made from here`,
    ...NOT_MADE.flatMap(([outcome, text]) => {
      const number = numberOf(outcome);
      return number === 0 ? [] : [words`${count(number)} ${text}`];
    }),
  ];
}
