import { type Clock, realClock } from '../../src/edges/clock.ts';
import { createFaultRegistry } from '../../src/platform/faults/fault.ts';
import { openStorage } from '../../src/platform/handlers/storage.ts';
import { apiLimit } from '../../src/platform/server/answer.ts';
import { createRequestLog } from '../../src/platform/server/request-log.ts';
import {
  createPlatformServer,
  hangUp,
  keyCheck,
  listen,
} from '../../src/platform/server/server.ts';
import { DEFAULT_DIALECT } from '../../src/platform/wire/dialect.ts';
import { eventStream } from '../../src/platform/world/events/event-stream.ts';
import { DEFAULT_PLAN_LIMITS } from '../../src/platform/world/shield-zones.ts';
import { createWorld, type World } from '../../src/platform/world/world.ts';

/** How much there is of each in a world that is larger than the usual one. */
export interface CrowdSize {
  readonly applications: number;
  readonly zones: number;
  readonly hits: number;
}

/** A platform with that much. */
export interface Crowd {
  readonly baseUrl: string;
  readonly accessKey: string;
  readonly world: World;
  /** Answers given so far. */
  answered(): number;
  close(): Promise<void>;
}

const KEY = 'crowd-key';

function crowdedWorld(clock: Clock, { applications, zones, hits }: CrowdSize): World {
  const rate = { perDay: 50_000 };
  const usual = createWorld({ seed: 7, startedAt: clock.now(), events: rate });
  /** So many of the usual things, each with an id of its own. */
  const many = <Thing>(
    things: readonly Thing[],
    count: number,
    as: (thing: Thing, at: number) => Thing,
  ) => Array.from({ length: count }, (_, at) => as(things[at % things.length] as Thing, at));
  const shieldZones = many(usual.shieldZones, zones, (zone, at) => ({
    ...zone,
    id: 200_000 + at,
    host: `shop-${at}.example`,
  }));
  const catalogue = many(usual.catalogue(), hits, (item, at) => ({
    ...item,
    id: String(1_000_000 + at),
    name: `${item.name}-${at}`,
  }));
  return {
    ...usual,
    applications: many(usual.applications, applications, (app, at) => ({
      ...app,
      id: `app-${at}`,
      name: `${app.name}-${at}`,
    })),
    shieldZones,
    dnsZones: many(usual.dnsZones, zones, (zone, at) => ({ ...zone, id: 300_000 + at })),
    events: eventStream(7, shieldZones, rate),
    catalogue: () => catalogue,
  };
}

export async function openCrowd(size: CrowdSize): Promise<Crowd> {
  const clock = realClock();
  const world = crowdedWorld(clock, size);
  const storage = await openStorage(undefined);
  let answered = 0;
  const server = createPlatformServer({
    clock,
    faults: createFaultRegistry(),
    log: createRequestLog(),
    isKeyRight: keyCheck(KEY),
    limit: apiLimit(Number.POSITIVE_INFINITY),
    compresses: true,
    context: {
      world,
      storage,
      dialect: DEFAULT_DIALECT,
      planLimits: DEFAULT_PLAN_LIMITS,
      noteServed: () => {},
    },
  });
  server.on('request', () => {
    answered += 1;
  });
  const port = await listen(server, 0);
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    accessKey: KEY,
    world,
    answered: () => answered,
    async close() {
      await hangUp(server);
      storage.close();
    },
  };
}
