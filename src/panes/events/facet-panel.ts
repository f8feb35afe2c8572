import {
  type CountedValue,
  FACET_ORDERS,
  type FacetOrder,
  type FacetsAnswer,
} from '../../events/questions/facets.ts';
import type { TrendsAnswer, TrendsWanted } from '../../events/questions/heat-map.ts';
import type {
  Answered,
  Extent,
  FacetsQuestion,
  QuestionOf,
} from '../../events/questions/question.ts';
import { type ColumnName, TRIAGE_COLUMNS } from '../../events/storage/columns.ts';
import { bucketsFor, type TimeRange } from '../../events/time-range.ts';
import type { IdList } from '../../text/list-window.ts';
import { memoizeLast } from '../../text/memoize.ts';
import type { AsnNames, PaneContext } from '../pane.ts';
import { counted, countedVersion, createCounting } from './counting.ts';
import type { Shown } from './engine.ts';
import type { FacetsState } from './state.ts';
import { namedValue } from './values.ts';

/** Values shown of an open column. */
const TOP = 10;
/** Bars of a value's trend. */
export const TREND = 16;
/** When one facet is shown whole, trends are counted for this many rows around the cursor at a time. */
const TRENDS = 64;

/** A row of the facets panel. */
export type FacetRow =
  | {
      readonly kind: 'column';
      readonly id: string;
      readonly column: ColumnName;
      readonly distinct: number;
      /** Entries with values beyond the dictionary, which are in no value's figures. */
      readonly other: number;
      readonly isOpen: boolean;
      /** The most frequent value; null if there is none. */
      readonly top: CountedValue | null;
    }
  | (CountedValue & {
      readonly kind: 'value';
      readonly id: string;
      readonly column: ColumnName;
      /** Entries over the loaded span; empty until they are counted. */
      readonly trend: readonly number[];
    })
  /** Stands for the values of an open column that are not shown. */
  | {
      readonly kind: 'more';
      readonly id: string;
      readonly column: ColumnName;
      readonly count: number;
    };

/** The rows of the panel. A facet shown whole may have tens of thousands. */
export interface FacetPanel {
  readonly ids: IdList;
  row(at: number): FacetRow | undefined;
  /** Whether there is no result yet. */
  readonly isCounting: boolean;
  /** Entries with values beyond the dictionary of a facet that is shown whole. */
  readonly other?: number;
  /** What was counted, if it is not simply what is loaded. */
  readonly of?: Extent;
}

const NO_ROWS: FacetPanel = {
  ids: { length: 0, at: () => undefined, indexOf: () => -1 },
  row: () => undefined,
  isCounting: true,
};

/** The baseline for shares; null until more than an hour is loaded, because nothing could be new before. */
export function baselineOf({ span }: Pick<Shown, 'span'>): TimeRange | null {
  return span && span.until - span.from > HOUR
    ? { from: span.from, until: span.from + HOUR }
    : null;
}

const HOUR = 3_600_000;

const valueId = (column: ColumnName, value: string): string => `${column}\u001f${value}`;

/** The order that the panel asks for; by entries if not set. */
function orderOf({ list: { sort } }: FacetsState) {
  const order: FacetOrder = FACET_ORDERS.find((each) => each === sort?.column) ?? 'count';
  const direction = sort?.descending === false ? 'ascending' : 'descending';
  return { order, direction } as const;
}

/** Counts what the panel shows in the background. */
export function createFacets(
  context: Pick<PaneContext, 'feeds' | 'clock' | 'asnNames'>,
  changed: () => void,
) {
  const counting = createCounting<Answered<FacetsQuestion>>('events.facets', context, changed);
  const drawing = createCounting<Answered<QuestionOf<'trends'>>>('events.trends', context, changed);
  const values = memoizeLast(valuesOf);
  const withTrends = memoizeLast(panelOf);
  return {
    /** @param trends whether there is room for trends */
    panel(shown: Shown | null, state: FacetsState, trends: boolean) {
      if (!shown) return NO_ROWS;
      const { scope } = shown;
      const asked = {
        columns: state.whole === null ? TRIAGE_COLUMNS : [state.whole],
        most: state.whole === null ? TOP : Number.POSITIVE_INFINITY,
        ...orderOf(state),
      };
      const latest = counting.latest({
        subject: shown,
        asked: JSON.stringify(asked),
        version: countedVersion(shown),
        begin: (signal) =>
          counted(shown, { kind: 'facets', scope, ...asked, baseline: baselineOf(shown) }, signal),
      });
      // Until there is a result, that of the question before is returned.
      const has = latest?.answer.facets.map(({ column }) => column);
      if (!latest || String(has) !== String(asked.columns)) return NO_ROWS;
      const { answer, of: extent } = latest;
      const listed = values(answer, state, context.asnNames());
      const range = shown.span;
      const of = trends ? trendsWanted(listed, state) : [];
      const drawn = drawing.latest({
        subject: answer,
        asked: JSON.stringify(of),
        version: '',
        begin: (signal) => {
          const buckets = bucketsFor(range ?? { from: 0, until: 1 }, TREND);
          return counted(shown, { kind: 'trends', scope, of, buckets }, signal);
        },
      });
      const panel = withTrends(answer, listed, state, drawn && trendsOf(drawn.answer));
      return shown.archive ? { ...panel, of: extent } : panel;
    },
  };
}

