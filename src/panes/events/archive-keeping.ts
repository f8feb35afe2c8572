import { isEngineAddress } from '../../archive/address.ts';
import { completeEarlierDays } from '../../feeds/follow-zone.ts';
import { PageKeeper } from '../../feeds/page-keeper.ts';
import type { DayProgress, Delivery, PagesFeed } from '../../feeds/pages-feed.ts';
import type { Slice } from '../../state/slice.ts';
import { keyFor } from '../../text/key-names.ts';
import { type Printable, printable, words } from '../../text/printable.ts';
import { timeOfDay, utcDay } from '../../text/time.ts';
import type { PaneContext } from '../pane.ts';
import {
  type ArchiveWriter,
  archiveFailures,
  earlierDays,
  heldToday,
  openArchiveWriter,
} from './archive.ts';
import { newestDay } from './coverage-line.ts';
import type { EventsEngine } from './engine.ts';
import {
  type ArchiveState,
  type EventsState,
  type FollowedDays,
  fileName,
  listingKey,
} from './state.ts';

interface KeepingParts extends Pick<PagesFeed, 'wake' | 'interval' | 'paused'> {
  readonly context: PaneContext;
  readonly slice: Slice<EventsState>;
  readonly engine: EventsEngine;
}

/** Time between two attempts to reach a server or reopen a file, in milliseconds. */
const RETRY_MS = 10_000;

export const withProgress = (
  days: FollowedDays,
  zone: string,
  progress: DayProgress,
): FollowedDays => new Map(days).set(zone, new Map(days.get(zone)).set(progress.day, progress));

/** @param held how much of today the archive has */
function stoppedText(archiving: ArchiveState, held: Printable): Printable {
  switch (archiving.kind) {
    case 'off':
      return words`Events are not archived: there is nothing to stop.`;
    case 'on':
      return isEngineAddress(archiving.path)
        ? words`Archiving stopped; ${fileName(archiving.path)} has ${held} of today so far (UTC).`
        : words`Archiving stopped; file is intact, with ${held} of today so far (UTC).`;
    case 'failed':
      return words`Archiving stopped; nothing kept since ${timeOfDay(archiving.since, 'utc')}Z, when it failed.`;
  }
}

/** Archives the followed log. Archiving can start and stop while following continues. */
export class ArchiveKeeping {
  readonly #parts: KeepingParts;
  readonly #keeper = new PageKeeper();
  #writer: ArchiveWriter | null = null;
  /** Incremented with each archive. */
  #serial = 0;
  /** Since when pages wait, milliseconds since the epoch; null if none wait. */
  #lateSince: number | null = null;

  constructor(parts: KeepingParts) {
    this.#parts = parts;
  }

  get isOn(): boolean {
    return this.#writer !== null;
  }

  /** Archives a page before it is taken in. */
  keep(zone: string, delivery: Delivery, take: () => Promise<number>): Promise<number> {
    return this.#keeper.keep(zone, delivery, take);
  }

  /** Following was restarted, on this or another log, of which this is loaded already. */
  restarted(days?: EventsState['days']): void {
    this.#keeper.restarted(days);
    this.#completeEarlier();
  }

  /** Archives to a file from now on; null stops archiving. */
  async to(path: string | null): Promise<void> {
    const { context, slice } = this.#parts;
    const asked = this.#writer;
    const now = context.clock.now();
    const held = asked ? await heldToday(asked, slice.getState().zones, now) : words`nothing`;
    // The writer may have failed and been replaced while the coverage was read.
    const before = this.#writer;
    const stopped = stoppedText(slice.getState().archiving, held);
    this.#detach();
    context.feeds.stop('events.archive-again');
    slice.setState({ archiving: { kind: 'off' }, completing: new Map() });
    if (path !== null) {
      await archiveFailures(
        () => this.#begin(path),
        (reason, mayPass) => this.#failed(path, reason, mayPass),
      );
    }
    await before?.close();
    if (path === null) context.say(stopped);
  }

