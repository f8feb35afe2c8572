import { type Command, command } from '../../commands/command.ts';
import { zoneTabCommands } from '../../commands/list-commands.ts';
import { ApiError } from '../../contract/api-error.ts';
import { type DnsScan, dnsScan, type ScannedRecord } from '../../contract/operations/dns-scan.ts';
import { createWake, type Wake } from '../../feeds/scheduling.ts';
import { addToWorkspace } from '../../state/console-state.ts';
import { EMPTY_LIST } from '../../state/list.ts';
import {
  type Freshness,
  IN_BACKGROUND,
  lastLoaded,
  periodOf,
  WAITING,
} from '../../state/loadable.ts';
import { PANE_TABS } from '../../state/pane-tabs.ts';
import type { Slice } from '../../state/slice.ts';
import { type CsvValue, csvLine, jsonText } from '../../text/json-and-csv.ts';
import { count, counted } from '../../text/numbers.ts';
import { type Printable, printable, printableStart, words } from '../../text/printable.ts';
import { dayOf } from '../../text/time.ts';
import { span } from '../../ui/line.ts';
import { sortsOf } from '../../ui/table.ts';
import { freshnessIn, viewedIn } from '../freshness.ts';
import type { Copyable, Pane, PaneContext } from '../pane.ts';
import { type PaneList, paneList } from '../pane-list.tsx';
import { answerAt, loadInto, pollIn } from '../polling.ts';
import { askExport, fileNamePart } from '../prompts.ts';
import { orderingColumns, type RecordRow, recordGrammar, typeOf } from './records.ts';
import {
  type DnsState,
  EMPTY_DNS,
  isRunning,
  markedRecords,
  meantRecords,
  recordsOf,
  scanOf,
  visibleRecords,
  withScan,
} from './state.ts';
import { DnsView, scanLayout } from './view.tsx';

/** DNS scan: the latest record scan of a zone (operation 5), watched while it runs. */
export function openDns(context: PaneContext): Pane {
  const { store } = context;
  const slice = context.slices.create(EMPTY_DNS);
  let onScreen = false;
  const feeds = openScanFeeds(context, slice, () => onScreen);

  const fresh = (): Freshness | null => {
    const own = slice.getState();
    if (own.zone === null) return null;
    const loadable = scanOf(own);
    const last = lastLoaded(loadable);
    const isPolled = last !== null && isRunning(last.value);
    return { loadable, every: isPolled ? periodOf(feeds.every(own.zone), last.took) : null };
  };

  const zones = () => store.getState().workspace.dnsZones;
  const shownZone = () => zones().find(({ id }) => id === slice.getState().zone);
  const showZone = (zone: string | null) => {
    if (zone !== slice.getState().zone) slice.setState({ zone, list: EMPTY_LIST });
    if (zone !== null) feeds.ask(zone);
    view();
  };
  const view = () => {
    const { viewing } = store.getState();
    const { zone } = slice.getState();
    if (viewing === null || zone === null) return slice.setState({ past: null });
    slice.setState({ past: WAITING });
    void answerAt<DnsScan>(context, { kind: 'dnsZones', id: zone }, viewing).then((past) => {
      const isShown = store.getState().viewing === viewing && slice.getState().zone === zone;
      if (isShown) slice.setState({ past: past ?? WAITING });
    });
  };
  store.subscribe(({ viewing, workspace: { dnsZones } }, before) => {
    if (viewing !== before.viewing) view();
    const { zone } = slice.getState();
    if (dnsZones === before.workspace.dnsZones || zone === null) return;
    const ids = dnsZones.map(({ id }) => id);
    for (const { id } of before.workspace.dnsZones) if (!ids.includes(id)) feeds.stop(id);
    if (!ids.includes(zone)) showZone(ids[0] ?? null);
    if (onScreen) feeds.askAhead(ids);
  });

  const list = paneList(context, {
    slice,
    sortable: () => sortsOf(orderingColumns()),
    rows: () => visibleRecords(slice.getState()),
    total: () => recordsOf(slice.getState()).length,
    filtered: { grammar: recordGrammar, rows: () => recordsOf(slice.getState()) },
    marks: true,
    showsPast: true,
    layout: (room, state) => scanLayout({ ...state, state: slice.getState() }, room),
    detailKeys: ['enter', 'd'],
  });

  return {
    ...PANE_TABS.dns,
    showsPast: true,
    commands: [
      ...zoneTabCommands({
        ids: () => zones().map(({ id }) => id),
        current: () => slice.getState().zone,
        show: showZone,
      }),
      exportCommand(context, slice, () => shownZone()?.name ?? ''),
      ...list.commands,
    ],
    heading(state) {
      const zone = shownZone();
      return {
        left: zone ? [span(printableStart(zone.name))] : [],
        right: viewedIn(state) ?? freshnessIn(state, fresh()),
      };
    },
    fresh,
    badges: list.badges,
    place: {
      ...list.place,
      get() {
        const zone = shownZone();
        const shown = zone ? [{ kind: 'dnsZones' as const, id: zone.id }] : [];
        return { ...list.place.get(), shown };
      },
    },
    addable() {
      const zone = shownZone();
      return zone ? { kind: 'dnsZones', ...zone } : null;
    },
    view: (room) => <DnsView store={store} slice={slice} {...room} />,
    shown(subject) {
      onScreen = true;
      if (subject) addToWorkspace(store, 'dnsZones', subject);
      showZone(subject?.id ?? slice.getState().zone ?? zones()[0]?.id ?? null);
      feeds.askAhead(zones().map(({ id }) => id));
    },
    hidden() {
      onScreen = false;
    },
    copies: () => recordCopies(list),
    refresh() {
      const { zone } = slice.getState();
      if (zone !== null) feeds.ask(zone);
    },
    wayBack: list.wayBack,
  };
}

