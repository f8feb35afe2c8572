import { rowFilter } from '../../commands/list-filter.ts';
import type { DnsScan } from '../../contract/operations/dns-scan.ts';
import { compared } from '../../state/compare-records.ts';
import { EMPTY_LIST_WITH_DETAILS, type ListState, type ListWithDetails } from '../../state/list.ts';
import { type Loadable, lastLoaded, WAITING } from '../../state/loadable.ts';
import { memoizeLast } from '../../text/memoize.ts';
import { sortedRows } from '../../ui/table.ts';
import { orderingColumns, type RecordRow, recordGrammar } from './records.ts';

export interface DnsState extends ListWithDetails {
  /** The zone on screen; null while none is watched. */
  readonly zone: string | null;
  readonly scans: ReadonlyMap<string, Loadable<DnsScan>>;
  /** The previous scan with records, for zones of which this run saw two scans. */
  readonly earlier: ReadonlyMap<string, DnsScan>;
  /** The scan at the viewed minute; null for the present. */
  readonly past: Loadable<DnsScan> | null;
}

export const EMPTY_DNS: DnsState = {
  zone: null,
  scans: new Map(),
  earlier: new Map(),
  past: null,
  ...EMPTY_LIST_WITH_DETAILS,
};

export const scanOf = ({ zone, scans, past }: DnsState): Loadable<DnsScan> =>
  past ?? (zone === null ? undefined : scans.get(zone)) ?? WAITING;

export const isRunning = ({ Status }: DnsScan): boolean =>
  Status === 'Pending' || Status === 'InProgress';

/** Whether the records are final. While a scan runs, an empty list means nothing. */
const hasRecords = (scan: DnsScan): boolean => scan.Records !== null && !isRunning(scan);

/** The state after a zone's scan was requested; the records of a replaced scan are kept. */
export function withScan(
  { scans, earlier }: Pick<DnsState, 'scans' | 'earlier'>,
  zone: string,
  change: (scan: Loadable<DnsScan>) => Loadable<DnsScan>,
): Pick<DnsState, 'scans' | 'earlier'> {
  const before = scans.get(zone) ?? WAITING;
  const after = change(before);
  const [was, is] = [lastLoaded(before)?.value, lastLoaded(after)?.value];
  const isOver = was && is && was.JobId !== is.JobId && hasRecords(was);
  return {
    scans: new Map(scans).set(zone, after),
    earlier: isOver ? new Map(earlier).set(zone, was) : earlier,
  };
}

export const earlierOf = ({ zone, earlier, past }: DnsState): DnsScan | undefined =>
  zone === null || past !== null ? undefined : earlier.get(zone);

/** All records of the zone, compared with the previous scan; the previous records while the current scan has none. */
export const recordsOf = (state: DnsState): readonly RecordRow[] =>
  recordRows(lastLoaded(scanOf(state))?.value, earlierOf(state));

/** Cached: a scan may have ten thousand records, and every key needs them. */
const recordRows = memoizeLast(
  (scan: DnsScan | undefined, earlier: DnsScan | undefined): readonly RecordRow[] => {
    const seen = new Map<string, number>();
    return (
      scan && earlier && hasRecords(scan)
        ? compared(scan.Records ?? [], earlier.Records ?? [])
        : ((isReplaced(scan, earlier) ? earlier : scan)?.Records?.map((record) => ({
            record,
            change: null,
          })) ?? [])
    ).map((row) => {
      const { Name, Type, Value } = row.record;
      const content = `${Name}\u001f${Type}\u001f${Value}`;
      const copies = (seen.get(content) ?? 0) + 1;
      seen.set(content, copies);
      return { ...row, id: `${content}\u001f${copies}` };
    });
  },
);

const isReplaced = (scan: DnsScan | undefined, earlier: DnsScan | undefined): boolean =>
  scan !== undefined && !hasRecords(scan) && earlier !== undefined;

export const isEarlierShown = (state: DnsState): boolean =>
  isReplaced(lastLoaded(scanOf(state))?.value, earlierOf(state));

export const visibleRecords = (state: DnsState): readonly RecordRow[] =>
  listed(recordsOf(state), state.list.filter, state.list.sort);

const listed = memoizeLast(
  (all: readonly RecordRow[], filter: string, sort: ListState['sort']): readonly RecordRow[] =>
    sortedRows(all.filter(rowFilter(recordGrammar, filter)), orderingColumns(), sort),
);

/** The marked records, including hidden ones; without marks, those on screen. */
export function meantRecords(state: DnsState): readonly RecordRow[] {
  const marked = markedRecords(state);
  const { sort } = state.list;
  return marked.length > 0 ? sortedRows(marked, orderingColumns(), sort) : visibleRecords(state);
}

/** Also those that a filter hides. */
export function markedRecords(state: DnsState): readonly RecordRow[] {
  const { marks } = state.list;
  return marks.size === 0 ? [] : recordsOf(state).filter(({ id }) => marks.has(id));
}
