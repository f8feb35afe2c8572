import type { ListGrammar } from '../../commands/list-filter.ts';
import {
  type DnsScan,
  jobShape,
  recordShape,
  recordTypeName,
  type ScannedRecord,
} from '../../contract/operations/dns-scan.ts';
import {
  type ComparedRecord,
  RECORD_DETAILS,
  type RecordChange,
} from '../../state/compare-records.ts';
import { type Loadable, lastLoaded } from '../../state/loadable.ts';
import { lazy, memoizeLast } from '../../text/memoize.ts';
import { count, figure } from '../../text/numbers.ts';
import { type Printable, printable, printableStart, words } from '../../text/printable.ts';
import type { TimeZone } from '../../text/time.ts';
import { width } from '../../text/width.ts';
import { placeColumns } from '../../ui/columns.ts';
import { span } from '../../ui/line.ts';
import {
  headingItem,
  type RecordField,
  type RecordItem,
  signItem,
  textItem,
} from '../../ui/record-lines.ts';
import { type Column, column, widestOf } from '../../ui/table.ts';
import { theme } from '../../ui/theme.ts';
import { errorItems, recordFields } from '../record-items.ts';

export interface RecordRow {
  readonly id: string;
  readonly record: ScannedRecord;
  /** Difference from the previous scan; null if there is none, or no previous scan. */
  readonly change: RecordChange | null;
}

export const typeOf = ({ Type }: ScannedRecord): string =>
  Type === null ? '' : recordTypeName(Type);

export const recordGrammar: ListGrammar<RecordRow> = {
  fields: [
    { name: 'type', kind: 'value', read: ({ record }) => typeOf(record) },
    { name: 'name', kind: 'text', read: ({ record }) => record.Name },
    { name: 'value', kind: 'text', read: ({ record }) => record.Value },
    { name: 'ttl', kind: 'number', read: ({ record }) => record.Ttl },
    { name: 'change', kind: 'value', read: ({ change }) => change?.kind ?? null },
    {
      name: 'priority',
      aliases: ['prio'],
      kind: 'number',
      read: ({ record }) => record.Priority,
    },
    { name: 'weight', kind: 'number', read: ({ record }) => record.Weight },
    { name: 'port', kind: 'number', read: ({ record }) => record.Port },
    {
      name: 'proxied',
      kind: 'value',
      read: ({ record: { IsProxied } }) => (IsProxied === null ? null : IsProxied ? 'yes' : 'no'),
    },
  ],
  text: ({ record }) => `${record.Name} ${typeOf(record)} ${record.Value}`,
};

/** All fields of a record and of its scan; then why the last request failed. */
export function scanDetails(
  loadable: Loadable<DnsScan>,
  row: RecordRow | undefined,
  zone: TimeZone,
): readonly RecordItem[] {
  const scan = lastLoaded(loadable)?.value;
  return [
    ...(row ? changeItems(row) : []),
    ...(row ? recordItems(row.record, zone) : []),
    ...(scan
      ? [
          headingItem(words`Scan`),
          ...recordFields(jobShape, scan, zone, {
            first: ['Error', 'Status'],
            without: ['Records'],
          }),
        ]
      : []),
    ...(loadable.kind === 'failed' ? errorItems(loadable.error) : []),
  ];
}

/** All fields of a record; the type number with its name. */
const recordItems = (record: ScannedRecord, zone: TimeZone): readonly RecordField[] =>
  recordFields(recordShape, record, zone, { first: ['Value', 'Name', 'Type'] }).map((field) =>
    field.name === 'Type' && record.Type !== null && !typeOf(record).startsWith('TYPE ')
      ? { ...field, value: words`${printable(typeOf(record))} (${field.value})` }
      : field,
  );

function changeItems({ record, change }: RecordRow): readonly RecordItem[] {
  if (!change) return [];
  const text =
    change.kind === 'changed'
      ? formerly(record, change.was)
      : change.kind === 'new'
        ? words`new: the scan before did not have it`
        : words`removed: only the scan before had it`;
  return [signItem(CHANGE_SIGN[change.kind], text, theme.warn)];
}

const CHANGE_SIGN = { new: words`+`, changed: words`~`, removed: words`-` } as const;

const optionalFigure = (
  name: 'Priority' | 'Weight' | 'Port',
  title: Printable,
  width: number,
  how: Pick<Column<RecordRow>, 'spoken' | 'enough' | 'leaves' | 'extra'>,
): Column<RecordRow> =>
  column(name.toLowerCase(), title, width, {
    ...how,
    align: 'right',
    isQuiet: ({ record }) => record[name] === null,
    cell: ({ record }) => span(record[name] === null ? words`` : figure(record[name]), theme.faint),
  });

/** Shown only if a record changed. */
const CHANGE: Column<RecordRow> = column('change', words`CHANGE`, 9, {
  cell: ({ change }) =>
    change ? span(words`${CHANGE_SIGN[change.kind]} ${printable(change.kind)}`, theme.warn) : [],
  sortBy: ({ change }) => change?.kind ?? '~',
});

const beforeIn = ({ record, change }: RecordRow): Printable =>
  change?.kind === 'changed' ? formerly(record, change.was) : words``;

/** `least` fits an IPv4 address after its label: a cut address would read as another one. */
const BEFORE = { least: 25, most: 48 } as const;

const beforeColumn = (rows: readonly RecordRow[]): Column<RecordRow> => {
  const wide = widestOf(rows, beforeIn);
  return column('before', words`BEFORE`, Math.min(BEFORE.least, wide), {
    enough: Math.min(BEFORE.most, wide),
    leaves: 0,
    cell: (row) => span(beforeIn(row), theme.warn),
  });
};

