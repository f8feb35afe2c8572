import { ApiError } from '../../contract/api-error.ts';
import { dnsScan } from '../../contract/operations/dns-scan.ts';
import { createWake, type Wake } from '../../feeds/scheduling.ts';
import { IN_BACKGROUND } from '../../state/freshness.ts';
import type { Slice } from '../../state/slice.ts';
import type { PaneContext } from '../pane.ts';
import { loadInto, pollIn } from '../polling.ts';
import { type DnsState, isRunning, withScan } from './state.ts';

/** A running scan is looked at this often at the least, milliseconds: it takes seconds, not minutes. */
const WHILE_RUNNING = 2000;

/** So many zones of the workspace are asked for beside the one that is shown: their tabs say how they are. */
const AHEAD = 20;

/** The scans of the zones, each asked for until it has ended. */
interface ScanFeeds {
  /** Asks for the scan of a zone now, and again while it runs. */
  ask(zone: string): void;
  /** Asks for the scans of those zones that are not known yet. */
  askAhead(zones: readonly string[]): void;
  /** Asks for none of a zone any more. */
  stop(zone: string): void;
  /** Milliseconds between polls of a zone. */
  every(zone: string): number;
}

const nameOf = (zone: string): string => `dns ${zone}`;

export function openScanFeeds(
  context: PaneContext,
  slice: Slice<DnsState>,
  isOnScreen: () => boolean,
): ScanFeeds {
  const { store, feeds } = context;
  const wakes = new Map<string, Wake>();
  const wakeOf = (zone: string): Wake => {
    const known = wakes.get(zone) ?? createWake();
    wakes.set(zone, known);
    return known;
  };
  const isShown = (zone: string) => isOnScreen() && slice.getState().zone === zone;
  const every = (zone: string) =>
    Math.min(store.getState().interval, WHILE_RUNNING) * (isShown(zone) ? 1 : IN_BACKGROUND);
  const start = (zone: string) =>
    feeds.run(nameOf(zone), zone, (signal) =>
      followScan(context, slice, { zone, wake: wakeOf(zone), every, isShown }, signal),
    );
  return {
    ask(zone) {
      // A finished scan's feed has ended; a running one's is woken.
      if (start(zone) === 'running') wakeOf(zone).now();
    },
    askAhead(zones) {
      for (const zone of zones.slice(0, AHEAD)) {
        if (!slice.getState().scans.has(zone)) start(zone);
      }
    },
    stop: (zone) => feeds.stop(nameOf(zone)),
    every,
  };
}

interface ScanFeed extends Pick<ScanFeeds, 'every'> {
  readonly zone: string;
  readonly wake: Wake;
  isShown(zone: string): boolean;
}

/** Asks for the scan of a zone until it has ended, or the signal aborts. */
const followScan = (
  context: PaneContext,
  slice: Slice<DnsState>,
  { zone, wake, every, isShown }: ScanFeed,
  signal: AbortSignal,
) =>
  pollIn(context, {
    signal,
    wake,
    interval: () => every(zone),
    paused: () => context.store.getState().pausedAt !== null,
    async ask() {
      try {
        const scan = await loadInto(context, [dnsScan, { zoneId: zone }], signal, (next) =>
          slice.setState((state) => withScan(state, zone, next)),
        );
        return isRunning(scan) ? 'again' : 'done';
      } catch (error) {
        // A zone without a scan that nobody looks at is asked for once.
        if (error instanceof ApiError && error.kind === 'not-found' && !isShown(zone)) {
          return 'done';
        }
        throw error;
      }
    },
  });
