import type { EventArchive } from '../../../archive/archive.ts';
import { DEFAULT_INTERVAL_MS } from '../../../config/defaults.ts';
import { eventLogs } from '../../../contract/operations/event-logs.ts';
import { withZoneIds } from '../../../events/filter/parse.ts';
import { firstOpenDay } from '../../../events/log-archive.ts';
import { archivingFeed, todayFirst } from '../../../feeds/archiving-feed.ts';
import { followDays } from '../../../feeds/follow-zone.ts';
import type { DayProgress, PagesFeed } from '../../../feeds/pages-feed.ts';
import { createWake } from '../../../feeds/scheduling.ts';
import { EXIT, type ExitCode, OperationError, UserError } from '../../../session/errors.ts';
import { intervalOption, wholeNumber } from '../../../session/option-values.ts';
import { count, counted } from '../../../text/numbers.ts';
import { type Printable, printable, words } from '../../../text/printable.ts';
import { dayOf, duration, startOfDay, type UtcDay, usDay, utcDay } from '../../../text/time.ts';
import type { Action, Context } from '../../context.ts';
import { columnsIn, formatOf, printerFor } from '../../output/report.ts';
import { idOf, type Service, withService } from '../../service.ts';
import type { Given } from '../../table/commands.ts';
import {
  readArchive,
  reportIncompleteDays,
  withArchive,
  withArchiveReader,
  zoneIn,
} from './archive.ts';
import { type Counting, countingOf, countReport } from './count-entries.ts';
import { EntryCollector, EntryFilter } from './entry-filter.ts';
import { entryWriter } from './entry-writer.ts';
import { EVERY_DAY, readInTime, type Span, type SpanEnd, spanOf, walkSpan } from './walk-span.ts';

const MAX_LIMIT = 1_000_000_000;

const INCOMPLETE: Readonly<Partial<Record<SpanEnd, Printable>>> = {
  'token-repeated': words`the service repeats a page`,
  'token-missing': words`the service says there is more but gives no token for it`,
  'token-unusable': words`the token for the next page cannot be used`,
  'not-archived': words`no such day is in the archive`,
  'empty-pages': words`the service sent empty pages without end`,
};

/** `waiting` is the normal end of a log that is still being written. Days that are gone cannot be read again. */
const isWhole = (end: SpanEnd): boolean => ['complete', 'waiting', 'days-gone'].includes(end);

const entries = (amount: number): Printable => counted(amount, words`entry`, words`entries`);

type Options = Given<'events'>['options'];

type Read = (collector: EntryCollector) => Promise<SpanEnd>;

/** The parsed options, apart from those about the service. */
interface Request {
  readonly options: Options;
  readonly zone: string;
  readonly span: Span;
  readonly filter: EntryFilter;
  readonly limit: number;
  /** Set when entries are counted instead of printed. */
  readonly counting: Counting | undefined;
}

/** @param now reference for relative times, in milliseconds since the epoch */
function requestOf(
  options: Options,
  zone: { readonly id: string; readonly name: string },
  now: number,
  span: Span = spanOf(options, now),
  newest: UtcDay = span.to,
): Request {
  const limit =
    wholeNumber(words`limit`, options.limit, { least: 1, most: MAX_LIMIT }) ??
    Number.POSITIVE_INFINITY;
  if (options.every !== undefined && !options.follow) {
    throw new UserError([words`--every needs --follow.`]);
  }
  const text = withZoneIds(options.where ?? '', [zone]);
  const { since, until } = span;
  return {
    options,
    zone: zone.id,
    span,
    limit,
    filter: new EntryFilter({ zone: zone.id, text, since, until, now, newest }),
    counting: countingOf(options, limit),
  };
}

