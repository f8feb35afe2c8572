import { ArchiveError } from '../../archive/database.ts';
import type { ArchiveReader } from '../../archive/event-archive.ts';
import { ApiError } from '../../contract/api-error.ts';
import type { Call } from '../../contract/operation.ts';
import { firstOpenDay } from '../../events/log-archive.ts';
import { followZones } from '../../feeds/follow-zone.ts';
import type { DayProgress } from '../../feeds/pages-feed.ts';
import { createWake } from '../../feeds/scheduling.ts';
import { failed } from '../../state/loadable.ts';
import type { Slice } from '../../state/slice.ts';
import { type Printable, printable, words } from '../../text/printable.ts';
import { type UtcDay, utcDay } from '../../text/time.ts';
import { noteRefusal } from '../freshness.ts';
import type { PaneContext } from '../pane.ts';
import {
  type ArchiveWriter,
  coverageOf,
  heldOf,
  loadArchive,
  openArchiveWriter,
} from './archive.ts';
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
export const LONGEST_POLL = 2000;

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

export function eventsFeeding(parts: FeedingParts): Feeding {
  const feeder = new Feeder(parts);
  return {
    show: (zones) => feeder.show(zones),
    refresh: () => feeder.refresh(),
    archives: {
      keep: (path) => feeder.archiveTo(path),
      open: (path) => feeder.openArchive(path),
      close: (zones) => feeder.closeArchive(zones),
    },
  };
}

const withProgress = (days: FollowedDays, zone: string, progress: DayProgress): FollowedDays =>
  new Map(days).set(zone, new Map(days.get(zone)).set(progress.day, progress));

/** Runs `work`; what an archive fails with is told to `failed`. */
async function archiveFailures(
  work: () => Promise<void>,
  failed: (reason: string) => void,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof ArchiveError)) throw error;
    failed(error.message);
  }
}

class Feeder {
  readonly #context: PaneContext;
  readonly #slice: Slice<EventsState>;
  readonly #engine: EventsEngine;
  readonly #model: FeedingParts['model'];
  readonly #changed: () => void;
  readonly #wake = createWake();
  #writer: ArchiveWriter | null = null;
  #reader: ArchiveReader | null = null;
  /** Counts what makes a feed another one on the same zones. */
  #serial = 0;
  /** What takes a while with a file: one after the other. */
  #fileWork: Promise<void> = Promise.resolve();
  #fileWorks = 0;

  constructor({ context, slice, engine, model, changed }: FeedingParts) {
    this.#context = context;
    this.#slice = slice;
    this.#engine = engine;
    this.#model = model;
    this.#changed = changed;
  }

  show(zones: readonly string[]): void {
    this.#list(this.#slice.getState().source, zones);
  }

  refresh(): void {
    if (this.#start() === 'running') this.#wake.now();
  }

  archiveTo(path: string | null): void {
    this.#queue(() => this.#archiveTo(path));
  }

  openArchive(path: string): void {
    this.#queue(() =>
      archiveFailures(
        () => this.#open(path),
        (reason) => this.#context.say(printable(reason), 'bad'),
      ),
    );
  }

  closeArchive(zones?: readonly string[]): void {
    const first = this.#context.store.getState().workspace.shieldZones[0];
    this.#serial += 1;
    this.#list(SERVICE, zones ?? (first ? [first.id] : []));
    this.#reader?.close();
    this.#reader = null;
  }

