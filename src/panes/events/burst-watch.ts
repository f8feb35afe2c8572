import { bursts } from '../../events/bursts.ts';
import { EVERYTHING } from '../../events/filter/filter.ts';
import type { Slice } from '../../state/slice.ts';
import { startOfDay, utcDay } from '../../text/time.ts';
import type { PaneContext } from '../pane.ts';
import { newestDay } from './coverage-line.ts';
import type { EventsEngine } from './engine.ts';
import type { EventsState } from './state.ts';

const MINUTE = 60_000;
/** Minutes that the newest is measured by, and the fewest that say what is usual. */
const MOST = 60;
const FEWEST = 10;
/** Entries may come so late: a minute is looked at when this much of the next has passed, milliseconds. */
const LATE = 10_000;

/**
 * Tells history once a minute of every listed zone whether its newest whole minute stands out among those before, as
 * the marks over the bars do; nothing of a zone whose newest ten minutes are not whole.
 */
export function watchBursts(
  { clock, feeds, history, store }: Pick<PaneContext, 'clock' | 'feeds' | 'history' | 'store'>,
  slice: Slice<EventsState>,
  engine: Pick<EventsEngine, 'shown'>,
): () => void {
  let looked = 0;
  return () => {
    const now = clock.now();
    const end = Math.floor((now - LATE) / MINUTE) * MINUTE;
    const earliest = Math.max(end - MOST * MINUTE, startOfDay(utcDay(end - 1)));
    const shown = engine.shown();
    const { source, days } = slice.getState();
    if (end <= looked || !shown || source.kind !== 'service') return;
    if (store.getState().pausedAt !== null) return;
    /** The first whole minute from which on a zone's log is loaded up to the newest; infinite where it is not. */
    const loadedSince = (zone: string): number => {
      const day = newestDay(days.get(zone) ?? new Map());
      if (day?.phase !== 'following' || day.failure || day.stale) return Number.POSITIVE_INFINITY;
      const newest = day.coverage.loaded.find(({ from, until }) => from < end && until >= end);
      return Math.ceil((newest?.from ?? Number.POSITIVE_INFINITY) / MINUTE) * MINUTE;
    };
    const known = shown.zones.filter((zone) => loadedSince(zone) <= end - FEWEST * MINUTE);
    if (known.length === 0) return;
    looked = end;
    const start = Math.max(earliest, Math.min(...known.map(loadedSince)));
    if ((end - start) / MINUTE < FEWEST) return;
    const buckets = { start, size: MINUTE, count: (end - start) / MINUTE };
    const moment = { now, day: startOfDay(utcDay(now)), offsetMinutes: 0 };
    feeds.run('bursts', String(end), async (signal) => {
      for await (const { answer } of shown.answers.ask(
        { kind: 'zones', scope: { filter: EVERYTHING, moment }, buckets },
        signal,
      )) {
        for (const { zone, stopped, passed } of answer.rows) {
          if (!known.includes(zone)) continue;
          // Each is measured by what is loaded of its own.
          const first = Math.max(0, (loadedSince(zone) - start) / MINUTE);
          const counts = stopped.map((each, at) => each + (passed[at] ?? 0)).slice(first);
          const { marked, median } = bursts(counts);
          const newest = counts.at(-1) ?? 0;
          history.seeBurst(
            zone,
            {
              isBurst: marked.includes(counts.length - 1),
              says: `${newest} a minute, usual are ${Math.round(median)}`,
            },
            end,
          );
        }
      }
    });
  };
}
