import { expect, it } from 'vitest';
import { consoleUnderTest, KEYS } from '../support/console.ts';

const HOUR = 3_600_000;

it('E16: a clock two hours off is reported once, and times are those of the service', async () => {
  const test = await consoleUnderTest({
    skew: 2 * HOUR,
    columns: 120,
    workspace: (demo) => ({ ...demo, apps: demo.apps.slice(0, 3) }),
  });
  expect(await test.text()).toContain(
    "Clock differs from the service's by 2 h 00 min. Times shown are the service's.",
  );
  expect(await test.line('warren')).toMatch(/ CLOCK OFF 2 h 00 min .* ● connected/);
  await test.press('j');
  await test.pass(10_000);
  expect(await test.text()).not.toContain('Clock differs');
  expect(await test.line('── Apps')).toContain(' as of 16:02:10 · every 5 s ');
  await test.press('@');
  expect(await test.cursor()).toMatch(/^❯ 16:02:\d\d\./);
});

it.each([
  ['ahead, over midnight of the service', '2026-03-14T23:30:00Z', HOUR, '03-15'],
  ['behind, before midnight of the service', '2026-03-15T00:30:00Z', -HOUR, '03-14'],
])(
  'E16: the log of the service’s day is followed with a clock that is %s',
  async (_, at, skew, day) => {
    const test = await consoleUnderTest({
      at,
      skew,
      pane: 'events',
      workspace: (demo) => ({ ...demo, apps: demo.apps.slice(0, 2) }),
    });
    await test.pass(10_000);
    const days = () =>
      test.platform.served.requests
        .filter(({ operation }) => operation === 'event-logs')
        .map(({ target }) => /\/(\d\d-\d\d)-\d{4}/.exec(target)?.[1]);
    expect(days().at(-1)).toBe(day);
    expect(await test.line('── Events')).toMatch(/ [\d,]+ loaded .* as of [\d:]+ · every 5 s /);
  },
);

it('setting the clock during the run neither ages data nor makes it fresh', async () => {
  const test = await consoleUnderTest({
    workspace: (demo) => ({ ...demo, apps: demo.apps.slice(0, 2) }),
  });
  for (const by of [-HOUR, 2 * HOUR, -20_000]) {
    test.clock.shiftWall(by);
    await test.pass(10_000);
    expect(await test.line('── Apps')).toMatch(/ as of [\d:]+ /);
    expect(await test.line('warren')).toContain('● connected');
  }
});

it('after an hour of sleep or SIGSTOP, data is stale at once and fresh with the next answer', async () => {
  let isHeld = false;
  const held = Promise.withResolvers<void>();
  const test = await consoleUnderTest({
    workspace: (demo) => ({ ...demo, apps: demo.apps.slice(0, 1) }),
    call: (call) => async (operation, input, signal) => {
      if (isHeld) await held.promise;
      return call(operation, input, signal);
    },
  });
  isHeld = true;
  await test.pass(HOUR);
  await test.pass(1000);
  expect(await test.line('── Apps')).toMatch(/ as of 14:02:00 STALE 1 h 00 min /);
  expect(await test.line('warren')).toMatch(/◐ late · last answer 14:02:00 /);
  isHeld = false;
  held.resolve();
  await test.pass(7000);
  expect(await test.line('── Apps')).toMatch(/ as of 15:02:0\d · every 5 s /);
  expect(await test.line('warren')).toContain('● connected');
});

it('after midnight, every time of the previous day has its date', async () => {
  const test = await consoleUnderTest({
    at: '2026-03-14T23:57:00Z',
    columns: 120,
    workspace: (demo) => ({ ...demo, apps: demo.apps.slice(0, 3) }),
  });
  await test.until(/checkout +✖ failing/, 120_000);
  await test.press('=');
  const pausedAt = /PAUSED (23:\d\d:\d\d)/.exec(await test.text())?.[1];
  expect(pausedAt).toBeDefined();
  await test.pass(HOUR / 6);
  expect(await test.line('warren')).toContain(`PAUSED 03-14 ${pausedAt}`);
  expect(await test.line('warren')).toMatch(/ last answer 03-14 23:\d\d:\d\d /);
  expect(await test.line('── Apps')).toMatch(/ as of 03-14 23:\d\d:\d\d /);
  await test.press(':watches', KEYS.enter);
  expect(await test.line('app health')).toMatch(/ fired 03-14 23:\d\d:\d\d: checkout/);
  await test.press(KEYS.escape, ':pane nowhere', KEYS.enter, KEYS.escape, KEYS.escape, ';');
  expect(await test.line('There is no such pane')).toMatch(/^❯ 00:\d\d:\d\d {8}There/);
  expect(await test.line('checkout: exit')).toMatch(/ 03-14 23:\d\d:\d\d {2}checkout: exit/);
});
