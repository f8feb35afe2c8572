import { countCodes } from '../code-counts.ts';
import { OUTCOMES, outcomesByCode, type Split, splitAt, sumOf } from '../outcome.ts';
import { codesOf, countPart, type Part, rowsOf } from '../selection.ts';
import { ABSENT, type ColumnName, columnIndex, FIRST_VALUE, OTHER } from '../storage/columns.ts';
import type { Codes } from '../storage/draft.ts';
import { MOST_ROWS } from '../storage/entry-id.ts';
import { UNDATED } from '../storage/time-unit.ts';
import type { EventStore } from '../store.ts';
import type { TimeRange } from '../time-range.ts';

/** One value of a column. */
export interface CountedValue {
  readonly value: string;
  readonly count: number;
  /** Of the selected entries, 0 to 1. */
  readonly share: number;
  readonly split: Split;
  /** Times of the first and last of its entries; null where none of them has a time. */
  readonly first: number | null;
  readonly last: number | null;
  /** Its share less that among the entries of the baseline, -1 to 1; null without a baseline. */
  readonly change: number | null;
  /** Whether there is a baseline, and no entry of its time has the value, whatever the filter says. */
  readonly isNew: boolean;
}

/** What values are sorted by: entries, those that were only logged, their share, the first time, the change. */
export const FACET_ORDERS = ['count', 'logged', 'passed', 'first', 'change'] as const;

export type FacetOrder = (typeof FACET_ORDERS)[number];

/** Which columns are counted, and which of their values are told. */
export interface FacetsWanted {
  readonly columns: readonly ColumnName[];
  readonly order: FacetOrder;
  readonly direction: 'descending' | 'ascending';
  /** Values of each column in the answer, the first in the order. */
  readonly most: number;
  /**
   * What shares are compared with: the entries of another time that the same filter keeps. Null for nothing, and then
   * no value is new.
   */
  readonly baseline: TimeRange | null;
}

type ValuesWanted = Pick<FacetsWanted, 'order' | 'direction' | 'most'>;

/** One column, counted. The entries of all its values, `absent` and `other` are those of the answer. */
export interface Facet {
  readonly column: ColumnName;
  /** The first in the order; equal ones by their count, then by their text. */
  readonly values: readonly CountedValue[];
  /** Values that there are, those beyond what is told apart not counted. */
  readonly distinct: number;
  /** The value that most entries have, the first by its text of equal ones; null where none has one. */
  readonly top: CountedValue | null;
  readonly absent: number;
  /** Entries whose values are not told apart: there are too many of them. */
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

/** Places for the outcomes of a code. */
const WIDE = OUTCOMES.length;

/** One column counted: everything by code. */
interface Counted {
  readonly column: ColumnName;
  /** Entries by code and what was done with them: four in a row for each code. */
  readonly counts: Uint32Array;
  /** The times of the first and the last of them; infinite where none has a time. */
  readonly first: Float64Array;
  readonly last: Float64Array;
  /** Entries of the baseline; null without one. */
  before: Uint32Array | null;
  /** Entries of the baseline's time, whatever the filter says. */
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

/** Counts every column by code and outcome; gives the entries by outcome. */
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
        const place = code * WIDE + (done[at] as number);
        counts[place] = (counts[place] as number) + 1;
        const time = times[row] as number;
        if (time > (last[code] as number)) last[code] = time;
        if (time < (first[code] as number) && time !== UNDATED) first[code] = time;
      }
    }
    yield;
  }
  return totals;
}

/** Entries in all, and of the baseline. */
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
    ...{ value, count, share, split },
    first: finite(first[code]),
    last: finite(last[code]),
    change: before && share - (before[code] ?? 0) / Math.max(1, all.baseline),
    isNew: known !== null && (known[code] ?? 0) === 0,
  };
}

const finite = (time = Number.NaN) => (Number.isFinite(time) ? time : null);

/** What is told of all the values that were counted. */
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

/** How values are sorted; equal ones by their count, then by their text. */
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

/** Beyond these, sorting all of them takes less. */
const FEW = 32;

/** The first `most` of them in an order: most values never come near where they are few. */
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
    const place = first.findIndex((each) => compare(value, each) < 0);
    first.splice(place < 0 ? first.length : place, 0, value);
    if (first.length > most) first.pop();
  }
  return first;
}
