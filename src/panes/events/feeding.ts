import { ArchiveError } from '../../archive/archive-error.ts';
import type { ArchiveReader } from '../../archive/event-archive.ts';
import { ApiError } from '../../contract/api-error.ts';
import type { Call } from '../../contract/operation.ts';
import { firstOpenDay } from '../../events/log-archive.ts';
import { followZones } from '../../feeds/follow-zone.ts';
import type { DayProgress } from '../../feeds/pages-feed.ts';
import { createWake } from '../../feeds/wake.ts';
import { failed } from '../../state/loadable.ts';
import type { Slice } from '../../state/slice.ts';
import { utcDay } from '../../text/moments.ts';
import { type Printable, printable, words } from '../../text/printable.ts';
import { noteRefusal } from '../freshness.ts';
import type { PaneContext } from '../pane.ts';
import { type ArchiveWriter, coverageOf, loadArchive, openArchiveWriter } from './archive.ts';
import type { Archives } from './archive-commands.ts';
import type { EventsEngine } from './engine.ts';
import type { EventsModel } from './model.ts';
import {
  EMPTY_EVENTS,
  type EventsState,
  type FollowedDays,
  fileName,
  listingKey,
  SERVICE,
  type Source,
} from './state.ts';

/** The longest wait between two looks at the live end, milliseconds. */
export const POLL_INTERVAL = 2000;

/** What brings entries into the stores: the service that is followed, or an archive that is read. */
interface Feeding {
  /** Lists these zones of the source that is open, and sees to it that they are fed. */
  show(zones: readonly string[]): void;
  /** Asks again now. */
  refresh(): void;
  readonly archives: Archives;
}

/** What feeding acts on. */
interface FeedingParts {
  readonly context: PaneContext;
  readonly slice: Slice<EventsState>;
  readonly engine: EventsEngine;
  readonly model: Pick<EventsModel, 'applyFilters' | 'watched'>;
  /** There is something new to draw before long. */
  changed(): void;
}

