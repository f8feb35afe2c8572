import type {
  EntryList,
  EventLogEntry,
  EventLogPage,
} from '../../../contract/operations/event-logs.ts';
import { seenTargets } from '../../../events/code-counts.ts';
import type { PageOrder } from '../../../events/coverage.ts';
import { FIELDS } from '../../../events/filter/fields.ts';
import type { Filter } from '../../../events/filter/filter.ts';
import {
  type AskedValue,
  askedValues,
  fieldAsWord,
  parseFilter,
} from '../../../events/filter/parse.ts';
import type { TimeContext } from '../../../events/filter/time-point.ts';
import { FilteredView } from '../../../events/filtered-view.ts';
import { SeenEntries } from '../../../events/seen-entries.ts';
import type { ExtractColumn } from '../../../events/storage/columns.ts';
import { stampsOf } from '../../../events/storage/entry-block.ts';
import { type TimeUnit, timeOf, unitOf } from '../../../events/storage/time-unit.ts';
import { type EntryId, EventStore } from '../../../events/store.ts';
import { pageTimes } from '../../../feeds/page-order.ts';
import { UserError } from '../../../session/errors.ts';
import { nearest } from '../../../text/nearest.ts';
import { type Printable, printable, words } from '../../../text/printable.ts';
import { startOfDay, type UtcDay, utcDay } from '../../../text/time.ts';

export interface OutputRow {
  readonly entry: EventLogEntry;
  /** Milliseconds since the epoch; null if the timestamp cannot be read. */
  readonly time: number | null;
  /** A value extracted from the log text. */
  extract(column: ExtractColumn): string | null;
}

/**
 * Parses `--where`.
 *
 * @throws UserError for any problem: unlike in the console, nobody would see what is ignored
 */
function readFilter(text: string): Filter {
  const { filter, problems } = parseFilter(text);
  const [problem] = problems;
  if (!problem) return filter;
  const { unknownField, message, column } = problem;
  const names = FIELDS.map(({ name }) => name);
  const meant = unknownField && nearest(unknownField, names);
  const reason = meant ? `There is no field ${unknownField}; did you mean ${meant}?` : message;
  throw new UserError([
    words`--where: ${printable(reason)}`,
    words`  ${printable(text)}`,
    words`  ${printable(' '.repeat(column))}^`,
  ]);
}

/** A value in the filter that no entry has had so far. */
interface Unseen extends AskedValue {
  /** Values that entries have instead, at most `NAMED`. */
  readonly instead: Set<string>;
}

const MAX_NAMED = 4;

const UNBOUNDED = Number.POSITIVE_INFINITY;

interface FilterSettings {
  readonly zone: string;
  /** The filter; all entries by default. */
  readonly text?: string;
  /** Entries before this time, or without a time, are left out. Milliseconds since the epoch. */
  readonly since: number | null;
  /** Entries from this time on, or without a time, are left out. Milliseconds since the epoch. */
  readonly until?: number | null;
  /** The reference for relative times in the filter. */
  readonly now: number;
  /** The newest day that is read: a time of day in the filter is the last one up to its end. Today by default. */
  readonly newest?: UtcDay;
}

/** Selects the matching entries of each page, in their original order. */
export class EntryFilter {
  readonly #settings: FilterSettings;
  readonly #filter: Filter;
  readonly #moment: TimeContext;
  #unit: TimeUnit | undefined;
  #unseen: readonly Unseen[];

  /** @throws UserError for any problem of the filter */
  constructor(settings: FilterSettings) {
    this.#settings = settings;
    const { text = '', now, newest = utcDay(now) } = settings;
    this.#filter = readFilter(text);
    this.#moment = { now, day: startOfDay(newest), offsetMinutes: 0 };
    const asked = askedValues(text);
    this.#unseen = asked.map((each) => ({ ...each, instead: new Set() }));
  }

