import type { DnsScan } from '../../contract/operations/dns-scan.ts';
import { noScanWords } from '../../state/connection.ts';
import type { ConsoleState } from '../../state/console-state.ts';
import { selectedRow } from '../../state/list.ts';
import { type Loadable, lastLoaded } from '../../state/loadable.ts';
import { keyFor } from '../../text/key-names.ts';
import { counted } from '../../text/numbers.ts';
import { type Printable, printable, printableStart, words } from '../../text/printable.ts';
import type { Room } from '../../text/spoken.ts';
import { duration, stamp, type TimeZone, timeNear } from '../../text/time.ts';
import {
  type DetailsLayout,
  detailsLayout,
  withSpare,
  withWholeCells,
} from '../../ui/details-layout.ts';
import { compose, type Line, lineWidth, type RowContent, type Span, span } from '../../ui/line.ts';
import type { RecordItem } from '../../ui/record-lines.ts';
import { Rows } from '../../ui/rows.tsx';
import { emptyLines, listTable } from '../../ui/table.ts';
import { tabBar } from '../../ui/tabs.ts';
import { theme } from '../../ui/theme.ts';
import { usePicked, useSelected, useSlice } from '../../ui/use-selected.ts';
import { troubleLine, withAdvice } from '../freshness.ts';
import { nothingWatched } from '../nothing-watched.ts';
import { ListAndDetails, type PaneViewProps, useMinute } from '../pane-list.tsx';
import { noMatch } from '../prompts.ts';
import {
  changeCounts,
  isListShort,
  type RecordRow,
  recordColumns,
  recordWhy,
  scanDetails,
} from './records.ts';
import {
  type DnsState,
  earlierOf,
  isEarlierShown,
  isRunning,
  recordsOf,
  scanOf,
  visibleRecords,
} from './state.ts';

/**
 * Lines above the list: zone tabs, the state of the scan, and its error, failure, changes or id. An error and one of
 * the others take a line each.
 */
const headRows = (state: DnsState): number =>
  3 + (lastLoaded(scanOf(state))?.value.Error && hasNote(state) ? 1 : 0);

const hasNote = (state: DnsState): boolean =>
  scanOf(state).kind === 'failed' || earlierOf(state) !== undefined;

const STATUS: Readonly<Record<string, { readonly sign: Span; readonly word: Printable }>> = {
  Pending: { sign: span(words`○`, theme.warn), word: words`pending` },
  InProgress: { sign: span(words`◐`, theme.warn), word: words`in progress` },
  Completed: { sign: span(words`●`, theme.good), word: words`completed` },
  Failed: { sign: span(words`✖`, theme.bad), word: words`failed` },
};

const statusOf = ({ Status }: DnsScan) =>
  Status !== null && Object.hasOwn(STATUS, Status) ? STATUS[Status] : undefined;

function zoneState(
  loadable: Loadable<DnsScan> | undefined,
): { readonly sign: Span; readonly word: Printable } | null {
  const last = loadable && lastLoaded(loadable);
  if (last)
    return statusOf(last.value) ?? { sign: span(words`?`, theme.special), word: words`unknown` };
  if (loadable?.kind !== 'failed') return null;
  return loadable.error.kind === 'not-found'
    ? { sign: span(words`–`, theme.faint), word: words`no scan` }
    : { sign: span(words`!`, theme.bad), word: words`no answer` };
}

function zoneTabs(zones: ConsoleState['workspace']['dnsZones'], state: DnsState, room: Room) {
  const tabs = zones.map(({ id, name: zone }) => {
    // The scans of a past minute are loaded only for the zone on screen.
    const known = state.past === null ? zoneState(state.scans.get(id)) : null;
    const name = printable(zone);
    return room.kind === 'spoken' && known
      ? { name: words`${name}, ${known.word}` }
      : { name, sign: known?.sign ?? null };
  });
  return tabBar(
    tabs,
    zones.findIndex(({ id }) => id === state.zone),
    room,
  );
}

const millis = (time: string | null): number => (time === null ? Number.NaN : Date.parse(time));

