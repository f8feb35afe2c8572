import { join } from 'node:path';
import { expect, it } from 'vitest';
import { addVariable } from '../support/acting.ts';
import type { ConsoleUnderTest } from '../support/console.ts';
import { consoleUnderTest, KEYS } from '../support/console.ts';
import {
  type Asking,
  FAULT_CASES,
  type FaultCase,
  finishedCells,
  OPERATION,
  type PlayedCell,
  playedCells,
  writeCell,
} from '../support/fault-cells.ts';
import { judgedEntries } from '../support/judged-entries.ts';
import { seededRandom } from '../support/random.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

/*
 * Every fault x every pane x first load, steady state, between pages and during a change. `npm run proof:faults` plays all of
 * them and the commands. Here a few are drawn at random.
 */

type Phase = 'first load' | 'steady' | 'mid-page' | 'during a change';

const PHASES: readonly Phase[] = ['first load', 'steady', 'mid-page', 'during a change'];

interface Cell {
  readonly fault: FaultCase;
  readonly pane: Exclude<Asking, 'changes'>;
  readonly phase: Phase;
}

const SCRIPTS = '7';
const DIGIT = { apps: '1', events: '2', dns: '3', search: '4', limits: '6' } as const;
const PANES = Object.keys(DIGIT) as (keyof typeof DIGIT)[];

const isAbout = ({ only }: FaultCase, asking: Asking): boolean => only?.includes(asking) ?? true;

const CELLS: readonly Cell[] = FAULT_CASES.flatMap((fault) =>
  PANES.filter((pane) => isAbout(fault, pane)).flatMap((pane) =>
    PHASES.filter((phase) => phase !== 'mid-page' || pane === 'events').map(
      (phase): Cell => ({ fault, pane, phase }),
    ),
  ),
);

const nameOf = ({ fault, pane, phase }: Cell) => `${fault.f} ${fault.name}, ${pane}, ${phase}`;

const SEED = Number(process.env['FAULTS_SEED'] ?? 20_260_314);
/** The file for finished cells, one a line. A run that continues reads it. */
const JOURNAL = process.env['FAULTS_JOURNAL'];
const SHORT = 2;

function drawn(): readonly Cell[] {
  if (JOURNAL !== undefined) {
    const finished = finishedCells(JOURNAL);
    return CELLS.filter((cell) => !finished.has(nameOf(cell)));
  }
  const random = seededRandom(SEED);
  const quick = CELLS.filter(({ fault: { isSlow, name } }) => !isSlow && !/huge|crowd/.test(name));
  return Array.from({ length: SHORT }, () => quick[random.below(quick.length)] as Cell);
}

/** Processor time of this thread from a key to its frame, milliseconds. Independent of other processes. */
async function keyTime(test: ConsoleUnderTest, key: string): Promise<number> {
  const before = test.frames.length;
  const start = process.threadCpuUsage();
  test.terminal.type(key);
  for (let turns = 0; turns < 2000 && test.frames.length === before; turns += 1) {
    await new Promise((resolve) => setImmediate(resolve));
  }
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) / 1000;
}

const AGE = /as of|STALE|no answer yet|answered \d+|asking|searching|service:|attempt/;

const IS_BROKEN = /STALE|no answer yet|answered \d+|asking|✖/;

const titleOf = (lines: readonly string[]) => lines.find((line) => line.startsWith('── ')) ?? '';

async function open(test: ConsoleUnderTest, { pane }: Cell): Promise<void> {
  await test.press(DIGIT[pane]);
  if (pane === 'search') {
    await test.press('/', 'shop');
    await test.pass(1000);
    await test.press(KEYS.escape);
  }
}

