import type { EventArchive } from '../../../archive/archive.ts';
import { DEFAULT_INTERVAL_MS } from '../../../config/defaults.ts';
import { eventLogs } from '../../../contract/operations/event-logs.ts';
import { EVERYTHING } from '../../../events/filter/filter.ts';
import { firstOpenDay } from '../../../events/log-archive.ts';
import type { TimeUnit } from '../../../events/store.ts';
import { archivingFeed } from '../../../feeds/archiving-feed.ts';
import { followDays } from '../../../feeds/follow-zone.ts';
import type { DayProgress, PagesFeed } from '../../../feeds/pages-feed.ts';
import { createWake } from '../../../feeds/scheduling.ts';
import type { WalkEnd } from '../../../feeds/walk.ts';
import { EXIT, type ExitCode, OperationError, UserError } from '../../../session/errors.ts';
import { intervalOption, momentOption, wholeNumber } from '../../../session/option-values.ts';
import { count, counted } from '../../../text/numbers.ts';
import { type Printable, printable, words } from '../../../text/printable.ts';
import { dayOf, duration, startOfDay, type UtcDay, usDay } from '../../../text/time.ts';
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
import {
  createEntryCollector,
  type EntryCollector,
  EntryFilter,
  FilterTooSlow,
  readFilter,
} from './entry-filter.ts';
import { entryWriter } from './entry-writer.ts';
import { parseSpan, readInTime, type Span, type SpanWalk, walkSpan } from './walk-span.ts';

const MAX_LIMIT = 1_000_000_000;

function filterOf(text: string | undefined) {
  if (text === undefined) return EVERYTHING;
  const read = readFilter(text);
  if (read.kind === 'filter') return read.filter;
  throw new UserError([
    words`--where: ${printable(read.reason)}`,
    words`  ${printable(text)}`,
    words`  ${printable(' '.repeat(read.column))}^`,
  ]);
}

function spanOf(
  options: {
    readonly date: string | undefined;
    readonly since: string | undefined;
    readonly until: string | undefined;
    readonly follow: boolean;
  },
  now: number,
): Span {
  const since = momentOption(words`since`, options.since, now);
  const until = momentOption(words`until`, options.until, now);
  return parseSpan({ ...options, since, until }, now);
}

const INCOMPLETE: Readonly<Partial<Record<WalkEnd, Printable>>> = {
  'token-repeated': words`the service repeats a page`,
  'token-missing': words`the service says there is more, and not where`,
  'token-unusable': words`the token for the next page cannot be used`,
  'empty-pages': words`the service sent empty pages without end`,
};

/** `waiting` is the normal end of a log that is still being written. */
const isWhole = (end: WalkEnd): boolean => end === 'complete' || end === 'waiting';

function endWords(end: WalkEnd, collector: EntryCollector, whole: Printable): Printable {
  if (collector.keepsNewest && collector.matched > collector.written)
    return words`the newest of ${count(collector.matched)} that match`;
  if (collector.isFull) return words`stopped at --limit; there may be more`;
  if (isWhole(end)) return whole;
  return words`incomplete: ${INCOMPLETE[end] ?? words`whether there is more is not known`}`;
}

const entries = (amount: number): Printable => counted(amount, words`entry`, words`entries`);

type Options = Given<'events'>['options'];

/** The parsed options, apart from those about the service. */
interface Request {
  readonly zone: string;
  readonly span: Span;
  readonly filter: EntryFilter;
  readonly limit: number;
  /** Whether the output never ends. */
  readonly endless: boolean;
  /** How a complete read is described. */
  readonly whole: Printable;
  /** Set when entries are counted instead of printed. */
  readonly counting: Counting | undefined;
}

function requestOf(options: Options, zone: string, span: Span, now: number): Request {
  const limit =
    wholeNumber(words`limit`, options.limit, { least: 1, most: MAX_LIMIT }) ??
    Number.POSITIVE_INFINITY;
  if (options.every !== undefined && !options.follow) {
    throw new UserError([words`--every needs --follow.`]);
  }
  return {
    zone,
    span,
    filter: new EntryFilter({
      zone,
      filter: filterOf(options.where),
      text: options.where,
      since: span.since,
      until: span.until,
      now,
    }),
    limit,
    counting: countingOf(options, limit),
    endless: options.follow,
    whole: options.from === undefined ? words`complete` : words`all that the archive holds`,
  };
}

