import { nearest } from '../../../config/nearest.ts';
import type {
  EntryList,
  EventLogEntry,
  EventLogPage,
} from '../../../contract/operations/event-logs.ts';
import { seenValues } from '../../../events/code-counts.ts';
import type { PageOrder } from '../../../events/coverage.ts';
import { FIELDS } from '../../../events/filter/fields.ts';
import type { Filter } from '../../../events/filter/filter.ts';
import { exactValues, parseFilter } from '../../../events/filter/parse.ts';
import { FilteredView } from '../../../events/filtered-view.ts';
import { SeenEntries } from '../../../events/seen-entries.ts';
import {
  COLUMN_FACTS,
  type ColumnName,
  type ExtractColumn,
} from '../../../events/storage/columns.ts';
import { stampsOf } from '../../../events/storage/entry-block.ts';
import { type TimeUnit, timeOf, unitOf } from '../../../events/storage/time-unit.ts';
import { type EntryId, EventStore } from '../../../events/store.ts';
import { pageTimes } from '../../../feeds/page-order.ts';
import { type Printable, printable, words } from '../../../text/printable.ts';
import { startOfDay, type UtcDay } from '../../../text/time.ts';

/** An entry that is to be written. */
export interface OutputRow {
  readonly entry: EventLogEntry;
  /** Milliseconds since the epoch; null when its stamp is no time. */
  readonly time: number | null;
  /** What stands in its log. */
  extract(column: ExtractColumn): string | null;
}

/** A pattern of the filter takes too long on some entry. */
export class FilterTooSlow extends Error {
  override readonly name = 'FilterTooSlow';
}

type ReadFilter =
  | { readonly kind: 'filter'; readonly filter: Filter }
  /** `column`: characters before what is wrong. */
  | { readonly kind: 'refused'; readonly reason: string; readonly column: number };

/** The text of `--where`; all of it must be understood, as nobody sees what a wrong one leaves out. */
export function readFilter(text: string): ReadFilter {
  const { filter, problems } = parseFilter(text);
  const [problem] = problems;
  if (!problem) return { kind: 'filter', filter };
  const { unknownField, message, column } = problem;
  const names = FIELDS.map(({ name }) => name);
  const meant = unknownField && nearest(unknownField, names);
  return {
    ...{ kind: 'refused', column },
    reason: meant ? `There is no field ${unknownField}; did you mean ${meant}?` : message,
  };
}

/** A value that the filter asks for, and no entry so far has. */
interface Unseen {
  readonly column: ColumnName;
  readonly value: string;
  /** What entries have instead, at most `NAMED` of it. */
  readonly instead: Set<string>;
}

const NAMED = 4;

/** Looks at more rows than a page has, in one go. */
const UNBOUNDED = Number.POSITIVE_INFINITY;

interface FilterSettings {
  readonly zone: string;
  readonly filter: Filter;
  /** The filter as it was typed. */
  readonly text?: string | undefined;
  /** Milliseconds since the epoch; entries before it, or without a time, are left out. */
  readonly since: number | null;
  /** Milliseconds since the epoch; entries from then on, or without a time, are left out. */
  readonly until?: number | null;
  /** What relative times in the filter refer to. */
  readonly now: number;
}

/** Picks the entries of pages that match, in the order they came. */
export class EntryFilter {
  readonly #settings: FilterSettings;
  #unit: TimeUnit | undefined;
  #unseen: readonly Unseen[];

  constructor(settings: FilterSettings) {
    this.#settings = settings;
    const asked = exactValues(settings.text ?? '');
    this.#unseen = asked.map((each) => ({ ...each, instead: new Set() }));
  }

  /** Why nothing matched, where a value was asked for that no entry has: more likely mistyped than rare. */
  get unseen(): Printable | null {
    const [first] = this.#unseen;
    if (!first || first.instead.size === 0) return null;
    const { column, value, instead } = first;
    const there = printable([...instead].join(', '));
    return words`No entry that was read has ${COLUMN_FACTS[column].title} ${printable(value)}; there are ${there}${instead.size < NAMED ? words`` : words` and perhaps more`}.`;
  }

