import { expect, it } from 'vitest';
import { type ConsoleUnderTest, consoleUnderTest, KEYS, type Setting } from '../support/console.ts';
import { hostileStrings } from '../support/hostile.ts';
import { leaks } from '../support/leaks.ts';
import { foreignTo } from '../support/strict-terminal.ts';

/** Names as an attacker would choose them. */
const NASTY = [
  'red\u001b[31m\u001b[8mhidden',
  'title\u001b]0;owned\u0007',
  'link\u001b]8;;http://x\u001b]52;c;cm0gLXJmIH4K\u0007\u001b\\',
  'row\r\nforged',
  '\u202Egnissecorp',
  'zero\u200Bwidth',
  'clear\u009b2J\u001b[2J\u001b[H',
  `flood${'\u0301'.repeat(3000)}`,
] as const;

/** A workspace in which everything has such a name, with valid ids. */
const named =
  (names: readonly string[]): NonNullable<Setting['workspace']> =>
  (demo) => {
    const renamed = <Thing>(things: readonly Thing[]) =>
      things.map((thing, at) => ({ ...thing, name: names[at % names.length] ?? '' }));
    return {
      ...demo,
      apps: renamed(demo.apps.slice(0, 8)),
      shieldZones: renamed(demo.shieldZones),
      dnsZones: renamed(demo.dnsZones),
      rateLimits: renamed(demo.rateLimits),
      scripts: renamed(demo.scripts),
    };
  };

/** Visits every place. The screen and all output are safe at each step. */
async function goEverywhere(test: ConsoleUnderTest): Promise<void> {
  const panes = test.console.table().filter(({ id }) => id.startsWith('show.'));
  const steps = [
    ...panes.flatMap(({ keys: [key = ''] }) => [[KEYS.escape, key], ['j'], ['G']]),
    [KEYS.escape, '1', 'g', KEYS.enter],
    ['d', KEYS.escape, KEYS.escape],
    ['2', 'g', KEYS.enter],
    [KEYS.escape, '4', '/', 'e'],
    [KEYS.escape, KEYS.ctrlP, 'e'],
    [KEYS.escape, '@'],
    [KEYS.escape, '/', 'e'],
  ];
  let read = 0;
  for (const keys of steps) {
    await test.press(...keys);
    await test.pass(200);
    const written = test.terminal.written();
    expect(foreignTo(written.slice(read)), keys.join(' ')).toEqual([]);
    read = written.length;
    for (const line of await test.screen()) expect(leaks(line), line).toEqual([]);
    expect((await test.screen())[0]).toMatch(/^ warren {2}DEMO /);
  }
}

it('hostile names are made visible in every place', async () => {
  const test = await consoleUnderTest({ workspace: named(NASTY) });
  expect(await test.text()).toMatch(/^[ ❯] red␛\[31m␛\[8m/m);
  expect(await test.text()).toMatch(/^[ ❯] row␍␊forged +/m);
  await goEverywhere(test);
});

it('hostile answers are made visible: names, records, log entries and errors', async () => {
  const test = await consoleUnderTest({
    columns: 200,
    rows: 50,
    // Every text of every answer is hostile.
    call: (call) => async (operation, input, signal) => {
      const answer = await call(operation, input, signal);
      return spoilt(answer) as typeof answer;
    },
    workspace: named(['plain']),
  });
  await goEverywhere(test);
});

it('two names that differ only in invisible characters look different', async () => {
  const test = await consoleUnderTest({ workspace: named(['basket', 'ba\u200Bsket']) });
  const rows = (await test.screen()).slice(4, 6).map((line) => line.slice(2, 24).trim());
  expect(rows[0]).not.toBe(rows[1]);
});

const attacks = hostileStrings(7);

/** Makes every text of an answer hostile, except ids and fields that are parsed. */
function spoilt(value: unknown, name = ''): unknown {
  if (typeof value === 'string') {
    return KEPT.has(name) ? value : `${value}${attacks.next().value}`;
  }
  if (Array.isArray(value)) return value.map((each) => spoilt(each, name));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, spoilt(each, key)] as const),
  );
}

/** Fields that must stay valid, or nothing would be shown. */
const KEPT = new Set(['logId', 'continuationToken', 'startToken', 'lastHeartBeat', 'CreatedAt']);

it('hostile text is made visible in spoken lines too, on a terminal without control sequences', async () => {
  const test = await consoleUnderTest({ lines: 'plain', workspace: named(NASTY) });
  const steps = [
    ...['1', '2', '3', '6', '7'].flatMap((pane) => [[KEYS.escape, pane], ['j'], [KEYS.ctrlL]]),
    [KEYS.escape, '1', 'g', KEYS.enter, 'd', KEYS.ctrlL],
    [KEYS.escape, KEYS.escape, 'y', KEYS.escape, '.'],
    [KEYS.escape, '4', '/', 'e'],
    [KEYS.escape, KEYS.ctrlP, 'e'],
    [KEYS.escape, '@'],
  ];
  for (const keys of steps) {
    await test.press(...keys);
    await test.pass(1000);
    for (const line of await test.said()) expect(leaks(line), line).toEqual([]);
  }
  expect(test.terminal.written()).not.toMatch(/[^\P{C}\n]/u);
});
