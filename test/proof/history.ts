/**
 * Two consoles and a recorder write the changes of one application to one history. Each of them is killed (SIGKILL) at random
 * moments and restarted: `node test/proof/history.ts [kills of each] [seed]`. Each change has a number, and each program sends
 * its requests to its own path. Exit code 1 if a change is recorded twice, is missing although a program received it more
 * than a second before its death, or has a wrong time.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readHistory } from '../../src/history/read-history.ts';
import { numberArgument } from '../support/number-argument.ts';
import { PROGRAM } from '../support/program.ts';
import { writeProofResult } from '../support/proof-result.ts';
import { type PtyProgram, startInPty } from '../support/pty.ts';
import { seededRandom } from '../support/random.ts';

const kills = numberArgument(1, 20);
const seed = numberArgument(2, Date.now() % 2 ** 31);
/** A killed program may lose this many milliseconds. */
const LOST = 1000;
/** The longest pause between kills, milliseconds. A restarted program may or may not have sent a request by then. */
const LONGEST_PAUSE = 2500;
/** The pause between changes, milliseconds. */
const [SHORTEST, LONGEST] = [1000, 3000];
const KINDS = ['console', 'console', 'recorder'] as const;

const random = seededRandom(seed);
const home = mkdtempSync(join(tmpdir(), 'warren-history-'));
const state = join(home, 'state/warren');
mkdirSync(state, { recursive: true, mode: 0o700 });

/** The time of each change. */
const changed: number[] = [Date.now()];
/** Each answer: the program, the latest change in it, and the time. */
const told: { readonly by: number; readonly change: number; readonly at: number }[] = [];
const killed: number[][] = KINDS.map(() => []);

/** Answers with an overview whose number of restarts is the number of the latest change. */
const server = createServer((request, response) => {
  const by = Number(/^\/p(\d)\//.exec(request.url ?? '')?.[1]);
  const change = changed.length - 1;
  const containers = [{ id: 'c', name: 'web', numberOfRestarts: change, status: 'ready' }];
  const pods = [{ name: 'p', status: 'ready', containers }];
  const regions = [{ region: 'DE', instances: 1, status: 'active', pods }];
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ status: 'active', regions }), () =>
    told.push({ by, change, at: Date.now() }),
  );
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const { port } = server.address() as AddressInfo;
const service = `http://127.0.0.1:${port}`;

/** Writes the configuration of the program that sends its requests to `/pN`. Returns its folder. */
function configOf(at: number): string {
  const folder = join(home, `config${at}`);
  mkdirSync(join(folder, 'warren'), { recursive: true, mode: 0o700 });
  const key = join(folder, 'key');
  writeFileSync(key, 'k'.repeat(40), { mode: 0o600 });
  const profile = { base_url: `${service}/p${at}`, access_key_file: key, workspace: 'w' };
  const workspaces = { w: { apps: [{ id: 'a1', name: 'checkout' }] } };
  const config = { default_profile: 'p', profiles: { p: profile }, workspaces, interval: '1s' };
  writeFileSync(join(folder, 'warren/config.yaml'), JSON.stringify(config), { mode: 0o600 });
  return folder;
}

const running: { kill(): Promise<unknown> }[] = [];
function begin(at: number): void {
  const env = {
    HOME: home,
    XDG_STATE_HOME: join(home, 'state'),
    XDG_CONFIG_HOME: configOf(at),
  };
  if (KINDS[at] === 'console') {
    const program: PtyProgram = startInPty({
      file: process.execPath,
      args: [PROGRAM],
      columns: 80,
      rows: 24,
      env,
    });
    running[at] = {
      kill() {
        process.kill(program.pid, 'SIGKILL');
        return program.exited;
      },
    };
    return;
  }
  const out = join(home, 'recording.db');
  const recorder: ChildProcess = spawn(
    process.execPath,
    [PROGRAM, 'record', '--every', '1s', '--out', out],
    { stdio: 'ignore', env: { PATH: process.env['PATH'], ...env } },
  );
  running[at] = {
    kill() {
      recorder.kill('SIGKILL');
      return once(recorder, 'exit');
    },
  };
}

async function kill(at: number): Promise<void> {
  killed[at]?.push(Date.now());
  await running[at]?.kill();
}

console.log(`seed ${seed}; two consoles and a recorder, each killed ${kills} times`);
let isOver = false;
const changes = (async () => {
  while (!isOver) {
    await sleep(SHORTEST + random.below(LONGEST - SHORTEST));
    changed.push(Date.now());
  }
})();
for (const at of KINDS.keys()) begin(at);
const order = KINDS.flatMap((_, at) => Array.from({ length: kills }, () => at))
  .map((at) => ({ at, rank: random.below(2 ** 30) }))
  .sort((a, b) => a.rank - b.rank);
for (const { at } of order) {
  await sleep(random.below(LONGEST_PAUSE));
  await kill(at);
  begin(at);
}
await sleep(LONGEST_PAUSE + LOST);
isOver = true;
await changes;
for (const at of KINDS.keys()) await kill(at);
server.close();

const { facts } = await readHistory(state, service);
const kept = facts.filter(({ kind }) => kind === 'restart');
const faults: string[] = [];
const times = Map.groupBy(kept, ({ to }) => Number(to));
for (const [change, { length }] of times) {
  if (length > 1) faults.push(`change ${change} was kept ${length} times`);
}
/** The changes received by a program that lived for at least another second. */
const due = new Set(
  told
    .filter(({ by, at }) => (killed[by]?.find((time) => time >= at) ?? 0) - at > LOST)
    .map(({ change }) => change),
);
// The first answer is the baseline, not a change.
const first = Math.min(...told.map(({ change }) => change));
for (const change of due) {
  if (change !== first && !times.has(change)) faults.push(`change ${change} is missing`);
}
for (const { to, after, by } of kept) {
  const at = changed[Number(to)] ?? 0;
  if (by < at || (after ?? 0) > (changed[Number(to) + 1] ?? Number.MAX_VALUE))
    faults.push(`change ${to} is told more sharply than it was seen`);
}
for (const [index, { from, to }] of kept.entries()) {
  const before = kept[index - 1];
  if (before && before.to !== from) faults.push(`${before.to} is followed by ${from} → ${to}`);
}
const { size } = statSync(join(state, 'history.db'));
console.log(
  `${told.length} answers, ${changed.length - 1} changes, ${due.size} of them told a second before a kill, ${kept.length} kept; ${faults.length} faults`,
);
for (const fault of faults.slice(0, 10)) console.log(`  ${fault}`);
if (kills >= 20) {
  writeProofResult({
    proof: 'history',
    command: `npm run proof:history -- ${kills} ${seed}`,
    seed,
    summary:
      'Two consoles and a recorder keep what changes in one history, and each is killed (SIGKILL) as often at a random moment: no change is in it twice, none is missing that one of them was told of a second before it was killed, and none is told more sharply than it was seen.',
    rows: [
      {
        'kills of each': kills,
        answers: told.length,
        changes: changed.length - 1,
        'told a second before a kill': due.size,
        kept: kept.length,
        'bytes of the file': size,
        faults: faults.length,
      },
    ],
  });
}
rmSync(home, { recursive: true });
process.exit(faults.length === 0 && kept.length > 0 ? 0 : 1);