function endWords(end: SpanEnd, collector: EntryCollector, { options }: Request): Printable {
  if (collector.keepsNewest && collector.matched > collector.written)
    return words`the newest of ${count(collector.matched)} that match`;
  if (collector.isFull) return words`stopped at --limit; there may be more`;
  if (end === 'days-gone') return words`complete for the days the service still has`;
  if (isWhole(end)) {
    return options.from === undefined ? words`complete` : words`all that the archive holds`;
  }
  return words`incomplete: ${INCOMPLETE[end] ?? words`whether there is more is not known`}`;
}

/** Prints the entries that `read` collects, and a summary. */
async function printEntries(request: Request, context: Context, read: Read): Promise<ExitCode> {
  const { options, zone, filter, limit } = request;
  const { stdout: sink, edges, messages, writing, signal } = context;
  const asked = formatOf(options, sink.isTerminal, 'ndjson');
  // An array that is never closed is not valid JSON.
  const format = options.follow && asked === 'json' ? 'ndjson' : asked;
  const columns = options.columns === undefined ? undefined : columnsIn(options.columns);
  const writer = entryWriter({ sink, zone, writing }, format, columns);
  const collector = new EntryCollector(filter, limit, (rows) => {
    // On a terminal, entries and progress share a line.
    messages.clearProgress();
    return writer.write(rows);
  });
  try {
    const end = await read(collector);
    const { read: seen, written } = collector;
    if (written > 0 || !signal.aborted) await writer.end();
    const of = seen === written ? words`` : words` of ${count(seen)} read`;
    const isInterrupted = edges.interrupted.aborted;
    if (isInterrupted) messages.print(words`Interrupted after ${entries(written)}${of}.`);
    else if (!signal.aborted) {
      messages.print(words`${entries(written)}${of}, ${endWords(end, collector, request)}.`);
    }
    // Also after an interruption: a mistyped value may be why nothing came.
    if (written === 0 && filter.unseen && (isInterrupted || !signal.aborted)) {
      messages.print(filter.unseen);
    }
    return isWhole(end) || collector.isFull ? EXIT.done : EXIT.unexpected;
  } catch (error) {
    if (collector.written > 0) {
      await writer.end();
      messages.print(words`Stopped after ${entries(collector.written)}; the rest is missing.`);
    }
    throw error;
  }
}

/** Prints or counts the entries that `read` collects. */
async function outputEntries(request: Request, context: Context, read: Read): Promise<ExitCode> {
  const { filter, counting, options } = request;
  if (!counting) return printEntries(request, context, read);
  const { messages, signal } = context;
  const { counts } = counting;
  const collector = new EntryCollector(filter, Number.POSITIVE_INFINITY, async (rows) =>
    counts.add(rows),
  );
  const end = await read(collector);
  messages.clearProgress();
  if (!signal.aborted || counts.entries > 0) {
    await printerFor(context, options, 'one').print(countReport(counting));
  }
  const outcome = signal.aborted
    ? words`interrupted: the rest is not counted`
    : endWords(end, collector, request);
  messages.print(
    words`${entries(counts.entries)} counted of ${count(collector.read)} read, ${outcome}.`,
  );
  if (counts.entries === 0 && filter.unseen) messages.print(filter.unseen);
  return isWhole(end) ? EXIT.done : EXIT.unexpected;
}

/** The id of a zone whose id is not known yet. */
const NO_ZONE = '0';

/** Reads from the service; with `--archive`, stores the answers. */
async function fromService(given: string, options: Options, context: Context): Promise<ExitCode> {
  const { clock } = context.edges;
  const now = clock.now();
  // Report wrong options before connecting.
  const { span } = requestOf(options, { id: NO_ZONE, name: given }, now);
  const every = intervalOption(words`every`, options.every) ?? DEFAULT_INTERVAL_MS;
  if (options.archive !== undefined && !options.follow) {
    throw new UserError([words`--archive needs --follow.`]);
  }
  // A filter may contain relative times, too.
  const isAnother = (then: number) =>
    options.where !== undefined || JSON.stringify(spanOf(options, then)) !== JSON.stringify(span);
  return withService(options, context, (service) => {
    const zone = idOf(service, 'shieldZones', given);
    const read = readInTime(service, clock, { now, isAnother }, (at, asked) => {
      const request = requestOf(options, { id: zone, name: given }, at);
      return options.follow
        ? follow(request, every, asked, context)
        : outputEntries(request, context, (collector) =>
            walkSpan({ ...request, collector }, asked, context),
          );
    });
    return read.catch((error: unknown) => {
      throw withAdvice(error, options, clock.now());
    });
  });
}