  #look(store: EventStore): void {
    this.#unseen = this.#unseen.filter(({ column, value, instead }) => {
      const { values, areAll } = seenValues(store, column);
      for (const each of values.slice(0, NAMED)) if (instead.size < NAMED) instead.add(each);
      return areAll && !values.some((seen) => seen.toLowerCase() === value.toLowerCase());
    });
  }

  /**
   * The entries that match, of some that differ from each other.
   *
   * @throws FilterTooSlow
   */
  pick(entries: readonly EventLogEntry[], day: UtcDay): readonly OutputRow[] {
    this.#unit ??= unitOf(stampsOf(entries));
    const unit = this.#unit ?? 'ms';
    const { zone, filter, now, since, until = null } = this.#settings;
    const isWhole = since === null && until === null;
    const isWithin = (entry: EventLogEntry) => {
      const time = timeOf(entry.timestamp, unit);
      return (
        time >= (since ?? Number.NEGATIVE_INFINITY) && time < (until ?? Number.POSITIVE_INFINITY)
      );
    };
    const recent = isWhole ? entries : entries.filter(isWithin);
    // A store for each page: what a page has is looked at once, and nothing is kept.
    const store = new EventStore({ unit, maxBytes: UNBOUNDED });
    store.add(zone, recent);
    if (this.#unseen.length > 0) this.#look(store);
    const moment = { now, day: startOfDay(day), offsetMinutes: 0 };
    const view = new FilteredView(store, filter, moment);
    while (view.advance(UNBOUNDED));
    if (view.counts.stopped) throw new FilterTooSlow(view.counts.stopped.pattern);
    const ids: EntryId[] = [];
    for (let rank = 0; rank < view.size; rank += 1) {
      const id = view.at(rank);
      if (id !== undefined) ids.push(id);
    }
    // Ids are given in the order of arrival.
    return ids.sort((a, b) => a - b).map((id) => rowOf(store, id));
  }

  /** The unit of the stamps, once an entry has told it. */
  get unit(): TimeUnit | undefined {
    return this.#unit;
  }

  /** Which of its entries a page has first. */
  orderOf({ logs }: EventLogPage, day: UtcDay): PageOrder {
    const stamps = stampsOf(logs);
    return pageTimes(stamps, this.#unit ?? unitOf(stamps) ?? 'ms', day).order;
  }

  /** Whether nothing on a page is recent enough, nor on any after it, as they go back in time, unless its entries came late. */
  isTooOld({ logs }: EventLogPage, day: UtcDay): boolean {
    const { since } = this.#settings;
    if (since === null) return false;
    const stamps = stampsOf(logs);
    const { newest, order } = pageTimes(stamps, this.#unit ?? 'ms', day);
    return order === 'newest-first' && newest !== null && newest < since;
  }
}

function rowOf(store: EventStore, id: EntryId): OutputRow {
  // The entry itself: the digits of a timestamp that no double holds are noted of no copy.
  const entry = store.entry(id);
  return {
    entry,
    time: entry.time,
    extract: (column) => store.value(id, column),
  };
}

/** Takes pages in: each entry once, those that match written, and no more than were asked for. */
export interface EntryCollector {
  /** Resolves with how many entries were new, once those to be written are. */
  add(day: UtcDay, entries: EntryList): Promise<number>;
  /** A day that nothing more comes of: what is known of its entries is forgotten before long. */
  forget(day: UtcDay): void;
  /** Holds back what matches until the end, and writes the last of it: the newest, where the oldest comes first. */
  keepNewest(): void;
  readonly keepsNewest: boolean;
  /** Writes what was held back. */
  end(): Promise<void>;
  /** Entries that were new. */
  readonly read: number;
  readonly written: number;
  readonly matched: number;
  /** Whether no more than some entries are asked for. */
  readonly isLimited: boolean;
  /** Whether as many were written as were asked for. */
  readonly isFull: boolean;
}

/** @param limit the most entries to write; infinite for all */
export function createEntryCollector(
  filter: EntryFilter,
  limit: number,
  write: (rows: readonly OutputRow[]) => Promise<void>,
): EntryCollector {
  const days = new Map<UtcDay, SeenEntries>();
  /** The day that ended last: its neighbours may still be given entries of it. */
  let ended: UtcDay | undefined;
  let read = 0;
  let matched = 0;
  let written = 0;
  let keepsNewest = false;
  let heldBack: readonly OutputRow[] | undefined;
  return {
    async add(day, entries) {
      const seen = days.get(day) ?? new SeenEntries();
      days.set(day, seen);
      // At midnight the service may give an entry for both days.
      const beside = [days.get(day - 1), days.get(day + 1)];
      const fresh = [...entries].filter(
        (entry) => !beside.some((other) => other?.has(entry)) && seen.add(entry),
      );
      const rows = filter.pick(fresh, day);
      read += fresh.length;
      matched += rows.length;
      if (heldBack) {
        heldBack = [...heldBack, ...rows].slice(-limit);
        return fresh.length;
      }
      const asked = rows.slice(0, limit - written);
      await write(asked);
      written += asked.length;
      return fresh.length;
    },
    keepNewest() {
      if (limit === Number.POSITIVE_INFINITY) return;
      keepsNewest = true;
      heldBack = [];
    },
    get keepsNewest() {
      return keepsNewest;
    },
    async end() {
      const rows = heldBack ?? [];
      heldBack = undefined;
      if (rows.length > 0) await write(rows);
      written += rows.length;
    },
    forget(day) {
      if (day === ended) return;
      if (ended !== undefined) days.delete(ended);
      ended = day;
    },
    get read() {
      return read;
    },
    get written() {
      return written;
    },
    get matched() {
      return matched;
    },
    isLimited: limit < Number.POSITIVE_INFINITY,
    get isFull() {
      return written >= limit;
    },
  };
}
