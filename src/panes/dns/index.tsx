import { listCommands, tabCommands } from '../../commands/list-commands.ts';
import { ApiError } from '../../contract/api-error.ts';
import { type DnsScan, dnsScan } from '../../contract/operations/dns-scan.ts';
import { poll } from '../../feeds/poll.ts';
import { createWake } from '../../feeds/scheduling.ts';
import type { Freshness } from '../../state/freshness.ts';
import { EMPTY_LIST, type ListState, selectedId } from '../../state/list.ts';
import { failed, type Loadable, lastLoaded, WAITING } from '../../state/loadable.ts';
import { PANE_TABS } from '../../state/pane-tabs.ts';
import { jsonText } from '../../text/json-and-csv.ts';
import { count } from '../../text/numbers.ts';
import { printable, words } from '../../text/printable.ts';
import { layoutOf } from '../../ui/layout.ts';
import { span } from '../../ui/line.ts';
import { askFilter } from '../filter-prompt.ts';
import { freshnessIn, noteRefusal } from '../freshness.ts';
import type { Pane, PaneContext } from '../pane.ts';
import { EMPTY_DNS, isRunning, recordColumns, scanOf, visibleRecords } from './state.ts';

import { DnsView, HEAD } from './view.tsx';

/** A running scan is looked at this often at the least, milliseconds: it takes seconds, not minutes. */
const WHILE_RUNNING = 2000;

/** DNS scan: the latest record scan of a zone (operation 5), watched while it runs. */
export function openDns(context: PaneContext): Pane {
  const { store, clock } = context;
  const slice = context.slices.create(EMPTY_DNS);
  const wake = createWake();

  const setScan = (zone: string, change: (scan: Loadable<DnsScan>) => Loadable<DnsScan>) =>
    slice.setState(({ scans }) => ({
      scans: new Map(scans).set(zone, change(scans.get(zone) ?? WAITING)),
    }));

  const every = () => Math.min(store.getState().interval, WHILE_RUNNING);

  const fresh = (): Freshness | null => {
    const own = slice.getState();
    if (own.zone === null) return null;
    const loadable = scanOf(own);
    const last = lastLoaded(loadable);
    return { loadable, every: last && isRunning(last.value) ? every() : null };
  };

  const start = () => {
    const { zone } = slice.getState();
    return context.feeds.run('dns', zone, (signal) => {
      const zoneId = zone ?? '';
      return poll({
        clock,
        signal,
        wake,
        interval: every,
        paused: () => store.getState().pausedAt !== null,
        random: context.random,
        async ask() {
          const began = clock.elapsed();
          try {
            const value = await context.call(dnsScan, { zoneId }, signal);
            const at = context.moment();
            setScan(zoneId, () => ({ kind: 'loaded', value, at, took: at.elapsed - began }));
            return isRunning(value) ? 'again' : 'done';
          } catch (error) {
            if (error instanceof ApiError && !signal.aborted) {
              setScan(zoneId, (scan) => failed(scan, error, context.moment()));
            }
            throw error;
          }
        },
        refused: (_error, _attempts, wait) => noteRefusal(context, wait),
      });
    });
  };

  const zones = () => store.getState().workspace.dnsZones;
  const showZone = (zone: string | null) => {
    if (zone !== slice.getState().zone) slice.setState({ zone, list: EMPTY_LIST });
    start();
  };

  store.subscribe(({ workspace: { dnsZones } }, before) => {
    const { zone } = slice.getState();
    if (dnsZones === before.workspace.dnsZones || zone === null) return;
    if (!dnsZones.some(({ id }) => id === zone)) showZone(dnsZones[0]?.id ?? null);
  });

  const list = {
    get: () => slice.getState().list,
    set: (next: ListState) => slice.setState({ list: next }),
    ids: () => visibleRecords(slice.getState()).map(({ id }) => id),
  };

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
      ...listCommands({
        ...list,
        height: () => {
          const layout = layoutOf(store.getState().size, store.getState().fullPane);
          return layout.kind === 'emergency' ? 1 : layout.body - HEAD - 1;
        },
        sortable: () =>
          recordColumns.filter(({ sortBy }) => sortBy !== undefined).map(({ id }) => id),
        filter: () => askFilter(context, list),
        marks: true,
      }),
    ],
    heading(state) {
      const zone = state.workspace.dnsZones.find(({ id }) => id === slice.getState().zone);
      return {
        left: zone ? [span(printable(zone.name))] : [],
        right: freshnessIn(state, fresh()),
      };
    },
    fresh,
    badges() {
      const own = slice.getState();
      if (own.list.filter === '') return [];
      const all = lastLoaded(scanOf(own))?.value.Records?.length ?? 0;
      return [words`FILTER (hid ${count(all - visibleRecords(own).length)})`];
    },
    addable(state) {
      const zone = state.workspace.dnsZones.find(({ id }) => id === slice.getState().zone);
      return zone ? { kind: 'dnsZones', ...zone } : null;
    },
    view: (room) => <DnsView store={store} slice={slice} {...room} />,
    shown(subject) {
      if (subject && !zones().some(({ id }) => id === subject.id)) {
        store.setState(({ workspace }) => ({
          workspace: { ...workspace, dnsZones: [...workspace.dnsZones, subject] },
        }));
      }
      showZone(subject?.id ?? slice.getState().zone ?? zones()[0]?.id ?? null);
    },
    hidden() {},
    copies() {
      const own = slice.getState();
      const rows = visibleRecords(own);
      const id = selectedId(
        own.list,
        rows.map((row) => row.id),
      );
      const record = rows.find((row) => row.id === id)?.record;
      if (!record) return [];
      return [
        { what: words`value`, text: printable(record.Value ?? '') },
        { what: words`name`, text: printable(record.Name ?? '') },
        { what: words`record as JSON`, text: jsonText(record) },
      ];
    },
    refresh() {
      // A finished scan's feed has ended; a running one's is woken.
      if (start() === 'running') wake.now();
    },
    wayBack() {
      const { list: before } = slice.getState();
      if (before.filter === '') return undefined;
      return () => slice.setState({ list: { ...before, filter: '' } });
    },
  };
}