async function play(cell: Cell): Promise<PlayedCell> {
  const { fault, pane, phase } = cell;
  const test = await consoleUnderTest({
    columns: 200,
    rows: 50,
    pane: 'scripts',
    platform: {
      events: { perDay: phase === 'mid-page' || /token/.test(fault.name) ? 60_000 : 3000 },
    },
    workspace: (demo) => ({
      ...demo,
      apps: demo.apps.slice(0, 3),
      shieldZones: demo.shieldZones.slice(0, 1),
    }),
    ...(fault.isSlow && { timeouts: { response: 300, request: 600, trickle: 300 } }),
  });
  const faults: string[] = [];
  const { served } = test.platform;
  const count = () =>
    served.requests.filter(({ operation }) => operation === OPERATION[pane]).length;
  const changes = () => served.requests.filter(({ method }) => method !== 'GET').length;
  let end: (() => Promise<void>) | undefined;
  if (phase === 'first load') end = await fault.begin(test.platform);
  await open(test, cell);
  if (pane === 'events' && phase !== 'first load') await test.press('k');
  const before =
    phase === 'first load' ? '' : (await test.cursor().catch(() => '')).slice(2, 16).trim();
  if (phase !== 'first load') {
    if (phase !== 'mid-page') await test.pass(6000);
    if (phase === 'during a change') {
      await test.press(SCRIPTS);
      end = await fault.begin(test.platform);
      await addVariable(test, 'REGION', 'eu');
      if (changes() !== 1 && fault.name !== 'refused' && fault.name !== 'gone')
        faults.push(`the change was sent ${changes()} times`);
      // A form with an error stays open and asks before it discards typed text.
      await test.press(KEYS.escape, KEYS.escape, DIGIT[pane]);
    } else end = await fault.begin(test.platform);
    await test.press('r');
  }
  // Loads more than the first hour.
  if (pane === 'events') await test.press('B', 'B', 'B');
  const from = { requests: count(), at: test.clock.elapsed() };
  await test.pass(
    fault.name === 'gone' && pane === 'apps' && phase === 'steady' ? 3_600_000 : 20_000,
  );
  const asked = count() - from.requests;
  const seconds = (test.clock.elapsed() - from.at) / 1000;

  const lines = await test.screen();
  const text = lines.join('\n');
  if (!AGE.test(titleOf(lines))) faults.push(`no age in “${titleOf(lines)}”`);
  // Columns may have become wider meanwhile.
  const apart = (part: string) => part.replace(/ +/g, ' ');
  if (!apart(text).includes(apart(before))) faults.push(`“${before}” is gone:\n${text}`);
  if (fault.says !== null && !fault.says.test(text))
    faults.push(`the cause is not named:\n${text}`);
  if (
    fault.says !== null &&
    !isAbout({ ...fault, only: ['events'] }, pane) &&
    asked > seconds * 2 + 20
  ) {
    faults.push(`${asked} requests in ${seconds} s`);
  }
  const keys = [
    await keyTime(test, '@'),
    await keyTime(test, '1'),
    await keyTime(test, DIGIT[pane]),
  ];

  await end?.();
  // Requests that are held back are repeated by the operator. All others recover within one wait of the backoff.
  if (fault.isHeld || pane === 'search' || pane === 'dns') await test.press('r');
  let after = await test.screen();
  for (let waited = 0; waited < 66_000 && IS_BROKEN.test(titleOf(after)); waited += 3000) {
    // A search sends one request, which may still have met the fault.
    if (pane === 'search') await test.press('r');
    await test.pass(3000);
    after = await test.screen();
  }
  const back = titleOf(after);
  if (IS_BROKEN.test(back)) faults.push(`it has not come back: “${back}”\n${after.join('\n')}`);
  if (pane === 'events' && fault.ownList !== false) faults.push(...(await judgedEntries(test)));
  if (changes() > 1) faults.push(`a change was sent ${changes()} times`);
  await test.close();
  return { cell: nameOf(cell), f: fault.f, faults, keys, requests: asked };
}

it.for(drawn().map((cell) => ({ name: nameOf(cell), cell })))(
  'E: $name',
  async ({ cell }, { signal }) => {
    const played = await play(cell);
    if (JOURNAL !== undefined) writeCell(JOURNAL, played, signal);
    expect(played.faults).toEqual([]);
  },
);

it('a cell that outlasts its test fails and is played again', () => {
  const journal = join(temporaryDirectory(), 'journal.ndjson');
  const cell = { f: 'F27', faults: [], keys: [], requests: 0 };
  writeCell(journal, { ...cell, cell: 'late' }, AbortSignal.abort());
  writeCell(journal, { ...cell, cell: 'in time' }, new AbortController().signal);
  expect(playedCells(journal).get('late')?.faults).toEqual(['it takes longer than its test may']);
  expect([...finishedCells(journal)]).toEqual(['in time']);
});
