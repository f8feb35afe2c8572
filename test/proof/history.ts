/**
 * Three consoles keep the history of one application in one file; one after another, and now and then all at once, they
 * are killed (SIGKILL) at a random moment and started again: `node test/proof/history.ts [kills] [seed]`. Exit code 1 when
 * a change is not in the history exactly once, when it is told more sharply than it was seen, or when the file grew
 * beyond its bound.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readHistory } from '../../src/history/read-history.ts';
import { consoleStore } from '../support/console-store.ts';
import { changesOf } from '../support/history-schedule.ts';
import { writeProofResult } from '../support/proof-result.ts';
import { seededRandom } from '../support/random.ts';

const kills = Number(process.argv[2] ?? 20);
const seed = Number(process.argv[3] ?? Date.now() % 2 ** 31);
const WRITERS = 3;
/** Between two kills at the most, milliseconds. */
const LONGEST_PAUSE = 2500;
/** What a killed console may lose, and what the first answer takes, milliseconds. */
const LOST = 1000;
const SETTLED = 3000;

const directory = mkdtempSync(join(tmpdir(), 'warren-history-'));
const random = seededRandom(seed);
const start = Date.now();
const changes = changesOf(seed, start);
const writers: ChildProcess[] = [];
const WRITER = join(import.meta.dirname, '../support/history-writer.ts');
console.log(`seed ${seed}; ${kills} kills among ${WRITERS} consoles`);

async function begin(at: number): Promise<void> {
  const child = spawn(process.execPath, [WRITER, directory, String(seed), String(start)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  writers[at] = child;
  if (child.stdout) await once(child.stdout, 'data');
}

/** When nobody was there to see a change: from a kill of all until the first answer afterwards. */
const away: { readonly from: number; until: number }[] = [];

await Promise.all(Array.from({ length: WRITERS }, (_, at) => begin(at)));
const begun = Date.now();
await sleep(SETTLED);
for (let kill = 0; kill < kills; ) {
  await sleep(random.below(LONGEST_PAUSE));
  const isAll = random.below(5) === 0;
  const dying = isAll ? [0, 1, 2] : [random.below(WRITERS)];
  const from = Date.now();
  for (const at of dying) writers[at]?.kill('SIGKILL');
  kill += dying.length;
  await Promise.all(dying.map(begin));
  if (isAll) away.push({ from: from - LOST, until: Date.now() + 200 });
}
await sleep(SETTLED);
const ended = Date.now();
for (const writer of writers) writer.kill('SIGKILL');
await Promise.all(
  writers.map((writer) => writer.exitCode ?? writer.signalCode ?? once(writer, 'exit')),
);

const { origin } = new URL(consoleStore().getState().profile.baseUrl);
const { facts } = await readHistory(directory, origin);
const told = facts.filter(({ kind, place }) => kind === 'status' && place === '');
const faults: string[] = [];
const expected = changes.filter(({ at }) => at > begun + LOST && at < ended - SETTLED + LOST);
let unseen = 0;
for (const { at, status } of expected) {
  const found = told.filter(
    ({ to, after, by }) =>
      to === status && (after ?? 0) < at && by >= at && by - at < SETTLED + LOST,
  );
  if (found.length === 1) continue;
  if (found.length === 0 && away.some(({ from, until }) => at >= from && at <= until)) unseen += 1;
  else faults.push(`${new Date(at).toISOString()} → ${status}: ${found.length} facts`);
}
for (const [index, fact] of told.entries()) {
  const before = told[index - 1];
  if (before && before.to !== fact.from) faults.push(`${before.to} is followed by ${fact.from} →`);
}
const bytes = statSync(join(directory, 'history.db')).size;
console.log(
  `${expected.length} changes, ${told.length} facts, ${unseen} while nobody looked, ${bytes} bytes; ${faults.length} faults`,
);
for (const fault of faults) console.log(`  ${fault}`);
writeProofResult({
  proof: 'history',
  command: `npm run proof:history -- ${kills} ${seed}`,
  seed,
  summary:
    'Three consoles keep what they see in one file and are killed (SIGKILL) at random, one or all at once; every change is in the history once, and never told more sharply than the answers allow.',
  rows: [
    {
      kills,
      changes: expected.length,
      facts: told.length,
      'while nobody looked': unseen,
      'bytes of the file': bytes,
      faults: faults.length,
    },
  ],
});
rmSync(directory, { recursive: true });
process.exit(faults.length === 0 && told.length > 0 ? 0 : 1);
