import {
  type Baseline,
  type CountedValue,
  countFacets,
  FACET_ORDERS,
  type FacetCounts,
  type FacetOrder,
} from '../../events/facet-counts.ts';
import { firstHour, trendSlices } from '../../events/facets.ts';
import { COLUMNS, type ColumnName, FIRST_FACETS } from '../../events/storage/columns.ts';
import { bucketsFor, type TimeRange } from '../../events/time-range.ts';
import type { IdList } from '../../text/list-window.ts';
import { memoizeLast } from '../../text/memoize.ts';
import type { PaneContext } from '../pane.ts';
import { createCounting } from './counting.ts';
import type { Shown } from './engine.ts';
import type { FacetsState } from './state.ts';
import { spannedTime } from './timeline.ts';

/** Values shown of an open column. */
const TOP = 10;
/** Bars of a value's course. */
export const COURSE = 16;
/** Of a facet that is shown whole, the courses of so many rows around the cursor are counted at a time. */
const COURSES = 64;

/** A line of the facets panel. */
export type FacetRow =
  | {
      readonly kind: 'column';
      readonly id: string;
      readonly column: ColumnName;
      readonly distinct: number;
      readonly isOpen: boolean;
      /** The value that most entries have; undefined where none has one. */
      readonly top: CountedValue | undefined;
    }
  | (CountedValue & {
      readonly kind: 'value';
      readonly id: string;
      readonly column: ColumnName;
      /** Entries over the loaded span; empty while they are not counted. */
      readonly course: readonly number[];
    })
  /** Stands for the values that an open column does not show. */
  | {
      readonly kind: 'more';
      readonly id: string;
      readonly column: ColumnName;
      readonly count: number;
    };

/** The rows of the panel: of a facet shown whole there may be tens of thousands. */
export interface FacetPanel {
  readonly ids: IdList;
  row(at: number): FacetRow | undefined;
  /** Whether the entries are being counted for the first time. */
  readonly isCounting: boolean;
}

const NO_ROWS: FacetPanel = {
  ids: { length: 0, at: () => undefined, indexOf: () => -1 },
  row: () => undefined,
  isCounting: true,
};

const ORDER: readonly ColumnName[] = [
  ...FIRST_FACETS,
  ...COLUMNS.filter((column) => !FIRST_FACETS.includes(column)),
];

/** What a value's share is compared to; null while little more than an hour is loaded, when nothing could be new. */
export function baselineOf({ store }: Pick<Shown, 'store'>): TimeRange | null {
  const hour = firstHour(store);
  return hour && store.span && store.span.newest >= hour.until ? hour : null;
}

const baselineIn = (shown: Shown): Baseline | null => {
  const range = baselineOf(shown);
  // The time range holds the list, not what it is compared to.
  const { around } = shown;
  return range && { range, view: around?.filter.kind === 'everything' ? undefined : around };
};

const valueId = (column: ColumnName, value: string): string => `${column}\u001f${value}`;

/** The order that the panel asks for: by entries unless told. */
function orderOf({ list: { sort } }: FacetsState) {
  const order: FacetOrder = FACET_ORDERS.find((each) => each === sort?.column) ?? 'count';
  const direction = sort?.descending === false ? 'ascending' : 'descending';
  return { order, direction } as const;
}

/** What the panel is drawn from, counted behind keys and drawing. */
interface FacetSource {
  /**
   * @param version grows with whatever may have changed
   * @param courses whether there is room for courses
   */
  panel(shown: Shown | null, state: FacetsState, version: number, courses: boolean): FacetPanel;
}

export function createFacets(
  context: Pick<PaneContext, 'feeds' | 'clock'>,
  changed: () => void,
): FacetSource {
  const counting = createCounting<FacetCounts>('events.facets', context, changed);
  const drawing = createCounting<Courses>('events.courses', context, changed);
  const values = memoizeLast(
    (counts: FacetCounts, state: FacetsState): Values => ({
      counts,
      codes: codesOf(counts, state),
      state,
    }),
  );
  const withCourses = memoizeLast((of: Values, courses: Courses) => panelOf(of, courses));
  return {
    panel(shown, state, version, courses) {
      if (!shown) return NO_ROWS;
      const { store, view } = shown;
      const counts = counting.latest({
        subject: shown,
        asked: '',
        version: `${version} ${store.version} ${view.counts.scanned}`,
        begin: () => countFacets(store, ORDER, view, baselineIn(shown)),
      });
      if (!counts) return NO_ROWS;
      const of = values(counts, state);
      const wanted = courses ? coursesWanted(of) : NONE;
      const asked = [...wanted].map(([column, codes]) => `${column} ${codes.join()}`).join(';');
      const drawn = drawing.latest({
        subject: counts,
        asked,
        version: '',
        begin: () => countCourses(shown, wanted),
      });
      return withCourses(of, drawn ?? NO_COURSES);
    },
  };
}

