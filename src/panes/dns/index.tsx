import { tabCommands } from '../../commands/list-commands.ts';
import { ApiError } from '../../contract/api-error.ts';
import { type DnsScan, dnsScan } from '../../contract/operations/dns-scan.ts';
import { poll } from '../../feeds/poll.ts';
import { createWake, type Wake } from '../../feeds/scheduling.ts';
import { type Freshness, IN_BACKGROUND, periodOf } from '../../state/freshness.ts';
import { EMPTY_LIST } from '../../state/list.ts';
import {
  answered,
  failed,
  heldBack,
  type Loadable,
  lastLoaded,
  WAITING,
} from '../../state/loadable.ts';
import { PANE_TABS } from '../../state/pane-tabs.ts';
import type { Slice } from '../../state/slice.ts';
import { jsonText } from '../../text/json-and-csv.ts';
import { printableStart, words } from '../../text/printable.ts';
import { bodyRows, layoutOf } from '../../ui/layout.ts';
import { span } from '../../ui/line.ts';
import { freshnessIn } from '../freshness.ts';
import type { Pane, PaneContext } from '../pane.ts';
import { paneList } from '../pane-list.ts';
import {
  type DnsState,
  EMPTY_DNS,
  isRunning,
  recordColumns,
  recordGrammar,
  recordsOf,
  scanOf,
  visibleRecords,
} from './state.ts';

import { DnsView, HEAD, scanLayout } from './view.tsx';

/** A running scan is looked at this often at the least, milliseconds: it takes seconds, not minutes. */
const WHILE_RUNNING = 2000;

/** DNS scan: the latest record scan of a zone (operation 5), watched while it runs. */
export function openDns(context: PaneContext): Pane {
  const { store } = context;
  const slice = context.slices.create(EMPTY_DNS);
  const wake = createWake();

  let onScreen = false;
  const every = () =>
    Math.min(store.getState().interval, WHILE_RUNNING) * (onScreen ? 1 : IN_BACKGROUND);

  const fresh = (): Freshness | null => {
    const own = slice.getState();
    if (own.zone === null) return null;
    const loadable = scanOf(own);
    const last = lastLoaded(loadable);
    const isPolled = last !== null && isRunning(last.value);
    return { loadable, every: isPolled ? periodOf(every(), last.took) : null };
  };

  const start = () => {
    const { zone } = slice.getState();
    return context.feeds.run('dns', zone, (signal) =>
      followScan({ context, slice, wake, zoneId: zone ?? '', every }, signal),
    );
  };

  const zones = () => store.getState().workspace.dnsZones;
  const showZone = (zone: string | null) => {
    if (zone !== slice.getState().zone) slice.setState({ zone, list: EMPTY_LIST });
    if (start() === 'running') wake.now();
  };

  store.subscribe(({ workspace: { dnsZones } }, before) => {
    const { zone } = slice.getState();
    if (dnsZones === before.workspace.dnsZones || zone === null) return;
    if (!dnsZones.some(({ id }) => id === zone)) showZone(dnsZones[0]?.id ?? null);
  });

  /** The list as it is drawn, with the details of its row; null where the screen is too small for panes. */
  const drawn = () => {
    const { size, fullPane, timeZone, keyNames } = store.getState();
    if (layoutOf(size, fullPane).kind === 'emergency') return null;
    const rows = bodyRows(store.getState()) - HEAD;
    return scanLayout({ state: slice.getState(), timeZone, keyNames }, { ...size, rows });
  };

  const list = paneList(context, {
    slice,
    columns: recordColumns,
    rows: () => visibleRecords(slice.getState()),
    total: () => recordsOf(slice.getState()).length,
    fields: { grammar: recordGrammar, rows: () => recordsOf(slice.getState()) },
    height: () => Math.max(1, (drawn()?.list.rows ?? 2) - 1),
    marks: true,
    details: { group: 'DNS scan', layout: drawn },
  });

  return {
    ...PANE_TABS.dns,
    commands: [
      ...tabCommands({
        group: 'DNS scan',
        what: words`zones`,
        ids: () => zones().map(({ id }) => id),
        current: () => slice.getState().zone,
        show: showZone,
      }),
      ...list.commands,
    ],
    heading(state) {
      const zone = state.workspace.dnsZones.find(({ id }) => id === slice.getState().zone);
      return {
        left: zone ? [span(printableStart(zone.name))] : [],
        right: freshnessIn(state, fresh()),
      };
    },
    fresh,
    badges: list.badges,
    addable(state) {
      const zone = state.workspace.dnsZones.find(({ id }) => id === slice.getState().zone);
      return zone ? { kind: 'dnsZones', ...zone } : null;
    },
    view: (room) => <DnsView store={store} slice={slice} {...room} />,
    shown(subject) {
      onScreen = true;
      if (subject && !zones().some(({ id }) => id === subject.id)) {
        store.setState(({ workspace }) => ({
          workspace: { ...workspace, dnsZones: [...workspace.dnsZones, subject] },
        }));
      }
      showZone(subject?.id ?? slice.getState().zone ?? zones()[0]?.id ?? null);
    },
    hidden() {
      onScreen = false;
    },
    copies() {
      const record = list.selected()?.record;
      if (!record) return [];
      return [
        { what: words`value`, text: record.Value ?? '' },
        { what: words`name`, text: record.Name ?? '' },
        { what: words`record as JSON`, text: jsonText(record) },
      ];
    },
    refresh() {
      // A finished scan's feed has ended; a running one's is woken.
      if (start() === 'running') wake.now();
    },
    wayBack: list.wayBack,
  };
}

/** What following a scan needs beside the console. */
interface ScanFeed {
  readonly context: PaneContext;
  readonly slice: Slice<DnsState>;
  readonly wake: Wake;
  readonly zoneId: string;
  /** Milliseconds between polls. */
  every(): number;
}

/** Asks for the scan of a zone until it has ended, or the signal aborts. */
function followScan({ context, slice, wake, zoneId, every }: ScanFeed, signal: AbortSignal) {
  const { store, clock, requests } = context;
  const setScan = (change: (scan: Loadable<DnsScan>) => Loadable<DnsScan>) =>
    slice.setState(({ scans }) => ({
      scans: new Map(scans).set(zoneId, change(scans.get(zoneId) ?? WAITING)),
    }));
  return poll({
    clock,
    signal,
    wake,
    interval: every,
    paused: () => store.getState().pausedAt !== null,
    random: context.random,
    async ask() {
      try {
        const answer = await requests.load(dnsScan, { zoneId }, signal, (error) =>
          setScan((scan) => heldBack(scan, error, context.moment())),
        );
        setScan((scan) => answered(scan, answer));
        return isRunning(answer.value) ? 'again' : 'done';
      } catch (error) {
        if (error instanceof ApiError && !signal.aborted) {
          setScan((scan) => failed(scan, error, context.moment()));
        }
        throw error;
      }
    },
    isHeld: requests.isHeld,
  });
}
