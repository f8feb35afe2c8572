import type {
  ArchiveDelay,
  ArchivePasswords,
  ArchiveReader,
  EventArchive,
  OpenedArchive,
} from '../../../archive/archive.ts';
import { openEventArchive, readEventArchive } from '../../../archive/open.ts';
import { covers, dayRange, noCoverage } from '../../../events/coverage.ts';
import { coverageSummary } from '../../../events/coverage-map.ts';
import { archivePasswords, promptOn } from '../../../session/access-key.ts';
import { configuredWorkspace, itemGiven } from '../../../session/config-file.ts';
import { EXIT, type ExitCode, UserError } from '../../../session/errors.ts';
import { resolveService } from '../../../session/session-config.ts';
import { DamagedError, DatabaseError } from '../../../sqlite/database.ts';
import { count, percent } from '../../../text/numbers.ts';
import { type Printable, printable, words } from '../../../text/printable.ts';
import { dayOf, startOfDay, type UtcDay } from '../../../text/time.ts';
import type { Context } from '../../context.ts';
import type { EntryFilter } from './entry-filter.ts';
import type { SpanWalk } from './walk-span.ts';

interface ArchiveReading extends Pick<SpanWalk, 'zone' | 'span' | 'collector'> {
  readonly archive: ArchiveReader;
  readonly filter: Pick<EntryFilter, 'isTooOld'>;
}

/**
 * Reads the archived days of a span, newest first, until the collector is full or the command is interrupted.
 *
 * @returns the days of the span that were read, oldest first
 * @throws DatabaseError
 */
export async function readArchive(
  { archive, zone, span, collector, filter }: ArchiveReading,
  { signal, messages }: Context,
): Promise<readonly UtcDay[]> {
  const isOfSpan = (day: UtcDay) => day >= span.from && day <= span.to;
  const all = await archive.days(zone);
  const days = all.filter(isOfSpan);
  // Entries from around midnight may be stored under the neighbouring day.
  const asked = {
    from: span.since ?? Number.NEGATIVE_INFINITY,
    until: span.until ?? Number.POSITIVE_INFINITY,
  };
  const isTime = span.since !== null || span.until !== null;
  const coverages = isTime ? (await archive.contents([zone])).get(zone) : undefined;
  const isRead = (day: UtcDay) => {
    const { oldest, newest } = coverages?.get(day) ?? noCoverage(day);
    const isNear =
      oldest !== null && newest !== null && oldest < asked.until && newest >= asked.from;
    return isOfSpan(day) || isNear;
  };
  // Pages start with the newest entry, so the newest day comes first.
  for (const day of all.filter(isRead).toReversed()) {
    const of = dayOf(startOfDay(day), 'utc');
    for (let token: string | undefined; ; ) {
      const page = await archive.page(zone, day, token);
      await collector.add(day, page.logs);
      if (collector.isFull || signal.aborted) return days;
      messages.progress(words`${of}: ${count(collector.read)} entries read`);
      if (!page.hasMoreData || filter.isTooOld(page, day)) break;
      token = page.continuationToken ?? undefined;
    }
    collector.forget(day);
  }
  return days;
}

/** Incomplete days that are listed one by one. */
const MAX_LISTED = 5;

export async function reportIncompleteDays(
  { archive, zone }: Pick<ArchiveReading, 'archive' | 'zone'>,
  days: readonly UtcDay[],
  { messages }: Context,
): Promise<void> {
  const partly = (await Promise.all(days.map((day) => archive.coverage(zone, day)))).filter(
    (coverage) => !covers(coverage, dayRange(coverage.day)),
  );
  for (const coverage of partly.slice(0, MAX_LISTED)) {
    messages.print(words`Incomplete day: ${printable(coverageSummary(coverage))}.`);
  }
  const more = partly.length - MAX_LISTED;
  if (more > 0) messages.print(words`And ${count(more)} more days are incomplete.`);
}

/**
 * The named zone, or the only one in the archive.
 *
 * @throws UserError when the archive has no such zone, or the choice is ambiguous
 */
async function chooseZone(
  archive: Pick<ArchiveReader, 'zones'>,
  named: string | undefined,
): Promise<string> {
  const zones = await archive.zones();
  const list = printable(zones.join(', '));
  const [only, ...others] = zones;
  if (only === undefined) throw refused(words`The archive is empty.`);
  if (named === undefined) {
    if (others.length === 0) return only;
    throw refused(words`The archive is of several zones; name one of them: ${list}.`);
  }
  if (zones.includes(named)) return named;
  throw refused(words`The archive has nothing of zone ${printable(named)}. It is of: ${list}.`);
}

