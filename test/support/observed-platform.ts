import type { HandlerContext } from '../../src/platform/handlers/handler.ts';
import {
  type Platform as OpenedPlatform,
  type PlatformOptions as Options,
  openPlatform as open,
} from '../../src/platform/platform.ts';
import type { RequestRecord } from '../../src/platform/server/server.ts';

export interface PlatformOptions extends Options {
  /** Whether served entries are recorded for `served.entries`; by default not. */
  readonly records?: boolean;
}

/** An entry of an event log that the platform has served. */
interface ServedEntry {
  readonly zoneId: number;
  /** Days since the epoch. */
  readonly day: number;
  /** Its position in the day's log, oldest first. */
  readonly position: number;
  readonly logId: string;
  /** Milliseconds since the epoch. */
  readonly moment: number;
}

/** A platform and a record of what it served. */
export interface Platform extends OpenedPlatform {
  readonly served: {
    /** The latest requests, at most ten thousand, oldest first. */
    readonly requests: readonly RequestRecord[];
    /** All entries of all served pages, including repeated ones; empty unless `records` is set. */
    entries(): readonly ServedEntry[];
  };
}

const MOST_KEPT = 10_000;

/** Opens a platform and records what it serves. */
export async function openPlatform({ records, ...options }: PlatformOptions): Promise<Platform> {
  const requests: RequestRecord[] = [];
  const pages: Parameters<NonNullable<HandlerContext['served']>>[0][] = [];
  const platform = await open({
    ...options,
    arrived(record) {
      if (requests.length === MOST_KEPT) requests.shift();
      requests.push(record);
    },
    ...(records && { served: (page) => pages.push(page) }),
  });
  const { world } = platform;
  const entries = () =>
    pages.flatMap(({ zoneId, day, positions }): readonly ServedEntry[] => {
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
    });
  return { ...platform, served: { requests, entries } };
}
