import { isEngineAddress, parseEngineAddress } from '../../archive/address.ts';
import {
  type ArchiveReader,
  type ArchiveStatus,
  type DayCheck,
  type EventArchive,
  MAX_MARKS,
} from '../../archive/archive.ts';
import { initArchive, openEventArchive, openTeamMarks } from '../../archive/open.ts';
import { type Coverage, covers, dayRange, noCoverage } from '../../events/coverage.ts';
import { EXIT, UserError } from '../../session/errors.ts';
import { wholeNumber } from '../../session/option-values.ts';
import { bytes, count, counted } from '../../text/numbers.ts';
import { type Printable, printable, words } from '../../text/printable.ts';
import {
  DAY_MS,
  dayOf,
  duration,
  isDate,
  stamp,
  startOfDay,
  type UtcDay,
  utcDay,
} from '../../text/time.ts';
import type { Action, Context } from '../context.ts';
import { columnNames, type OutputColumn } from '../output/grid.ts';
import { facts, lines, printerFor, type Report, tableReport } from '../output/report.ts';
import { passwordsOf, withArchiveErrors, withArchiveReader } from './events/archive.ts';

/** ClickHouse dates end in 2149. */
const MAX_DAYS = 10_000;

const kept = (retention: number | null): Printable =>
  retention === null
    ? words`Entries are kept forever.`
    : words`Entries are deleted ${count(retention)} days after their day.`;

export const archiveInitCommand: Action<'archive init'> = async (
  { arguments: { ARCHIVE }, options },
  context,
) => {
  const { keep } = options;
  const retention =
    keep === 'forever' ? null : wholeNumber(words`keep`, keep, { least: 4, most: MAX_DAYS });
  // A file that cannot be created is a usage error. A server may fail for other reasons.
  const code = parseEngineAddress(ARCHIVE).kind === 'ok' ? EXIT.unexpected : EXIT.usage;
  const made = await withArchiveErrors(code, context, () =>
    initArchive(ARCHIVE, retention, passwordsOf(context)),
  );
  if (typeof retention === 'number' && made.retention !== retention) {
    throw new UserError([
      words`--keep is for the URL of an archive: nothing is deleted from a file.`,
    ]);
  }
  const name = printable(ARCHIVE);
  const what = {
    made: words`${name} is made.`,
    changed: words`${name} existed already; how long it keeps entries was changed.`,
    there: words`${name} is ready.`,
  }[made.kind];
  context.messages.print(words`${what} ${kept(made.retention)}`);
  return EXIT.done;
};

export const archiveCopyCommand: Action<'archive copy'> = async (
  { arguments: { FROM, TO } },
  context,
) => {
  if (FROM === TO) throw new UserError([words`FROM and TO are the same archive.`]);
  const { messages, signal } = context;
  const passwords = passwordsOf(context);
  return withArchiveReader(FROM, context, async (from) => {
    const to = await withArchiveErrors(EXIT.usage, context, () =>
      openEventArchive(TO, { signal }, passwords),
    );
    const copied = await withArchiveErrors(EXIT.unexpected, context, async () => {
      try {
        return await copyAll(from, to, context);
      } finally {
        await to.close();
      }
    });
    messages.print(
      words`${count(copied.added)} entries copied of ${count(copied.read)} ${signal.aborted ? words`read; the rest is missing` : words`that ${printable(FROM)} has`}${copied.added < copied.read ? words`; the others were there` : words``}.`,
    );
    if (signal.aborted) return EXIT.interrupted;
    await withArchiveErrors(EXIT.unexpected, context, () => copyMarks(FROM, TO, context));
    return EXIT.done;
  });
};

/** Copies every day of every zone, and then the coverage of each day. */
async function copyAll(
  from: ArchiveReader,
  to: EventArchive,
  { messages, signal }: Context,
): Promise<{ readonly read: number; readonly added: number }> {
  let read = 0;
  let added = 0;
  for (const [zone, days] of await from.contents()) {
    for (const [day, coverage] of days) {
      for (let token: string | undefined; ; ) {
        if (signal.aborted) return { read, added };
        const page = await from.page(zone, day, token);
        added += await to.append(zone, day, page.logs, noCoverage(day));
        read += page.logs.length;
        messages.progress(progress(zone, day, read));
        if (!page.hasMoreData) break;
        token = page.continuationToken ?? undefined;
      }
      await to.append(zone, day, [], coverage);
    }
  }
  return { read, added };
}

/**
 * Copies a team's marks and notes, with their authors. Only a server can hold them, so a file target gets a message
 * instead.
 */
