import { setTimeout } from 'node:timers/promises';
import {
  type ArchivePasswords,
  type ArchiveReader,
  newestBehind,
  type OpenedArchive,
} from '../../archive/archive.ts';
import { openLogArchive, readEventArchive } from '../../archive/open.ts';
import type { EntryList } from '../../contract/operations/event-logs.ts';
import { type Coverage, dayRange, noCoverage, subtracted } from '../../events/coverage.ts';
import { firstOpenDay, type LogArchive } from '../../events/log-archive.ts';
import type { Answerer, PageAnswer, PageQuestion, Scope } from '../../events/questions/question.ts';
import { SeenEntries } from '../../events/seen-entries.ts';
import type { EventStore } from '../../events/store.ts';
import { yieldToEventLoop } from '../../feeds/scheduling.ts';
import { DatabaseError } from '../../sqlite/database.ts';
import { percent } from '../../text/numbers.ts';
import { type Printable, words } from '../../text/printable.ts';
import { utcDay } from '../../text/time.ts';
import type { LargeArchive } from './engine.ts';
import { fileName } from './state.ts';

interface ArchiveLoading {
  readonly archive: ArchiveReader;
  readonly zones: readonly string[];
  readonly store: EventStore;
  readonly signal: AbortSignal;
  /** The store has more than it had. */
  grown(): void;
}

/** The longest that taking in a page may keep a key waiting, milliseconds. */
const SLICE = 8;

/**
 * Loads zones of an archive into a store, the newest day first, until all is there, the store is full of
 * newer entries, or the signal aborts. Rejects with an ArchiveError.
 *
 * @returns whether all is there
 */
export async function loadArchive(loading: ArchiveLoading): Promise<boolean> {
  const { archive, zones } = loading;
  const found = await Promise.all(
    zones.map(async (zone) => (await archive.days(zone)).map((day) => ({ zone, day }))),
  );
  const days = Map.groupBy(found.flat(), ({ day }) => day);
  const full = new Set<string>();
  for (const [day, of] of [...days].sort(([a], [b]) => b - a)) {
    const open = of.map(({ zone }) => zone).filter((zone) => !full.has(zone));
    for (const zone of await loadDay(loading, open, day)) full.add(zone);
    if (loading.signal.aborted || full.size === zones.length) return false;
  }
  return full.size === 0 && loading.store.horizon === null;
}

/**
 * Loads a day of zones, always the page that may have the newest entries: a store that gets full has the newest of all.
 *
 * @returns the zones of which it takes in nothing that is older
 */
async function loadDay(
  { archive, store, signal, grown }: ArchiveLoading,
  zones: readonly string[],
  day: number,
): Promise<readonly string[]> {
  const full: string[] = [];
  const tokens = new Map<string, string | undefined>(zones.map((zone) => [zone, undefined]));
  const newest = (zone: string) => newestBehind(tokens.get(zone));
  for (let zone = zones[0]; zone !== undefined; ) {
    const page = await archive.page(zone, day, tokens.get(zone));
    if (page.hasMoreData && page.continuationToken !== null)
      tokens.set(zone, page.continuationToken);
    else tokens.delete(zone);
    const slices = store.ingest(zone, page.logs, 'backfill', SLICE);
    for (let slice = slices.next(); ; slice = slices.next()) {
      if (slice.done) {
        if (slice.value.refused > 0 && slice.value.refused === page.logs.length) {
          full.push(zone);
          tokens.delete(zone);
        }
        break;
      }
      grown();
      await yieldToEventLoop();
      if (signal.aborted) return full;
    }
    const [first, ...others] = tokens.keys();
    zone = others.reduce(
      (best, each) => (newest(each) > newest(best ?? each) ? each : best),
      first,
    );
  }
  return full;
}

/** Entries asked for at a time. */
const PAGE = 1000;

/**
 * Loads entries of an archive, newest first, until the store is full of them or the signal aborts.
 *
 * @returns whether all are there
 */
export async function loadScope(
  { answers }: LargeArchive,
  scope: Scope,
  { zones, store, signal, grown }: Omit<ArchiveLoading, 'archive'>,
): Promise<boolean> {
  for (let after: string | null = null, refused = 0; ; ) {
    const question: PageQuestion = { kind: 'page', scope, most: PAGE, after };
    let page: PageAnswer | undefined;
    for await (const { answer } of answers.ask(question, signal)) page = answer;
    if (!page || signal.aborted) return false;
    let isRefused = page.entries.length > 0;
    for (const [zone, own] of Map.groupBy(page.entries, (each) => each.zone)) {
      const entries = own.map(({ entry }) => entry);
      const slices = store.ingest(zone, entries, 'backfill', SLICE);
      let slice = slices.next();
      for (; !slice.done; slice = slices.next()) await yieldToEventLoop();
      isRefused &&= slice.value.refused === entries.length;
    }
    grown();
    after = page.next;
    if (after === null) return store.horizon === null;
    // What comes now would be let go of again, of each zone.
    refused = isRefused ? refused + 1 : 0;
    if (refused >= zones.length || signal.aborted) return false;
  }
}