const isChanged = ({ change }: RecordRow): boolean => change?.kind === 'changed';

const nameIn = ({ record }: RecordRow): Printable => printableStart(record.Name ?? '–');
const typeIn = ({ record }: RecordRow): Printable => printable(typeOf(record) || '–');
const ttlIn = ({ record }: RecordRow): Printable => figure(record.Ttl);
const valueIn = ({ record }: RecordRow): Printable => printableStart(record.Value ?? '–');

/** Widths of the name column: minimum, and maximum where others need the room. */
const NAME = { least: 14, most: 48 } as const;
const VALUE = { least: 24, most: 60 } as const;

/** The columns of the list; names fit the longest of `rows`. Cached: a scan may have ten thousand records. */
export const recordColumns = memoizeLast(
  (rows: readonly RecordRow[]): readonly Column<RecordRow>[] => [
    column('name', words`NAME`, NAME.least, {
      enough: Math.min(NAME.most, widestOf(rows, nameIn)),
      cell: (row) => span(nameIn(row)),
      sortBy: ({ record }) => record.Name ?? '',
    }),
    column('type', words`TYPE`, widestOf(rows, typeIn, 4), {
      cell: (row) => span(typeIn(row), theme.data),
      sortBy: ({ record }) => typeOf(record),
    }),
    ...(rows.some(({ change }) => change !== null) ? [CHANGE] : []),
    column('value', words`VALUE`, VALUE.least, {
      enough: Math.min(VALUE.most, widestOf(rows, valueIn)),
      grow: 1,
      cell: (row) => span(valueIn(row)),
      sortBy: ({ record }) => record.Value ?? '',
    }),
    ...(rows.some(isChanged) ? [beforeColumn(rows)] : []),
    column('ttl', words`TTL`, widestOf(rows, ttlIn, 5), {
      align: 'right',
      cell: (row) => span(ttlIn(row)),
      sortBy: ({ record }) => record.Ttl ?? -1,
    }),
    optionalFigure('Priority', words`PRIO`, 5, { spoken: words`priority`, enough: 8, leaves: 1 }),
    optionalFigure('Weight', words`WEIGHT`, 6, { leaves: 3, extra: true }),
    optionalFigure('Port', words`PORT`, 5, { leaves: 2, extra: true }),
    column('proxied', words`PROXIED`, 7, {
      leaves: 4,
      extra: true,
      isQuiet: ({ record }) => !record.IsProxied,
      cell: ({ record: { IsProxied } }) =>
        span(IsProxied === null ? words`–` : IsProxied ? words`yes` : words`no`, theme.faint),
      sortBy: ({ record: { IsProxied } }) => (IsProxied === null ? -1 : Number(IsProxied)),
    }),
  ],
);

/** Columns without rows, for sorting. */
export const orderingColumns = lazy(() => recordColumns([]));

const FIGURES = [
  ['priority', 'Priority'],
  ['weight', 'Weight'],
  ['port', 'Port'],
] as const;

/** Whether the list cuts a value, or has no column for a figure or change. */
export const isListShort = memoizeLast((rows: readonly RecordRow[], columns: number): boolean => {
  const placed = new Map(
    placeColumns(recordColumns(rows), columns, rows).map(({ column, width }) => [column.id, width]),
  );
  const room = placed.get('value') ?? 0;
  const left = FIGURES.filter(([id]) => !placed.has(id));
  return rows.some(
    (row) =>
      width(valueIn(row)) > room ||
      left.some(([, name]) => row.record[name] !== null) ||
      (isChanged(row) && !placed.has('before')),
  );
});

/** A record's value and figures for the lines below the list. */
export function recordWhy(row: RecordRow): readonly RecordItem[] {
  const figures = FIGURES.flatMap(([, name]) => {
    const value = row.record[name];
    return value === null ? [] : [words`${TITLES[name]} ${figure(value)}`];
  });
  const text = figures.join(words`, `) as Printable;
  return [
    { name: nameIn(row), value: valueIn(row) },
    ...(isChanged(row) ? changeItems(row) : []),
    ...(text === '' ? [] : [textItem(text, theme.faint)]),
  ];
}

export function formerly(record: ScannedRecord, was: ScannedRecord): Printable {
  const parts = [
    ...(record.Value === was.Value ? [] : [words`value was ${printable(was.Value ?? '–')}`]),
    ...RECORD_DETAILS.filter((name) => record[name] !== was[name]).map(
      (name) => words`${TITLES[name]} was ${valueText(was[name])}`,
    ),
  ];
  return parts.join(', ') as Printable;
}

const TITLES: Readonly<Record<(typeof RECORD_DETAILS)[number], Printable>> = {
  Ttl: words`TTL`,
  Priority: words`priority`,
  Weight: words`weight`,
  Port: words`port`,
  IsProxied: words`proxied`,
};

const valueText = (value: number | boolean | null): Printable =>
  typeof value === 'boolean' ? (value ? words`yes` : words`no`) : figure(value);

/** Counts of changes: `1 new, 2 changed, 1 removed`, or `no change`. */
export function changeCounts(rows: readonly Pick<ComparedRecord, 'change'>[]): Printable {
  const counts = (['new', 'changed', 'removed'] as const).flatMap((kind) => {
    const { length } = rows.filter(({ change }) => change?.kind === kind);
    return length === 0 ? [] : [words`${count(length)} ${printable(kind)}`];
  });
  return counts.length === 0 ? words`no change` : (counts.join(', ') as Printable);
}
