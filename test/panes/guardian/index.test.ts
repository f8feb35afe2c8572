import { expect, it } from 'vitest';
import { KEYS } from '../../support/console.ts';
import { guardianConsole, SHOP_FILE } from '../../support/guardian-console.ts';

it('the title says what the file is, and how old what is known of the zone is', async () => {
  const test = await guardianConsole();
  expect(await test.line('── Guardian')).toMatch(
    /^── Guardian ─+ no configuration returned yet in this run ──$/,
  );
  await test.choose(SHOP_FILE);
  expect(await test.line('── Guardian')).toMatch(
    /^── Guardian · Shop ─+ no configuration returned/,
  );
  await test.upload();
  expect(await test.line('── Guardian')).toMatch(/ configuration as of 14:02:0\d ──$/);
});

it('Esc goes one level back: out of the row, out of the filter, then no further', async () => {
  const test = await guardianConsole();
  await test.choose(SHOP_FILE);
  await test.upload();
  await test.press(KEYS.right, '/', 'session', KEYS.enter, KEYS.enter);
  expect(await test.text()).toContain(' id  ');
  await test.press(KEYS.escape);
  expect(await test.line('warren')).toContain('FILTER: 3 hidden');
  await test.press(KEYS.escape);
  expect(await test.line('warren')).not.toContain('FILTER');
  await test.press(KEYS.escape);
  expect(await test.text()).toContain('/api/v2/basket/items');
});

it('what was done about a zone is there when one comes back to the pane', async () => {
  const test = await guardianConsole();
  await test.choose(SHOP_FILE);
  await test.press(KEYS.right, '1', '5');
  expect(await test.text()).toContain('What shop.example has now is not known');
});

it('events that are loaded meanwhile are taken into account', async () => {
  const test = await guardianConsole();
  await test.choose(SHOP_FILE);
  await test.press(KEYS.right);
  expect(await test.text()).toContain('No paths are known from loaded events of this zone');
  await test.press('2');
  await test.pass(5000);
  await test.press('5');
  expect(await test.text()).toMatch(
    /! [\d,]+ of [\d,]+ requests in the loaded events \(\d+%\) are/,
  );
  expect(await test.text()).toContain(' Asked for, and not in the file');
});

it('another zone can be asked for by name', async () => {
  const test = await guardianConsole();
  await test.press(':', 'add zone 4711 other.example', KEYS.enter, ']', ']', ']', ']', ']');
  expect(await test.text()).toContain('No specification is chosen for other.example.');
});

const searches = (test: Awaited<ReturnType<typeof guardianConsole>>) =>
  test.platform.served.requests.filter(({ operation }) => operation === 'search').length;

it('while the connection is down the service is asked whether it is back, and then no more', async () => {
  const test = await guardianConsole();
  await test.choose(SHOP_FILE);
  await test.platform.faults.refuseConnections();
  await test.upload();
  expect(await test.line('warren')).toContain('✖ unreachable');
  expect(await test.text()).toContain('✖ NOT SENT');
  await test.platform.faults.acceptConnections();
  await test.until('● connected');
  const asked = searches(test);
  expect(asked).toBeGreaterThan(0);
  await test.pass(60_000);
  expect(searches(test)).toBe(asked);
  // What was to be sent can be sent now; it was not sent by itself.
  expect(test.uploads()).toEqual([]);
  await test.upload();
  expect(await test.text()).toContain('● ACCEPTED');
});

it('nothing is asked while all is well, nor from another pane', async () => {
  const test = await guardianConsole();
  await test.pass(60_000);
  expect(searches(test)).toBe(0);
  await test.press('3');
  await test.platform.faults.refuseConnections();
  await test.pass(20_000);
  await test.platform.faults.acceptConnections();
  await test.pass(120_000);
  expect(searches(test)).toBe(0);
});

it('R asks at once', async () => {
  const test = await guardianConsole();
  await test.choose(SHOP_FILE);
  await test.platform.faults.refuseConnections();
  await test.upload();
  await test.platform.faults.acceptConnections();
  await test.press('R');
  expect(searches(test)).toBe(1);
});

it('use 17: another file is shown from its check, the same one read again where it was', async () => {
  const test = await guardianConsole();
  await test.choose(SHOP_FILE);
  await test.press(KEYS.right, KEYS.right);
  expect(await test.text()).toContain(' The request');
  await test.press('r');
  expect(await test.text()).toContain(' The request');
  const other = '/home/tester/other.yaml';
  test.files.contents.set(other, test.files.contents.get(SHOP_FILE) ?? '');
  await test.choose(other);
  expect(await test.text()).toContain(' Plan limits');
});
