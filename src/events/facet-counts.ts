import { countCodes } from './facets.ts';
import type { FilteredView } from './filtered-view.ts';
import { OUTCOMES, outcomesByCode, type Split, splitAt, sumOf } from './outcome.ts';
import { selectedRows } from './selection.ts';
import { type Bits, nextBit } from './storage/bits.ts';
import { ABSENT, type ColumnName, columnIndex, FIRST_VALUE, OTHER } from './storage/columns.ts';
import { MOST_ROWS } from './storage/entry-id.ts';
import type { Codes, Segment } from './storage/segment.ts';
import { UNDATED } from './storage/time-unit.ts';
import type { EventStore } from './store.ts';
import type { TimeRange } from './time-range.ts';

/** One column counted: everything by code. */
interface CountedColumn {
  /** Entries by code and what was done with them: four in a row for each code. */
  readonly counts: Uint32Array;
  /** The times of the first and the last of them; infinite where none has a time. */
  readonly first: Float64Array;
  readonly last: Float64Array;
  /** Entries of the baseline; null without one. */
  readonly before: Uint32Array | null;
  /** Entries of the baseline before filters: a value that has none there is new. */
  readonly known: Uint32Array | null;
}

/** One value of a column. */
export interface CountedValue {
  readonly value: string;
  /** Its code in the column's dictionary. */
  readonly code: number;
  readonly count: number;
  /** Of the selected entries, 0 to 1. */
  readonly share: number;
  readonly split: Split;
  /** Times of the first and last of its entries; null where none of them has a time. */
  readonly first: number | null;
  readonly last: number | null;
  /** Its share less that among the entries of the baseline, -1 to 1; null without a baseline. */
  readonly change: number | null;
  /** Whether there is a baseline, and no entry of it has the value, whatever the filters say. */
  readonly isNew: boolean;
}

/** What values are sorted by. */
export const FACET_ORDERS = ['count', 'logged', 'passed', 'first', 'change'] as const;

export type FacetOrder = (typeof FACET_ORDERS)[number];

/** What the share of a value is compared to. */
export interface Baseline {
  readonly range: TimeRange;
  /** The filters in force, without the time range; undefined for none. */
  readonly view: FilteredView | undefined;
}

/** Places for the outcomes of a code. */
const WIDE = OUTCOMES.length;

/** Columns counted over the entries that were selected at one moment. */
export class FacetCounts {
  readonly #store: EventStore;
  readonly #columns: ReadonlyMap<ColumnName, CountedColumn>;
  /** All selected entries. */
  readonly split: Split;
  readonly total: number;
  readonly #beforeTotal: number;

  constructor(
    store: EventStore,
    columns: ReadonlyMap<ColumnName, CountedColumn>,
    split: Split,
    beforeTotal: number,
  ) {
    this.#store = store;
    this.#columns = columns;
    this.split = split;
    this.total = sumOf(split);
    this.#beforeTotal = beforeTotal;
  }

  /** Entries that bear a code; {@link ABSENT} and {@link OTHER} among them. */
  #countOf(column: ColumnName, code: number): number {
    const counts = this.#columns.get(column)?.counts;
    return counts ? sumOf(splitAt(counts, code * WIDE)) : 0;
  }

  /** Entries without a value, and those whose value the dictionary has no room for, which are not told apart. */
  beside(column: ColumnName): { readonly absent: number; readonly other: number } {
    return { absent: this.#countOf(column, ABSENT), other: this.#countOf(column, OTHER) };
  }

  /** The codes of the values that are there, sorted; equal ones by their number, then by their text. */
  codes(
    column: ColumnName,
    order: FacetOrder = 'count',
    direction: 'descending' | 'ascending' = 'descending',
  ): Uint32Array {
    const counted = this.#columns.get(column);
    if (!counted) return new Uint32Array();
    const { counts } = counted;
    const codes = counts.length / WIDE;
    const totals = new Float64Array(codes);
    const keys = new Float64Array(codes);
    const found = new Uint32Array(codes);
    let length = 0;
    for (let code = FIRST_VALUE; code < codes; code += 1) {
      const split = splitAt(counts, code * WIDE);
      const total = sumOf(split);
      if (total === 0) continue;
      totals[code] = total;
      keys[code] = this.#keyOf(counted, order, code, split);
      found[length] = code;
      length += 1;
    }
    const sign = direction === 'descending' ? -1 : 1;
    const text = (code: number) => this.text(column, code);
    const number = (keyed: Float64Array, code: number) => keyed[code] as number;
    return found.subarray(0, length).sort((a, b) => {
      const byKey = number(keys, a) - number(keys, b);
      // No time is a not a number, and so are two of them apart.
      if (byKey !== 0 && !Number.isNaN(byKey)) return byKey * sign;
      return number(totals, b) - number(totals, a) || (text(a) < text(b) ? -1 : 1);
    });
  }

  #keyOf({ first, before }: CountedColumn, order: FacetOrder, code: number, split: Split): number {
    const total = sumOf(split);
    switch (order) {
      case 'count':
        return total;
      case 'logged':
        return split.logged;
      case 'passed':
        return split.logged / total;
      case 'first':
        return first[code] as number;
      case 'change':
        return before ? this.#change(before, code, total) : 0;
    }
  }

  #change(before: Uint32Array, code: number, total: number): number {
    const share = (before[code] ?? 0) / Math.max(1, this.#beforeTotal);
    return total / Math.max(1, this.total) - share;
  }

  /** Distinct values among the selected entries, those beyond the dictionary not counted. */
  distinct(column: ColumnName): number {
    const counts = this.#columns.get(column)?.counts ?? new Uint32Array();
    let distinct = 0;
    for (let at = FIRST_VALUE * WIDE; at < counts.length; at += WIDE) {
      if (sumOf(splitAt(counts, at)) > 0) distinct += 1;
    }
    return distinct;
  }

  /** The value of a code. */
  text(column: ColumnName, code: number): string {
    return this.#store.dictionary(column).valueOf(code) ?? '';
  }

  /** The value that most entries have; the first by its text of equal ones. Undefined where none has one. */
  top(column: ColumnName): CountedValue | undefined {
    const counts = this.#columns.get(column)?.counts ?? new Uint32Array();
    let best: number | undefined;
    let most = 0;
    for (let code = FIRST_VALUE; code < counts.length / WIDE; code += 1) {
      const count = sumOf(splitAt(counts, code * WIDE));
      if (count < most || count === 0) continue;
      const isFirst = best === undefined || this.text(column, code) < this.text(column, best);
      if (count > most || isFirst) best = code;
      most = count;
    }
    return best === undefined ? undefined : this.value(column, best);
  }

  value(column: ColumnName, code: number): CountedValue {
    const counted = this.#columns.get(column);
    const split = splitAt(counted?.counts ?? [], code * WIDE);
    const count = sumOf(split);
    const time = (times: Float64Array | undefined) => {
      const at = times?.[code] ?? Number.NaN;
      return Number.isFinite(at) ? at : null;
    };
    return {
      value: this.text(column, code),
      code,
      count,
      share: count / Math.max(1, this.total),
      split,
      first: time(counted?.first),
      last: time(counted?.last),
      change: counted?.before ? this.#change(counted.before, code, count) : null,
      isNew: counted?.known ? (counted.known[code] ?? 0) === 0 : false,
    };
  }
}