/** The values to show, by column; for a facet shown whole, those that match the search. */
type Values = ReadonlyMap<ColumnName, readonly CountedValue[]>;

function valuesOf(
  { facets }: FacetsAnswer,
  { whole, find, open }: FacetsState,
  asns: AsnNames,
): Values {
  if (whole === null) {
    return new Map(
      facets.filter(({ column }) => open.has(column)).map((each) => [each.column, each.values]),
    );
  }
  const all = facets.find(({ column }) => column === whole)?.values ?? [];
  const wanted = find.trim().toLowerCase();
  const foundBy = (textOf: (value: string) => string) =>
    all.filter(({ value }) => textOf(value).toLowerCase().includes(wanted));
  const byValue = foundBy((value) => value);
  // Names are searched only if no value matches: “us” means US, not Russia.
  const found = byValue.length > 0 ? byValue : foundBy((value) => namedValue(whole, value, asns));
  return new Map([[whole, found]]);
}

/** The values whose trends are visible. */
function trendsWanted(listed: Values, { whole, list }: FacetsState): TrendsWanted['of'] {
  const page = Math.max(0, Math.floor(list.at / TRENDS) - 1) * TRENDS;
  return [...listed].map(([column, all]) => ({
    column,
    values: (whole === null ? all : all.slice(page, page + 3 * TRENDS)).map(({ value }) => value),
  }));
}

/** By value id. */
type Trends = ReadonlyMap<string, readonly number[]>;

const trendsOf = ({ of, trends }: TrendsAnswer): Trends =>
  new Map(
    of.flatMap(({ column, values }, facet) =>
      values.map(
        (value, at) => [valueId(column, value ?? ''), [...(trends[facet]?.[at] ?? [])]] as const,
      ),
    ),
  );

function panelOf(
  { facets }: FacetsAnswer,
  listed: Values,
  { whole, open }: FacetsState,
  trends: Trends | undefined,
): FacetPanel {
  const valueRow = (column: ColumnName, counted: CountedValue): FacetRow => {
    const id = valueId(column, counted.value);
    return { ...counted, kind: 'value', id, column, trend: trends?.get(id) ?? [] };
  };
  if (whole !== null) {
    const all = listed.get(whole) ?? [];
    const idAt = (at: number) => {
      const counted = all[at];
      return counted && valueId(whole, counted.value);
    };
    return {
      ids: {
        length: all.length,
        at: idAt,
        indexOf: (id) => all.findIndex((_, at) => idAt(at) === id),
      },
      row: (at) => all[at] && valueRow(whole, all[at]),
      isCounting: false,
      other: facets.find(({ column }) => column === whole)?.other ?? 0,
    };
  }
  const rows = facets.flatMap(({ column, distinct, other, top }): readonly FacetRow[] => {
    const isOpen = open.has(column);
    const head: FacetRow = { kind: 'column', id: column, column, distinct, other, isOpen, top };
    if (!isOpen) return [head];
    const values = listed.get(column)?.slice(0, TOP) ?? [];
    const rest = distinct - values.length;
    const more: readonly FacetRow[] =
      rest > 0 ? [{ kind: 'more', id: `${column}\u001e`, column, count: rest }] : [];
    return [head, ...values.map((counted) => valueRow(column, counted)), ...more];
  });
  return { ids: rows.map(({ id }) => id), row: (at) => rows[at], isCounting: false };
}
