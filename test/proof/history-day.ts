/**
 * A day of 300 applications, each answered every five seconds, through the history as a console has it, in a file:
 * `node --expose-gc test/proof/history-day.ts [hours] [seed]`. Exit code 1 when memory grows by 60 MB from the first
 * hour on, or the file beyond its 200 MB.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Call } from '../../src/contract/operation.ts';
import { appOverview } from '../../src/contract/operations/app-overview.ts';
import { History } from '../../src/history/history.ts';
import { HistoryKeeper } from '../../src/history/history-keeper.ts';
import { NO_HISTORY } from '../../src/history/history-state.ts';
import { openHistoryFile, readHistory } from '../../src/history/read-history.ts';
import { createSlices } from '../../src/state/slice.ts';
import { overviewOf } from '../support/overviews.ts';
import { writeProofResult } from '../support/proof-result.ts';
import { seededRandom } from '../support/random.ts';

const hours = Number(process.argv[2] ?? 24);
const seed = Number(process.argv[3] ?? Date.now() % 2 ** 31);
const APPS = 300;
const EVERY = 5000;
const HOUR = 3_600_000;
/** One answer in so many is another than the one before. */
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
const answers = Array.from({ length: APPS }, () => VARIANTS[0]);
const directory = mkdtempSync(join(tmpdir(), 'warren-history-'));
let now = Date.parse('2026-11-22T00:00:00Z');
const end = now + hours * HOUR;
let asked = 0;
const history = new History({
  slice: createSlices().create(NO_HISTORY),
  keeper: new HistoryKeeper({
    open: () => openHistoryFile(directory, SERVICE, 'write'),
    openInMemory: () => Promise.reject(new Error('The file could not be used')),
    isKept: true,
  }),
  wake: () => {},
});
await history.open(now);
const call = history.recording(
  (async () => answers[asked] ?? VARIANTS[0]) as unknown as Call,
  () => now,
);
const megabytes = () => {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 2 ** 20;
};
let early = megabytes();
const began = performance.now();
for (let round = 0; now < end; round += 1) {
  for (asked = 0; asked < APPS; asked += 1) {
    if (random.oneIn(CHANGES)) answers[asked] = random.pick(VARIANTS);
    await call(appOverview, { appId: `app${asked}` });
  }
  // As often as there is something to keep.
  for (let times = 0; times < 3; times += 1) history.keep(now);
  now += EVERY;
  if (round === HOUR / EVERY) early = megabytes();
}
const spent = (performance.now() - began) / 1000;
const grown = megabytes() - early;
const { facts } = history.slice.getState();
history.close(now);
const file = statSync(join(directory, 'history.db')).size / 2 ** 20;
const opening = performance.now();
const read = await readHistory(directory, SERVICE);
const opened = performance.now() - opening;
rmSync(directory, { recursive: true });

const row = {
  hours,
  answers: (hours * HOUR * APPS) / EVERY,
  facts: facts.length,
  'memory after the first hour, MB': early.toFixed(1),
  'grown since, MB': grown.toFixed(1),
  'file, MB': file.toFixed(1),
  'opened in, ms': opened.toFixed(0),
  'ms an answer': ((spent * 1000) / ((hours * HOUR * APPS) / EVERY)).toFixed(3),
};
console.log(`seed ${seed}`, row);
writeProofResult({
  proof: 'history-day',
  command: `npm run proof:history-day -- ${hours} ${seed}`,
  seed,
  summary: 'A day of 300 applications, each answered every five seconds, kept in a file.',
  rows: [row],
});
const isGood = grown < MOST_MEMORY && file < MOST_FILE && facts.length > 0 && read.facts.length > 0;
process.exit(isGood ? 0 : 1);