/**
 * Resolves a zone by its id or its workspace name. If the configuration cannot be read, the contents of the archive
 * are reported first, because they may not depend on the configuration.
 */
export async function zoneIn(
  archive: Pick<ArchiveReader, 'zones'>,
  named: string | undefined,
  options: Parameters<typeof resolveService>[0],
  { edges }: Context,
): Promise<string> {
  if (named === undefined || (await archive.zones()).includes(named))
    return chooseZone(archive, named);
  const chosen = await resolveService(options, edges).catch(async (fault: unknown) => {
    if (!(fault instanceof UserError)) throw fault;
    return chooseZone(archive, named).catch((error: unknown) => {
      if (!(error instanceof UserError)) throw error;
      throw new UserError([
        ...error.lines,
        words`A name is looked for in the configuration, which could not be read:`,
        ...fault.lines,
      ]);
    });
  });
  if (typeof chosen === 'string') return chosen;
  return chooseZone(archive, zoneCalled(named, chosen));
}

/** The id for a zone name in the configured workspace; the name itself if there is none. */
function zoneCalled(
  named: string,
  { chosen, config }: Awaited<ReturnType<typeof resolveService>>,
): string {
  if (chosen.kind === 'demo' || chosen.workspace === null) return named;
  const workspace = configuredWorkspace(config, chosen.workspace.value);
  return itemGiven(workspace, 'shieldZones', named)?.id ?? named;
}

const refused = (reason: Printable): UserError => new UserError([reason]);

export const passwordsOf = ({ edges }: Context): ArchivePasswords =>
  archivePasswords(edges, promptOn(edges));

/**
 * Runs `work` and turns archive errors into a UserError with `code`, or `interrupted`.
 *
 * @param ofDamage the exit code for a damaged archive
 */
export async function withArchiveErrors<T>(
  code: ExitCode,
  { edges }: Context,
  work: () => T | Promise<T>,
  ofDamage = code,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    const { aborted } = edges.interrupted;
    const own = error instanceof DamagedError ? ofDamage : code;
    throw new UserError([printable(error.message)], aborted ? EXIT.interrupted : own);
  }
}

/**
 * Opens an archive for writing, creating it if needed, and closes it after `work`. Waits while another program holds
 * it.
 *
 * @throws UserError when it cannot be opened or written
 */
export async function withArchive<T>(
  path: string,
  context: Context,
  work: (archive: EventArchive) => Promise<T>,
): Promise<T> {
  const name = printable(path);
  const { messages, signal } = context;
  let isDelayed = false;
  const onDelay = (delay: ArchiveDelay | null) => {
    if ((delay !== null) === isDelayed) return;
    isDelayed = delay !== null;
    messages.print(
      delay
        ? words`${printable(delay.reason ?? `${path} is in use by another program.`)} Waiting for it; what comes meanwhile is kept when it is there again.`
        : words`${name} can be written to again; nothing was lost.`,
    );
  };
  const open = () => openEventArchive(path, { signal, onDelay }, passwordsOf(context));
  const archive = await withArchiveErrors(EXIT.usage, context, open);
  try {
    return await withArchiveErrors(EXIT.unexpected, context, () => work(archive));
  } finally {
    await withArchiveErrors(EXIT.unexpected, context, () => archive.close());
  }
}

/**
 * Opens an archive for reading, reports progress, and closes it after `work`.
 *
 * @param ofDamage see {@link withArchiveErrors}
 * @throws UserError when it cannot be read
 */
export async function withArchiveReader<T>(
  path: string,
  context: Context,
  work: (archive: OpenedArchive) => Promise<T>,
  ofDamage?: ExitCode,
): Promise<T> {
  const { messages, signal } = context;
  const progress = (share: number) =>
    messages.progress(words`Looking through ${printable(path)}: ${percent(share)}`);
  const open = () =>
    readEventArchive(path, passwordsOf(context), { signal, progress }).finally(
      messages.clearProgress,
    );
  const archive = await withArchiveErrors(EXIT.usage, context, open, ofDamage);
  try {
    return await withArchiveErrors(EXIT.unexpected, context, () => work(archive));
  } finally {
    await archive.close();
  }
}
