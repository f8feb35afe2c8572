import { expect, it } from 'vitest';
import { type ConsoleUnderTest, consoleUnderTest, KEYS } from '../support/console.ts';

/** A busy zone: an hour of it is some pages, the day many. */
const busy = () =>
  consoleUnderTest({
    pane: 'events',
    columns: 160,
    platform: { events: { perDay: 60_000 }, dialect: { 'log-page-size': 500 }, records: true },
  });

const pages = ({ platform }: ConsoleUnderTest) =>
  platform.served.requests.filter(({ operation }) => operation === 'event-logs').length;

const loadedSpan = async (test: ConsoleUnderTest) =>
  / newest (.*) of 14 h 02 min loaded · B loads more/.exec(await test.text())?.[1];

it('use 6: opening a log loads the newest hour, says so, and asks for nothing before it', async () => {
  const test = await busy();
  await test.until('B loads more');
  const opened = pages(test);
  expect(await loadedSpan(test)).toMatch(/^1 h/);
  await test.pass(20_000);
  // Looks at the newest end alone.
  expect(pages(test) - opened).toBeLessThanOrEqual(5);
  expect(await loadedSpan(test)).toMatch(/^1 h/);
});

it('use 6: B loads another hour, :load as much as is wanted', async () => {
  const test = await busy();
  await test.until('B loads more');
  await test.press('B');
  await test.until(/newest 2 h/);
  await test.press(':', 'load 6h', KEYS.enter);
  await test.until(/newest 6 h/);
  await test.press(':', 'load day', KEYS.enter);
  await test.until(/following(?!.*loads more)/);
  expect(await test.text()).not.toContain('loads more');
  await test.press('B');
  expect(await test.text()).toContain('All that was asked for is loaded, or on its way.');
  await test.press(':', 'load 48h', KEYS.enter);
  expect(await test.text()).toContain(' Loading today from its beginning (UTC).');
  await test.press(':', 'load much', KEYS.enter);
  expect(await test.text()).toContain('Type it as: load 6h|day');
});

it('use 6: a time before what is loaded is loaded, and said', async () => {
  const test = await busy();
  await test.until('B loads more');
  await test.press(':', 'at 09:00', KEYS.enter);
  expect(await test.text()).toContain('Loading back to 09:00:00');
  await test.until(/newest 5 h/);
  await test.press(':', 'at 09:00', KEYS.enter);
  expect(await test.cursor()).toMatch(/^❯ 09:00:/);
});
