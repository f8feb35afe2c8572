import { type Split, SplitCounts, sumOf } from '../outcome.ts';
import { codesOf, type Part, rowsOf } from '../selection.ts';
import { FLAG } from '../storage/segment.ts';
import type { EventStore } from '../store.ts';
import type { Buckets } from '../time-range.ts';

/** What happened to the requests to one zone, over time. */
export interface ZoneRow {
  readonly zone: string;
  readonly count: number;
  readonly outcomes: Split;
  /** Blocked and challenged entries by bucket. */
  readonly stopped: Uint32Array;
  /** Logged entries by bucket. */
  readonly passed: Uint32Array;
  /** Entries that arrived after newer ones. */
  readonly late: number;
  /** Milliseconds since the epoch; null if no entry has a time. */
  readonly newest: number | null;
}

export interface ZonesAnswer {
  readonly buckets: Buckets;
  /** In order of their first segments. */
  readonly rows: readonly ZoneRow[];
  readonly total: number;
}

export function* zoneRows(
  store: EventStore,
  parts: readonly Part[],
  { buckets }: { readonly buckets: Buckets },
): Generator<void, ZonesAnswer, void> {
  const zones = [...new Set(parts.map(({ segment }) => segment.zone))];
  const { start, size, count: bars } = buckets;
  const counts = new SplitCounts(store, zones.length);
  const byBar = new SplitCounts(store, zones.length * bars);
  const late = new Uint32Array(zones.length);
  const newest = new Float64Array(zones.length).fill(Number.NEGATIVE_INFINITY);
  let total = 0;
  for (const part of parts) {
    const { segment } = part;
    const zone = zones.indexOf(segment.zone);
    const { rows, count } = rowsOf(part);
    const statuses = codesOf(segment, 'status');
    for (let at = 0; at < count; at += 1) {
      const row = rows[at] as number;
      const status = statuses[row] as number;
      counts.add(zone, status);
      if (((segment.flags[row] as number) & FLAG.late) !== 0)
        late[zone] = (late[zone] as number) + 1;
      const time = segment.times[row] as number;
      if (time > (newest[zone] as number)) newest[zone] = time;
      const bar = Math.floor((time - start) / size);
      if (bar >= 0 && bar < bars) byBar.add(zone * bars + bar, status);
    }
    total += count;
    yield;
  }
  return {
    buckets,
    total,
    rows: zones.map((zone, at): ZoneRow => {
      const outcomes = counts.of(at);
      const bar = (index: number) => byBar.of(at * bars + index);
      return {
        zone,
        count: sumOf(outcomes),
        outcomes,
        stopped: Uint32Array.from({ length: bars }, (_, index) => {
          const { blocked, challenged } = bar(index);
          return blocked + challenged;
        }),
        passed: Uint32Array.from({ length: bars }, (_, index) => bar(index).logged),
        late: late[at] as number,
        newest: Number.isFinite(newest[at]) ? (newest[at] as number) : null,
      };
    }),
  };
}