/** Prints the entries that `read` collects, and a summary. */
async function written(
  { zone, filter, limit, endless, whole }: Request,
  options: Options,
  context: Context,
  read: (collector: EntryCollector) => Promise<WalkEnd>,
): Promise<ExitCode> {
  const { stdout: sink, edges, messages, writing } = context;
  const asked = formatOf(options, sink.isTerminal, 'ndjson');
  // An array that is never closed is not valid JSON.
  const writer = entryWriter(
    { sink, zone, writing },
    endless && asked === 'json' ? 'ndjson' : asked,
    options.columns === undefined ? undefined : columnsIn(options.columns),
  );
  const collector = createEntryCollector(filter, limit, (rows) => {
    // On a terminal, entries and progress share a line.
    messages.clearProgress();
    return writer.write(rows);
  });
  try {
    const end = await read(collector);
    if (collector.written > 0 || !context.signal.aborted) await writer.end();
    const { read: seen, written: wrote } = collector;
    const of = seen === wrote ? words`` : words` of ${count(seen)} read`;
    const isInterrupted = edges.interrupted.aborted;
    if (isInterrupted) messages.print(words`Interrupted after ${entries(wrote)}${of}.`);
    else if (!context.signal.aborted) {
      messages.print(words`${entries(wrote)}${of}, ${endWords(end, collector, whole)}.`);
    }
    // Also after an interruption: a mistyped value may be why nothing came.
    if (wrote === 0 && filter.unseen && (isInterrupted || !context.signal.aborted)) {
      messages.print(filter.unseen);
    }
    return isWhole(end) || collector.isFull ? EXIT.done : EXIT.unexpected;
  } catch (error) {
    if (collector.written > 0) {
      await writer.end();
      messages.print(words`Stopped after ${entries(collector.written)}; the rest is missing.`);
    }
    throw error instanceof FilterTooSlow ? tooSlow(error) : error;
  }
}

/** Counts the entries that `read` collects, and prints the result. */
async function countEntries(
  { filter, whole }: Request,
  counting: Counting,
  options: Options,
  context: Context,
  read: (collector: EntryCollector) => Promise<WalkEnd>,
): Promise<ExitCode> {
  const { messages, signal } = context;
  const { counts } = counting;
  const collector = createEntryCollector(filter, Number.POSITIVE_INFINITY, async (rows) =>
    counts.add(rows),
  );
  try {
    const end = await read(collector);
    messages.clearProgress();
    if (!signal.aborted || counts.entries > 0) {
      await printerFor(context, options, 'one').print(countReport(counting));
    }
    const told = signal.aborted
      ? words`interrupted: the rest is not counted`
      : endWords(end, collector, whole);
    messages.print(
      words`${entries(counts.entries)} counted of ${count(collector.read)} read, ${told}.`,
    );
    if (counts.entries === 0 && filter.unseen) messages.print(filter.unseen);
    return isWhole(end) ? EXIT.done : EXIT.unexpected;
  } catch (error) {
    throw error instanceof FilterTooSlow ? tooSlow(error) : error;
  }
}

const tooSlow = ({ message }: FilterTooSlow): UserError =>
  new UserError([words`--where: the pattern /${printable(message)}/ takes too long.`]);

const handled = (
  request: Request,
  options: Options,
  context: Context,
  read: (collector: EntryCollector) => Promise<WalkEnd>,
): Promise<ExitCode> =>
  request.counting
    ? countEntries(request, request.counting, options, context, read)
    : written(request, options, context, read);

/** Reads from the service; with `--archive`, stores the answers. */
async function fromService(given: string, options: Options, context: Context): Promise<ExitCode> {
  const now = context.edges.clock.now();
  const span = spanOf(options, now);
  // Report wrong options before connecting.
  requestOf(options, given, span, now);
  intervalOption(words`every`, options.every);
  if (options.archive !== undefined && !options.follow) {
    throw new UserError([words`--archive needs --follow.`]);
  }
  // A filter may contain relative times, too.
  const isAnother = (then: number) =>
    options.where !== undefined || JSON.stringify(spanOf(options, then)) !== JSON.stringify(span);
  return withService(options, context, (service) => {
    const zone = idOf(service, 'shieldZones', given);
    return readInTime(service, context.edges.clock, { now, isAnother }, (at, asked) =>
      readService(zone, at, options, asked, context),
    );
  });
}

