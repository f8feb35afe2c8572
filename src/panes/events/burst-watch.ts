import { bursts } from '../../events/bursts.ts';
import { covers } from '../../events/coverage.ts';
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
 * the marks over the bars do; nothing of a zone whose log of that time is not whole.
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
    const start = Math.max(end - MOST * MINUTE, startOfDay(utcDay(end - 1)));
    const shown = engine.shown();
    const { source } = slice.getState();
    if (end <= looked || !shown || source.kind !== 'service') return;
    if (store.getState().pausedAt !== null || (end - start) / MINUTE < FEWEST) return;
    const known = shown.zones.filter((zone) => {
      const day = newestDay(slice.getState().days.get(zone) ?? new Map());
      if (day?.phase !== 'following' || day.failure || day.stale) return false;
      return covers(day.coverage, { from: start, until: end });
    });
    if (known.length === 0) return;
    looked = end;
    const buckets = { start, size: MINUTE, count: (end - start) / MINUTE };
    const moment = { now, day: startOfDay(utcDay(now)), offsetMinutes: 0 };
    feeds.run('bursts', String(end), async (signal) => {
      for await (const { answer } of shown.answers.ask(
        { kind: 'zones', scope: { filter: EVERYTHING, moment }, buckets },
        signal,
      )) {
        for (const { zone, stopped, passed } of answer.rows) {
          if (!known.includes(zone)) continue;
          const counts = stopped.map((each, at) => each + (passed[at] ?? 0));
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
