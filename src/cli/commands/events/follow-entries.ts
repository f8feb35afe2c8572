import type { EventArchive } from '../../../archive/archive.ts';
import { eventLogs } from '../../../contract/operations/event-logs.ts';
import type { TimeUnit } from '../../../events/store.ts';
import { archivingFeed } from '../../../feeds/archiving-feed.ts';
import { followDays } from '../../../feeds/follow-zone.ts';
import type { DayProgress, PagesFeed } from '../../../feeds/pages-feed.ts';
import { createWake } from '../../../feeds/scheduling.ts';
import { OperationError } from '../../../session/errors.ts';
import { count } from '../../../text/numbers.ts';
import { printable, words } from '../../../text/printable.ts';
import { dayOf, duration, startOfDay, usDay } from '../../../text/time.ts';
import type { Context } from '../../context.ts';
import type { Service } from '../../service.ts';
import type { EntryCollector } from './entry-collector.ts';
import type { Span } from './walk-span.ts';

interface EntryFollowing {
  readonly zone: string;
  readonly span: Span;
  readonly collector: EntryCollector;
  /** The longest wait between two looks, milliseconds. */
  readonly every: number;
  /** Where entries are kept before they are written; what it has is not asked for again. */
  readonly archive?: EventArchive | undefined;
  unit(): TimeUnit | undefined;
}

/**
 * Follows a zone's event log from the begin of the span on, until the collector is full or the command is to
 * end. It does not give up, but for a service that refuses the very first page, or the key.
 *
 * @throws OperationError in these two cases
 * @throws DatabaseError
 */
export async function followEntries(
  { zone, span, collector, every, archive, unit }: EntryFollowing,
  { call }: Service,
  { edges, signal, messages }: Context,
): Promise<void> {
  const over = new AbortController();
  let failure: OperationError | undefined;
  let told: unknown;

  const trouble = ({ day, pages, failure: trouble }: DayProgress) => {
    if (!trouble || trouble.error === told) return;
    const { error, wait } = trouble;
    told = error;
    // An archive may begin with a day that the service no longer has.
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
    // What is older need not be walked through.
    covered: (day) =>
      day === span.from && span.since !== null
        ? [{ from: startOfDay(day), until: span.since }]
        : [],
    ask: (day, token, ended) =>
      call(eventLogs, { shieldZoneId: zone, date: usDay(day), continuationToken: token }, ended),
    async take({ page, day }) {
      const added = await collector.add(day, page.logs);
      if (collector.isFull) over.abort();
      return added;
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
  await followDays(
    archive ? archivingFeed(feed, { archive: archive, zone, today, since }) : feed,
    span.from,
  );
  if (failure) throw failure;
}
