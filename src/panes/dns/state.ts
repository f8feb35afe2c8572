import { type DnsScan, recordTypeName } from '../../contract/operations/dns-scan.ts';

import { EMPTY_LIST, type ListState } from '../../state/list.ts';
import { type Loadable, lastLoaded, WAITING } from '../../state/loadable.ts';
import { sortedRows } from '../../ui/table.ts';
import { matchesFilter } from '../filter-prompt.ts';
import { recordColumns } from './columns.ts';
import type { RecordRow } from './record-row.ts';

export interface DnsState {
  /** The zone on screen; null while none is watched. */
  readonly zone: string | null;
  /** The latest scan of each zone that was looked at. */
  readonly scans: ReadonlyMap<string, Loadable<DnsScan>>;
  readonly list: ListState;
}

export const EMPTY_DNS: DnsState = { zone: null, scans: new Map(), list: EMPTY_LIST };

export const scanOf = ({ zone, scans }: DnsState): Loadable<DnsScan> =>
  (zone === null ? undefined : scans.get(zone)) ?? WAITING;

/** Whether the job still runs, so that it is worth asking again. */
export const isRunning = ({ Status }: DnsScan): boolean =>
  Status === 'Pending' || Status === 'InProgress';

/** The records on screen: what the filter leaves, in the order asked for. */
export function visibleRecords(state: DnsState): readonly RecordRow[] {
  const records = lastLoaded(scanOf(state))?.value.Records ?? [];
  const seen = new Map<string, number>();
  const rows: RecordRow[] = [];
  for (const record of records) {
    const content = `${record.Name}\u001f${record.Type}\u001f${record.Value}`;
    const copies = (seen.get(content) ?? 0) + 1;
    seen.set(content, copies);
    const type = record.Type === null ? '' : recordTypeName(record.Type);
    if (matchesFilter(state.list.filter, `${record.Name} ${type} ${record.Value}`)) {
      rows.push({ id: `${content}\u001f${copies}`, record });
    }
  }
  return sortedRows(rows, recordColumns, state.list.sort);
}
