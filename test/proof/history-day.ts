/**
 * Records a day of 300 applications, each answered every five seconds, and of five followed and watched zones with 20 events a
 * second each, in a console's history file: `node --expose-gc test/proof/history-day.ts [hours] [seed]`. Exit code 1 if
 * memory without loaded entries grows by 60 MB after the first hour, the file exceeds 200 MB, or no burst or no silence was
 * reported.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Call } from '../../src/contract/operation.ts';
import { appOverview } from '../../src/contract/operations/app-overview.ts';
import { eventLogs } from '../../src/contract/operations/event-logs.ts';
import { History } from '../../src/history/history.ts';
import { HistoryKeeper } from '../../src/history/history-keeper.ts';
import { NO_HISTORY } from '../../src/history/history-state.ts';
import { openHistoryFile, readHistory } from '../../src/history/read-history.ts';
import { createActivity } from '../../src/state/activity.ts';
import { createSlices } from '../../src/state/slice.ts';
import { fakeClock } from '../support/fake-clock.ts';
import { LoggedZone } from '../support/logged-zone.ts';
import { numberArgument } from '../support/number-argument.ts';
import { overviewOf } from '../support/overviews.ts';
import { writeProofResult } from '../support/proof-result.ts';
import { seededRandom } from '../support/random.ts';
import { watchZones } from '../support/watched-zones.ts';

const hours = numberArgument(1, 24);
const seed = numberArgument(2, Date.now() % 2 ** 31);
const APPS = 300;
const ZONES = 5;
const PER_SECOND = 20;
const EVERY = 5000;
const HOUR = 3_600_000;
/** One in this many answers differs from the one before. */
const CHANGES = 2000;
const SERVICE = 'https://api.example.net';
const MOST_MEMORY = 60;
const MOST_FILE = 200;

const random = seededRandom(seed);
const overview = (status: string, restarts: number) =>
  overviewOf({
    status,
    regions: ['DE', 'FR', 'UK'].map((region) => ({
      region,
      status,
      instances: 2,
      pods: ['p1', 'p2'].map((name) => ({
        name: `${region}-${name}`,
        status: 'ready',
        containers: [{ id: 'c1', name: 'web', numberOfRestarts: restarts, image: 'shop:3' }],
      })),
    })),
  });