/** Says what to do when the service does not have the latest of the days, and so none. */
function withAdvice(error: unknown, options: Options, now: number): unknown {
  if (!(error instanceof OperationError) || error.error.kind !== 'outside-window') return error;
  const today = utcDay(now);
  const day = spanOf(options, now).to;
  const named = dayOf(startOfDay(day), 'utc');
  const hint =
    day > today
      ? words`${named}: that day has not begun (UTC).`
      : day === today
        ? words`${named} is today (UTC), and the service does not have it. Try again in a minute; if that does not help, check this machine's clock.`
        : words`The service keeps the last days only; choose a later ${options.date === undefined ? words`--until` : words`--date`}.`;
  return new OperationError(error.error, error.operation, hint);
}

function follow(
  request: Request,
  every: number,
  service: Service,
  context: Context,
): Promise<ExitCode> {
  const { zone, span } = request;
  const { archive: path } = request.options;
  const printFrom = (from: UtcDay, archive?: EventArchive) =>
    printEntries(request, context, async (collector) => {
      if (archive) await skipArchived({ archive, zone, from, collector });
      const following = { ...request, span: { ...span, from }, collector, every, archive };
      await followEntries(following, service, context);
      return 'complete';
    });
  if (path === undefined) return printFrom(span.from);
  return withArchive(path, context, async (archive) => {
    // An explicit `--since` is kept.
    const from = span.since === null ? await firstOpenDay(archive, zone, span.to) : span.from;
    const code = await printFrom(from, archive);
    let kept = 0;
    for (const day of await archive.days(zone)) kept += (await archive.coverage(zone, day)).entries;
    context.messages.print(words`${printable(path)} holds ${entries(kept)} of the zone.`);
    return code;
  });
}

/**
 * Marks the newest archived entries of each day as printed: the first page of the service also contains entries that
 * the archive already has.
 */
async function skipArchived({
  archive,
  zone,
  from,
  collector,
}: {
  readonly archive: EventArchive;
  readonly zone: string;
  readonly from: UtcDay;
  readonly collector: EntryCollector;
}): Promise<void> {
  for (const day of await archive.days(zone)) {
    if (day < from) continue;
    const { logs } = await archive.page(zone, day, undefined);
    collector.skip(day, logs);
  }
}

/** Reads an archive, without asking the service. */
function fromArchive(
  path: string,
  named: string | undefined,
  options: Options,
  context: Context,
): Promise<ExitCode> {
  if (options.follow || options.archive !== undefined) {
    throw new UserError([words`--from cannot be used with --follow or --archive.`]);
  }
  const now = context.edges.clock.now();
  const isLimited = [options.date, options.since, options.until].some((of) => of !== undefined);
  const span = isLimited ? spanOf(options, now) : EVERY_DAY;
  return withArchiveReader(path, context, async (archive) => {
    const zone = await zoneIn(archive, named, options, context);
    const newest = isLimited ? span.to : (await archive.days(zone)).at(-1);
    const request = requestOf(
      options,
      { id: zone, name: named ?? zone },
      now,
      span,
      newest ?? utcDay(now),
    );
    return outputEntries(request, context, async (collector) => {
      const days = await readArchive({ ...request, archive, collector }, context);
      await reportIncompleteDays({ archive, zone }, days, context);
      if (!isLimited || days.length > 0 || collector.read > 0) return 'complete';
      const held = await archive.days(zone);
      context.messages.print(
        words`The archive has nothing of ${daysBetween(span.from, span.to)}; it holds ${daysBetween(held[0] ?? 0, held.at(-1) ?? 0)}.`,
      );
      return 'not-archived';
    });
  });
}

