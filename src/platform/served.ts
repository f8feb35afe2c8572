import type { ServedPage } from './handlers/handler.ts';
import type { World } from './world/world.ts';

/** An entry of an event log as the platform served it: what a client must have. */
export interface ServedEntry {
  readonly zoneId: number;
  /** Days since the epoch. */
  readonly day: number;
  /** Its place in the day's log, oldest first. */
  readonly position: number;
  readonly logId: string;
  /** Milliseconds since the epoch. */
  readonly moment: number;
}

/** Keeps what was served, when it is told to. */
export interface ServedRecorder {
  note(page: ServedPage): void;
  /** Every entry of every page, in the order they were served, repeated ones included. */
  entries(): readonly ServedEntry[];
}

export function servedRecorder(world: World, isKept: boolean): ServedRecorder {
  const pages: ServedPage[] = [];
  return {
    note(page) {
      if (isKept) pages.push(page);
    },
    entries: () =>
      pages.flatMap(({ zoneId, day, positions }) => {
        const zone = world.shieldZones.find(({ id }) => id === zoneId);
        if (!zone) return [];
        const log = world.events.day(zone, day);
        return positions.map((position) => ({
          zoneId,
          day,
          position,
          logId: log.idOf(position),
          moment: log.momentOf(position),
        }));
      }),
  };
}