/** What an archive fails with is told, and is the end of its answers. */
const telling = (answers: Answerer, failed: (reason: string) => void): Answerer => ({
  async *ask(question, signal) {
    try {
      yield* answers.ask(question, signal);
    } catch (error) {
      if (!(error instanceof DatabaseError)) throw error;
      if (!signal.aborted) failed(error.message);
    }
  },
});

/** What an archive has of zones, where that is more than what is loaded; null where no entry of it has a time. */
export async function largeArchive(
  archive: OpenedArchive,
  zones: readonly string[],
  failed: (reason: string) => void,
): Promise<LargeArchive | null> {
  let entries = 0;
  let from = Number.POSITIVE_INFINITY;
  let until = Number.NEGATIVE_INFINITY;
  const contents = await archive.contents(zones);
  for (const { entries: ofDay, oldest, newest } of [...contents.values()].flatMap((days) => [
    ...days.values(),
  ])) {
    entries += ofDay;
    from = Math.min(from, oldest ?? from);
    until = Math.max(until, (newest ?? until) + 1);
  }
  if (from >= until) return null;
  return { answers: telling(archive.answerer(zones), failed), entries, span: { from, until } };
}

/** An archive that pages are kept in as they come. Once it cannot be used any more it knows of nothing. */
export interface ArchiveWriter extends LogArchive {
  /** Closes the file, once the pages that came are kept, or cannot be before long. */
  close(): Promise<void>;
}

type Page = Readonly<Parameters<LogArchive['append']>>;

/** What becomes of an archive while it is written to. */
interface ArchiveEvents {
  /**
   * Nothing is kept from now on. Told once.
   *
   * @param reason a sentence, hostile text
   * @param mayPass whether it may pass by itself
   */
  failed(reason: string, mayPass: boolean): void;
  /** So many entries wait for another program that holds the file; 0 when none do any more. */
  late(entries: number): void;
}

/** So many entries may wait for another program while the following goes on; then it waits as well. */
const MOST_WAITING = 20_000;
/** How long another program is waited for when the archive is to be closed, milliseconds. */
const MAX_EXIT_WAIT_MS = 2000;

/**
 * Opens an archive to keep pages in. What goes wrong with it later must not end the following: it is told, and
 * nothing is kept from then on, since what came later would hide what is missing. Where another program holds the
 * file, pages wait and are kept in their order; nothing else does.
 *
 * @throws ArchiveError when it cannot be opened
 */
export async function openArchiveWriter(
  path: string,
  told: ArchiveEvents,
  passwords?: ArchivePasswords,
  inThread = false,
): Promise<ArchiveWriter> {
  const giveUp = new AbortController();
  let over = false;
  let isLate = false;
  let waiting = 0;
  /** Entries that the archive itself holds back. */
  let held = 0;
  /** What waits: the newest entries come again with every look at the end of the log. */
  let seen = new Map<string, SeenEntries>();
  /** Pages that may go on without being written, while there is room for them. */
  const passes = new Set<() => void>();
  const passWaiting = () => {
    if (isLate && waiting <= MOST_WAITING) for (const pass of passes) pass();
  };
  const archive = await openLogArchive(
    path,
    {
      inThread,
      signal: giveUp.signal,
      givesUp: true,
      late(late, queued) {
        isLate = late;
        held = queued;
        if (!late) seen = new Map();
        told.late(late ? waiting + held : 0);
        passWaiting();
      },
    },
    passwords,
  );
  const trouble = (error: unknown) => {
    if (!(error instanceof DatabaseError)) throw error;
    if (!over) told.failed(error.message, error.isBusy);
    over = true;
  };
  const read = async <Value>(work: () => Promise<Value>, nothing: Value): Promise<Value> => {
    if (over) return nothing;
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof DatabaseError && error.isBusy)) trouble(error);
      return nothing;
    }
  };
  const keep = async (page: Page, pass: () => void): Promise<number> => {
    const entries = page[2].length;
    waiting += entries;
    passes.add(pass);
    try {
      return await archive.append(...page);
    } catch (error) {
      trouble(error);
      return entries;
    } finally {
      waiting -= entries;
      passes.delete(pass);
      if (isLate) told.late(waiting + held);
      passWaiting();
    }
  };
  const notWaiting = (zone: string, entries: EntryList): EntryList => {
    if (!isLate) return entries;
    const known = seen.get(zone) ?? new SeenEntries();
    seen.set(zone, known);
    return [...entries].filter((entry) => known.add(entry));
  };
  let latest: Promise<unknown> = Promise.resolve();
  return {
    days: (zone) => read(() => archive.days(zone), []),
    coverage: (zone, day) => read(() => archive.coverage(zone, day), noCoverage(day)),
    covered: (zone, day) => read(() => archive.covered(zone, day), []),
    append(zone, day, entries, ...rest) {
      if (over) return Promise.resolve(entries.length);
      const passed = Promise.withResolvers<number>();
      const page = [zone, day, notWaiting(zone, entries), ...rest] as const;
      const kept = keep(page, () => passed.resolve(page[2].length));
      latest = Promise.all([latest, kept]);
      latest.catch(() => {});
      if (isLate) told.late(waiting + held);
      passWaiting();
      return Promise.race([kept, passed.promise]);
    },
    async close() {
      over = true;
      await Promise.race([
        latest.catch(() => {}),
        setTimeout(MAX_EXIT_WAIT_MS, undefined, { ref: false }),
      ]);
      giveUp.abort();
      await latest.catch(() => {});
      // What was not written is not said to be there either.
      await archive.close().catch(trouble);
    },
  };
}

