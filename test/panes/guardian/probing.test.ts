import { expect, it } from 'vitest';
import { guardianConsole, SHOP_FILE } from '../../support/guardian-console.ts';

const searches = (test: Awaited<ReturnType<typeof guardianConsole>>) =>
  test.platform.served.requests.filter(({ operation }) => operation === 'search').length;

it('while the connection is down the service is asked whether it is back, and then no more', async () => {
  const test = await guardianConsole();
  await test.choose(SHOP_FILE);
  await test.platform.faults.refuseConnections();
  await test.upload();
  expect(await test.line('warren')).toContain('✖ service unreachable');
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