async function copyMarks(from: string, to: string, context: Context): Promise<void> {
  if (!isEngineAddress(from)) return;
  const passwords = passwordsOf(context);
  const source = await openTeamMarks(from, passwords);
  try {
    const marks = await source.read();
    if (marks.length === 0) return;
    // Older ones cannot be read. Somebody who retires the old archive must know that.
    if (marks.length === MAX_MARKS) {
      context.messages.print(
        words`Only the latest ${count(MAX_MARKS)} marks and notes of the team are read; older ones stay where they are.`,
      );
    }
    const isOne = marks.length === 1;
    const amount = isOne ? words`1 mark or note` : words`${count(marks.length)} marks and notes`;
    if (!isEngineAddress(to)) {
      const left = words`${amount} of the team ${isOne ? words`is` : words`are`} not copied: a file has none.`;
      context.messages.print(left);
      return;
    }
    const target = await openTeamMarks(to, passwords);
    try {
      await target.write(marks.map((mark) => ({ ...mark, age: Date.now() - mark.at })));
    } finally {
      await target.close();
    }
    context.messages.print(words`${amount} copied.`);
  } finally {
    await source.close();
  }
}

const progress = (zone: string, day: UtcDay, read: number): Printable =>
  words`${dayOf(startOfDay(day), 'utc')} of ${printable(zone)}: ${count(read)} entries read`;

interface HeldZone {
  readonly zone: string;
  readonly days: number;
  /** `2026-03-14` */
  readonly first: string;
  readonly last: string;
  readonly entries: number;
  /** Days that are complete up to now. */
  readonly whole: number;
  /** End of the covered range of the newest day; null if nothing is covered. */
  readonly until: string | null;
}

const COLUMNS: readonly OutputColumn<HeldZone>[] = [
  { name: 'zone', title: words`ZONE` },
  { name: 'days', title: words`DAYS`, align: 'right' },
  { name: 'whole', title: words`WHOLE`, align: 'right' },
  { name: 'first', title: words`FROM` },
  { name: 'last', title: words`TO` },
  {
    name: 'entries',
    title: words`ENTRIES`,
    align: 'right',
    text: ({ entries }) => count(entries),
  },
  {
    name: 'until',
    title: words`COVERED UP TO`,
    text: ({ until }) => (until === null ? words`–` : stamp(Date.parse(until), 'utc')),
  },
];

export const heldColumns = columnNames(COLUMNS);

const dayText = (day: number): string => dayOf(startOfDay(day), 'utc');
/** Null also for a number in a file from elsewhere that is no time. */
const isoTime = (ms: number | null | undefined): string | null =>
  isDate(ms) ? new Date(ms).toISOString() : null;

function heldOf(zone: string, days: readonly Coverage[]): HeldZone {
  const ordered = [...days].sort((a, b) => a.day - b.day);
  return {
    zone,
    days: ordered.length,
    first: dayText(ordered[0]?.day ?? 0),
    last: dayText(ordered.at(-1)?.day ?? 0),
    entries: ordered.reduce((sum, { entries }) => sum + entries, 0),
    whole: ordered.filter((coverage) => covers(coverage, dayRange(coverage.day))).length,
    until: isoTime(ordered.at(-1)?.loaded.at(-1)?.until),
  };
}

function statusFacts(status: ArchiveStatus, zones: readonly HeldZone[], now: number) {
  const { rows, bytes: size, retention, writers } = status;
  const entries = zones.reduce((sum, zone) => sum + zone.entries, 0);
  const days = zones.reduce((sum, zone) => sum + zone.days, 0);
  const whole = zones.reduce((sum, zone) => sum + zone.whole, 0);
  const copies = rows - entries;
  const ofRows = copies > 0 ? words`, ${count(copies)} copies not merged yet` : words``;
  const [latest] = writers;
  return facts(
    [
      words`zones`,
      words`${count(zones.length)} with ${counted(days, words`day`)}, ${count(whole)} of them whole`,
    ],
    [words`entries`, words`${count(entries)}${ofRows}`],
    [
      words`size`,
      rows === 0
        ? bytes(size)
        : words`${bytes(size)}, ${count(Math.round(size / rows))} bytes an entry`,
    ],
    [words`kept`, retention === null ? words`forever` : words`${count(retention)} days`],
    ...(latest
      ? [
          [
            words`writers`,
            words`${count(writers.length)}; ${printable(latest.name)} wrote ${duration(Math.max(0, now - latest.at))} ago`,
          ] as const,
        ]
      : []),
  );
}

