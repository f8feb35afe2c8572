import type { HandlerContext } from '../../src/platform/handlers/handler.ts';
import {
  type Platform as OpenedPlatform,
  type PlatformOptions as Options,
  openPlatform as open,
} from '../../src/platform/platform.ts';
import type { RequestRecord } from '../../src/platform/server/server.ts';

export interface PlatformOptions extends Options {
  /** Whether the entries served are kept for `served.entries`; not when not said. */
  readonly records?: boolean;
}

/** An entry of an event log as the platform served it: a client must have received it. */
interface ServedEntry {
  readonly zoneId: number;
  /** Days since the epoch. */
  readonly day: number;
  /** Its place in the day's log, oldest first. */
  readonly position: number;
  readonly logId: string;
  /** Milliseconds since the epoch. */
  readonly moment: number;
}

/** A platform, and what it has really served. */
export interface Platform extends OpenedPlatform {
  readonly served: {
    /** The latest requests, at most ten thousand, oldest first. */
    readonly requests: readonly RequestRecord[];
    /** Every entry of every page of an event log, as served, repeated ones included; none unless `records` is set. */
    entries(): readonly ServedEntry[];
  };
}

const MOST_KEPT = 10_000;

/** Opens a platform and takes note of what it serves. */
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