/** The rows of a segment that were selected at one moment. */
interface Chosen {
  readonly segment: Segment;
  readonly bits: Bits | undefined;
  readonly rows: number;
}

/** Which rows are selected now; entries that come later, or that eviction takes, change nothing of it. */
const chosenNow = (store: EventStore, view: FilteredView | undefined): readonly Chosen[] =>
  [...selectedRows(store, { view })].map(({ segment, bits }) => ({
    segment,
    bits: bits?.slice(),
    rows: segment.rows,
  }));

/**
 * Counts columns over the entries that `view` has found by now, segment by segment: between two of them the caller
 * may do something else.
 */
export function* countFacets(
  store: EventStore,
  columns: readonly ColumnName[],
  view: FilteredView | undefined,
  baseline: Baseline | null = null,
): Generator<void, FacetCounts, void> {
  const chosen = chosenNow(store, view);
  const outcomes = outcomesByCode(store.dictionary('status'));
  const counted = columns.map((column) => {
    const { codes } = store.dictionary(column);
    return {
      index: columnIndex(column),
      counts: new Uint32Array(codes * WIDE),
      first: new Float64Array(codes).fill(Number.POSITIVE_INFINITY),
      last: new Float64Array(codes).fill(Number.NEGATIVE_INFINITY),
    };
  });
  const totals = new Uint32Array(WIDE);
  const status = columnIndex('status');
  const rows = new Uint32Array(MOST_ROWS);
  const done = new Uint8Array(MOST_ROWS);
  for (const each of chosen) {
    const { segment } = each;
    const length = rowsOf(each, rows);
    const statuses = segment.codes[status] as Codes;
    for (let at = 0; at < length; at += 1) {
      const outcome = outcomes[statuses[rows[at] as number] as number] as number;
      done[at] = outcome;
      totals[outcome] = (totals[outcome] as number) + 1;
    }
    for (const { index, counts, first, last } of counted) {
      const codes = segment.codes[index] as Codes;
      const { times } = segment;
      for (let at = 0; at < length; at += 1) {
        const row = rows[at] as number;
        const code = codes[row] as number;
        const place = code * WIDE + (done[at] as number);
        counts[place] = (counts[place] as number) + 1;
        const time = times[row] as number;
        if (time > (last[code] as number)) last[code] = time;
        if (time < (first[code] as number) && time !== UNDATED) first[code] = time;
      }
    }
    yield;
  }
  const all = new Map<ColumnName, CountedColumn>();
  let beforeTotal = 0;
  for (const [at, column] of columns.entries()) {
    const { counts, first, last } = counted[at] as (typeof counted)[number];
    const range = baseline?.range;
    const before = baseline ? countCodes(store, column, { view: baseline.view, range }) : null;
    const known = baseline?.view ? countCodes(store, column, { range }) : before;
    beforeTotal = before?.reduce((sum, each) => sum + each, 0) ?? 0;
    all.set(column, { counts, first, last, before, known });
    if (baseline) yield;
  }
  return new FacetCounts(store, all, splitAt(totals, 0), beforeTotal);
}

/** Writes the rows of a segment that are selected into `into`; gives how many they are. */
function rowsOf({ bits, rows }: Chosen, into: Uint32Array): number {
  let length = 0;
  if (!bits) {
    for (; length < rows; length += 1) into[length] = length;
    return length;
  }
  for (let row = nextBit(bits, 0); row >= 0; row = nextBit(bits, row + 1)) {
    into[length] = row;
    length += 1;
  }
  return length;
}