/** The value first; if it has invisible characters, also in an exact form. */
function recordCopies(list: Pick<PaneList<RecordRow>, 'selected'>): readonly Copyable[] {
  const record = list.selected()?.record;
  if (!record) return [];
  const value = record.Value ?? '';
  return [
    { what: words`value`, text: value },
    ...(printable(value) === value
      ? []
      : [{ what: words`value, exact, as JSON`, text: jsonText(value) }]),
    { what: words`name`, text: record.Name ?? '' },
    { what: words`record as JSON`, text: jsonText(record) },
  ];
}

/** Ctrl-S: exports the marked records or else the listed ones, without removed records. */
function exportCommand(
  context: PaneContext,
  slice: Slice<DnsState>,
  zoneName: () => string,
): Command {
  const meant = () => meantRecords(slice.getState());
  /** The current scan does not contain removed records. */
  const written = () => meant().filter(({ change }) => change?.kind !== 'removed');
  const held = (): Printable => {
    const rows = written();
    const removed = meant().length - rows.length;
    const leftOut = removed > 0 ? words`, ${count(removed)} removed left out,` : words``;
    return words`${count(rows.length)} of ${counted(recordsOf(slice.getState()).length, words`record`)}${leftOut}`;
  };
  return command('dns.export', 'ctrl-s', words`Export list or marked records (NDJSON, CSV)`, {
    footer: words`export`,
    unavailable() {
      if (written().length > 0) return undefined;
      return meant().length > 0
        ? words`There is no record to export: the scan has none of these.`
        : words`There is no record to export.`;
    },
    run: () =>
      askExport(context, {
        id: 'dns-export',
        name: `warren-dns-${fileNamePart(zoneName())}-${dayOf(context.clock.now(), 'utc')}`,
        endings: ['ndjson', 'csv'],
        marked: markedRecords(slice.getState()).length,
        held,
        lines: (format) => recordLines(written(), format),
      }),
  });
}

const COLUMNS: readonly (readonly [name: string, read: (record: ScannedRecord) => CsvValue])[] = [
  ['Name', ({ Name }) => Name],
  ['TypeName', (record) => typeOf(record) || null],
  ['Type', ({ Type }) => Type],
  ['Ttl', ({ Ttl }) => Ttl],
  ['Value', ({ Value }) => Value],
  ['Priority', ({ Priority }) => Priority],
  ['Weight', ({ Weight }) => Weight],
  ['Port', ({ Port }) => Port],
  ['IsProxied', ({ IsProxied }) => IsProxied],
];

export function recordLines(
  rows: readonly RecordRow[],
  format: 'csv' | 'ndjson',
): readonly string[] {
  const records = rows.map(({ record }) => record);
  if (format === 'ndjson') return records.map((record) => `${jsonText(record)}\n`);
  return [
    csvLine(COLUMNS.map(([name]) => name)),
    ...records.map((record) => csvLine(COLUMNS.map(([, read]) => read(record)))),
  ];
}

/** Longest poll interval of a running scan in milliseconds: a scan takes seconds. */
const RUNNING_INTERVAL_MS = 2000;

/** Number of further zones that are requested for the state in their tabs. */
const MAX_OTHER_ZONES = 20;

const nameOf = (zone: string): string => `dns ${zone}`;

function openScanFeeds(context: PaneContext, slice: Slice<DnsState>, isOnScreen: () => boolean) {
  const { store, feeds } = context;
  const wakes = new Map<string, Wake>();
  const wakeOf = (zone: string): Wake => {
    const known = wakes.get(zone) ?? createWake();
    wakes.set(zone, known);
    return known;
  };
  const isShown = (zone: string) => isOnScreen() && slice.getState().zone === zone;
  const every = (zone: string) =>
    Math.min(store.getState().interval, RUNNING_INTERVAL_MS) * (isShown(zone) ? 1 : IN_BACKGROUND);
  const start = (zone: string) =>
    feeds.run(nameOf(zone), zone, (signal) =>
      pollIn(context, {
        signal,
        wake: wakeOf(zone),
        interval: () => every(zone),
        paused: () => store.getState().pausedAt !== null,
        async ask() {
          try {
            const scan = await loadInto(context, [dnsScan, { zoneId: zone }], signal, (next) =>
              slice.setState((state) => withScan(state, zone, next)),
            );
            return isRunning(scan) ? 'again' : 'done';
          } catch (error) {
            // A zone without a scan is requested once unless it is on screen.
            if (error instanceof ApiError && error.kind === 'not-found' && !isShown(zone)) {
              return 'done';
            }
            throw error;
          }
        },
      }),
    );
  return {
    ask(zone: string) {
      // The feed of a finished scan has ended; that of a running scan is woken.
      if (start(zone) === 'running') wakeOf(zone).now();
    },
    askAhead(zones: readonly string[]) {
      for (const zone of zones.slice(0, MAX_OTHER_ZONES)) {
        if (!slice.getState().scans.has(zone)) start(zone);
      }
    },
    stop: (zone: string) => feeds.stop(nameOf(zone)),
    every,
  };
}
