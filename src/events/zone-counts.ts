import type { EventStore } from './store.ts';

/** How many entries the store holds of each zone. */
export function zoneCounts(store: EventStore): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { zone, rows } of store.rows.segments) {
    counts.set(zone, (counts.get(zone) ?? 0) + rows);
  }
  return counts;
}
