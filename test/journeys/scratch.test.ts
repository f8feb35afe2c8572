import { it } from 'vitest';
import { KEYS, consoleUnderTest } from '../support/console.ts';
it('key', async () => {
  const test = await consoleUnderTest({
    pane: 'events', columns: 100, rows: 60,
    at: '2026-03-14T00:15:00Z',
    platform: { events: { perDay: 20000 }, dialect: { 'log-page-size': 500 } },
  });
  await test.pass(300);
  await test.press('k', KEYS.enter);
  console.log(await test.text());
  await test.press(KEYS.escape);
  console.log(await test.text());
});
it('midnight', async () => {
    const test = await consoleUnderTest({
      pane: 'events',
      at: '2026-03-14T23:59:50Z',
      platform: {
        events: { perDay: 20_000 },
        records: true,
        dialect: { 'log-page-size': 400 },
      },
    });
  await test.pass(300);
  console.log(await test.text());
  for (let i =0; i < 10; i++) {
  const t0 = performance.now(), n = test.platform.served.requests.length;
  await test.pass(6000);
  console.log(performance.now()-t0, test.platform.served.requests.length-n);
  }
  console.log(await test.text());
  const t0 = performance.now(), n = test.platform.served.requests.length;
  await test.pass(60000);
  console.log(performance.now()-t0, test.platform.served.requests.length-n);
});
