import { countCodes } from '../code-counts.ts';
import { OUTCOMES, outcomesByCode, type Split, splitAt, sumOf } from '../outcome.ts';
import { codesOf, countPart, type Part, rowsOf } from '../selection.ts';
import { ABSENT, type ColumnName, columnIndex, FIRST_VALUE, OTHER } from '../storage/columns.ts';
import type { Codes } from '../storage/draft.ts';
import { MOST_ROWS } from '../storage/entry-id.ts';
import { UNDATED } from '../storage/time-unit.ts';
import type { EventStore } from '../store.ts';
import type { TimeRange } from '../time-range.ts';

/** A value of a column. */
export interface CountedValue {
  readonly value: string;
  readonly count: number;
  /** Share of the selected entries, 0 to 1. */
  readonly share: number;
  readonly split: Split;
  /** Times of its first and last entry; null if none has a time. */
  readonly first: number | null;
  readonly last: number | null;
  /** Its share minus its share in the baseline, -1 to 1; null without a baseline. */
  readonly change: number | null;
  /** Whether no entry in the baseline's time has this value, regardless of the filter. False without a baseline. */
  readonly isNew: boolean;
}

/** Sort keys of values: entries, logged entries, their share, first time, change of share. */
export const FACET_ORDERS = ['count', 'logged', 'passed', 'first', 'change'] as const;

export type FacetOrder = (typeof FACET_ORDERS)[number];

/** Which columns to count and which of their values to return. */
export interface FacetsWanted {
  readonly columns: readonly ColumnName[];
  readonly order: FacetOrder;
  readonly direction: 'descending' | 'ascending';
  /** Limit of values per column. */
  readonly most: number;
  /** The time range that shares are compared with, under the same filter. Null for none; then no value is new. */
  readonly baseline: TimeRange | null;
}

type ValuesWanted = Pick<FacetsWanted, 'order' | 'direction' | 'most'>;

/** The counts of one column. `values`, `absent` and `other` add up to the total if all values are returned. */
export interface Facet {
  readonly column: ColumnName;
  /** The first in the order; equal ones by count, then by text. */
  readonly values: readonly CountedValue[];
  /** Number of distinct values, without those beyond the dictionary. */
  readonly distinct: number;
  /** The most frequent value, by text among equals; null if there is none. */
  readonly top: CountedValue | null;
  readonly absent: number;
  /** Entries with values beyond the dictionary. */
  readonly other: number;
}

export interface FacetsAnswer {
  /** All selected entries. */
  readonly total: number;
  readonly split: Split;
  /** Entries of the baseline that the filter keeps; 0 without one. */
  readonly baseline: number;
  /** In the order of the question. */
  readonly facets: readonly Facet[];
}

/** Places per code, one for each outcome. */
const WIDE = OUTCOMES.length;

/** The counts of one column, by code. */
interface Counted {
  readonly column: ColumnName;
  /** Entries by code and outcome: four in a row for each code. */
  readonly counts: Uint32Array;
  /** Times of the first and last entry; infinite if none has a time. */
  readonly first: Float64Array;
  readonly last: Float64Array;
  /** Entries of the baseline; null without one. */
  before: Uint32Array | null;
  /** Entries in the baseline's time, regardless of the filter. */
  known: Uint32Array | null;
}

/** @param before the rows of the baseline that the filter keeps */
export function* facets(
  store: EventStore,
  parts: readonly Part[],
  { columns, order, direction, most, baseline }: FacetsWanted,
  before: readonly Part[],
): Generator<void, FacetsAnswer, void> {
  const counted = columns.map((column): Counted => {
    const { codes } = store.dictionary(column);
    return {
      column,
      counts: new Uint32Array(codes * WIDE),
      first: new Float64Array(codes).fill(Number.POSITIVE_INFINITY),
      last: new Float64Array(codes).fill(Number.NEGATIVE_INFINITY),
      before: baseline && new Uint32Array(codes),
      known: baseline && countCodes(store, column, baseline),
    };
  });
  const totals = yield* countOutcomes(store, parts, counted);
  const split = splitAt(totals, 0);
  const all = { total: sumOf(split), baseline: 0 };
  for (const part of before) {
    all.baseline += rowsOf(part).count;
    for (const { column, before: own } of counted) if (own) countPart(part, column, own);
    yield;
  }
  const found: Facet[] = [];
  for (const each of counted) {
    found.push(facetOf(store, each, { order, direction, most }, all));
    yield;
  }
  return { ...all, split, facets: found };
}

