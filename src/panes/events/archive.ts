import { setTimeout } from 'node:timers/promises';
import {
  type ArchivePasswords,
  type ArchiveReader,
  newestBehind,
  type OpenedArchive,
} from '../../archive/archive.ts';
import { openLogArchive, readEventArchive } from '../../archive/open.ts';
import type { EntryList } from '../../contract/operations/event-logs.ts';
import { keepAsWritten } from '../../contract/shape.ts';
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
  /** Called when the store has new entries. */
  grown(): void;
}

/** Time limit for ingesting part of a page, in milliseconds, so that key presses are not delayed. */
const SLICE_MS = 8;

/**
 * Loads zones of an archive into a store, newest day first, until everything is loaded, the store is full or the signal
 * aborts.
 *
 * @returns whether everything was loaded
 * @throws DatabaseError
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
 * Loads one day of several zones. It always reads the page with the newest entries next, so that a store that fills up
 * holds the newest entries of all zones.
 *
 * @returns the zones for which the store accepts nothing older
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
    const slices = store.ingest(zone, page.logs, 'backfill', SLICE_MS);
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

const PAGE_SIZE = 1000;

/**
 * Loads entries of an archive, newest first, until the store is full or the signal aborts.
 *
 * @returns whether everything was loaded
 */
export async function loadScope(
  { answers }: LargeArchive,
  scope: Scope,
  { zones, store, signal, grown }: Omit<ArchiveLoading, 'archive'>,
): Promise<boolean> {
  for (let after: string | null = null, refused = 0; ; ) {
    const question: PageQuestion = { kind: 'page', scope, most: PAGE_SIZE, after };
    let page: PageAnswer | undefined;
    for await (const { answer } of answers.ask(question, signal)) page = answer;
    if (!page || signal.aborted) return false;
    let isRefused = page.entries.length > 0;
    for (const [zone, own] of Map.groupBy(page.entries, (each) => each.zone)) {
      const entries = own.map(({ entry, stamp }) => {
        if (stamp !== undefined) keepAsWritten(entry, 'timestamp', stamp);
        return entry;
      });
      const slices = store.ingest(zone, entries, 'backfill', SLICE_MS);
      let slice = slices.next();
      for (; !slice.done; slice = slices.next()) await yieldToEventLoop();
      isRefused &&= slice.value.refused === entries.length;
    }
    grown();
    after = page.next;
    if (after === null) return store.horizon === null;
    // Every zone's entries are now refused: the store is full.
    refused = isRefused ? refused + 1 : 0;
    if (refused >= zones.length || signal.aborted) return false;
  }
}

/** Reports database errors to `failed` and ends the answers there. */
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

/** The entry count and time span of zones in an archive; null if no entry has a time. */
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

/** An archive that pages are written to as they arrive. After a failure it reports no content. */
export interface ArchiveWriter extends LogArchive {
  /** Closes the archive once all pages are written, or after a short wait. */
  close(): Promise<void>;
}

type Page = Readonly<Parameters<LogArchive['append']>>;

interface ArchiveEvents {
  /**
   * Archiving has stopped. Called once.
   *
   * @param reason a sentence, hostile text
   * @param mayPass whether the cause may be temporary
   */
  failed(reason: string, mayPass: boolean): void;
  /** This many entries wait for another program that holds the file; 0 when none wait any more. */
  late(entries: number): void;
}

/** Limit of waiting entries. Beyond it, following waits for the archive. */
const MAX_WAITING = 20_000;
/** How long closing waits for another program, in milliseconds. */
const CLOSE_WAIT_MS = 2000;

/**
 * Opens an archive to write pages to. A later failure is reported and does not end following; nothing is written after
 * it, because later entries would hide the missing ones. While another program holds the file, pages wait in order.
 *
 * @throws DatabaseError if it cannot be opened
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
  /** Entries queued inside the archive. */
  let held = 0;
  /** Entries that are waiting. Each look at the end of the log returns the newest ones again. */
  let seen = new Map<string, SeenEntries>();
  /** Callbacks that let pages continue before they are written, while there is room for them. */
  const passes = new Set<() => void>();
  const passWaiting = () => {
    if (isLate && waiting <= MAX_WAITING) for (const pass of passes) pass();
  };
  const archive = await openLogArchive(
    path,
    {
      inThread,
      signal: giveUp.signal,
      givesUp: true,
      onDelay(delay) {
        isLate = delay !== null;
        held = delay?.queued ?? 0;
        if (!isLate) seen = new Map();
        told.late(isLate ? waiting + held : 0);
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
        setTimeout(CLOSE_WAIT_MS, undefined, { ref: false }),
      ]);
      giveUp.abort();
      await latest.catch(() => {});
      // Coverage is written together with its entries, so nothing is claimed that was not written.
      await archive.close().catch(trouble);
    },
  };
}

/** The latest look at the newest end may be this old, in milliseconds. */
const MAX_LOOK_AGE_MS = 60_000;

/** How much of these days an archive has, up to now: `all`, `9%`, `nothing`. */
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
    isAll &&= lacking <= MAX_LOOK_AGE_MS;
  }
  if (missing >= passed) return words`nothing`;
  return isAll ? words`all` : percent(1 - missing / passed);
}

/** Runs `work` and reports database errors to `failed`. */
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

/** A clause for the message if earlier days will be completed, else empty. */
export async function earlierDays(
  archive: ArchiveWriter,
  zones: readonly string[],
  now: number,
): Promise<Printable> {
  const today = utcDay(now);
  const first = await Promise.all(zones.map((zone) => firstOpenDay(archive, zone, today)));
  return first.some((day) => day < today) ? words`, and the rest of earlier days` : words``;
}

interface Opened {
  readonly opened: OpenedArchive;
  readonly coverage: Awaited<ReturnType<OpenedArchive['contents']>>;
}

/**
 * Opens an archive for reading. A server may take long to answer; an archive that opens after the signal aborted is
 * closed.
 *
 * @throws DatabaseError if it cannot be opened, or once the signal aborts
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