const VARIANTS = [
  overview('active', 0),
  overview('failing', 1),
  overview('progressing', 2),
] as const;
const row = (figure: string, value: string | number, bound: string | number = '') => ({
  figure,
  value,
  bound,
});
const answers = new Map<string, (typeof VARIANTS)[number]>(
  Array.from({ length: APPS }, (_, at) => [`app${at}`, VARIANTS[0]]),
);
/** A watch for silence. Built-in watches cover bursts and applications. */
const WATCHES = [{ name: 'silent', expression: 'zone < 100/min' }];
/** Turns of the event loop that suffice to store a page and to request the next one. */
const TURNS = 6;
const directory = mkdtempSync(join(tmpdir(), 'warren-history-'));
const begin = Date.parse('2026-11-22T00:00:00Z');
const activity = createActivity();
let asked = 0;
/** Everything that one timer starts ends before the next one fires. A walk requests page after page, so turns are recounted. */
const clock = fakeClock(begin, async () => {
  for (let turns = 0, before = asked; turns < TURNS; turns = asked === before ? turns + 1 : 0) {
    before = asked;
    await activity.settled();
  }
});
const end = begin + hours * HOUR;
let hasMore = false;
const history = new History({
  slice: createSlices().create(NO_HISTORY),
  keeper: new HistoryKeeper({
    open: () => openHistoryFile(directory, SERVICE, 'write'),
    openInMemory: () => Promise.reject(new Error('The file could not be used')),
    isKept: true,
    machine: clock,
  }),
  wake: () => {
    hasMore = true;
  },
});
await history.open(begin);
const logged = Array.from(
  { length: ZONES },
  (_, number) =>
    new LoggedZone({ number, perSecond: PER_SECOND, burstEvery: 180, silentEvery: 500 }),
);
const answered: Call = async (operation, input) => {
  const { appId, shieldZoneId, date, continuationToken } = input as Record<string, string>;
  if (operation.id !== eventLogs.id) return answers.get(appId ?? '') as never;
  asked += 1;
  const zone = logged.find(({ id }) => id === shieldZoneId);
  return zone?.page(date ?? '', continuationToken, clock.now()) as never;
};
const call = history.recording((...of) => activity.track(answered(...of)), clock.now);
const zones = watchZones({
  clock,
  call,
  history,
  watches: WATCHES,
  apps: [...answers.keys()].map((id) => ({ id, name: id })),
  zones: logged.map(({ id }) => ({ id, name: `zone-${id}` })),
});
/** Memory without loaded entries, which have their own limit. */
const megabytes = () => {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external - zones.store.byteLength) / 2 ** 20;
};
let [early, most] = [0, 0];
const began = performance.now();
for (let round = 0; clock.now() < end; round += 1) {
  for (const appId of answers.keys()) {
    if (random.oneIn(CHANGES)) answers.set(appId, random.pick(VARIANTS));
    await call(appOverview, { appId });
  }
  await clock.advance(EVERY);
  zones.look();
  do {
    hasMore = false;
    history.keep(clock.now());
  } while (hasMore);
  if (round % (HOUR / EVERY) !== 0) continue;
  const now = megabytes();
  if (round <= HOUR / EVERY) early = now;
  most = Math.max(most, now);
  console.log(
    `${round / (HOUR / EVERY)} h: ${now.toFixed(1)} MB and ${(zones.store.byteLength / 2 ** 20).toFixed(0)} MB of entries, ${zones.store.size} of them; ${((performance.now() - began) / 1000).toFixed(0)} s`,
  );
}
const grown = most - early;
const { held: entries, refused, evicted } = zones.store.counts;
const events = entries + refused + evicted;
const held = zones.store.byteLength / 2 ** 20;
zones.stop();
history.close(clock.now());
const database = new DatabaseSync(join(directory, 'history.db'), { readOnly: true });
const kept = new Map(
  database
    .prepare('SELECT kind, count(*) AS facts FROM fact GROUP BY kind')
    .all()
    .map(({ kind, facts }) => [String(kind), Number(facts)]),
);
database.close();
const file = statSync(join(directory, 'history.db')).size / 2 ** 20;
const opening = performance.now();
const read = await readHistory(directory, SERVICE);
const opened = performance.now() - opening;
rmSync(directory, { recursive: true });

const all = (hours * HOUR * APPS) / EVERY;
const rows = [
  row('answers about applications', all),
  row('events that came', events),
  row(
    'changes kept',
    [...kept.values()].reduce((sum, each) => sum + each, 0),
  ),
  row('bursts begun and over', kept.get('burst') ?? 0),
  row('silences begun and over', kept.get('watch') ?? 0),
  row('entries held at the end, MB', held.toFixed(0), 192),
  row('entries let go for that', evicted),
  row('memory beside them after the first hour, MB', early.toFixed(1)),
  row('grown since at most, MB', grown.toFixed(1), MOST_MEMORY),
  row('file, MB', file.toFixed(1), MOST_FILE),
  row('file read anew in, ms', opened.toFixed(0)),
];
console.log(`seed ${seed}`);
console.table(rows);
writeProofResult({
  proof: 'history-day',
  command: `npm run proof:history-day -- ${hours} ${seed}`,
  seed,
  summary: `${hours} hours of ${APPS} applications, each answered every five seconds, and of ${ZONES} zones with ${PER_SECOND} events a second each, followed and watched; kept in a file.`,
  rows,
});
const isTold = ['burst', 'watch', 'restart'].every((kind) => (kept.get(kind) ?? 0) > 0);
const isGood = grown < MOST_MEMORY && file < MOST_FILE && isTold && read.facts.length > 0;
process.exit(isGood ? 0 : 1);
