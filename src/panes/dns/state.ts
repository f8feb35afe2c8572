import {
  type DnsScan,
  jobShape,
  recordShape,
  recordTypeName,
  type ScannedRecord,
} from '../../contract/operations/dns-scan.ts';
import { EMPTY_LIST, type ListState } from '../../state/list.ts';
import { type Loadable, lastLoaded, WAITING } from '../../state/loadable.ts';
import { figure } from '../../text/numbers.ts';
import { printable, printableStart, words } from '../../text/printable.ts';
import type { TimeZone } from '../../text/time.ts';
import { span } from '../../ui/line.ts';
import type { RecordItem } from '../../ui/record-lines.ts';
import { type Column, sortedRows } from '../../ui/table.ts';
import { theme } from '../../ui/theme.ts';
import { errorItems } from '../error-items.ts';
import { type ListGrammar, rowFilter } from '../list-filter.ts';
import { recordFields } from '../record-fields.ts';

export interface DnsState {
  /** The zone on screen; null while none is watched. */
  readonly zone: string | null;
  /** The latest scan of each zone that was looked at. */
  readonly scans: ReadonlyMap<string, Loadable<DnsScan>>;
  readonly list: ListState;
  /** The page of the details that are shown, from 0; null while they are closed. */
  readonly detail: number | null;
}

export const EMPTY_DNS: DnsState = {
  zone: null,
  scans: new Map(),
  list: EMPTY_LIST,
  detail: null,
};

export const scanOf = ({ zone, scans }: DnsState): Loadable<DnsScan> =>
  (zone === null ? undefined : scans.get(zone)) ?? WAITING;

/** Whether the job still runs, so that it is worth asking again. */
export const isRunning = ({ Status }: DnsScan): boolean =>
  Status === 'Pending' || Status === 'InProgress';

/** The name of a record's type; empty where the service gave none. */
const typeOf = ({ Type }: ScannedRecord): string => (Type === null ? '' : recordTypeName(Type));

/** What records are filtered by: `type:srv ttl>3600`. */
export const recordGrammar: ListGrammar<ScannedRecord> = {
  fields: [
    { name: 'type', kind: 'value', read: typeOf },
    { name: 'name', kind: 'text', read: ({ Name }) => Name },
    { name: 'value', kind: 'text', read: ({ Value }) => Value },
    { name: 'ttl', kind: 'number', read: ({ Ttl }) => Ttl },
    { name: 'priority', aliases: ['prio'], kind: 'number', read: ({ Priority }) => Priority },
    { name: 'weight', kind: 'number', read: ({ Weight }) => Weight },
    { name: 'port', kind: 'number', read: ({ Port }) => Port },
    {
      name: 'proxied',
      kind: 'value',
      read: ({ IsProxied }) => (IsProxied === null ? null : IsProxied ? 'yes' : 'no'),
    },
  ],
  text: (record) => `${record.Name} ${typeOf(record)} ${record.Value}`,
};

/** All records of the scan on screen. */
export const recordsOf = (state: DnsState): readonly ScannedRecord[] =>
  lastLoaded(scanOf(state))?.value.Records ?? [];

/** The records on screen: what the filter leaves, in the order asked for. */
export function visibleRecords(state: DnsState): readonly RecordRow[] {
  const records = recordsOf(state);
  const isKept = rowFilter(recordGrammar, state.list.filter);
  const seen = new Map<string, number>();
  const rows: RecordRow[] = [];
  for (const record of records) {
    const content = `${record.Name}\u001f${record.Type}\u001f${record.Value}`;
    const copies = (seen.get(content) ?? 0) + 1;
    seen.set(content, copies);
    if (isKept(record)) rows.push({ id: `${content}\u001f${copies}`, record });
  }
  return sortedRows(rows, recordColumns, state.list.sort);
}

/** Every field of a record, then of the job that found it, as they came; then why it could not be read again. */
export function scanDetails(
  loadable: Loadable<DnsScan>,
  row: RecordRow | undefined,
  zone: TimeZone,
): readonly RecordItem[] {
  const scan = lastLoaded(loadable)?.value;
  return [
    ...(row ? recordFields(recordShape, row.record, zone, { first: ['Value'] }) : []),
    ...(scan
      ? [
          { kind: 'heading' as const, text: words`Scan` },
          ...recordFields(jobShape, scan, zone, {
            first: ['Error', 'Status'],
            without: ['Records'],
          }),
        ]
      : []),
    ...(loadable.kind === 'failed' ? errorItems(loadable.error) : []),
  ];
}

/** A record with an id of its own: the service gives it none. */
interface RecordRow {
  readonly id: string;
  readonly record: ScannedRecord;
}

const optional = (value: number | null) =>
  span(value === null ? words`` : figure(value), theme.faint);

export const recordColumns: readonly Column<RecordRow>[] = [
  {
    id: 'name',
    title: words`NAME`,
    width: 14,
    grow: 2,
    cell: ({ record }) => span(printableStart(record.Name ?? '–')),
    sortBy: ({ record }) => record.Name ?? '',
  },
  {
    id: 'type',
    title: words`TYPE`,
    width: 7,
    cell: ({ record }) => span(printable(typeOf(record) || '–'), theme.data),
    sortBy: ({ record }) => typeOf(record),
  },
  {
    id: 'value',
    title: words`VALUE`,
    width: 24,
    grow: 5,
    cell: ({ record }) => span(printableStart(record.Value ?? '–')),
    sortBy: ({ record }) => record.Value ?? '',
  },
  {
    id: 'ttl',
    title: words`TTL`,
    width: 6,
    align: 'right',
    cell: ({ record }) => span(figure(record.Ttl)),
    sortBy: ({ record }) => record.Ttl ?? -1,
  },
  {
    id: 'priority',
    title: words`PRIO`,
    width: 5,
    align: 'right',
    leaves: 1,
    cell: ({ record }) => optional(record.Priority),
  },
  {
    id: 'weight',
    title: words`WEIGHT`,
    width: 6,
    align: 'right',
    leaves: 3,
    cell: ({ record }) => optional(record.Weight),
  },
  {
    id: 'port',
    title: words`PORT`,
    width: 5,
    align: 'right',
    leaves: 2,
    cell: ({ record }) => optional(record.Port),
  },
  {
    id: 'proxied',
    title: words`PROXIED`,
    width: 7,
    leaves: 4,
    cell: ({ record: { IsProxied } }) =>
      span(IsProxied === null ? words`–` : IsProxied ? words`yes` : words`no`, theme.faint),
    sortBy: ({ record: { IsProxied } }) => (IsProxied === null ? -1 : Number(IsProxied)),
  },
];