/** @param now reference for relative times, in milliseconds since the epoch */
function readService(
  zone: string,
  now: number,
  options: Options,
  service: Service,
  context: Context,
): Promise<ExitCode> {
  const span = spanOf(options, now);
  const request = requestOf(options, zone, span, now);
  const every = intervalOption(words`every`, options.every) ?? DEFAULT_INTERVAL_MS;
  const follow = (whole: Span, archive?: EventArchive) =>
    written(request, options, context, async (collector) => {
      const unit = () => request.filter.unit;
      const following = { zone, span: whole, collector, every, archive, unit };
      await followEntries(following, service, context);
      return 'complete';
    });
  if (options.archive !== undefined) {
    const path = options.archive;
    return withArchive(path, context, async (archive) => {
      // An explicit `--since` is kept.
      const from = span.since === null ? await firstOpenDay(archive, zone, span.to) : span.from;
      const code = await follow({ ...span, from }, archive);
      let kept = 0;
      for (const day of await archive.days(zone))
        kept += (await archive.coverage(zone, day)).entries;
      context.messages.print(words`${printable(path)} holds ${entries(kept)} of the zone.`);
      return code;
    });
  }
  if (options.follow) return follow(span);
  return handled(request, options, context, (collector) =>
    walkSpan({ zone, span, collector, filter: request.filter }, service, context),
  );
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
  const asked = isLimited ? spanOf(options, now) : EVERY_DAY;
  return withArchiveReader(path, context, async (archive) => {
    const zone = await zoneIn(archive, named, options, context);
    const request = requestOf(options, zone, asked, now);
    const { filter } = request;
    return handled(request, options, context, async (collector) => {
      const days = await readArchive({ archive, zone, span: asked, collector, filter }, context);
      await reportIncompleteDays({ archive, zone }, days, context);
      return 'complete';
    });
  });
}

const EVERY_DAY: Span = {
  from: Number.NEGATIVE_INFINITY,
  to: Number.POSITIVE_INFINITY,
  since: null,
  until: null,
};

export const eventsCommand: Action<'events'> = async (
  { arguments: { ZONE }, options },
  context,
) => {
  if (options.from !== undefined) return fromArchive(options.from, ZONE, options, context);
  if (ZONE === undefined)
    throw new UserError([
      words`Missing argument ZONE: a shield zone’s id, or its name in the workspace.`,
    ]);
  return fromService(ZONE, options, context);
};

interface EntryFollowing extends Pick<SpanWalk, 'zone' | 'span' | 'collector'> {
  /** Maximum interval between two requests, in milliseconds. */
  readonly every: number;
  /** Where entries are stored before they are printed. What it covers is not requested again. */
  readonly archive?: EventArchive | undefined;
  unit(): TimeUnit | undefined;
}

/**
 * Follows a zone's event log from the start of the span, until the collector is full or the command is interrupted.
 * Errors are retried, except when the service refuses the first page or the access key.
 *
 * @throws OperationError in these two cases
 * @throws DatabaseError
 */
async function followEntries(
  { zone, span, collector, every, archive, unit }: EntryFollowing,
  { call }: Service,
  { edges, signal, messages }: Context,
): Promise<void> {
  const over = new AbortController();
  let failure: OperationError | undefined;
  let told: unknown;
  let refused: UtcDay | undefined;

  const trouble = ({ day, pages, failure: trouble, end }: DayProgress) => {
    if (end === 'token-refused' && refused !== day) {
      refused = day;
      const of = dayOf(startOfDay(day), 'utc');
      messages.print(
        words`${of}: the service refuses the token of a page; what is older is missing.`,
      );
    }
    if (!trouble || trouble.error === told) return;
    const { error, wait } = trouble;
    told = error;
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
    unit,
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
      trouble(progress);
      if (progress.phase === 'ended') collector.forget(progress.day);
      if (progress.phase === 'walking') {
        const of = dayOf(startOfDay(progress.day), 'utc');
        messages.progress(words`${of}: ${count(collector.read)} entries read`);
      } else messages.clearProgress();
    },
  };
  const { since, to: today } = span;
  const kept = archive ? archivingFeed(feed, { archive, zone, today, since }) : feed;
  await followDays(kept, span.from);
  if (failure) throw failure;
}
