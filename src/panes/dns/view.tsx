import { Box } from 'ink';
import { useMemo } from 'react';
import type { StoreApi } from 'zustand/vanilla';
import type { ApiError } from '../../contract/api-error.ts';
import type { DnsScan } from '../../contract/operations/dns-scan.ts';
import type { ConsoleState } from '../../state/console-state.ts';
import { type KeyNames, keyFor } from '../../state/key-names.ts';
import { selectedId } from '../../state/list.ts';
import { type Loadable, lastLoaded } from '../../state/loadable.ts';
import type { Slice } from '../../state/slice.ts';
import { type Printable, printable, printableStart, words } from '../../text/printable.ts';
import type { Room } from '../../text/spoken.ts';
import { duration, stamp, type TimeZone } from '../../text/time.ts';
import { type DetailsLayout, detailsLayout } from '../../ui/details-layout.ts';
import { compose, type Line, type RowContent, type Span, span } from '../../ui/line.ts';
import { Rows } from '../../ui/rows.tsx';
import { tableLines } from '../../ui/table.ts';
import { tabStrip } from '../../ui/tabs.ts';
import { theme } from '../../ui/theme.ts';
import { useSelected, useSlice } from '../../ui/use-selected.ts';
import { troubleLine } from '../freshness.ts';
import { ListAndDetails } from '../list-and-details.tsx';
import {
  type DnsState,
  isRunning,
  recordColumns,
  scanDetails,
  scanOf,
  visibleRecords,
} from './state.ts';

/** Zone tabs, two lines about the job, one for trouble. */
export const HEAD = 4;

const STATUS: Readonly<Record<string, Span>> = {
  Pending: span(words`○ pending`, theme.warn),
  InProgress: span(words`◐ in progress`, theme.warn),
  Completed: span(words`● completed`, theme.good),
  Failed: span(words`✖ failed`, theme.bad),
};

/** The job in two lines: its state and times; its domain, id and error. */
export function jobLines(scan: DnsScan, wall: number, zone: TimeZone): readonly [Line, Line] {
  const status = scan.Status ?? '–';
  const known = Object.hasOwn(STATUS, status) ? STATUS[status] : undefined;
  const created = scan.CreatedAt === null ? Number.NaN : Date.parse(scan.CreatedAt);
  const completed = scan.CompletedAt === null ? Number.NaN : Date.parse(scan.CompletedAt);
  const spent: Printable = Number.isFinite(completed)
    ? words` ${status === 'Failed' ? words`after` : words`in`} ${duration(completed - created)}`
    : isRunning(scan)
      ? words` for ${duration(wall - created)}`
      : words``;
  const found = scan.Records?.length ?? 0;
  // Some services send an empty list for no list: of a scan that is under way neither says anything.
  const count =
    found === 0 && isRunning(scan)
      ? words`no records yet`
      : scan.Records === null
        ? words`no records`
        : words`${found} ${found === 1 ? words`record` : words`records`}`;
  return [
    [
      span(words` `),
      known ?? span(words`? unknown (${printableStart(status)})`, theme.special),
      span(words`${spent} · ${count} · created ${stamp(created, zone)}`),
    ],
    [
      ...(scan.Error ? [span(words` ${printableStart(scan.Error)} ·`, theme.bad)] : []),
      ...(scan.Domain ? [span(words` ${printableStart(scan.Domain)} ·`, theme.faint)] : []),
      span(words` job ${printableStart(scan.JobId ?? '–')}`, theme.faint),
    ],
  ];
}