async function statusReport(archive: ArchiveReader, name: string, now: number): Promise<Report> {
  const [status, contents] = await Promise.all([archive.status(), archive.contents()]);
  const zones = [...contents].map(([zone, days]) => heldOf(zone, [...days.values()]));
  const today = utcDay(now);
  return tableReport({
    columns: COLUMNS,
    rows: zones,
    document: {
      archive: name,
      ...status,
      writers: status.writers.map((writer) => ({
        ...writer,
        at: isoTime(writer.at),
      })),
      zones: [...contents].map(([zone, days]) => ({
        ...heldOf(zone, [...days.values()]),
        coverage: [...days.values()].map((coverage) => ({
          ...coverage,
          day: dayText(coverage.day),
          loaded: coverage.loaded.map(({ from, until }) => ({
            from: isoTime(from),
            until: isoTime(until),
          })),
          oldest: isoTime(coverage.oldest),
          newest: isoTime(coverage.newest),
        })),
        // Null when today is not in the archive.
        lagMs: lagOf(days.get(today), now),
      })),
    },
    above: [statusFacts(status, zones, now)],
    notes: zones.length === 0 ? [words`${printable(name)} is empty.`] : [],
  });
}

const lagOf = (today: Coverage | undefined, now: number): number | null => {
  const until = today?.loaded.at(-1)?.until;
  return until === undefined ? null : Math.max(0, Math.round(now - until));
};

export const archiveStatusCommand: Action<'archive status'> = (
  { arguments: { ARCHIVE }, options },
  context,
) =>
  withArchiveReader(ARCHIVE, context, async (archive) => {
    const report = await statusReport(archive, ARCHIVE, context.edges.clock.now());
    await printerFor(context, options, 'one').print(report);
    return EXIT.done;
  });

interface DayFault {
  readonly zone: string;
  /** `2026-03-14` */
  readonly day: string;
  readonly problem: string;
}

const FAULT_COLUMNS: readonly OutputColumn<DayFault>[] = [
  { name: 'zone', title: words`ZONE` },
  { name: 'day', title: words`DAY` },
  { name: 'problem', title: words`WRONG`, shrinks: true },
];

export const faultColumns = columnNames(FAULT_COLUMNS);

/** Where a day has less than its coverage claims. */
export function faultsOf(coverage: Coverage, found: DayCheck): readonly Printable[] {
  const { day, loaded, oldest, newest, entries } = coverage;
  const { from, until } = dayRange(day);
  const faults: Printable[] = [];
  if (found.damaged > 0) {
    faults.push(words`${count(found.damaged)} entries are no longer as they were written`);
  }
  if (found.entries < entries) {
    faults.push(words`${count(entries - found.entries)} of ${count(entries)} entries are missing`);
  }
  if (oldest !== null && (found.oldest === null || found.oldest > oldest)) {
    faults.push(
      words`the entries before ${at(found.oldest)} are missing: one of ${at(oldest)} was written`,
    );
  }
  if (newest !== null && (found.newest === null || found.newest < newest)) {
    faults.push(
      words`the entries after ${at(found.newest)} are missing: one of ${at(newest)} was written`,
    );
  }
  // A day's log may contain a few entries of the neighbouring days.
  const isOutside = loaded.some(
    (range) => range.from < from - DAY_MS || range.until > until + DAY_MS,
  );
  if (isOutside) faults.push(words`entries of the covered days are on other days`);
  return faults;
}

const at = (time: number | null): Printable => (time === null ? words`–` : stamp(time, 'utc'));

export const archiveCheckCommand: Action<'archive check'> = (
  { arguments: { ARCHIVE }, options },
  context,
) =>
  withArchiveReader(
    ARCHIVE,
    context,
    async (archive) => {
      const { messages, signal } = context;
      const faults: DayFault[] = [];
      let entries = 0;
      let days = 0;
      for (const [zone, ofZone] of await archive.contents()) {
        for (const [day, coverage] of ofZone) {
          if (signal.aborted) return EXIT.interrupted;
          messages.progress(
            words`${printable(zone)}, ${printable(dayText(day))}: ${count(entries)} entries read`,
          );
          const found = await archive.verify(zone, day);
          entries += found.entries;
          days += 1;
          for (const problem of faultsOf(coverage, found)) {
            faults.push({ zone, day: dayText(day), problem });
          }
        }
      }
      await printerFor(context, options, 'one').print(checkReport(ARCHIVE, faults, entries, days));
      return faults.length === 0 ? EXIT.done : EXIT.unexpected;
    },
    // An archive too damaged to open is a finding, not a usage error.
    EXIT.unexpected,
  );

function checkReport(
  name: string,
  faults: readonly DayFault[],
  entries: number,
  days: number,
): Report {
  const isUnchanged = faults.length === 0;
  const read = words`read ${counted(entries, words`entry`, words`entries`)} of ${counted(days, words`day`)}`;
  return tableReport({
    columns: FAULT_COLUMNS,
    rows: faults,
    document: { archive: name, unchanged: isUnchanged, entries, days, faults },
    above: isUnchanged
      ? [lines(words`${printable(name)} has all that was written into it, unchanged: ${read}.`)]
      : [],
    notes: isUnchanged
      ? []
      : [words`${printable(name)} lacks what was written into it, or was changed: ${read}.`],
  });
}