  /**
   * Explains an empty result if a value in the filter was in no entry, or a field is without a colon: it is more likely
   * mistyped than rare.
   */
  get unseen(): Printable | null {
    const [first] = this.#unseen;
    const field = fieldAsWord(this.#settings.text ?? '');
    if (!first && field !== undefined)
      return words`“${printable(field)}” is taken as text; with a colon it is a field.`;
    if (!first || first.instead.size === 0) return null;
    const { name, value, instead } = first;
    const there = printable([...instead].join(', '));
    const asked =
      value === null
        ? words`a number as ${printable(name)}`
        : words`${printable(name)} "${printable(value)}"`;
    return words`No entry that was read has ${asked}; values read include ${there}.`;
  }

  #look(store: EventStore): void {
    this.#unseen = this.#unseen.filter(({ target, isMet, instead }) => {
      const { values, areAll } = seenTargets(store, target);
      for (const each of values.slice(0, MAX_NAMED))
        if (instead.size < MAX_NAMED) instead.add(each);
      return areAll && !values.some(isMet);
    });
  }

  /**
   * The matching entries. The given ones must be distinct.
   *
   * @throws UserError when a pattern of the filter takes too long
   */
  pick(entries: readonly EventLogEntry[]): readonly OutputRow[] {
    this.#unit ??= unitOf(stampsOf(entries));
    const unit = this.#unit ?? 'ms';
    const { zone, since, until = null } = this.#settings;
    const recent = entries.filter(({ timestamp }) => {
      if (since === null && until === null) return true;
      const time = timeOf(timestamp, unit);
      return time >= (since ?? Number.NEGATIVE_INFINITY) && time < (until ?? UNBOUNDED);
    });
    // Each page gets its own store, since nothing is kept between pages.
    const store = new EventStore({ unit, maxBytes: UNBOUNDED });
    store.add(zone, recent);
    if (this.#unseen.length > 0) this.#look(store);
    const view = new FilteredView(store, this.#filter, this.#moment);
    while (view.advance(UNBOUNDED));
    const { stopped } = view.counts;
    if (stopped) {
      throw new UserError([
        words`--where: the pattern /${printable(stopped.pattern)}/ takes too long.`,
      ]);
    }
    const ids: EntryId[] = [];
    for (let rank = 0; rank < view.size; rank += 1) {
      const id = view.at(rank);
      if (id !== undefined) ids.push(id);
    }
    // Ids increase in order of arrival.
    return ids.sort((a, b) => a - b).map((id) => rowOf(store, id));
  }

  /** The unit of timestamps, once an entry has shown it. */
  get unit(): TimeUnit | undefined {
    return this.#unit;
  }

  /** Whether the page starts with its newest or its oldest entry. */
  orderOf({ logs }: EventLogPage, day: UtcDay): PageOrder {
    const stamps = stampsOf(logs);
    return pageTimes(stamps, this.#unit ?? unitOf(stamps) ?? 'ms', day).order;
  }

  /**
   * Whether all entries of a newest-first page are older than `since`. Later pages may still contain late entries.
   */
  isTooOld({ logs }: EventLogPage, day: UtcDay): boolean {
    const { since } = this.#settings;
    if (since === null) return false;
    const stamps = stampsOf(logs);
    const { newest, order } = pageTimes(stamps, this.#unit ?? 'ms', day);
    return order === 'newest-first' && newest !== null && newest < since;
  }
}

function rowOf(store: EventStore, id: EntryId): OutputRow {
  // Must be the entry itself: a copy would lose timestamp digits that do not fit a double.
  const entry = store.entry(id);
  return { entry, time: entry.time, extract: (column) => store.value(id, column) };
}

/** Writes each matching entry once, up to a limit. */
export class EntryCollector {
  readonly #filter: EntryFilter;
  readonly #limit: number;
  readonly #write: (rows: readonly OutputRow[]) => Promise<void>;
  readonly #days = new Map<UtcDay, SeenEntries>();
  /** The day that finished last. Its neighbours may still contain some of its entries. */
  #ended: UtcDay | undefined;
  #newest: readonly OutputRow[] | undefined;
  /** Entries read, without duplicates. */
  read = 0;
  matched = 0;
  written = 0;
  keepsNewest = false;

  /** @param limit maximum number of entries to write; may be infinite */
  constructor(
    filter: EntryFilter,
    limit: number,
    write: (rows: readonly OutputRow[]) => Promise<void>,
  ) {
    this.#filter = filter;
    this.#limit = limit;
    this.#write = write;
  }

  get isLimited(): boolean {
    return this.#limit < Number.POSITIVE_INFINITY;
  }

  /** Whether the limit is reached. */
  get isFull(): boolean {
    return this.written >= this.#limit;
  }

  /** Leaves these entries out from now on. */
  skip(day: UtcDay, entries: EntryList): void {
    for (const entry of entries) this.#seenOn(day).add(entry);
  }

  #seenOn(day: UtcDay): SeenEntries {
    const seen = this.#days.get(day) ?? new SeenEntries();
    this.#days.set(day, seen);
    return seen;
  }

  /** Resolves with the number of new entries, after the matching ones are written. */
  async add(day: UtcDay, entries: EntryList): Promise<number> {
    const seen = this.#seenOn(day);
    // Around midnight the service may return an entry for both days.
    const beside = [this.#days.get(day - 1), this.#days.get(day + 1)];
    const fresh = [...entries].filter(
      (entry) => !beside.some((other) => other?.has(entry)) && seen.add(entry),
    );
    const rows = this.#filter.pick(fresh);
    this.read += fresh.length;
    this.matched += rows.length;
    if (this.#newest) this.#newest = [...this.#newest, ...rows].slice(-this.#limit);
    else await this.#output(rows.slice(0, this.#limit - this.written));
    return fresh.length;
  }

  async #output(rows: readonly OutputRow[]): Promise<void> {
    await this.#write(rows);
    this.written += rows.length;
  }

  /** Buffers matches until the end and writes only the newest. For logs that start with the oldest entry. */
  keepNewest(): void {
    if (!this.isLimited) return;
    this.keepsNewest = true;
    this.#newest = [];
  }

  /** Writes the buffered entries. */
  async end(): Promise<void> {
    const rows = this.#newest ?? [];
    this.#newest = undefined;
    if (rows.length > 0) await this.#output(rows);
  }

  /** Marks a day as finished, so that its duplicate detection can soon be released. */
  forget(day: UtcDay): void {
    if (day === this.#ended) return;
    if (this.#ended !== undefined) this.#days.delete(this.#ended);
    this.#ended = day;
  }
}