/** The pane: the zones, the job, its records. */
export function DnsView({
  store,
  slice,
  ...room
}: Room & { readonly store: StoreApi<ConsoleState>; readonly slice: Slice<DnsState> }) {
  const { columns, rows } = room;
  const state = useSlice(slice);
  const zones = useSelected(store, zonesOf);
  const stamps = useSelected(store, stampsOf);
  const keyNames = useSelected(store, keyNamesOf);
  const visible = useMemo(() => visibleRecords(state), [state]);
  const scan = scanOf(state);
  const last = lastLoaded(scan);
  const head: RowContent[] = [
    tabStrip(
      zones.map(({ name }) => printable(name)),
      zones.findIndex(({ id }) => id === state.zone),
      room,
    ),
    ...(last ? jobLines(last.value, last.at.wall, stamps) : [[], []]).map((line) =>
      compose(line, columns),
    ),
    compose(troubleLine(scan, stamps), columns),
  ];
  const layout = scanLayout({ state, timeZone: stamps, keyNames }, { ...room, rows: rows - HEAD });
  const own = { ...room, ...layout.list };
  const body =
    visible.length > 0
      ? tableLines({
          columns: recordColumns,
          rows: visible,
          ids: visible.map(({ id }) => id),
          list: state.list,
          room: own,
          focused: true,
        })
      : [
          compose([], own.columns),
          compose([span(words`  ${emptiness(state, scan, keyNames)}`, theme.faint)], own.columns),
        ];
  return (
    <Box flexDirection="column">
      <Rows lines={head} columns={columns} rows={HEAD} />
      <ListAndDetails
        store={store}
        list={{ lines: body, ...layout.list }}
        details={layout.details}
      />
    </Box>
  );
}

interface ScanFacts {
  readonly state: DnsState;
  readonly timeZone: TimeZone;
  readonly keyNames: KeyNames;
}

/** How the room below the head is divided between the records and the details of one. */
export function scanLayout({ state, timeZone, keyNames }: ScanFacts, room: Room): DetailsLayout {
  const scan = scanOf(state);
  const rows = visibleRecords(state);
  const id = selectedId(
    state.list,
    rows.map((row) => row.id),
  );
  const row = rows.find((each) => each.id === id);
  return detailsLayout(
    {
      page: state.detail,
      preview: false,
      details: scan.kind === 'waiting' ? null : () => scanDetails(scan, row, timeZone),
      why: [],
      hasWhy: false,
      key: keyFor(keyNames, 'list.details', words`d`),
    },
    room,
  );
}

/** Why there is no record to see. */
function emptiness(state: DnsState, scan: Loadable<DnsScan>, keyNames: KeyNames): Printable {
  if (state.zone === null)
    return words`No DNS zone is watched. Press ${keyFor(keyNames, 'show.search', words`4`)} to find one, or start with --dns ID.`;
  const last = lastLoaded(scan);
  if (!last) {
    if (scan.kind !== 'failed') return words`Asking for the latest scan…`;
    return scan.error.kind === 'not-found'
      ? notFoundWords(scan.error)
      : words`Nothing is known of this zone yet.`;
  }
  if (state.list.filter !== '')
    return words`No record matches “${printable(state.list.filter)}”. ${keyFor(keyNames, 'back', words`Esc`)} clears the filter.`;
  if (isRunning(last.value))
    return words`The scan has no result yet; it is looked at again by itself.`;
  if (last.value.Status === 'Failed')
    return words`The scan failed and has no records. ${keyFor(keyNames, 'refresh', words`r`)} refreshes.`;
  if (last.value.Records === null) return words`The answer has no list of records.`;
  return words`The scan found no records.`;
}

/** What a 404 means, in the service's words where it has some: it may be about the zone or about its scans. */
function notFoundWords({ message, status, errorKey, detail }: ApiError): Printable {
  const answered = status === undefined ? words`` : words` (${status})`;
  return errorKey === undefined && detail === undefined
    ? words`Not found${answered}: this zone has no scan, or there is no such zone. The service does not say which.`
    : words`The service answered${answered}: ${printable(message)}`;
}

const zonesOf = (state: ConsoleState) => state.workspace.dnsZones;
const stampsOf = (state: ConsoleState) => state.timeZone;
const keyNamesOf = (state: ConsoleState) => state.keyNames;
