import { expect, it } from 'vitest';
import { consoleUnderTest, KEYS } from '../support/console.ts';

const few = () =>
  consoleUnderTest({ workspace: (demo) => ({ ...demo, apps: demo.apps.slice(0, 3) }) });

it('? shows the keys of the place, nearest first', async () => {
  const test = await few();
  await test.press('?');
  const lines = await test.screen();
  expect(lines[2]).toMatch(/^── Help: keys and commands ─+ Esc closes ──$/);
  expect(lines[3]).toMatch(/^ Search +a key or a word$/);
  expect(lines[5]).toMatch(/^❯ Enter +Open: regions, pods, containers +Apps$/);
  expect(lines.join('\n')).toMatch(/^ {2}j ↓ +Move down +Lists$/m);
});

it('help is searched by key and by word', async () => {
  const test = await few();
  await test.press('?', 'utc');
  expect(await test.cursor()).toMatch(/^❯ T +UTC or local time +Everywhere$/);
  await test.press(KEYS.ctrlU, 'ctrl-p');
  expect(await test.cursor()).toMatch(/^❯ Ctrl-P +Find anything/);
});

it('Enter runs the entry, in the place help was opened over', async () => {
  const test = await few();
  await test.press('?', 'problems only', KEYS.enter);
  expect(await test.line('warren')).toContain(' ONLY PROBLEMS (hid ');
  await test.press('?', 'pause', KEYS.enter);
  expect(await test.line('warren')).toContain(' PAUSED ');
});

it('an entry that cannot be run now says why', async () => {
  const test = await few();
  await test.press(KEYS.f1, 'last pane');
  expect(await test.cursor()).toContain('(No other pane has ');
  await test.press(KEYS.enter);
  expect(await test.text()).toContain(' No other pane has been on screen yet.');
});

it('arrows move through it, Esc closes it and runs nothing', async () => {
  const test = await few();
  const before = await test.text();
  await test.press('?', KEYS.down, KEYS.down);
  expect(await test.cursor()).not.toMatch(/^❯ Enter/);
  await test.press(KEYS.escape);
  expect(await test.text()).toBe(before);
});

it('a key that other keys have taken here is not listed', async () => {
  const test = await consoleUnderTest({ pane: 'events' });
  await test.press('?', 'Show the calls');
  expect(await test.cursor()).toMatch(/^❯ @ +Show the calls made to the service/);
});

it('words for : are listed with the keys; Enter runs one, or begins to type it', async () => {
  const test = await few();
  await test.press('?', ':interval');
  expect(await test.cursor()).toMatch(
    /^❯ :interval +How often to poll: interval SECONDS +Everywhere$/,
  );
  await test.press(KEYS.enter, '30', KEYS.enter);
  expect(test.console.state().interval).toBe(30_000);
  await test.press('?', ':archive');
  expect(await test.cursor()).toMatch(/^❯ :archive .* Events$/);
  await test.press(KEYS.ctrlU, ':changes');
  expect(await test.text()).not.toContain('Show what this run has changed');
  await test.press(KEYS.enter);
  expect(await test.line('── Changes of this run')).toBeDefined();
});

it('help topics are read without leaving, and scroll', async () => {
  const test = await consoleUnderTest();
  await test.press(':', 'help configuration', KEYS.enter);
  await test.line('── Help: configuration');
  // The topic is loaded when it is asked for.
  await expect.poll(() => test.text(), { timeout: 10_000 }).toContain('warren init');
  await test.press('G');
  await test.line('NO_COLOR');
  await test.press(KEYS.escape, ':', 'help nothing', KEYS.enter);
  await test.line('There is no such topic; there are keys, configuration, terminals');
});