/** `2026-03-14`, or `2026-03-14 to 2026-03-16`. */
function daysBetween(from: UtcDay, to: UtcDay): Printable {
  const [first, last] = [dayOf(startOfDay(from), 'utc'), dayOf(startOfDay(to), 'utc')];
  return from === to ? first : words`${first} to ${last}`;
}

export const eventsCommand: Action<'events'> = async (
  { arguments: { ZONE }, options },
  context,
) => {
  if (options.from !== undefined) return fromArchive(options.from, ZONE, options, context);
  if (ZONE !== undefined) return fromService(ZONE, options, context);
  throw new UserError([
    words`Missing argument ZONE: a shield zone’s id, or its name in the workspace.`,
  ]);
};

interface EntryFollowing extends Pick<Request, 'zone' | 'span' | 'filter'> {
  readonly collector: EntryCollector;
  /** Maximum interval between two requests, in milliseconds. */
  readonly every: number;
  /** Where entries are stored before they are printed. What it covers is not requested again. */
  readonly archive?: EventArchive | undefined;
}

/**
 * Follows a zone's event log from the start of the span, until the collector is full or the command is interrupted.
 * Errors are retried, except when the service refuses the first page or the access key.
 *
 * @throws OperationError in these two cases
 * @throws DatabaseError
 */
async function followEntries(
  { zone, span, filter, collector, every, archive }: EntryFollowing,
  { call }: Service,
  { edges, signal, messages }: Context,
): Promise<void> {
  const over = new AbortController();
  let failure: OperationError | undefined;
  let reported: unknown;
  let refusedDay: UtcDay | undefined;

  const report = ({ day, pages, failure: trouble, end }: DayProgress) => {
    if (end === 'token-refused' && refusedDay !== day) {
      refusedDay = day;
      const of = dayOf(startOfDay(day), 'utc');
      messages.print(
        words`${of}: the service refuses the token of a page; what is older is missing.`,
      );
    }
    if (!trouble || trouble.error === reported) return;
    const { error, wait } = trouble;
    reported = error;
    // An archive may start with a day that the service no longer has.
    const first = archive ? span.to : span.from;
    if (wait.kind === 'never' || (day === first && pages === 0)) {
      failure = new OperationError(error, eventLogs);
      over.abort();
      return;
    }
    messages.print(words`${printable(error.title)}; retrying in ${duration(wait.ms)}.`);
  };

  const feed: PagesFeed = {
    clock: edges.clock,
    signal: AbortSignal.any([signal, over.signal]),
    wake: createWake(),
    interval: () => every,
    paused: () => false,
    random: edges.random,
    unit: () => filter.unit,
    // Older entries need not be fetched.
    covered: (day) =>
      day === span.from && span.since !== null
        ? [{ from: startOfDay(day), until: span.since }]
        : [],
    ask: (day, token, ended) =>
      call(eventLogs, { shieldZoneId: zone, date: usDay(day), continuationToken: token }, ended),
    async take({ page, day, reached }) {
      const added = await collector.add(day, page.logs);
      if (collector.isFull) over.abort();
      // Reporting nothing new ends the walk at --since; otherwise it would continue through the day.
      return span.since !== null && reached != null && reached < span.since ? 0 : added;
    },
    progress(progress) {
      report(progress);
      if (progress.phase === 'ended') collector.forget(progress.day);
      if (progress.phase === 'walking') {
        const of = dayOf(startOfDay(progress.day), 'utc');
        messages.progress(words`${of}: ${count(collector.read)} entries read`);
      } else messages.clearProgress();
    },
  };
  const followed = archive
    ? archivingFeed(todayFirst(feed, span.to), { archive, zone, since: span.since })
    : feed;
  await followDays(followed, span.from);
  if (failure) throw failure;
}
