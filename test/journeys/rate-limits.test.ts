import { expect, it } from 'vitest';
import { consoleUnderTest, KEYS } from '../support/console.ts';

it('counters are shown as they come, and what they rise by a minute', async () => {
  const test = await consoleUnderTest({ pane: 'limits' });
  const lines = await test.screen();
  expect(lines[2]).toMatch(/^── Rate limits · 5 watched ─+ as of 14:02:00 · every 5 s · /);
  expect(lines[4]).toMatch(/^❯ login-attempts +\d{7} +– +\d{7} +\d{7} +\d{6}$/);
  await test.pass(60_000);
  expect(await test.cursor()).toMatch(
    /^❯ login-attempts +\d{7} +\d+(?:\.\d)? +\d{7} +\d{7} +\d{6}$/,
  );
  expect(await test.text()).toMatch(/^increase +\d+ since 14:02:00$/m);
});

it('the limit under the cursor is shown with its mix and its last 28 days', async () => {
  const test = await consoleUnderTest({ pane: 'limits', columns: 200, rows: 50 });
  expect(await test.cursor()).toMatch(/ B+C+L+ /);
  const text = await test.text();
  expect(text).toContain('Past 28 days');
  expect(text).toMatch(/2026-02-15 to 2026-03-14 · 28 points · 0 to \d+/);
  await test.press('G');
  expect(await test.cursor()).toMatch(/^❯ upload-size +0 /);
});

it('nothing is asked while nobody looks', async () => {
  const test = await consoleUnderTest({
    pane: 'limits',
    workspace: (demo) => ({ ...demo, dnsZones: [] }),
  });
  await test.press('3');
  const asked = test.platform.served.requests.length;
  await test.pass(60_000);
  expect(test.platform.served.requests).toHaveLength(asked);
  await test.press('6');
  expect(test.platform.served.requests.length).toBeGreaterThan(asked);
});

it('it is sorted by rate and filtered by name', async () => {
  const test = await consoleUnderTest({ pane: 'limits' });
  await test.pass(30_000);
  await test.press('/', 'up', KEYS.enter);
  expect(await test.cursor()).toMatch(/^❯ upload-size /);
  expect(await test.line('warren')).toContain(' FILTER (hid 4) ');
  await test.press(KEYS.escape, 'O', 'O', 'O', 'I', 'g');
  expect(await test.line('RATE LIMIT')).toContain('RATE/MIN▼');
  expect(await test.cursor()).toMatch(/^❯ login-attempts /);
});
