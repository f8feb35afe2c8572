import { expect, it } from 'vitest';
import { consoleUnderTest, KEYS } from '../support/console.ts';

it('Ctrl-P finds panes, things in the workspace, search results of the service and commands in one box', async () => {
  const test = await consoleUnderTest();
  await test.press(KEYS.ctrlP);
  expect(await test.line('── Find')).toMatch(/^── Find ─+ Esc closes ──$/);
  expect((await test.screen())[4]).toBe(' type to search the service');
  await test.press('limit');
  await test.pass(150);
  const text = await test.text();
  expect(text).toMatch(/❯ Rate limits +pane +6 +console/);
  await test.press(KEYS.ctrlU, 'checkout');
  await test.pass(150);
  expect(await test.cursor()).toMatch(/^❯ checkout +app +\w+ +workspace › Apps$/);
  await test.press(KEYS.ctrlU, 'pause');
  expect(await test.cursor()).toMatch(/^❯ Pause or resume live data +command +=/);
  await test.press(KEYS.ctrlU, 'shop-cache');
  await test.pass(150);
  expect(await test.cursor()).toMatch(/^❯ shop-cache-\S+ +cdn +\d+ +can’t open$/);
});

it('Enter opens the result from anywhere', async () => {
  const test = await consoleUnderTest({ pane: 'dns' });
  await test.press(KEYS.ctrlP, 'basket', KEYS.enter);
  expect(await test.line('── Apps')).toContain('· basket-api ─');
  expect(await test.text()).toContain('REGION/POD/CONTAINER');

  await test.press(KEYS.ctrlP, 'rate li', KEYS.enter);
  expect(await test.line('── Rate limits')).toContain('· 5 watched ─');

  await test.press('4', '/', 'shop', KEYS.ctrlP, 'events', KEYS.enter);
  expect(await test.line('── Events')).toContain('· shop.example ·');

  await test.press('@', KEYS.ctrlP, 'apps', KEYS.enter);
  expect(await test.line('── Apps')).toBeDefined();

  await test.press('3', '/', 'mx', KEYS.ctrlP, 'pause', KEYS.enter);
  expect(await test.line('warren')).toContain(' PAUSED 14:02:00 ');
  // The unfinished filter was discarded.
  expect(await test.line('warren')).not.toContain('FILTER');
});

it('Esc and Ctrl-P close it and change nothing', async () => {
  const test = await consoleUnderTest();
  const before = await test.text();
  await test.press(KEYS.ctrlP, 'q', KEYS.escape);
  expect(await test.text()).toBe(before);
  await test.press(KEYS.ctrlP, KEYS.ctrlP);
  expect(await test.text()).toBe(before);
  expect(await test.ending()).toBeUndefined();
});

it('arrows move while text is typed', async () => {
  const test = await consoleUnderTest();
  await test.press(KEYS.ctrlP, KEYS.down, KEYS.down);
  expect(await test.cursor()).toMatch(/^❯ DNS scan +pane +3/);
  await test.press(KEYS.up, KEYS.enter);
  expect(await test.line('── Events')).toBeDefined();
});

it('a result that no pane shows says so', async () => {
  const test = await consoleUnderTest();
  await test.press(KEYS.ctrlP, 'shop-cache-eu-73');
  await test.pass(150);
  await test.press(KEYS.enter);
  expect(await test.text()).toContain(' A cdn can’t be opened here: its id is 5610735.');
});

it('Enter without a result keeps the box and its text, and says why', async () => {
  const test = await consoleUnderTest();
  await test.press(KEYS.ctrlP, 'shop-cache-eu-73', KEYS.enter);
  expect((await test.screen()).at(-2)).toContain('The service has not answered yet.');
  expect(test.console.state().prompt?.value).toBe('shop-cache-eu-73');
  await test.press(KEYS.ctrlU, 'no such thing');
  await test.pass(150);
  await test.press(KEYS.enter);
  expect((await test.screen()).at(-2)).toContain(
    'No match for “no such thing”, neither here nor at the service.',
  );
  expect(test.console.state().prompt?.value).toBe('no such thing');
});

it.each([
  ['theme', /^❯ Theme for this run: dark +command +:theme dark/],
  ['theme light', /^❯ Theme for this run: light +command +:theme light/],
  ['help', /^❯ Help: show the keys; Enter runs .* +command +\? F1 +here/],
  ['help terminals', /^❯ Read a help topic: terminals +command +:help terminals/],
  ['export', /^❯ Export .* command +[23] Ctrl-S +(?:Events|DNS scan)/],
  ['dns legacy', /^❯ legacy\S+ +dns /],
  ['events shop', /^❯ shop\.example +zone /],
])('use 13: Ctrl-P finds “%s”', async (typed, found) => {
  const test = await consoleUnderTest();
  await test.press(KEYS.ctrlP, typed);
  expect(await test.cursor()).toMatch(found);
});

it('use 13, use 14: things are found by id, and Enter opens them', async () => {
  const test = await consoleUnderTest();
  const zone = test.platform.world.shieldZones[1];
  await test.press(KEYS.ctrlP, String(zone?.id));
  expect(await test.cursor()).toMatch(new RegExp(`zone +${zone?.id} +workspace › Events$`));
  await test.press(KEYS.enter);
  expect(await test.line('── Events')).toBeDefined();
});

it('use 13: a command of another pane shows the pane and runs there', async () => {
  const test = await consoleUnderTest();
  await test.press(KEYS.ctrlP, 'theme mono', KEYS.enter);
  expect(await test.text()).not.toContain('Usage');
  await test.press(KEYS.ctrlP, 'events export', KEYS.enter);
  expect(await test.line('── Events')).toBeDefined();
});
