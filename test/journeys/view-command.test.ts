import { expect, it } from 'vitest';
import { consoleUnderTest, KEYS } from '../support/console.ts';

it('# copies the command for the view, and its flags show the same', async () => {
  const test = await consoleUnderTest({ copies: true, pane: 'apps' });
  await test.press('/', 'status:active basket', KEYS.enter, '#');
  expect(await test.text()).toContain('Sent the command for this view');
  const [, sent = ''] = /\u001b\]52;c;([\w+/=]+)\u0007/.exec(test.terminal.written()) ?? [];
  const command = Buffer.from(sent, 'base64').toString();
  expect(command).toMatch(/^warren --demo .*--pane=apps --where='status:active basket'$/);
  expect(command).not.toContain('key');

  const other = await consoleUnderTest({ pane: 'apps', place: { where: 'status:active basket' } });
  expect(await other.line('warren')).toMatch(/FILTER: \d+ hidden/);
  expect(await other.text()).toMatch(/^..basket-api/m);
  expect(await other.text()).not.toMatch(/^..storefront/m);
});

it('--zone, --where and --at go to the entry of that time once the log is loaded', async () => {
  const test = await consoleUnderTest({ pane: 'events' });
  await test.until(/^❯/m, 20_000);
  const { id = 0 } = test.platform.world.shieldZones[1] ?? {};
  const other = await consoleUnderTest({
    pane: 'events',
    place: {
      shown: [{ kind: 'shieldZones', id: String(id) }],
      where: 'status:Blocked',
      at: Date.parse('2026-03-14T13:40:00Z'),
    },
  });
  await other.until(/^❯ 13:4\d/m, 20_000);
  expect(await other.line('warren')).toMatch(/FILTER: /);
});

it('# says that it is the command for the list where an analysis or a panel is open', async () => {
  const test = await consoleUnderTest({ copies: true, pane: 'events' });
  await test.until(/^❯/m, 20_000);
  await test.press('#');
  expect(await test.text()).toContain('Sent the command for this view');
  for (const opens of ['a', 'H', 'D', 's']) {
    await test.press(opens, '#');
    expect(await test.text(), opens).toContain('Sent the command for this list');
    await test.press(opens);
  }
  await test.press('#');
  expect(await test.text()).toContain('Sent the command for this view');
});