/** Counts every column by code and outcome, and returns the entries by outcome. */
function* countOutcomes(
  store: EventStore,
  parts: readonly Part[],
  counted: readonly Counted[],
): Generator<void, Uint32Array, void> {
  const outcomes = outcomesByCode(store.dictionary('status'));
  const totals = new Uint32Array(WIDE);
  const done = new Uint8Array(MOST_ROWS);
  for (const part of parts) {
    const { segment } = part;
    const { rows, count } = rowsOf(part);
    const statuses = codesOf(segment, 'status');
    for (let at = 0; at < count; at += 1) {
      const outcome = outcomes[statuses[rows[at] as number] as number] as number;
      done[at] = outcome;
      totals[outcome] = (totals[outcome] as number) + 1;
    }
    for (const { column, counts, first, last } of counted) {
      const codes = segment.codes[columnIndex(column)] as Codes;
      const { times } = segment;
      for (let at = 0; at < count; at += 1) {
        const row = rows[at] as number;
        const code = codes[row] as number;
        const cell = code * WIDE + (done[at] as number);
        counts[cell] = (counts[cell] as number) + 1;
        const time = times[row] as number;
        if (time > (last[code] as number)) last[code] = time;
        if (time < (first[code] as number) && time !== UNDATED) first[code] = time;
      }
    }
    yield;
  }
  return totals;
}

/** Entries in total and in the baseline. */
interface Totals {
  readonly total: number;
  readonly baseline: number;
}

function facetOf(store: EventStore, counted: Counted, wanted: ValuesWanted, all: Totals): Facet {
  const { column, counts } = counted;
  const dictionary = store.dictionary(column);
  const values: CountedValue[] = [];
  for (let code = FIRST_VALUE; code < counts.length / WIDE; code += 1) {
    const split = splitAt(counts, code * WIDE);
    const count = sumOf(split);
    if (count > 0) {
      values.push(countedValue(dictionary.valueOf(code) ?? '', counted, code, split, count, all));
    }
  }
  const of = (code: number) => sumOf(splitAt(counts, code * WIDE));
  return { column, ...firstValues(values, wanted), absent: of(ABSENT), other: of(OTHER) };
}

function countedValue(
  value: string,
  { first, last, before, known }: Counted,
  code: number,
  split: Split,
  count: number,
  all: Totals,
): CountedValue {
  const share = count / Math.max(1, all.total);
  return {
    value,
    count,
    share,
    split,
    first: finite(first[code]),
    last: finite(last[code]),
    change: before && share - (before[code] ?? 0) / Math.max(1, all.baseline),
    isNew: known !== null && (known[code] ?? 0) === 0,
  };
}

const finite = (time = Number.NaN) => (Number.isFinite(time) ? time : null);

/** What is returned of all counted values. */
export const firstValues = (
  values: readonly CountedValue[],
  wanted: ValuesWanted,
): Pick<Facet, 'values' | 'distinct' | 'top'> => ({
  values: firstOf(values, wanted.most, inOrder(wanted)),
  distinct: values.length,
  top: firstOf(values, 1, byCount)[0] ?? null,
});

type Compare = (a: CountedValue, b: CountedValue) => number;

const byCount: Compare = (a, b) => b.count - a.count || (a.value < b.value ? -1 : 1);

/** Compares values; equal ones by count, then by text. */
export function inOrder({ order, direction }: Omit<ValuesWanted, 'most'>): Compare {
  const keyOf = KEYS[order];
  const sign = direction === 'descending' ? -1 : 1;
  return (a, b) => {
    const [x, y] = [keyOf(a), keyOf(b)];
    return x === y ? byCount(a, b) : (x < y ? -1 : 1) * sign;
  };
}

const KEYS: Readonly<Record<FacetOrder, (value: CountedValue) => number>> = {
  count: ({ count }) => count,
  logged: ({ split }) => split.logged,
  passed: ({ split, count }) => split.logged / count,
  first: ({ first }) => first ?? Number.POSITIVE_INFINITY,
  change: ({ change }) => change ?? 0,
};

/** Up to this limit a partial sort is faster. */
const FEW = 32;

/** The first `most` values in an order. For few values, most candidates are rejected with one comparison. */
function firstOf(
  values: readonly CountedValue[],
  most: number,
  compare: Compare,
): readonly CountedValue[] {
  if (most > FEW) return values.toSorted(compare).slice(0, most);
  const first: CountedValue[] = [];
  for (const value of values) {
    const last = first[most - 1];
    if (last && compare(value, last) > 0) continue;
    const at = first.findIndex((each) => compare(value, each) < 0);
    first.splice(at < 0 ? first.length : at, 0, value);
    if (first.length > most) first.pop();
  }
  return first;
}