  #queue(work: () => Promise<void>): void {
    this.#fileWorks += 1;
    const done = this.#fileWork.then(work);
    this.#fileWork = done.catch(() => {});
    this.#context.feeds.run(`events.file ${this.#fileWorks}`, '', () => done);
  }

  /** Sees to it that what is listed is fed. */
  #start(): 'started' | 'running' | 'stopped' {
    const { source, zones } = this.#slice.getState();
    const key = listingKey({ source, zones });
    return this.#context.feeds.run('events', key && `${this.#serial} ${key}`, (signal) =>
      source.kind === 'archive'
        ? this.#read(key ?? '', zones, signal)
        : this.#follow(key ?? '', zones, signal),
    );
  }

  #list(source: Source, zones: readonly string[]): void {
    const before = this.#slice.getState();
    const keyBefore = listingKey(before);
    if (listingKey({ source, zones }) !== keyBefore) {
      const { filters, unmatched, search, archiving, timeColumn, coloured, wrap } = before;
      this.#slice.setState({
        ...EMPTY_EVENTS,
        source,
        zones,
        // The filters stay: the same question is often asked of the next zone.
        filters,
        unmatched,
        search,
        archiving,
        timeColumn,
        coloured,
        wrap,
        context: before.context,
        version: before.version + 1,
      });
      this.#model.applyFilters();
      // What can be had again in no time, or is there twice, need not be held.
      const isDouble = before.zones.length > 1 || before.source.kind === 'archive';
      if (keyBefore !== null && isDouble) this.#engine.forget(keyBefore);
    }
    this.#start();
  }

  #grown(): void {
    this.#engine.grown();
    this.#changed();
  }

  /** The console's `call`, noting how fresh the end of the log is. */
  readonly #watchedCall: Call = async (operation, input, signal) => {
    const context = this.#context;
    const began = context.clock.elapsed();
    try {
      const answer = await context.call(operation, input, signal);
      this.#loaded(began);
      return answer;
    } catch (error) {
      if (error instanceof ApiError && !signal?.aborted) {
        this.#slice.setState(({ page }) => ({ page: failed(page, error, context.moment()) }));
      }
      throw error;
    }
  };

  #loaded(began: number): void {
    const at = this.#context.moment();
    this.#slice.setState({ page: { kind: 'loaded', value: null, at, took: at.elapsed - began } });
  }

  #follow(key: string, zones: readonly string[], signal: AbortSignal): Promise<void> {
    const { store, clock, call, random } = this.#context;
    const from = utcDay(clock.now());
    return followZones({
      call: this.#watchedCall,
      // What comes of days before tells nothing of how fresh the list is.
      backfillCall: call,
      clock,
      signal,
      wake: this.#wake,
      store: this.#engine.storeOf(key),
      zones,
      from,
      interval: () => Math.min(LONGEST_POLL, store.getState().interval),
      paused: () => store.getState().pausedAt !== null,
      random,
      ...(this.#writer && { archive: this.#writer }),
      grown: () => this.#grown(),
      progress: (zone, progress) => this.#progress(zone, progress, from),
    });
  }

  #progress(zone: string, progress: DayProgress, from: UtcDay): void {
    const isEarlier = progress.day < from;
    this.#slice.setState(({ days, completing }) =>
      isEarlier
        ? { completing: withProgress(completing, zone, progress) }
        : { days: withProgress(days, zone, progress) },
    );
    if (progress.failure && !isEarlier) noteRefusal(this.#context, progress.failure.wait);
  }

  async #read(key: string, zones: readonly string[], signal: AbortSignal): Promise<void> {
    const archive = this.#reader;
    if (!archive) return;
    const began = this.#context.clock.elapsed();
    const load = async () => {
      const coverage = coverageOf(archive);
      this.#slice.setState(({ source }) =>
        source.kind === 'archive' ? { source: { ...source, coverage } } : {},
      );
      const store = this.#engine.storeOf(key);
      await loadArchive({ archive, zones, store, signal, grown: () => this.#grown() });
    };
    await archiveFailures(load, (reason) => {
      if (!signal.aborted) this.#context.say(printable(reason), 'bad');
    });
    if (signal.aborted) return;
    this.#loaded(began);
    this.#changed();
  }

  async #archiveTo(path: string | null): Promise<void> {
    const before = this.#writer;
    const held = before ? this.#heldIn(before) : words`nothing`;
    this.#writer = null;
    const failedWith = (reason: string) => {
      this.#slice.setState({
        archiving: { kind: 'failed', path: path ?? '', reason },
        completing: new Map(),
      });
      this.#context.say(printable(reason), 'bad');
    };
    this.#slice.setState({ archiving: { kind: 'off' }, completing: new Map() });
    if (path !== null) {
      await archiveFailures(async () => {
        const writer = await openArchiveWriter(path, {
          failed: failedWith,
          late: (late) =>
            this.#slice.setState(({ archiving }) =>
              archiving.kind === 'on' && this.#writer === writer
                ? { archiving: { ...archiving, late } }
                : {},
            ),
        });
        this.#writer = writer;
        this.#slice.setState({ archiving: { kind: 'on', path, late: 0 } });
        const earlier = this.#earlierDays(writer);
        this.#context.say(
          words`Archiving to ${fileName(path)}: today from its first page${earlier}. A stops it.`,
        );
      }, failedWith);
    }
    // From the first page on: what came before must be in the archive, too.
    this.#serial += 1;
    this.#start();
    await before?.close();
    if (path === null) {
      this.#context.say(
        words`Archiving stopped; file is intact, with ${held} of today so far (UTC).`,
      );
    }
  }

  #heldIn(archive: ArchiveWriter): Printable {
    const now = this.#context.clock.now();
    const today = utcDay(now);
    const { zones } = this.#slice.getState();
    return heldOf(
      zones.map((zone) => archive.coverage(zone, today)),
      now,
    );
  }

  /** A clause where days before today are to be completed. */
  #earlierDays(archive: ArchiveWriter): Printable {
    const { zones } = this.#slice.getState();
    const today = utcDay(this.#context.clock.now());
    return zones.some((zone) => firstOpenDay(archive, zone, today) < today)
      ? words`, and the rest of earlier days`
      : words``;
  }

  async #open(path: string): Promise<void> {
    const { readEventArchive } = await import('../../archive/event-archive.ts');
    const opened = await readEventArchive(path);
    const zones = opened.zones();
    const [first] = zones;
    if (first === undefined) {
      opened.close();
      this.#context.say(words`${printable(path)} is empty.`, 'warn');
      return;
    }
    const coverage = coverageOf(opened);
    const known = this.#context.store.getState().workspace.shieldZones;
    this.#reader?.close();
    this.#reader = opened;
    this.#serial += 1;
    const named = zones.map((id) => known.find((zone) => zone.id === id) ?? { id, name: id });
    this.#list({ kind: 'archive', path, zones: named, coverage }, [first]);
  }
}