interface JobFacts {
  /** Time of the answer in milliseconds, for the duration of a running scan. */
  readonly wall: number;
  readonly zone: TimeZone;
  /** Wall clock to the minute in milliseconds, for the age of the scan. */
  readonly now: number;
  /** In fewer columns the age or the day is left out. */
  readonly columns: number;
  /** Spoken output has the job id only in the details: it is long and random. */
  readonly isSpoken?: boolean;
}

export function jobLines(
  scan: DnsScan,
  { wall, zone, now, columns, isSpoken = false }: JobFacts,
): readonly [Line, Line] {
  const { Status: status } = scan;
  const known = statusOf(scan);
  const created = millis(scan.CreatedAt);
  const completed = millis(scan.CompletedAt);
  const spent: Printable = Number.isFinite(completed)
    ? completed < created
      ? words`, ${duration(created - completed)} before it was created`
      : words` ${status === 'Failed' ? words`after` : words`in`} ${duration(completed - created)}`
    : isRunning(scan)
      ? words` for ${duration(wall - created)}`
      : words``;
  const found = scan.Records?.length ?? 0;
  // Services may send an empty list instead of none while a scan runs.
  const records =
    found === 0 && isRunning(scan)
      ? words`no records yet`
      : scan.Records === null
        ? words`no records`
        : counted(found, words`record`);
  const age =
    isRunning(scan) || !(now - created >= MINUTE)
      ? words``
      : words`, ${duration(now - created)} ago`;
  const state: Line = [
    span(words` `),
    ...(known
      ? [known.sign, span(words` ${known.word}`, known.sign.style)]
      : [span(words`? unknown (${printableStart(status ?? '–')})`, theme.special)]),
  ];
  const times = [
    words`${stamp(created, zone)}${age}`,
    stamp(created, zone),
    timeNear(now, created, zone),
  ];
  const lines = times.map(
    (time): Line => [...state, span(words`${spent} · ${records} · created ${time}`)],
  );
  return [
    lines.find((line) => lineWidth(line) <= columns) ?? [
      ...state,
      span(words`${spent} · ${records}`),
    ],
    isSpoken ? idLine(scan).slice(0, -1) : idLine(scan),
  ];
}

const idLine = (scan: DnsScan): Line => [
  ...(scan.Error ? [span(words` ${printableStart(scan.Error)} ·`, theme.bad)] : []),
  ...(scan.Domain ? [span(words` ${printableStart(scan.Domain)} ·`, theme.faint)] : []),
  span(words` job ${printableStart(scan.JobId ?? '–')}`, theme.faint),
];

const MINUTE = 60_000;

/** Changes since the previous scan, or that its records are shown. */
function comparison(state: DnsState, zone: TimeZone): Line {
  const earlier = earlierOf(state);
  if (!earlier) return [];
  const before = stamp(millis(earlier.CreatedAt), zone);
  if (isEarlierShown(state)) {
    const shown = earlier.Records?.length
      ? words` Records below are of the scan before, created ${before}`
      : words` The scan before, created ${before}, had no records`;
    return [span(shown, theme.warn)];
  }
  return [
    span(words` ${changeCounts(recordsOf(state))} since the scan created ${before}`, theme.strong),
  ];
}

export function DnsView({ store, slice, ...room }: PaneViewProps<DnsState>) {
  const { columns } = room;
  const isSpoken = room.kind === 'spoken';
  const state = useSlice(slice);
  const zones = useSelected(store, (state) => state.workspace.dnsZones);
  const picked = usePicked(store, 'timeZone', 'keyNames', 'preview', 'replay');
  const { timeZone: stamps } = picked;
  const minute = useMinute(store);
  const visible = visibleRecords(state);
  const scan = scanOf(state);
  const last = lastLoaded(scan);
  const trouble = troubleLine(scan, minute, stamps, columns);
  const note = trouble.length > 0 ? trouble : comparison(state, stamps);
  const [job, about] = last
    ? jobLines(last.value, { wall: last.at.wall, zone: stamps, now: minute, columns, isSpoken })
    : [[], []];
  const head: RowContent[] = [
    zoneTabs(zones, state, room),
    ...[
      job,
      ...(last?.value.Error || !hasNote(state) ? [about] : []),
      ...(hasNote(state) ? [note] : []),
    ].map((line) => compose(line, columns)),
  ];
  const none = useSelected(store, (console) => nothingWatched(console, 'dnsZones'));
  const facts = { state, ...picked };
  const layout = scanLayout(facts, room);
  const explained =
    layout.details?.where === 'below' ? selectedRow(state.list, visible) : undefined;
  return (
    <ListAndDetails
      store={store}
      layout={layout}
      lines={listLines({ ...facts, none }, visible, { ...room, ...layout.list }, explained)}
    >
      <Rows lines={head} columns={columns} rows={head.length} />
    </ListAndDetails>
  );
}

