/**
 * Compares large amounts with the usual ones: 5,000 applications, 300 zones, 100,000 search hits: `node test/proof/scale.ts
 * [word of a line]`. Runs the built program in a pseudo-terminal. Exit code 1 if the median delay of a key exceeds 100 ms, or
 * a cost grows faster than the amount.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Clock, realClock } from '../../src/edges/clock.ts';
import { createFaultRegistry } from '../../src/platform/faults/fault.ts';
import { openStorage } from '../../src/platform/handlers/storage.ts';
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
import { pressed, pressedUnderLoad } from '../bench/keys.ts';
import { memoryOf } from '../bench/measures.ts';
import { SIZE } from '../bench/subject.ts';
import { PROGRAM } from '../support/program.ts';
import { writeProofResult } from '../support/proof-result.ts';
import { shows, startInPty } from '../support/pty.ts';

/** The amount of each thing in a platform. */
interface CrowdSize {
  readonly applications: number;
  readonly zones: number;
  readonly hits: number;
}

/** A platform of a given size. */
interface Crowd {
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
  /** Repeats `things` with unique ids. */
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

async function openCrowd(size: CrowdSize): Promise<Crowd> {
  const clock = realClock();
  const world = crowdedWorld(clock, size);
  const storage = await openStorage(undefined);
  let answered = 0;
  const server = createPlatformServer({
    clock,
    faults: createFaultRegistry(),
    isKeyRight: keyCheck(KEY),
    compresses: true,
    context: {
      world,
      storage,
      dialect: DEFAULT_DIALECT,
      planLimits: DEFAULT_PLAN_LIMITS,
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

const PRESSES = 20;
/** Between an answer and the next press, milliseconds. */
const PAUSE = 150;
/** Milliseconds. */
const LONGEST_KEY = 100;
const ROUND = 20_000;
const KEYS_APART = 700;

interface Scale {
  readonly what: string;
  readonly applications: number;
  readonly zones: number;
  /** Opens the pane and what is measured there. */
  readonly keys: readonly string[];
  readonly full: (screen: readonly string[]) => boolean;
  readonly within: number;
  /** Pressed repeatedly. Each press brings another row under the cursor, or shows another zone. */
  readonly key: string;
}

const NEXT_ZONE = ']';

const hasAnAge = shows('as of');
const SCALES: readonly Scale[] = [
  {
    what: '28 applications',
    applications: 28,
    zones: 5,
    keys: ['1'],
    full: hasAnAge,
    within: 20_000,
    key: 'j',
  },
  {
    what: '5,000 applications',
    applications: 5000,
    zones: 5,
    keys: ['1'],
    full: hasAnAge,
    within: 60_000,
    key: 'j',
  },
  {
    what: '5 zones, their events',
    applications: 1,
    zones: 5,
    keys: ['2'],
    full: shows(' loaded'),
    within: 60_000,
    key: 'k',
  },
  {
    what: '300 zones, the first one’s events',
    applications: 1,
    zones: 300,
    keys: ['2'],
    full: shows(' loaded'),
    within: 60_000,
    key: 'k',
  },
  {
    what: '300 DNS zones',
    applications: 1,
    zones: 300,
    keys: ['3'],
    full: hasAnAge,
    within: 60_000,
    key: NEXT_ZONE,
  },
  {
    what: '100,000 hits',
    applications: 1,
    zones: 5,
    keys: ['4', '/', 'shop', '\u001b'],
    full: hasAnAge,
    within: 60_000,
    key: 'j',
  },
];

function configuration({ world, baseUrl }: Crowd, { applications, zones }: Scale): string {
  const list = (items: readonly { readonly id: string | number; readonly name: string }[]) =>
    items
      .map(({ id, name }) => `      - { id: "${id}"${name === id ? '' : `, name: "${name}"`} }\n`)
      .join('');
  return `default_profile: crowd
profiles:
  crowd: { base_url: "${baseUrl}", workspace: many }
workspaces:
  many:
    apps:
${list(world.applications.slice(0, applications).map(({ id }) => ({ id, name: id })))}    shield_zones:
${list(world.shieldZones.slice(0, zones).map(({ id, host }) => ({ id, name: host })))}    dns_zones:
${list(world.dnsZones.slice(0, zones).map(({ id, domain }) => ({ id, name: domain })))}`;
}

const crowd = await openCrowd({ applications: 5000, zones: 300, hits: 100_000 });
const rows = [];
const faults: string[] = [];
const only = process.argv[2] ?? '';
for (const scale of SCALES.filter(({ what }) => what.includes(only))) {
  const home = mkdtempSync(join(tmpdir(), 'warren-scale-'));
  mkdirSync(join(home, '.config/warren'), { recursive: true, mode: 0o700 });
  writeFileSync(join(home, '.config/warren/config.yaml'), configuration(crowd, scale), {
    mode: 0o600,
  });
  const program = startInPty({
    file: process.execPath,
    args: [PROGRAM, '--no-history'],
    ...SIZE,
    env: { HOME: home, WARREN_ACCESS_KEY: crowd.accessKey },
  });
  try {
    await program.until(shows('Apps'));
    const firstPaint = program.arrivals[0]?.at ?? Number.NaN;
    for (const key of scale.keys) {
      program.send(key);
      await wait(KEYS_APART);
    }
    await program.until(scale.full, scale.within);
    const full = program.arrivals.at(-1)?.at ?? Number.NaN;
    const [asked, at] = [crowd.answered(), performance.now()];
    await wait(ROUND);
    const perSecond = ((crowd.answered() - asked) * 1000) / (performance.now() - at);
    // Answers keep changing a list meanwhile: a key is answered once the cursor has another row.
    const { ms, p95 } =
      scale.key === NEXT_ZONE
        ? await pressed(program, scale.key, PRESSES)
        : await pressedUnderLoad(program, {
            key: scale.key,
            marker: '❯',
            pause: PAUSE,
            presses: PRESSES,
          });
    const memory = memoryOf(program.pid) / 1e6;
    if (ms > LONGEST_KEY) faults.push(`${scale.what}: a key takes ${Math.round(ms)} ms`);
    const row = {
      'in the workspace, on the screen': scale.what,
      'first byte, ms': Math.round(firstPaint),
      'first data, ms': Math.round(full),
      'requests a second': perSecond.toFixed(1),
      'a key, ms': ms.toFixed(0),
      'p95, ms': p95.toFixed(0),
      'memory, MB': memory.toFixed(0),
    };
    rows.push(row);
    console.log(JSON.stringify(row));
    console.log((await program.screen()).slice(0, 6).join('\n'));
  } catch (error) {
    faults.push(`${scale.what}: ${error}`);
  } finally {
    await program.close();
    rmSync(home, { recursive: true, force: true });
  }
}
await crowd.close();
for (const fault of faults) console.error(fault);
if (only === '') {
  writeProofResult({
    proof: 'scale',
    command: 'npm run proof:scale',
    seed: null,
    summary:
      `${SIZE.columns} x ${SIZE.rows}; on a machine that may be at work on other things: the ratios tell. ${
        faults.length === 0 ? '' : faults.map((fault) => fault.split('\n')[0]).join('; ')
      }`.trim(),
    rows,
  });
}
process.exit(faults.length === 0 ? 0 : 1);
