import { bursts } from '../../events/bursts.ts';
import { EVERYTHING } from '../../events/filter/filter.ts';
import type { Slice } from '../../state/slice.ts';
import { startOfDay, utcDay } from '../../text/time.ts';
import type { PaneContext } from '../pane.ts';
import { newestDay } from './coverage-line.ts';
import type { EventsEngine } from './engine.ts';
import type { EventsState } from './state.ts';

const MINUTE = 60_000;
/** Minutes that the newest is compared with, at most and at least. */
const MAX_MINUTES = 60;
const MIN_MINUTES = 10;
/** A minute is checked this long after its end, because entries may arrive late, in milliseconds. */
const LATE_MS = 10_000;

/**
 * Once a minute, tells the history whether the newest complete minute of each listed zone is a burst, by the same rule
 * as the histogram. Zones with less than ten complete minutes are skipped.
 */
export function watchBursts(
  { clock, feeds, history, store }: Pick<PaneContext, 'clock' | 'feeds' | 'history' | 'store'>,
  slice: Slice<EventsState>,
  engine: Pick<EventsEngine, 'shown'>,
): () => void {
  let looked = 0;
  return () => {
    const now = clock.now();
    const end = Math.floor((now - LATE_MS) / MINUTE) * MINUTE;
    const earliest = Math.max(end - MAX_MINUTES * MINUTE, startOfDay(utcDay(end - 1)));
    const shown = engine.shown();
    const { source, days } = slice.getState();
    if (end <= looked || !shown || source.kind !== 'service') return;
    if (store.getState().pausedAt !== null) return;
    /** The first minute from which the zone is loaded without a gap; infinite if it is not. */
    const loadedSince = (zone: string): number => {
      const day = newestDay(days.get(zone));
      if (day?.phase !== 'following' || day.failure || day.stale) return Number.POSITIVE_INFINITY;
      const newest = day.coverage.loaded.find(({ from, until }) => from < end && until >= end);
      return Math.ceil((newest?.from ?? Number.POSITIVE_INFINITY) / MINUTE) * MINUTE;
    };
    const known = shown.zones.filter((zone) => loadedSince(zone) <= end - MIN_MINUTES * MINUTE);
    if (known.length === 0) return;
    looked = end;
    const start = Math.max(earliest, Math.min(...known.map(loadedSince)));
    if ((end - start) / MINUTE < MIN_MINUTES) return;
    const buckets = { start, size: MINUTE, count: (end - start) / MINUTE };
    const moment = { now, day: startOfDay(utcDay(now)), offsetMinutes: 0 };
    feeds.run('bursts', String(end), async (signal) => {
      for await (const { answer } of shown.answers.ask(
        { kind: 'zones', scope: { filter: EVERYTHING, moment }, buckets },
        signal,
      )) {
        for (const { zone, stopped, passed } of answer.rows) {
          if (!known.includes(zone)) continue;
          // Each zone is measured on its own loaded part.
          const first = Math.max(0, (loadedSince(zone) - start) / MINUTE);
          const counts = stopped.map((each, at) => each + (passed[at] ?? 0)).slice(first);
          const { marked, median } = bursts(counts);
          const newest = counts.at(-1) ?? 0;
          history.seeBurst(
            zone,
            {
              isBurst: marked.includes(counts.length - 1),
              text: `${newest} a minute, usual are ${Math.round(median)}`,
            },
            end,
          );
        }
      }
    });
  };
}