/** The records; if there are none, the reason and the fields of the scan. */
function listLines(
  facts: ListFacts,
  visible: readonly RecordRow[],
  room: Room,
  explained: RecordRow | undefined,
): readonly RowContent[] {
  const { state, timeZone } = facts;
  const { columns } = room;
  if (visible.length === 0) {
    const scan = scanOf(state);
    const isFiltered = recordsOf(state).length > 0;
    // Open details beside the list show the same fields.
    const isAlone = scan.kind !== 'waiting' && !isFiltered && state.detail === null;
    const details = isAlone ? scanDetails(scan, undefined, timeZone) : [];
    const why = emptyLines(emptiness(facts, scan), columns);
    return withSpare(why, withoutError(details, scan, columns), room);
  }
  const shown = recordColumns(visible);
  const lines = listTable(shown, visible, state.list, room);
  return withWholeCells(lines, shown, visible, room, explained);
}

/** Fields of a scan, without the error if the head shows it whole. */
function withoutError(
  items: readonly RecordItem[],
  scan: Loadable<DnsScan>,
  columns: number,
): readonly RecordItem[] {
  const last = lastLoaded(scan);
  const isCut = !last || lineWidth(idLine(last.value)) > columns;
  return isCut ? items : items.filter((item) => !('name' in item && item.name === 'Error'));
}

interface ScanFacts extends Pick<ConsoleState, 'timeZone' | 'keyNames' | 'preview' | 'replay'> {
  readonly state: DnsState;
}

interface ListFacts extends ScanFacts {
  /** Said where no zone is watched. */
  readonly none: Printable;
}

export function scanLayout(
  { state, timeZone, keyNames, preview }: ScanFacts,
  room: Room,
): DetailsLayout {
  const scan = scanOf(state);
  const rows = visibleRecords(state);
  const row = selectedRow(state.list, rows);
  return detailsLayout(
    {
      page: state.detail,
      preview: preview && rows.length > 0,
      details: scan.kind === 'waiting' ? null : () => scanDetails(scan, row, timeZone),
      why: row ? recordWhy(row) : [],
      hasWhy: isListShort(rows, room.columns),
      key: keyFor(keyNames, 'list.details', words`d`),
    },
    { ...room, rows: room.rows - headRows(state) },
  );
}

function emptiness(
  { state, none, keyNames, replay }: ListFacts,
  scan: Loadable<DnsScan>,
): Printable {
  if (state.zone === null) return none;
  const last = lastLoaded(scan);
  if (!last) {
    if (state.past !== null) return words`No scan of this zone was seen by then.`;
    if (scan.kind === 'failed' ? scan.error.kind === 'not-recorded' : replay)
      return words`No scan of this zone is recorded yet.`;
    if (scan.kind !== 'failed') return words`Asking for the latest scan…`;
    return scan.error.kind === 'not-found'
      ? noScanWords(scan.error)
      : withAdvice(words`Nothing is known of this zone yet.`, scan.error);
  }
  if (recordsOf(state).length > 0) return noMatch(words`No record`, state.list.filter, keyNames);
  if (isRunning(last.value))
    return words`The scan has no result yet. It is asked for again until it has.`;
  if (last.value.Status === 'Failed') {
    const again = replay ? words`` : words` ${keyFor(keyNames, 'refresh', words`r`)} refreshes.`;
    return words`The scan failed and has no records.${again}`;
  }
  if (last.value.Records === null) return words`The answer has no list of records.`;
  return words`The scan found no records.`;
}