/** The latest look at the newest end may lie so far back, milliseconds. */
const LATEST_LOOK = 60_000;

/** How much an archive has of the days of these, up to now: `all`, `9%`, `nothing`. */
export function heldOf(coverages: readonly Coverage[], now: number): Printable {
  let passed = 0;
  let missing = 0;
  let isAll = true;
  for (const { day, loaded } of coverages) {
    const { from, until } = dayRange(day);
    const span = { from, until: Math.min(until, now) };
    const lacking = subtracted([span], loaded).reduce((sum, gap) => sum + gap.until - gap.from, 0);
    passed += span.until - span.from;
    missing += lacking;
    isAll &&= lacking <= LATEST_LOOK;
  }
  if (missing >= passed) return words`nothing`;
  return isAll ? words`all` : percent(1 - missing / passed);
}

/** Runs `work`; what an archive fails with is told to `failed`. */
export async function archiveFailures(
  work: () => Promise<void>,
  failed: (reason: string, mayPass: boolean) => void,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    failed(error.message, error.isBusy);
  }
}

export async function heldToday(
  archive: Pick<ArchiveWriter, 'coverage'>,
  zones: readonly string[],
  now: number,
): Promise<Printable> {
  const today = utcDay(now);
  return heldOf(await Promise.all(zones.map((zone) => archive.coverage(zone, today))), now);
}

/** A clause where days before today are to be completed. */
export async function earlierDays(
  archive: ArchiveWriter,
  zones: readonly string[],
  now: number,
): Promise<Printable> {
  const today = utcDay(now);
  const first = await Promise.all(zones.map((zone) => firstOpenDay(archive, zone, today)));
  return first.some((day) => day < today) ? words`, and the rest of earlier days` : words``;
}

/** An archive that was opened, and what it has. */
interface Opened {
  readonly opened: OpenedArchive;
  readonly coverage: Awaited<ReturnType<OpenedArchive['contents']>>;
}

/**
 * Opens an archive for reading. A server may let us wait: what comes of it after the signal aborts is closed.
 *
 * @throws DatabaseError when it cannot be used, and once the signal aborts
 */
export async function openArchive(
  path: string,
  passwords: ArchivePasswords | undefined,
  {
    signal,
    progress,
  }: { readonly signal: AbortSignal; readonly progress: (share: number) => void },
): Promise<Opened> {
  const aborted = Promise.withResolvers<null>();
  const abort = () => aborted.resolve(null);
  signal.addEventListener('abort', abort, { once: true });
  const opening = readWithContents(path, passwords, { signal, progress });
  const first = await Promise.race([opening, aborted.promise]);
  signal.removeEventListener('abort', abort);
  if (first !== null && !signal.aborted) return first;
  opening.then(
    ({ opened }) => opened.close(),
    () => {},
  );
  throw new DatabaseError(`${fileName(path)} was not opened: interrupted.`);
}

async function readWithContents(
  ...[path, passwords, opening]: Parameters<typeof readEventArchive>
): Promise<Opened> {
  const opened = await readEventArchive(path, passwords, opening);
  const coverage = await opened.contents().catch(async (error: unknown) => {
    await opened.close();
    throw error;
  });
  return { opened, coverage };
}
