import { expect, it } from 'vitest';
import { consoleUnderTest, KEYS } from '../support/console.ts';

it('counters are shown as received, with their rise per minute', async () => {
  const test = await consoleUnderTest({ pane: 'limits' });
  const lines = await test.screen();
  expect(lines[2]).toMatch(/^── Rate limits · 5 watched ─+ as of 14:02:00 · every 5 s · /);
  expect(lines[4]).toMatch(/^❯ login-attempts +… 1 reading +– +\d,\d{3},\d{3} +\d{3},\d{3} /);
  await test.pass(60_000);
  expect(await test.cursor()).toMatch(/^❯ login-attempts +! passing +\d+(?:\.\d)? /);
  expect(await test.text()).toMatch(
    /^! passing: \d+(?:\.\d)? a minute: .* only logged and let through/m,
  );
  expect(await test.text()).toMatch(/^breaches +\+\d+$/m);
});

it('use 17: on a wide screen every limit shows its 28 days in the details, not as JSON', async () => {
  const test = await consoleUnderTest({ pane: 'limits', columns: 200, rows: 50 });
  const text = await test.text();
  expect(text).toContain('Breaches a day, past 28 days');
  expect(text.match(/2026-02-15 +2026-03-14/g)).toHaveLength(4);
  expect(text).toContain('No breach in 28 days: upload-size');
  expect(text).not.toContain('{"');
  await test.press('s');
  expect(await test.line('past 28 days')).toContain('each to its own scale  s one scale');
  await test.press('G');
  expect(await test.cursor()).toMatch(/^❯ upload-size /);
});

it('nothing is requested while the pane is not shown', async () => {
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

it('limits are sorted by rate and filtered by name', async () => {
  const test = await consoleUnderTest({ pane: 'limits' });
  await test.pass(30_000);
  await test.press('/', 'up', KEYS.enter);
  expect(await test.cursor()).toMatch(/^❯ upload-size /);
  expect(await test.line('warren')).toContain(' FILTER: 4 hidden ');
  await test.press(KEYS.escape, 'O', 'O', 'O', 'I', 'g');
  expect(await test.line('RATE LIMIT')).toContain('PER MIN▼');
  expect(await test.cursor()).toMatch(/^❯ login-attempts /);
});

it('q closes the details and does not quit', async () => {
  const test = await consoleUnderTest({ pane: 'limits' });
  await test.press('d', 'q');
  expect(await test.ending()).toBeUndefined();
  expect(await test.line(/^login-attempts/)).toMatch(/^login-attempts +\d+$/);
});
