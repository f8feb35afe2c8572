import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { prompt, reaching } from '../cli/prompt.ts';
import { fakeClock } from '../support/fake-clock.ts';
import {
  type Asking,
  FAULT_CASES,
  type FaultCase,
  finishedCells,
  journalPath,
  writeCell,
} from '../support/fault-cells.ts';
import { openPlatform, type Platform } from '../support/observed-platform.ts';
import { seededRandom } from '../support/random.ts';

/* Every fault x every command that calls the service: all of them in `npm run proof:faults`, otherwise a random sample. */

interface CommandCase {
  readonly name: string;
  readonly asks: Asking;
  argv(platform: Platform, file: string): readonly string[];
}

const first = <Item>(items: readonly Item[]): Item => {
  const [item] = items;
  if (item === undefined) throw new Error('the world is empty');
  return item;
};
const idOf = (items: readonly { readonly id: string | number }[]) => String(first(items).id);

const COMMANDS: readonly CommandCase[] = [
  {
    name: 'app overview',
    asks: 'apps',
    argv: ({ world }) => ['app', 'overview', idOf(world.applications)],
  },
  {
    name: 'app wait',
    asks: 'apps',
    argv: ({ world }) => [
      'app',
      'wait',
      idOf(world.applications),
      '--until',
      'status=active,failing,progressing',
      '--timeout',
      '5m',
    ],
  },
  { name: 'dns scan', asks: 'dns', argv: ({ world }) => ['dns', 'scan', idOf(world.dnsZones)] },
  {
    name: 'rate-limit',
    asks: 'limits',
    argv: ({ world }) => ['rate-limit', idOf(world.rateLimits)],
  },
  { name: 'search', asks: 'search', argv: () => ['search', 'shop', '--size', '3'] },
  {
    name: 'events',
    asks: 'events',
    argv: ({ world }) => [
      'events',
      idOf(world.shieldZones),
      '--date',
      '2026-03-14',
      '-o',
      'ndjson',
    ],
  },
  {
    name: 'app delete',
    asks: 'changes',
    argv: ({ world }) => {
      const id = idOf(world.applications);
      return ['app', 'delete', id, '--confirm', id];
    },
  },
  {
    name: 'script add-variable',
    asks: 'changes',
    argv: ({ world }) => ['script', 'add-variable', idOf(world.scripts), 'REGION'],
  },
  {
    name: 'guardian upload',
    asks: 'changes',
    argv: ({ world }, file) => ['guardian', 'upload', idOf(world.shieldZones), file],
  },
];

const SPECIFICATION = JSON.stringify({
  openapi: '3.0.3',
  info: { title: 'Shop', version: '1.0' },
  paths: { '/items': { get: { responses: { 200: { description: 'ok' } } } } },
});

/** Client timeouts for faults that never complete the answer, milliseconds. */
const SHORT = { response: 300, request: 600, trickle: 300 };

/** Faults that affect only the body. */
const BODIES = /json|gzip|bytes|empty|null/;

const CELLS = FAULT_CASES.filter(({ name }) => name !== 'gone').flatMap((fault) =>
  COMMANDS.filter(({ asks }) => fault.only?.includes(asks) ?? true).map((command) => ({
    name: `${fault.f} ${fault.name}, ${command.name}, at the prompt`,
    fault,
    command,
  })),
);

const JOURNAL = process.env['FAULTS_JOURNAL'];

function drawn() {
  if (JOURNAL !== undefined) {
    const finished = finishedCells(JOURNAL);
    return CELLS.filter(({ name }) => !finished.has(name));
  }
  const random = seededRandom(Number(process.env['FAULTS_SEED'] ?? 20_260_314));
  const quick = CELLS.filter(({ fault: { isSlow, name } }) => !isSlow && !/huge|crowd/.test(name));
  return Array.from({ length: 5 }, () => quick[random.below(quick.length)] ?? first(quick));
}

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'warren-faults-'));
  await writeFile(join(folder, 'shop.json'), SPECIFICATION);
});
afterAll(() => rm(folder, { recursive: true }));

/** Runs a command with a fault. Returns a sentence for each problem. */
async function run(fault: FaultCase, command: CommandCase): Promise<readonly string[]> {
  const clock = fakeClock();
  const platform = await openPlatform({ clock, seed: 1, events: { perDay: 3000 } });
  try {
    const end = await fault.begin(platform);
    const ended = { isOver: false };
    const running = prompt(command.argv(platform, join(folder, 'shop.json')), {
      clock,
      env: reaching(platform),
      // A fault that takes the time that a request is given gets less of it.
      ...(fault.isSlow && { timeouts: SHORT }),
    }).finally(() => {
      ended.isOver = true;
    });
    // What waits for its next try is given the time.
    for (let turns = 0; !ended.isOver; turns += 1) {
      await new Promise((resolve) => setImmediate(resolve));
      // Hundreds of megabytes take their time, and so do sockets: no clock of a test can move that.
      const takesTime = fault.isSlow || /huge/.test(fault.name);
      if (takesTime) await new Promise((resolve) => setTimeout(resolve, 5));
      if (turns % (takesTime ? 10 : 50) === 0) await clock.advance(1000);
    }
    const { code, stdout, stderr } = await running;
    await end();
    const wrong: string[] = [];
    const told = `exit code ${code}: ${stderr.slice(0, 400)}`;
    const sent = platform.served.requests.filter(({ method }) => method !== 'GET').length;
    if (code === 70) wrong.push(told);
    if (sent > 1) wrong.push(`a change was sent ${sent} times`);
    if (fault.says === null) {
      if (code !== 0 && fault.ownList !== false && command.asks !== 'events') wrong.push(told);
    } else if (fault.only === undefined || command.asks === 'dns') {
      // The answer to a deletion has no body, so faults of the body do not matter.
      if (code === 0 && command.name === 'app delete' && BODIES.test(fault.name)) return wrong;
      // A short body arrives in time even slowly.
      if (code === 0 && fault.name === 'slow-body') return wrong;
      if (code === 0) wrong.push(`it ended as if nothing were wrong: ${stdout.slice(0, 200)}`);
      if (!fault.says.test(stderr)) wrong.push(`the cause is not named: ${told}`);
    }
    if (command.asks === 'events') {
      const ids = stdout
        .split('\n')
        .flatMap((line) => (line === '' ? [] : [JSON.parse(line).logId]));
      if (new Set(ids).size !== ids.length) wrong.push('entries twice');
    }
    return wrong;
  } finally {
    await platform.close();
  }
}

it.for(drawn())('E: $name', async ({ name, fault, command }, { signal }) => {
  const faults = await run(fault, command);
  const played = { cell: name, f: fault.f, faults, keys: [], requests: 0 };
  if (JOURNAL !== undefined) writeCell(JOURNAL, played, signal);
  expect(faults).toEqual([]);
});

it('a journal depends on the seed and on the program', () => {
  expect(journalPath(1)).toBe(journalPath(1));
  expect(journalPath(1)).toMatch(/warren-faults-1-[0-9a-f]{12}\.ndjson$/);
  expect(journalPath(2)).not.toBe(journalPath(1));
});
