import type { OpenedArchive } from '../../archive/archive.ts';
import type { EventStore } from '../../events/store.ts';
import { overlap, type TimeRange } from '../../events/time-range.ts';
import { followZones } from '../../feeds/follow-zone.ts';
import { createWake } from '../../feeds/scheduling.ts';
import { dataInterval } from '../../state/connection.ts';
import {
  type Freshness,
  IN_BACKGROUND,
  type Loaded,
  lastLoaded,
  periodOf,
} from '../../state/loadable.ts';
import type { Slice } from '../../state/slice.ts';
import { printable, words } from '../../text/printable.ts';
import { type UtcDay, utcDay } from '../../text/time.ts';
import type { PaneContext } from '../pane.ts';
import { archiveFailures, largeArchive, loadArchive, loadScope, openArchive } from './archive.ts';
import { ArchiveKeeping, withProgress } from './archive-keeping.ts';
import type { EventsEngine } from './engine.ts';
import {
  afterPage,
  another,
  backTo,
  budgetAfter,
  coversTwo,
  filtersOf,
  type ListedPart,
  type LoadBudget,
  MARGIN_MS,
  reachedOf,
  restOfArchive,
  restOfLog,
  WHOLE_LOG,
} from './load-budget.ts';
import type { EventsModel } from './model.ts';
import {
  type EventsState,
  listingKey,
  newestEnd,
  relisted,
  SERVICE,
  type Source,
} from './state.ts';
import { watchedCall } from './watched-call.ts';

interface FeedingParts {
  readonly context: PaneContext;
  readonly slice: Slice<EventsState>;
  readonly engine: EventsEngine;
  readonly model: Pick<EventsModel, 'applyFilters' | 'watched'>;
  /** Schedules a redraw. */
  changed(): void;
}

