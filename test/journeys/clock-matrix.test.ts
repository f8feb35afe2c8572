import { appendFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { type ConsoleUnderTest, consoleUnderTest, KEYS } from '../support/console.ts';
import { finishedCells, OPERATION } from '../support/fault-cells.ts';
import { judgedEntries } from '../support/judged-entries.ts';
import { seededRandom } from '../support/random.ts';

/*
 * Every fault of a clock x every pane. `npm run proof:clocks` plays all of them, in time zones with odd offsets. Here a
 * few are drawn at random.
 */

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

interface ClockCase {
  readonly name: string;
  /** When the console starts; by default shortly after 14:00. */
  readonly at?: string;
  /** The service's clock minus the console's at the start. */
  readonly skew?: number;
  /** Causes the fault. `move` moves the service's clock relative to the console's. */
  happens(test: ConsoleUnderTest, move: (ms: number) => void): Promise<void> | void;
}

/** Sets only this machine's clock. */
const set = (test: ConsoleUnderTest, move: (ms: number) => void, ms: number) => {
  test.clock.shiftWall(ms);
  move(-ms);
};

const CASES: readonly ClockCase[] = [
  { name: 'a sleep of an hour', happens: ({ clock }) => clock.shiftWall(HOUR) },
  { name: 'stopped for an hour', happens: ({ clock }) => clock.stop(HOUR) },
  { name: 'set back by an hour', happens: (test, move) => set(test, move, -HOUR) },
  { name: 'set forward by two hours', happens: (test, move) => set(test, move, 2 * HOUR) },
  { name: 'set back by 20 seconds', happens: (test, move) => set(test, move, -20 * SECOND) },
  { name: 'a service two hours ahead', skew: 2 * HOUR, happens() {} },
  { name: 'a service 40 minutes behind', skew: -40 * MINUTE, happens() {} },
  { name: 'a service whose clock is put right', skew: HOUR, happens: (_, move) => move(-HOUR) },
  {
    name: 'a leap second before midnight',
    at: '2026-12-31T23:59:40Z',
    async happens(test, move) {
      await test.pass(20 * SECOND);
      move(-SECOND);
    },
  },
  {
    name: 'midnight in UTC',
    at: '2026-03-14T23:59:30Z',
    happens: (test) => test.pass(40 * SECOND),
  },
  {
    name: 'a sleep over midnight',
    at: '2026-03-14T23:50:00Z',
    happens: ({ clock }) => clock.shiftWall(HOUR),
  },
  {
    name: 'the end of summer time in Europe',
    at: '2026-10-25T00:59:30Z',
    happens: (test) => test.pass(MINUTE),
  },
];

const DIGIT = { apps: '1', events: '2', dns: '3', search: '4', limits: '6' } as const;
type Asking = keyof typeof DIGIT;
const PANES: readonly Asking[] = ['apps', 'events', 'dns', 'search', 'limits'];

interface Cell {
  readonly name: string;
  readonly clock: ClockCase;
  readonly pane: Asking;
}

const ZONE = process.env['TZ'] ?? 'UTC';
const CELLS: readonly Cell[] = CASES.flatMap((clock) =>
  PANES.map((pane) => ({ name: `${clock.name}, ${pane}, ${ZONE}`, clock, pane })),
);

const JOURNAL = process.env['CLOCKS_JOURNAL'];

function drawn(): readonly Cell[] {
  if (JOURNAL !== undefined) {
    const finished = finishedCells(JOURNAL);
    return CELLS.filter(({ name }) => !finished.has(name));
  }
  const random = seededRandom(20_260_314);
  return CELLS.filter(({ pane }) => pane === random.pick(['apps', 'limits'])).slice(0, 2);
}

const titleOf = (lines: readonly string[]) => lines.find((line) => line.startsWith('── ')) ?? '';

/** The accepted times of day for a moment: from a few seconds before it to one second after it. */
const stampsAround = (now: number, timeZone: string): readonly string[] =>
  Array.from({ length: 80 }, (_, back) =>
    new Date(now + SECOND - back * SECOND).toLocaleTimeString('en-GB', { timeZone }),
  );

async function play({ clock: event, pane }: Cell): Promise<readonly string[]> {
  let skew = event.skew ?? 0;
  const move = (ms: number) => {
    skew += ms;
  };
  const test = await consoleUnderTest({
    columns: 200,
    rows: 50,
    skew: () => skew,
    ...(event.at && { at: event.at }),
    platform: { events: { perDay: 20_000 } },
    workspace: (demo) => ({
      ...demo,
      apps: demo.apps.slice(0, 3),
      shieldZones: demo.shieldZones.slice(0, 1),
    }),
  });
  const faults: string[] = [];
  const { served } = test.platform;
  const asked = () =>
    served.requests.filter(({ operation }) => operation === OPERATION[pane]).length;
  await test.press(DIGIT[pane]);
  if (pane === 'search') {
    await test.press('/', 'shop');
    await test.pass(SECOND);
    await test.press(KEYS.escape);
  }
  await test.pass(6 * SECOND);
  await event.happens(test, move);
  const before = asked();
  await test.pass(5 * SECOND);
  if (asked() - before > 20) faults.push(`${asked() - before} requests in 5 s`);
  // These panes send requests only by hand, and two answers must agree about the service's clock.
  if (pane === 'search' || pane === 'dns') {
    await test.press('r');
    await test.pass(2 * SECOND);
    await test.press('r');
  }
  await test.pass(25 * SECOND);
  const lines = await test.screen();
  const title = titleOf(lines);
  if (!lines[0]?.includes('● connected')) faults.push(`not connected: ${lines[0]}`);
  const stamp = / as of (\d\d:\d\d:\d\d)/.exec(title)?.[1];
  const service = test.clock.now() + skew;
  if (stamp === undefined) faults.push(`no age in “${title}”`);
  else if (!stampsAround(service, 'UTC').includes(stamp)) {
    faults.push(`as of ${stamp}, but the service has ${new Date(service).toISOString()}`);
  }
  if (/STALE/.test(title)) faults.push(`stale: “${title}”`);
  await test.press('T');
  const local = / as of (\d\d:\d\d:\d\d)/.exec(titleOf(await test.screen()))?.[1];
  if (local === undefined || !stampsAround(service, ZONE).includes(local)) {
    faults.push(
      `as of ${local} in ${ZONE}, but the service has ${new Date(service).toISOString()}`,
    );
  }
  if (pane === 'events') faults.push(...(await judgedEntries(test, test.clock.now() + skew)));
  await test.close();
  return faults;
}

it.each(drawn())('E16: $name', async (cell) => {
  const faults = await play(cell);
  if (JOURNAL !== undefined) {
    const { clock, pane } = cell;
    const played = { cell: cell.name, event: clock.name, pane, zone: ZONE, faults };
    appendFileSync(JOURNAL, `${JSON.stringify(played)}\n`);
  }
  expect(faults).toEqual([]);
});