/** The values that the panel shows, by column. */
interface Values {
  readonly counts: FacetCounts;
  readonly codes: ReadonlyMap<ColumnName, Uint32Array>;
  readonly state: FacetsState;
}

type Courses = ReadonlyMap<ColumnName, ReadonlyMap<number, readonly number[]>>;

const NO_COURSES: Courses = new Map();
const NONE: ReadonlyMap<ColumnName, readonly number[]> = new Map();

/** The codes of the columns that are open, sorted; of the one that is shown whole, those that are looked for. */
function codesOf(counts: FacetCounts, state: FacetsState): Values['codes'] {
  const { order, direction } = orderOf(state);
  const { whole, find, open } = state;
  if (whole === null) {
    return new Map([...open].map((column) => [column, counts.codes(column, order, direction)]));
  }
  const all = counts.codes(whole, order, direction);
  const wanted = find.trim().toLowerCase();
  const matches = (code: number) => counts.text(whole, code).toLowerCase().includes(wanted);
  return new Map([[whole, wanted === '' ? all : all.filter(matches)]]);
}

/** The values whose courses are to be seen. */
function coursesWanted({ codes, state }: Values): ReadonlyMap<ColumnName, readonly number[]> {
  const page = Math.max(0, Math.floor(state.list.at / COURSES) - 1) * COURSES;
  return new Map(
    [...codes].map(([column, all]) => [
      column,
      state.whole === null
        ? [...all.subarray(0, TOP)]
        : [...all.subarray(page, page + 3 * COURSES)],
    ]),
  );
}

function* countCourses(
  shown: Shown,
  wanted: ReadonlyMap<ColumnName, readonly number[]>,
): Generator<void, Courses, void> {
  const courses = new Map<ColumnName, ReadonlyMap<number, readonly number[]>>();
  const range = spannedTime(shown, null);
  if (!range) return courses;
  const buckets = bucketsFor(range, COURSE);
  for (const [column, codes] of wanted) {
    const { store, view } = shown;
    const trends = yield* trendSlices(store, column, codes, buckets, { view });
    courses.set(column, new Map(codes.map((code, at) => [code, [...(trends[at] ?? [])]])));
  }
  return courses;
}

function panelOf({ counts, codes, state }: Values, courses: Courses): FacetPanel {
  const valueRow = (column: ColumnName, code: number): FacetRow => {
    const counted = counts.value(column, code);
    return {
      ...counted,
      kind: 'value',
      id: valueId(column, counted.value),
      column,
      course: courses.get(column)?.get(code) ?? [],
    };
  };
  const { whole } = state;
  if (whole !== null) {
    const all = codes.get(whole) ?? new Uint32Array();
    const idAt = (at: number) => {
      const code = all[at];
      return code === undefined ? undefined : valueId(whole, counts.text(whole, code));
    };
    return {
      ids: {
        length: all.length,
        at: idAt,
        indexOf: (id) => all.findIndex((_, at) => idAt(at) === id),
      },
      row: (at) => (at in all ? valueRow(whole, all[at] as number) : undefined),
      isCounting: false,
    };
  }
  const rows = ORDER.flatMap((column): readonly FacetRow[] => {
    const isOpen = state.open.has(column);
    const distinct = counts.distinct(column);
    const top = counts.top(column);
    const head: FacetRow = { kind: 'column', id: column, column, distinct, isOpen, top };
    if (!isOpen) return [head];
    const values = [...(codes.get(column)?.subarray(0, TOP) ?? [])];
    const rest = distinct - values.length;
    const more: readonly FacetRow[] =
      rest > 0 ? [{ kind: 'more', id: `${column}\u001e`, column, count: rest }] : [];
    return [head, ...values.map((code) => valueRow(column, code)), ...more];
  });
  return {
    ids: rows.map(({ id }) => id),
    row: (at) => rows[at],
    isCounting: false,
  };
}
