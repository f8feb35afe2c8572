import { readFileSync, rmSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { clipboard } from '../support/clipboard.ts';
import { type ConsoleUnderTest, consoleUnderTest, KEYS } from '../support/console.ts';

/** Events with the newest hour loaded. Counts the keys pressed from then on. */
async function eventsAt(columns: number, rows: number) {
  const test = await consoleUnderTest({ pane: 'events', columns, rows, copies: true });
  await test.until(/\d loaded/);
  await test.pass(1000);
  let keys = 0;
  const press = async (...pressed: string[]) => {
    keys += pressed.length;
    await test.press(...pressed);
  };
  return { test, press, keys: () => keys };
}

const figures = (line: string): readonly number[] =>
  [...line.matchAll(/\d[\d,]*/g)].map(([text]) => Number(text.replaceAll(',', '')));

const SIZES = [
  [80, 24],
  [200, 50],
] as const;

it.each(SIZES)('finding the attacker takes 2 keys at %ix%i', async (columns, rows) => {
  const { test, press, keys } = await eventsAt(columns, rows);
  await press('a');
  if (rows < 40) await press('G');
  expect(await test.text()).toMatch(columns < 100 ? /top: |mostly / : /202425 +[\d,]+ +░/);
  expect(keys()).toBeLessThanOrEqual(2);
});

it.each(SIZES)(
  'finding requests that are not stopped takes 3 keys at %ix%i',
  async (columns, rows) => {
    const { test, press, keys } = await eventsAt(columns, rows);
    // All facets sorted by passed requests, with rules in full.
    await press('a', 'O');
    expect(await test.line('FACET')).toContain('LOGGED▼');
    const first = await test.line(/ {4}Logged +[\d,]+ /);
    expect(first).toMatch(/█/);
    expect(keys()).toBeLessThanOrEqual(3);
  },
);

it.each(SIZES)('selecting the last 15 minutes takes 1 key at %ix%i', async (columns, rows) => {
  const { test, press, keys } = await eventsAt(columns, rows);
  await press('i');
  expect(await test.line('[since')).toMatch(/\[since 13:47:\d\d until 14:02:\d\d\] hides [\d,]+$/);
  expect(keys()).toBe(1);
});

it('} says that the time range is at the newest entry, and does not go on into the future', async () => {
  const { test, press } = await eventsAt(80, 24);
  await press('i');
  const range = await test.line('[since');
  await press('}');
  expect(await test.text()).toContain('The range is at the newest entry.');
  expect(await test.line('[since')).toBe(range);
  expect(await test.cursor()).toMatch(/14:0\d:/);
});

it.each(SIZES)(
  'exporting CSV takes 2 keys, and Tab switches to NDJSON or a summary, at %ix%i',
  async (columns, rows) => {
    const { test, press, keys } = await eventsAt(columns, rows);
    await press('\u0013');
    expect(await test.text()).toMatch(/Export to warren-events-\d+-2026-03-14\.csv/);
    expect(await test.text()).toContain('Tab NDJSON: all fields  Markdown');
    await test.press(KEYS.tab);
    expect(await test.text()).toMatch(/Export to warren-events-\d+-2026-03-14\.ndjson/);
    await test.press(KEYS.tab, KEYS.tab);
    expect(await test.text()).toMatch(/Export to warren-events-\d+-2026-03-14\.csv/);
    const file = await named(test);
    await press(KEYS.enter);
    await test.until(/ Wrote [\d,]+ of [\d,]+ loaded entries to \S+/);
    expect(readFileSync(file, 'utf8').split('\n')[0]).toMatch(/,/);
    expect(keys()).toBe(2);
  },
);

it.each(SIZES)(
  'copying a Markdown summary of the list takes 1 key at %ix%i',
  async (columns, rows) => {
    const { test, press, keys } = await eventsAt(columns, rows);
    await test.press('&', 'status:logged', KEYS.enter);
    const [, listed = ''] = /· ([\d,]+) match of/.exec(await test.line('── Events')) ?? [];
    await press('Y');
    await test.until('to the clipboard (OSC 52)');
    const text = clipboard(test);
    expect(text).toContain('# Events of shop.example');
    expect(text).toMatch(/- Filter: `status:logged`, hides [\d,]+/);
    expect(text).toContain(`| 0 | 0 | ${listed} | 0 |`);
    expect(text).toMatch(/^\| country \| Entries/m);
    expect(keys()).toBe(1);
  },
);

it.each(SIZES)(
  'inside an entry n and p walk through entries, and the list follows the end afterwards, at %ix%i',
  async (columns, rows) => {
    const { test, press } = await eventsAt(columns, rows);
    await press(KEYS.enter);
    const id = async () => /\d{4}-\S+ \S+\.\d{3}Z/.exec(await test.text())?.[0];
    const held = await id();
    await press('p');
    const older = await id();
    expect(older).not.toBe(held);
    await press('n');
    expect(await id()).toBe(held);
    await press('p', 'p');
    await test.pass(60_000);
    expect(await test.line('warren')).toMatch(/ FOLLOW \(\d+ newer\) /);
  },
);

it('S gives each row of bars its own scale, and says so, at 200x50', async () => {
  const { test, press } = await eventsAt(200, 50);
  const row = async () => (await test.line(/^ Logged/)).replace(/░? [\d,]+ .*$/, '');
  const before = await row();
  expect(await test.line(' a bar')).toMatch(/a bar.* the largest [\d,]+ /);
  await press('S');
  expect(await test.line(' a bar')).toMatch(/a bar.* (?:each row its own scale|own scales) /);
  expect(await row()).not.toBe(before);
  expect(await row()).toContain('█');
  expect(figures(await test.line(/^ Challenged/)).at(-1)).toBeGreaterThan(0);
});

it('S says at 80x24 that there is only one row of bars', async () => {
  const { test, press } = await eventsAt(80, 24);
  expect(await test.line(/^ entries/)).toMatch(/ 1,000 · \d+ (?:s|min) a bar/);
  await press('S');
  expect(await test.text()).toContain('One row of bars: a taller terminal has one for each status');
  expect(await test.text()).not.toContain('own scale');
});

/** The proposed file, once its folder is known. */
async function named(test: ConsoleUnderTest): Promise<string> {
  const file = `/tmp/warren-test-${process.pid}-${Math.random().toString(36).slice(2)}.csv`;
  onTestFinished(() => rmSync(file, { force: true }));
  await test.press(KEYS.ctrlU, file);
  return file;
}

it('Esc from the facets directly followed by j shows the entry’s details, and never facets cut to their width', async () => {
  const { test } = await eventsAt(200, 50);
  await test.press('a', 'j');
  expect(await test.text()).toContain('FACET');
  const seen = test.frames.length;
  await test.press(KEYS.escape, 'j');
  // Beside facets the list is too narrow for the method column.
  const left = test.frames.slice(seen).filter((frame) => frame.includes('METHOD'));
  expect(left.length).toBeGreaterThan(1);
  expect(left.filter((frame) => /FACET|values|▾/.test(frame))).toEqual([]);
  const [time = ''] = /\d\d:\d\d:\d\d\.\d{3}(?=Z)/.exec(await test.line('› ')) ?? [];
  expect(time).not.toBe('');
  await test.pass(1000);
  // When the cursor rests, the details are of the entry under it.
  const [under = ''] = /\d\d:\d\d:\d\d\.\d{3}/.exec(await test.cursor()) ?? [];
  expect(await test.line('› ')).toContain(`${under}Z`);
});
