import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { consoleUnderTest, KEYS, QUARTER_HOUR, type Setting } from '../support/console.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

/** A quarter of an hour of one zone with about one entry per second, completely loaded. */
async function events(setting: Setting = {}) {
  const test = await consoleUnderTest({ ...QUARTER_HOUR, ...setting });
  await test.pass(300);
  return test;
}

/** The time of the entry under the cursor. */
const timeHere = async (test: Awaited<ReturnType<typeof events>>): Promise<string> =>
  /\d\d:\d\d:\d\d(?:\.\d{3})?/.exec(await test.cursor())?.[0] ?? '';

const RARE: Partial<NonNullable<Setting['platform']>> = {
  events: { perDay: 1500 },
  dialect: { 'log-page-size': 500 },
};

describe('going to a time', () => {
  it('J goes to the first entry at or after a time, and stays there while more arrive', async () => {
    const test = await events();
    await test.press('J', '00:07', KEYS.enter);
    const there = await timeHere(test);
    expect(there).toMatch(/^00:07:0/);
    await test.press('k');
    expect((await timeHere(test)) < '00:07:00').toBe(true);
    await test.press('j');
    await test.pass(5000);
    expect(await timeHere(test)).toBe(there);
    expect(await test.line('warren')).not.toContain('FOLLOW');
  });

  it(':at works from any pane, and accepts relative times', async () => {
    const test = await events({ pane: 'apps' });
    await test.press(':', 'at 5m', KEYS.enter);
    await test.until('following ·');
    await test.press(':', 'at 5m', KEYS.enter);
    expect(await timeHere(test)).toMatch(/^00:10:0/);
    await test.press(':', 'at noon', KEYS.enter);
    expect(await test.text()).toContain('Type a time as 14:02');
  });

  it('without an entry at that time, says which is the next, or that the list ends', async () => {
    const test = await events({ platform: RARE, at: '2026-03-14T06:00:00Z' });
    await test.press('&', 'method:HEAD', KEYS.enter, 'J', '01:00', KEYS.enter);
    expect(await test.text()).toMatch(/The first in the list after 01:00:00 is .* later\./);
    await test.press('J', '05:59:59', KEYS.enter);
    expect(await test.text()).toContain(
      'Nothing in the list is as late as 05:59:59; this is the last.',
    );
  });
});

it('a search does not wrap: at the end it says which key goes back, and without a match it says so', async () => {
  const test = await events();
  await test.press('/', 'sqlmap', KEYS.enter, 'G', 'n');
  expect(await test.text()).toContain(
    ' No newer match among the loaded entries. N goes to an older one.',
  );
  await test.press('g', 'N');
  expect(await test.text()).toContain(
    ' No older match among the loaded entries. n goes to a newer one.',
  );
  await test.press('/', KEYS.ctrlU, 'nowhere', KEYS.enter, 'n');
  expect(await test.text()).toMatch(/ No newer match among the loaded entries\. {2,}/);
  await test.press('G', 'e');
  expect(await test.text()).toContain(
    ' No newer severe entry among the loaded entries. E goes to an older one.',
  );
});

it('< and > go from gap to gap, and say how long each was', async () => {
  const test = await events({ platform: RARE, at: '2026-03-14T06:00:00Z' });
  await test.press('<');
  expect(await test.text()).toMatch(/\d+ min of silence after it\./);
  const older = await timeHere(test);
  await test.press('<');
  expect((await timeHere(test)) < older).toBe(true);
  await test.press('g', '<');
  expect(await test.text()).toContain('No older gap of more than 1 min in the list.');
  await test.press('>');
  expect(await test.text()).toMatch(/\d+ min of silence before it\./);
});

it('with unmatched entries dimmed, gaps and times are those of all entries on screen', async () => {
  const test = await events();
  await test.press('&', 'path:/nowhere', KEYS.enter, '\\', 'g', '>');
  expect(await test.text()).toContain('No newer gap of more than 1 min in the list.');
  await test.press('J', '00:07', KEYS.enter);
  expect(await timeHere(test)).toMatch(/^00:07:0/);
});