/** Feeds entries into the stores, either by following the service or by reading an archive. */
export class Feeding {
  readonly #context: PaneContext;
  readonly #slice: Slice<EventsState>;
  readonly #engine: EventsEngine;
  readonly #model: FeedingParts['model'];
  readonly #changed: () => void;
  readonly #wake = createWake();
  #onScreen = false;
  /** The first day that is being followed. */
  #from: UtcDay | null = null;
  readonly #keeping: ArchiveKeeping;
  #reader: OpenedArchive | null = null;
  /** The listed part of an archive that does not fit into memory; null for its newest entries. */
  #part: ListedPart | null = null;
  #opening = new AbortController();
  #budget: LoadBudget = WHOLE_LOG;
  /** What was loaded of a log when another one was listed. Its store is kept. */
  readonly #left = new WeakMap<EventStore, EventsState['days']>();
  /** Incremented to force a new feed on the same zones. */
  #serial = 0;
  /** Slow file operations run one at a time. */
  #fileWork: Promise<void> = Promise.resolve();
  #fileWorks = 0;
  readonly archives = {
    /** Archives the followed log to a file from now on; null stops archiving. */
    keep: (path: string | null) => this.#queue(() => this.#keeping.to(path)),
    /** Lists the contents of an archive instead of the service. */
    open: (path: string) => {
      this.#opening.abort();
      this.#opening = new AbortController();
      const { signal } = this.#opening;
      this.#queue(() =>
        archiveFailures(
          () => this.#open(path, signal),
          (reason) => this.#context.say(printable(reason), signal.aborted ? 'info' : 'bad'),
        ),
      );
    },
    /** Cancels the archive that is being opened. */
    cancel: () => this.#opening.abort(),
    /** Returns to the service and lists these zones, or the first of the workspace. */
    close: (zones?: readonly string[]) => {
      this.#opening.abort();
      const first = this.#context.store.getState().workspace.shieldZones[0];
      this.#serial += 1;
      this.#list(SERVICE, zones ?? (first ? [first.id] : []));
      this.#reader?.close();
      this.#reader = null;
    },
  };
  readonly loading = {
    /** Loads one more step of older entries. */
    more: () => {
      const rests = this.loading.restsAt();
      if (this.#slice.getState().source.kind === 'archive') {
        if (rests !== null) this.#listBefore(rests, this.#slice.getState().timeRange);
      } else this.#setBudget(another(this.#reached()));
    },
    /** Loads back to this time, milliseconds since the epoch. */
    backTo: (time: number) => {
      if (this.#slice.getState().source.kind === 'archive') this.#listBefore(time + MARGIN_MS);
      else this.#setBudget(backTo(time));
    },
    /** Stops loading older entries. */
    stop: () => {
      if (this.#slice.getState().source.kind === 'archive') return;
      this.#setBudget(backTo(this.#reached()));
    },
    /** Nothing older than this time is loaded until it is asked for; null if nothing is left out. */
    restsAt: (): number | null => {
      const state = this.#slice.getState();
      return state.source.kind === 'archive'
        ? restOfArchive(this.#engine.shown(), this.#part)
        : restOfLog(state);
    },
  };

  constructor({ context, slice, engine, model, changed }: FeedingParts) {
    this.#context = context;
    this.#slice = slice;
    this.#engine = engine;
    this.#model = model;
    this.#changed = changed;
    this.#keeping = new ArchiveKeeping({
      context,
      slice,
      engine,
      wake: this.#wake,
      interval: () => this.#interval(),
      paused: () => this.#isPaused(),
    });
    slice.subscribe((state) => {
      // A part listed under one filter is not valid under another.
      if (this.#part !== null && filtersOf(state) !== this.#part.filters)
        this.#listBefore(null, state.timeRange);
    });
  }

  /** Lists these zones of the open source and starts feeding them. */
  show(zones: readonly string[]): void {
    if (this.#list(this.#slice.getState().source, zones) === 'running') this.#wake.now();
  }

  /** Called when the pane is shown or hidden. A hidden log is followed less often. */
  appear(isOnScreen: boolean): void {
    this.#onScreen = isOnScreen;
  }

  /** The clock was corrected, so today may be a different day. */
  clockCorrected(): void {
    const today = utcDay(this.#context.clock.now());
    const isFollowed = this.#slice.getState().source.kind === 'service' && this.#from !== null;
    if (!isFollowed || this.#from === today) return;
    // The day being followed was not the service's current day.
    this.#serial += 1;
    this.#start();
  }

  freshness(): Freshness {
    const shown = this.#slice.getState();
    const { loadable } = newestEnd(shown);
    if (shown.source.kind === 'archive') return { loadable, every: null };
    const took = lastLoaded(loadable)?.took ?? 0;
    const state = this.#context.store.getState();
    return { loadable, every: periodOf(this.#interval(), took), dataInterval: dataInterval(state) };
  }

  /** Refreshes now. */
  refresh(): void {
    if (this.#part !== null) this.#listBefore(null, this.#slice.getState().timeRange);
    else if (this.#start() === 'running') this.#wake.now();
  }

  /** How far back the log is loaded; wall clock, milliseconds. */
  #reached(): number {
    return reachedOf(this.#slice.getState()) ?? this.#context.clock.now();
  }

  #setBudget(budget: LoadBudget): void {
    this.#budget = budget;
    this.#wake.now();
  }

  #queue(work: () => Promise<void>): void {
    this.#fileWorks += 1;
    const done = this.#fileWork.then(work);
    this.#fileWork = done.catch(() => {});
    this.#context.feeds.run(`events.file ${this.#fileWorks}`, '', () => done);
  }

  /** Starts the feed of the current listing, unless it is running. */
  #start(): 'started' | 'running' | 'stopped' {
    const { source, zones } = this.#slice.getState();
    const key = listingKey({ source, zones });
    return this.#context.feeds.run('events', key && `${this.#serial} ${key}`, (signal) =>
      source.kind === 'archive'
        ? this.#read(key ?? '', zones, signal)
        : this.#follow(key ?? '', zones, signal),
    );
  }

  #list(source: Source, zones: readonly string[]): 'started' | 'running' | 'stopped' {
    const before = this.#slice.getState();
    const keyBefore = listingKey(before);
    if (listingKey({ source, zones }) !== keyBefore) {
      this.#part = null;
      this.#model.applyFilters(relisted(before, source, zones));
      // Listings that reload quickly, or duplicate other stores, are not kept in memory.
      const isDouble = before.zones.length > 1 || before.source.kind === 'archive';
      if (keyBefore !== null && isDouble) this.#engine.forget(keyBefore);
      else if (keyBefore !== null) this.#left.set(this.#engine.storeOf(keyBefore), before.days);
    }
    return this.#start();
  }

  #grown(): void {
    this.#engine.grown();
    this.#changed();
  }

  #follow(key: string, zones: readonly string[], signal: AbortSignal): Promise<void> {
    const { clock, requests, random } = this.#context;
    const from = utcDay(clock.now());
    this.#from = from;
    const store = this.#engine.storeOf(key);
    // An archive may not have what was loaded before it: it is loaded again.
    const left = this.#keeping.isOn ? undefined : this.#left.get(store);
    this.#budget = budgetAfter(clock.now(), { zones, days: left ?? new Map() });
    this.#keeping.restarted(left);
    return followZones({
      call: watchedCall(this.#context, this.#slice),
      isHeld: requests.isHeld,
      clock,
      signal,
      wake: this.#wake,
      store,
      zones,
      from,
      covered: (zone, day) => left?.get(zone)?.get(day)?.coverage.loaded ?? [],
      interval: () => this.#interval(),
      paused: () => this.#isPaused(),
      // An archived log is kept whole. Otherwise, nothing older than a full store would accept is requested.
      backfillTo: () =>
        this.#keeping.isOn
          ? WHOLE_LOG.to
          : Math.max(this.#budget.to, store.horizon ?? Number.NEGATIVE_INFINITY),
      arrived: (page) => {
        this.#budget = afterPage(
          this.#budget,
          page,
          reachedOf(this.#slice.getState()),
          clock.now(),
        );
      },
      mayAskAhead: (bytes) => coversTwo(this.#budget, bytes),
      keep: (zone, delivery, take) => this.#keeping.keep(zone, delivery, take),
      random,
      grown: () => this.#grown(),
      progress: (zone, progress) =>
        this.#slice.setState(({ days }) => ({ days: withProgress(days, zone, progress) })),
    });
  }

  /** Time between two looks at the newest end, in milliseconds. */
  #interval(): number {
    return this.#context.store.getState().interval * (this.#onScreen ? 1 : IN_BACKGROUND);
  }

  /** Whether polling is paused: on demand, or because the log is neither shown, followed nor archived. */
  #isPaused(): boolean {
    const isWanted = this.#onScreen || this.#slice.getState().following || this.#keeping.isOn;
    return this.#context.store.getState().pausedAt !== null || !isWanted;
  }

  async #read(key: string, zones: readonly string[], signal: AbortSignal): Promise<void> {
    const archive = this.#reader;
    if (!archive) return;
    this.#keeping.restarted();
    // What is written while it is read need not be in it.
    const at = this.#context.moment();
    const load = async () => {
      const coverage = await archive.contents();
      this.#slice.setState(({ source }) =>
        source.kind === 'archive' ? { source: { ...source, coverage } } : {},
      );
      const loading = {
        zones,
        store: this.#engine.storeOf(key),
        signal,
        grown: () => this.#grown(),
      };
      const part = this.#part;
      if (part === null) {
        const isAll = await loadArchive({ archive, ...loading });
        if (isAll || signal.aborted) return;
      }
      const failing = (reason: string) => this.#context.say(printable(reason), 'bad');
      const large = await largeArchive(archive, zones, failing);
      if (!large || signal.aborted) return;
      this.#engine.enlarge(key, large);
      if (part === null) return;
      const isAll = await loadScope(large, part.scope, loading);
      if (part === this.#part) this.#part = { ...part, isAll };
    };
    await archiveFailures(load, (reason) => {
      if (!signal.aborted) this.#context.say(printable(reason), 'bad');
    });
    if (signal.aborted) return;
    const took = this.#context.clock.elapsed() - at.elapsed;
    const read: Loaded<null> = { kind: 'loaded', value: null, at, took };
    this.#slice.setState({ looks: new Map(zones.map((zone) => [zone, read])) });
    this.#changed();
  }

  /** Lists the archive entries that pass filters and time range before `until` (null: the newest), as many as fit. */
  #listBefore(until: number | null, timeRange: TimeRange | null = null): void {
    const state = this.#slice.getState();
    const [key, shown] = [listingKey(state), this.#engine.shown()];
    if (key === null || !shown) return;
    const { filter, moment } = shown.scope;
    const range = overlap({ from: -Number.MAX_VALUE, until: until ?? 0 }, timeRange ?? undefined);
    const part = { scope: { filter, moment, range }, filters: filtersOf({ ...state, timeRange }) };
    this.#part = until === null ? null : { ...part, isAll: false };
    this.#serial += 1;
    this.#engine.forget(key);
    const anew = relisted(state, state.source, state.zones);
    this.#model.applyFilters({ ...anew, timeRange, following: until === null });
    this.#start();
  }

  async #open(path: string, signal: AbortSignal): Promise<void> {
    const progress = (share: number) => {
      const percent = Math.floor(share * 100);
      if (this.#slice.getState().opening?.percent !== percent)
        this.#slice.setState({ opening: { path, percent } });
    };
    this.#slice.setState({ opening: { path, percent: null } });
    const { opened, coverage } = await openArchive(path, this.#context.archivePasswords, {
      signal,
      progress,
    }).finally(() => this.#slice.setState({ opening: null }));
    const zones = [...coverage.keys()];
    const [first] = zones;
    if (first === undefined) {
      await opened.close();
      this.#context.say(words`${printable(path)} is empty.`, 'warn');
      return;
    }
    const known = this.#context.store.getState().workspace.shieldZones;
    await this.#reader?.close();
    this.#reader = opened;
    this.#serial += 1;
    const named = zones.map((id) => known.find((zone) => zone.id === id) ?? { id, name: id });
    this.#list({ kind: 'archive', path, zones: named, coverage }, [first]);
  }
}
