import { recordTypeName } from '../../contract/operations/dns-scan.ts';
import { figure } from '../../text/figures.ts';
import { printable, words } from '../../text/printable.ts';
import { span } from '../../ui/line.ts';
import type { Column } from '../../ui/table.ts';
import { theme } from '../../ui/theme.ts';
import type { RecordRow } from './record-row.ts';

const optional = (value: number | null) =>
  span(value === null ? words`` : figure(value), theme.faint);

export const recordColumns: readonly Column<RecordRow>[] = [
  {
    id: 'name',
    title: words`NAME`,
    width: 14,
    grow: 2,
    cell: ({ record }) => span(printable(record.Name ?? '–')),
    sortBy: ({ record }) => record.Name ?? '',
  },
  {
    id: 'type',
    title: words`TYPE`,
    width: 7,
    cell: ({ record }) =>
      span(record.Type === null ? words`–` : printable(recordTypeName(record.Type)), theme.accent),
    sortBy: ({ record }) => (record.Type === null ? '' : recordTypeName(record.Type)),
  },
  {
    id: 'value',
    title: words`VALUE`,
    width: 24,
    grow: 5,
    cell: ({ record }) => span(printable(record.Value ?? '–')),
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
    cell: ({ record }) => span(record.IsProxied ? words`yes` : words`no`, theme.faint),
    sortBy: ({ record }) => Number(record.IsProxied),
  },
];