describe('marks', () => {
  it('have notes, which are shown in the list, in the inspector and on the way from mark to mark', async () => {
    const test = await events({ rows: 50 });
    await test.press('J', '00:07', KEYS.enter, '"', 'first probe', KEYS.enter);
    expect(await test.cursor()).toMatch(/^❯•00:07:0.*“first probe” \//);
    await test.press(KEYS.enter);
    expect(await test.text()).toMatch(/note +first probe/);
    await test.press(KEYS.escape, 'G', 'U');
    expect(await timeHere(test)).toMatch(/^00:07:0/);
    expect((await test.screen()).at(-2)).toMatch(/^ “first probe” +432\/640 loaded$/);
    await test.press('"', KEYS.ctrlU, KEYS.enter);
    expect(await test.cursor()).not.toContain('first probe');
    expect(await test.cursor()).toMatch(/^❯•/);
  });

  it('are unaffected by :note without a text, which says how to remove a note', async () => {
    const test = await events({ rows: 50 });
    await test.press('J', '00:07', KEYS.enter, ':', 'note', KEYS.enter);
    const usage = ' Usage: note TEXT. " with an empty text removes a note.';
    expect(await test.text()).toContain(usage);
    expect(await test.cursor()).toMatch(/^❯ 00:07/);
    await test.press('"', 'first probe', KEYS.enter, ':', 'note ', KEYS.enter);
    expect(await test.text()).toContain(usage);
    expect(await test.cursor()).toContain('“first probe”');
  });

  it('are exported, even if a filter hides all entries', async () => {
    const test = await events();
    await test.press('k', 'm', 'm', '&', 'path:/nowhere', KEYS.enter, KEYS.ctrlS);
    await test.press(KEYS.ctrlU, join(temporaryDirectory(), 'marked.csv'), KEYS.enter);
    await vi.waitFor(async () => expect(await test.text()).toContain('Wrote 2 marked entries to'));
  });

  it('are the start of elapsed times', async () => {
    const test = await events({ columns: 136, rows: 40 });
    await test.press('J', '00:07', KEYS.enter, ':', 'note start', KEYS.enter, 't');
    expect(await test.line('TIME')).toMatch(/TIME +SINCE MARK +STATUS/);
    expect(await test.cursor()).toMatch(/00:07:\S+ +\+0\.000 /);
    const ms = (stamp: string) => Date.parse(`2026-03-14T${stamp}Z`);
    const start = await timeHere(test);
    await test.press('j', 'j');
    const elapsed = (ms(await timeHere(test)) - ms(start)) / 1000;
    expect(await test.cursor()).toContain(` +${elapsed.toFixed(3)} `);
    await test.press('k', 'k', 'k');
    expect(await test.cursor()).toMatch(/ -\d+\.\d{3} /);
  });
});

it('t hides the times, and shows them again', async () => {
  const test = await events();
  await test.press('t', 't');
  expect(await test.line('STATUS')).toMatch(/^ {2}STATUS/);
  expect(await test.text()).toContain('Times hidden. t shows them.');
  await test.press('t');
  expect(await test.line('STATUS')).toMatch(/^ {2}TIME/);
});

it('w shows the whole log line below the entry under the cursor', async () => {
  const test = await events({ columns: 80, rows: 24 });
  await test.press('w');
  const lines = await test.screen();
  const at = lines.findIndex((line) => line.startsWith('❯'));
  expect(lines[at + 1]).toMatch(/^ {4}\{"/);
  expect(lines[at + 2]).toMatch(/^ {4}\S/);
  expect(lines).toHaveLength(24);
  await test.press('k', 'k');
  const moved = await test.screen();
  const now = moved.findIndex((line) => line.startsWith('❯'));
  expect(moved[now + 1]).toMatch(/^ {4}\{"/);
  await test.press('w');
  expect(await test.text()).not.toMatch(/^ {4}\{"/m);
});

it('C shows entries around the matches and counts the hidden ones, and the cursor moves from match to match', async () => {
  const test = await events({ columns: 120, rows: 40 });
  await test.press('C');
  expect(await test.text()).toContain('There is no filter.');
  await test.press('&', 'country:BG', KEYS.enter);
  await test.press('J', '00:07', KEYS.enter);
  expect(await test.cursor()).toContain(' BG ');
  await test.press('C');
  const text = await test.text();
  expect(text).toMatch(/^ {4}⋯ \d+ hidden/m);
  const here = (await test.screen()).findIndex((line) => line.startsWith('❯'));
  const around = (await test.screen()).slice(here - 2, here + 3);
  expect(around.filter((line) => / \d\d:\d\d:\d\d(?:\.\d{3})? /.test(line)).length).toBeGreaterThan(
    2,
  );
  await test.press('j');
  expect(await test.cursor()).toContain(' BG ');
  await test.press('C', 'C');
  expect(await test.text()).not.toContain('⋯');
});

it.each([
  { row: 'is among it', filter: (country: string) => `-country:${country}` },
  { row: 'is told to be hidden', filter: () => 'method:HEAD' },
])(
  'C shows entries around the nearest match if a filter hides the row of the cursor, which $row',
  async ({ row, filter }) => {
    const test = await events({ columns: 120, rows: 40 });
    await test.press('G', 'k', 'k', 'k', 'k');
    const [here = '', country = ''] = /\d\d:\d\d:\S+.* ([A-Z]{2}) /.exec(await test.cursor()) ?? [];
    await test.press('&', filter(country), KEYS.enter);
    expect(await test.text()).toMatch(/FILTER: \d+ hidden/);
    expect(await test.text()).toContain('❯ Row hidden by a filter');
    await test.press('C');
    expect(await test.text()).toContain('2 entries of context on either side');
    expect(await test.cursor()).toContain(row === 'is among it' ? here : 'Row hidden by a filter');
    const times = (await test.text()).match(/(?<=^. )\d\d:\d\d:\d\d\.\d{3} /gm) ?? [];
    expect(times).toEqual([...new Set(times)].toSorted());
    const matches = Number(/([\d,]+) match of/.exec(await test.line('── Events'))?.[1]);
    expect(times.length).toBeGreaterThan(Math.min(matches, 15));
  },
);

describe('scrolling sideways', () => {
  const columnsOf = async (test: Awaited<ReturnType<typeof events>>) =>
    (await test.line('STATUS')).trim().split(/ +/);

  it('→ shows the columns that did not fit, keeping time and status, and ← goes back', async () => {
    const test = await events({ columns: 80, rows: 24 });
    expect(await columnsOf(test)).toEqual('TIME STATUS CC ADDRESS PATH MESSAGE ›'.split(' '));
    const before = await test.screen();
    const timeAndStatus = async () => (await test.cursor()).split(/ +/).slice(0, 3);
    const here = await timeAndStatus();
    await test.press(KEYS.right);
    expect(await test.line('STATUS')).toMatch(
      /^ {2}TIME +STATUS +METHOD +CC +ASN +ADDRESS +RULE .*›$/,
    );
    expect(await timeAndStatus()).toEqual(here);
    await test.press('l', 'l', 'l', 'l', 'l', 'l', 'l');
    expect(await test.line('STATUS')).toMatch(/^ {2}TIME +STATUS +‹/);
    expect(await test.line('STATUS')).not.toContain('›');
    expect(await timeAndStatus()).toEqual(here);
    expect(await test.text()).toContain('Nothing further right');
    await test.press(...'hhhhhhhh');
    expect(await test.text()).toContain('The list is not scrolled');
    expect((await test.screen()).slice(3, 20)).toEqual(before.slice(3, 20));
  });

  it('Esc or another zone resets the columns', async () => {
    const test = await events({ columns: 80, rows: 24 });
    const fitted = await columnsOf(test);
    await test.press('l', 'l', KEYS.escape);
    expect(await columnsOf(test)).toEqual(fitted);
    await test.press('l', 'l', ']');
    await test.until('── Events · api.shop.example');
    expect(await test.text()).not.toContain('‹ ');
  });

  it('works while the list follows, and the cursor moves as usual', async () => {
    const test = await events({ columns: 80, rows: 24 });
    await test.press('l', 'l');
    const head = await test.line('STATUS');
    const { length } = test.terminal.written();
    await test.press('k');
    expect(test.terminal.written().length - length).toBeLessThan(250);
    await test.press('F');
    await test.pass(3000);
    expect((await test.line('STATUS')).slice(0, 40)).toBe(head.slice(0, 40));
  });

  it('in the inspector w puts each value on one line, and the same keys scroll it', async () => {
    const test = await events({ columns: 80, rows: 40 });
    await test.press('&', 'Firefox', KEYS.enter, KEYS.enter, 'G', ...'kkkkkkk', 'l');
    expect(await test.text()).toContain('Values are wrapped. w turns wrapping off.');
    await test.press('w');
    expect(await test.line('Value: Mozilla')).toMatch(/ Value: Mozilla.*…$/);
    await test.press('l');
    expect(await test.text()).not.toContain('Value: Mozilla/');
    expect(await test.line('Gecko')).toMatch(/ Value:‹/);
    // A value that fits does not move.
    expect(await test.line('Name: User-Agent')).toBeDefined();
    await test.press('h', 'h');
    expect(await test.text()).toContain('Values are at their start.');
    await test.press('w');
    expect(await test.line('Value: Mozilla')).toMatch(/ Value: Mozilla.*[^…]$/);
  });
});

it('a time range that is over ends FOLLOW and counts the newer ones, unless they are only dimmed', async () => {
  const test = await events();
  await test.press('i');
  await test.pass(20_000);
  expect(await test.line('warren')).not.toContain('FOLLOW');
  expect(await test.text()).toMatch(/newest in range · [1-9]\d* newer hidden/);
  await test.press('\\');
  expect(await test.line('warren')).toContain('FOLLOW');
  expect(await test.text()).not.toContain('newer hidden');
});