  #detach(): void {
    this.#writer = null;
    this.#keeper.end();
    this.#parts.context.feeds.stop('events.earlier');
  }

  #failed(path: string, reason: string, mayPass: boolean): void {
    const { context, slice } = this.#parts;
    const { archiving } = slice.getState();
    const isAgain = archiving.kind === 'failed' && archiving.path === path;
    const since = isAgain ? archiving.since : (this.#lateSince ?? context.clock.now());
    const writer = this.#writer;
    // A file that could not be opened at all was probably a wrong name. One that was open before had a full disk, was
    // removed, or its disk is gone: that is retried.
    const isTriedAgain = isEngineAddress(path) ? mayPass : writer !== null;
    this.#detach();
    void writer?.close();
    slice.setState({
      archiving: { kind: 'failed', path, reason, since, isTriedAgain },
      completing: new Map(),
    });
    if (!isAgain) context.say(printable(reason), 'bad');
    if (isTriedAgain)
      context.feeds.run('events.archive-again', `${since}`, (signal) =>
        this.#tryAgain(path, signal),
      );
  }

  /** Retries opening an archive until it succeeds or another one is chosen. */
  async #tryAgain(path: string, signal: AbortSignal): Promise<void> {
    const { context, slice } = this.#parts;
    for (;;) {
      await context.clock.sleep(RETRY_MS, signal);
      const { archiving } = slice.getState();
      if (signal.aborted || archiving.kind !== 'failed' || archiving.path !== path) return;
      await archiveFailures(
        () => this.#begin(path, signal),
        (reason, mayPass) => {
          if (signal.aborted) return;
          slice.setState({
            archiving: { ...archiving, reason, isTriedAgain: mayPass || !isEngineAddress(path) },
          });
        },
      );
    }
  }

  /** Starts archiving, unless the signal aborts before the archive is open. */
  async #begin(path: string, signal?: AbortSignal): Promise<void> {
    const { context, slice, engine, wake } = this.#parts;
    const writer = await openArchiveWriter(
      path,
      {
        failed: (reason, mayPass) => {
          // A replaced writer may still report about its remaining pages.
          if (this.#writer === writer) this.#failed(path, reason, mayPass);
        },
        late: (late) => {
          if (this.#writer !== writer) return;
          this.#lateSince = late > 0 ? (this.#lateSince ?? context.clock.now()) : null;
          slice.setState(({ archiving }) =>
            archiving.kind === 'on' ? { archiving: { ...archiving, late } } : {},
          );
        },
      },
      context.archivePasswords,
      context.fileThreads,
    );
    // Something else may have been chosen while a server was slow to answer.
    if (signal?.aborted) return writer.close();
    this.#lateSince = null;
    this.#writer = writer;
    this.#serial += 1;
    slice.setState({ archiving: { kind: 'on', path, late: 0 } });
    const { zones } = slice.getState();
    const earlier = await earlierDays(writer, zones, context.clock.now());
    // It has failed meanwhile, which was already reported.
    if (this.#writer !== writer) return;
    const stops = keyFor(context.store.getState().keyNames, 'events.archive', words`A`);
    context.say(
      words`Archiving to ${fileName(path)}: today from its first page${earlier}. ${stops} stops it.`,
    );
    const key = listingKey(slice.getState());
    context.feeds.run(`events.keep ${this.#serial}`, '', () =>
      this.#keeper.begin(writer, engine.storeOf(key ?? '')),
    );
    this.#completeEarlier();
    // The whole day is archived, so loading continues.
    wake.now();
  }

  #completeEarlier(): void {
    const { context, slice, wake, interval, paused } = this.#parts;
    const { requests, clock, feeds, random } = context;
    const { source, zones } = slice.getState();
    const archive = this.#writer;
    const key = listingKey({ source, zones });
    if (!archive || source.kind !== 'service' || key === null) {
      feeds.stop('events.earlier');
      return;
    }
    const today = utcDay(clock.now());
    feeds.run('events.earlier', `${this.#serial} ${today} ${key}`, async (signal) => {
      await Promise.all(
        zones.map((zone) =>
          completeEarlierDays({
            // Earlier days say nothing about the freshness of the list.
            call: async (operation, input, ended = signal, onBody) =>
              (await requests.load(operation, input, ended, undefined, { onBody })).value,
            isHeld: requests.isHeld,
            clock,
            signal,
            wake,
            archive,
            zone,
            today,
            interval,
            paused,
            random,
            unit: () => this.#parts.engine.storeOf(key).unitOf(zone),
            isBusy: () => this.#isBusy(zone),
            progress: (progress) =>
              slice.setState(({ completing }) => ({
                completing: withProgress(completing, zone, progress),
              })),
          }),
        ),
      );
    });
  }

  /** Whether today's log is still loading or failing, and has priority. */
  #isBusy(zone: string): boolean {
    const day = newestDay(this.#parts.slice.getState().days.get(zone));
    return !day || day.phase === 'walking' || day.failure !== null;
  }
}
