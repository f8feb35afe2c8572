import type { Clock } from '../edges/clock.ts';
import { randomHex } from '../edges/random-hex.ts';
import { createFaultRegistry, type FaultControls } from './faults/fault.ts';
import type { HandlerContext } from './handlers/handler.ts';
import { openStorage } from './handlers/storage.ts';
import {
  createPlatformServer,
  hangUp,
  keyCheck,
  listen,
  type RequestRecord,
} from './server/server.ts';
import { DEFAULT_DIALECT, type Dialect } from './wire/dialect.ts';
import type { EventRate } from './world/events/event-stream.ts';
import { DEFAULT_PLAN_LIMITS, type PlanLimits } from './world/shield-zones.ts';
import { createWorld, type World } from './world/world.ts';

export interface PlatformOptions {
  /** The same seed and clock produce the same bytes. */
  readonly seed: number;
  readonly clock: Clock;
  /** Default 0: any free port. */
  readonly port?: number;
  /** Default: the key in the data file, or 32 random bytes in hexadecimal. */
  readonly accessKey?: string;
  readonly dialect?: Partial<Dialect>;
  /** An SQLite file for changes; default in memory. */
  readonly data?: string;
  /** When the world began, milliseconds since the epoch; default now. */
  readonly at?: number;
  /** Event rate of the busiest zone; default 20 entries a second. */
  readonly events?: EventRate;
  readonly planLimits?: PlanLimits;
  /** Called for each request on arrival; the record is updated as the request proceeds. */
  readonly arrived?: (record: RequestRecord) => void;
  readonly served?: HandlerContext['served'];
  /** Whether answers are compressed on request; default true. */
  readonly compresses?: boolean;
}

interface PlatformFaults extends FaultControls {
  /** Stops listening and drops all connections. Resolves when connections are refused. */
  refuseConnections(): Promise<void>;
  /** Listens again on the same port. */
  acceptConnections(): Promise<void>;
}

export interface Platform {
  /** `http://127.0.0.1:40123` */
  readonly baseUrl: string;
  readonly accessKey: string;
  readonly world: World;
  readonly dialect: Dialect;
  readonly faults: PlatformFaults;
  /** Stops listening, drops all connections and closes the data file. */
  close(): Promise<void>;
}

const EVENTS_PER_SECOND = 20;
const KEY_BYTES = 32;

/**
 * Opens an embedded platform: a server on 127.0.0.1 that answers the eight operations of the contract from a seeded,
 * simulated world.
 *
 * @throws Error with a sentence for users if the data file cannot be used, or the port is taken
 */
export async function openPlatform(options: PlatformOptions): Promise<Platform> {
  const { seed, clock } = options;
  const dialect: Dialect = { ...DEFAULT_DIALECT, ...options.dialect };
  const world = createWorld({
    seed,
    startedAt: options.at ?? clock.now(),
    events: options.events ?? { perSecond: EVENTS_PER_SECOND },
  });
  const storage = await openStorage(options.data);
  const accessKey = options.accessKey ?? storage.accessKey(randomHex(KEY_BYTES));
  const faults = createFaultRegistry();
  const server = createPlatformServer({
    clock,
    faults,
    arrived: options.arrived,
    isKeyRight: keyCheck(accessKey),
    compresses: options.compresses ?? true,
    context: {
      world,
      storage,
      dialect,
      planLimits: options.planLimits ?? DEFAULT_PLAN_LIMITS,
      served: options.served,
    },
  });
  const port = await listen(server, options.port ?? 0).catch((error: unknown) => {
    storage.close();
    throw error;
  });

  return {
    baseUrl: `http://127.0.0.1:${port}`,
    accessKey,
    world,
    dialect,
    faults: {
      set: faults.set,
      clear: faults.clear,
      refuseConnections: () => hangUp(server),
      acceptConnections: async () => {
        await listen(server, port);
      },
    },
    async close() {
      await hangUp(server);
      storage.close();
    },
  };
}