export function eventsFeeding({
  context,
  slice,
  engine,
  model,
  changed: sign,
}: FeedingParts): Feeding {
  const { store, clock, feeds } = context;
  const wake = createWake();
  let keeper: ArchiveWriter | null = null;
  let reader: ArchiveReader | null = null;
  /** Counts what makes a feed another one on the same zones. */
  let serial = 0;

  /** `call`, noting how fresh the end of the log is. */
  const watchedCall: Call = async (operation, input, signal) => {
    const began = clock.elapsed();
    try {
      const answer = await context.call(operation, input, signal);
      const at = context.moment();
      slice.set({ page: { kind: 'loaded', value: null, at, took: at.elapsed - began } });
      return answer;
    } catch (error) {
      if (error instanceof ApiError && !signal?.aborted) {
        slice.set(({ page }) => ({ page: failed(page, error, context.moment()) }));
      }
      throw error;
    }
  };

  const grown = () => {
    engine.grown();
    sign();
  };

  const noted = (days: FollowedDays, zone: string, progress: DayProgress): FollowedDays =>
    new Map(days).set(zone, new Map(days.get(zone)).set(progress.day, progress));

  const follow = (key: string, zones: readonly string[], signal: AbortSignal) => {
    const from = utcDay(clock.now());
    return followZones({
      call: watchedCall,
      // What comes of days before tells nothing of how fresh the list is.
      backfillCall: context.call,
      clock,
      signal,
      wake,
      store: engine.storeOf(key),
      zones,
      from,
      interval: () => Math.min(POLL_INTERVAL, store.getState().interval),
      paused: () => store.getState().pausedAt !== null,
      random: context.random,
      ...(keeper && { archive: keeper }),
      grown,
      progress(zone, progress) {
        slice.set(({ days, completing }) =>
          progress.day < from
            ? { completing: noted(completing, zone, progress) }
            : { days: noted(days, zone, progress) },
        );
        if (progress.failure && progress.day >= from) noteRefusal(context, progress.failure.wait);
      },
    });
  };

  const read = async (key: string, zones: readonly string[], signal: AbortSignal) => {
    const archive = reader;
    if (!archive) return;
    const began = clock.elapsed();
    try {
      const coverage = coverageOf(archive);
      slice.set(({ source }) =>
        source.kind === 'archive' ? { source: { ...source, coverage } } : {},
      );
      await loadArchive({ archive, zones, store: engine.storeOf(key), signal, grown });
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof ArchiveError)) throw error;
      context.say(printable(error.message), 'bad');
    }
    if (signal.aborted) return;
    const at = context.moment();
    slice.set({ page: { kind: 'loaded', value: null, at, took: at.elapsed - began } });
    sign();
  };

  const start = () => {
    const { source, zones } = slice.get();
    const key = listingKey({ source, zones });
    return feeds.run('events', key && `${serial} ${key}`, (signal) =>
      source.kind === 'archive' ? read(key ?? '', zones, signal) : follow(key ?? '', zones, signal),
    );
  };

  const list = (source: Source, zones: readonly string[]) => {
    const before = slice.get();
    const key = listingKey({ source, zones });
    const keyBefore = listingKey(before);
    if (key !== keyBefore) {
      // The filters stay: the same question is often asked of the next zone.
      const {
        filters,
        unmatched,
        search,
        archiving,
        timeColumn,
        coloured,
        wrap,
        context: around,
      } = before;
      slice.set({
        ...EMPTY_EVENTS,
        source,
        zones,
        filters,
        unmatched,
        search,
        archiving,
        timeColumn,
        coloured,
        wrap,
        context: around,
        version: before.version + 1,
      });
      model.applyFilters();
      // What can be had again in no time, or is there twice, need not be held.
      const isDouble = before.zones.length > 1 || before.source.kind === 'archive';
      if (keyBefore !== null && isDouble) engine.forget(keyBefore);
    }
    return start();
  };

  /** Does what takes a while with a file; one after the other. */
  let files: Promise<void> = Promise.resolve();
  let works = 0;
  const working = (work: () => Promise<void>) => {
    works += 1;
    const done = files.then(work);
    files = done.catch(() => {});
    feeds.run(`events.file ${works}`, '', () => done);
  };
  const told = async (work: () => Promise<void>, otherwise: (reason: string) => void) => {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof ArchiveError)) throw error;
      otherwise(error.message);
    }
  };

  /** A clause where days before today are to be completed. */
  const lacking = (log: ArchiveWriter): Printable => {
    const { zones } = slice.get();
    const today = utcDay(clock.now());
    return zones.some((zone) => firstOpenDay(log, zone, today) < today)
      ? words` and the rest of earlier days`
      : words``;
  };

  const keepIn = async (path: string | null) => {
    const before = keeper;
    keeper = null;
    const failedWith = (reason: string) => {
      slice.set({ archiving: { kind: 'failed', path: path ?? '', reason }, completing: new Map() });
      context.say(printable(reason), 'bad');
    };
    slice.set({ archiving: { kind: 'off' }, completing: new Map() });
    if (path !== null) {
      await told(async () => {
        keeper = await openArchiveWriter(path, failedWith);
        slice.set({ archiving: { kind: 'on', path } });
        context.say(
          words`Archiving the whole day${lacking(keeper)} to ${fileName(path)}. A stops it.`,
        );
      }, failedWith);
    }
    // From the first page on: what came before must be in the archive, too.
    serial += 1;
    start();
    await before?.close();
    if (path === null) context.say(words`Archiving stopped; file is intact.`);
  };

  const openFile = (path: string) =>
    told(
      async () => {
        const { readEventArchive } = await import('../../archive/event-archive.ts');
        const opened = await readEventArchive(path);
        const zones = opened.zones();
        const [first] = zones;
        if (first === undefined) {
          opened.close();
          context.say(words`${printable(path)} is empty.`, 'warn');
          return;
        }
        const coverage = coverageOf(opened);
        const known = store.getState().workspace.shieldZones;
        reader?.close();
        reader = opened;
        serial += 1;
        const named = zones.map((id) => known.find((zone) => zone.id === id) ?? { id, name: id });
        list({ kind: 'archive', path, zones: named, coverage }, [first]);
      },
      (reason) => context.say(printable(reason), 'bad'),
    );

  return {
    show: (zones) => void list(slice.get().source, zones),
    refresh() {
      if (start() === 'running') wake.now();
    },
    archives: {
      keep: (path) => working(() => keepIn(path)),
      open: (path) => working(() => openFile(path)),
      close(zones) {
        const first = store.getState().workspace.shieldZones[0];
        serial += 1;
        list(SERVICE, zones ?? (first ? [first.id] : []));
        reader?.close();
        reader = null;
      },
    },
  };
}
