import { expect, it } from 'vitest';
import { ApiError } from '../../src/contract/api-error.ts';
import { type ConsoleUnderTest, consoleUnderTest, KEYS, type Setting } from '../support/console.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

/** A busy zone, whose hours take several pages each. */
const busy = (setting: Setting = {}) =>
  consoleUnderTest({
    pane: 'events',
    columns: 160,
    platform: { events: { perDay: 60_000 }, dialect: { 'log-page-size': 500 }, records: true },
    ...setting,
  });

const at = (time: string) => Date.parse(`2026-03-14T${time}Z`);

const pages = ({ platform }: ConsoleUnderTest) =>
  platform.served.requests.filter(({ operation }) => operation === 'event-logs').length;

const loadedSpan = async (test: ConsoleUnderTest) =>
  / newest (.*) of 14 h 02 min loaded · B loads more/.exec(await test.text())?.[1];

it('use 6: opening a log loads only the newest hour, and says so', async () => {
  const test = await busy();
  await test.until('B loads more');
  const opened = pages(test);
  expect(await loadedSpan(test)).toMatch(/^1 h/);
  await test.pass(20_000);
  // Polls only the newest end.
  expect(pages(test) - opened).toBeLessThanOrEqual(5);
  expect(await loadedSpan(test)).toMatch(/^1 h/);
});

it('use 6: B loads another hour, and :load any amount', async () => {
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
  expect(await test.text()).toContain(' Asked for today (UTC); warren events');
  await test.press(':', 'load much', KEYS.enter);
  expect(await test.text()).toContain('Usage: load 6h|day');
});

it('use 6: going to an earlier time loads the log up to it, and Esc stops that', async () => {
  const test = await busy();
  await test.until('B loads more');
  await test.press(':', 'at 02:00', KEYS.enter);
  expect(await test.text()).toContain('Loading back to 02:00:00. Esc stops.');
  await test.press(KEYS.escape);
  expect(await test.text()).toContain('Loading back to 02:00:00 was stopped.');
  await test.until('B loads more');
  await test.press(':', 'at 11:00', KEYS.enter);
  await test.until(/❯ 11:00:/);

  // The same time in other panes.
  await test.press('x');
  await test.line(/VIEWING 11:00:0\d · live 14:\d\d:\d\d/);
  await test.press('5');
  await test.line(/── Guardian .* as it is now, not as it was ──$/);
  // Esc returns to the present, as announced, and keeps the filter.
  await test.press('2', '&', '-path:/nowhere', KEYS.enter, KEYS.escape);
  expect(await test.text()).not.toContain('VIEWING');
  expect(await test.text()).toContain('[-path:/nowhere]');
  await test.press(KEYS.escape);
  expect(await test.text()).not.toContain('[-path:/nowhere]');
  expect(await test.cursor()).toMatch(/^❯ 11:00:/);
});

it('a filter that reaches further back loads the log and keeps the cursor, and Esc stops that', async () => {
  const test = await busy();
  await test.until('B loads more');
  await test.press('&', 'status:blocked since:2h', KEYS.enter);
  expect(await test.text()).toMatch(/Loading back to 12:02:\d\d\. Esc stops\./);
  await test.press(KEYS.escape);
  expect(await test.text()).toMatch(/Loading back to 12:02:\d\d was stopped\./);
  expect(await test.line('[status:blocked')).toContain(' hides ');
  await test.until('B loads more');
  // The loaded part suffices for the next filter.
  await test.press('&', KEYS.ctrlU, 'since:10m', KEYS.enter);
  expect(await test.text()).not.toContain('Loading back');
  await test.press('&', KEYS.ctrlU, 'at:11:30..11:35', KEYS.enter);
  await test.until('Loaded back to 11:30:00.');
  expect(await test.line('warren')).toContain('FOLLOW');
  expect(await loadedSpan(test)).toMatch(/^2 h [3-5]\d min/);
});

it('a filter loads nothing while it is being typed', async () => {
  const test = await busy();
  await test.until('B loads more');
  const span = await loadedSpan(test);
  await test.press('&', 'since:2h');
  await test.pass(12_000);
  expect(await test.text()).not.toContain('Loading back');
  await test.press(KEYS.escape);
  expect(await loadedSpan(test)).toBe(span);
});

it('a filter that reaches further back than the time being loaded gets both: the log, and the cursor at that time', async () => {
  const test = await busy();
  await test.until('B loads more');
  await test.press(':', 'at 11:00', KEYS.enter);
  expect(await test.text()).toContain('Loading back to 11:00:00. Esc stops.');
  await test.press('&', 'since:4h', KEYS.enter);
  await test.until(/Loaded back to 10:0\d:/);
  expect(await test.cursor()).toMatch(/^❯ 11:00:/);
});

it('a filter given at the start or kept for the next zone loads the log too', async () => {
  const test = await busy({ place: { where: 'since:2h' } });
  await test.until('Loaded back to 12:02:');
  expect(await loadedSpan(test)).toMatch(/^2 h/);
  await test.press(']');
  await test.until(/── Events · api\.shop\.example[^]* newest 2 h /);
});

it('what is loaded of a log is still known after another zone was listed, and is not loaded again', async () => {
  const test = await busy();
  await test.until('B loads more');
  await test.press('B');
  await test.until(/newest 2 h/);
  await test.press(']');
  await test.until(/── Events · api\.shop\.example[^]*newest 1 h/);
  await test.pass(5000);
  const before = pages(test);
  await test.press('[');
  await test.until(/── Events · shop\.example[^]*newest 2 h/);
  await test.pass(5000);
  expect(pages(test) - before).toBeLessThan(5);
  await test.press('B');
  await test.until(/newest 3 h/);
  await test.press(':', 'load day', KEYS.enter);
  await test.until(/following(?!.*loads more)/);
});

it('the time range is kept for the next zone, whose log is loaded back to it', async () => {
  const test = await busy();
  await test.until('B loads more');
  await test.press('g', 'b');
  await test.until(/\[since 12:4\d:\d\d until /);
  await test.press(']');
  await test.until(/── Events · api\.shop\.example[^]*\[since 12:4\d:\d\d until /);
  await test.until('Loaded back to 12:4');
});

it('Events loads and goes to the viewed minute, and to a mark further back', async () => {
  const historyDirectory = temporaryDirectory();
  const first = await busy({ pane: 'apps', place: { at: at('12:30:20') }, historyDirectory });
  await first.until('VIEWING 12:30:20 · live 14:');
  await first.press('3');
  expect(await first.text()).toContain('No scan of this zone was seen by then.');
  // No tab shows how the latest scan of its zone ended.
  expect(await first.line(' corp.example ')).toMatch(/^ {2}shop\.example {2}corp\.example {2}/);
  await first.press('2');
  await first.until(/❯ 12:30:2/);
  const time = (await first.cursor()).slice(2, 14);
  // The row of the mark, then the present again.
  await first.press('m', KEYS.escape);
  expect(await first.text()).not.toContain('VIEWING');
  expect(await first.line('warren')).toContain('FOLLOW');
  await first.pass(2000);
  await first.close();

  const second = await busy({ historyDirectory });
  await second.until('B loads more');
  await second.press('8');
  await second.until('kept for 7 days');
  await second.press('2', 'U');
  await second.until(`❯•${time}`);
  await second.line(/^ Loaded back to 12:30:2\d\. /);
});

/** A day that is being loaded, with pages half a second apart. Requests for which `fails` is true fail. */
async function loadingSlowly(fails: (isFirst: boolean) => boolean): Promise<ConsoleUnderTest> {
  let test: ConsoleUnderTest | undefined;
  let isFailing = false;
  test = await busy({
    call: (call) => async (operation, input, signal, onBody) => {
      const isFirst = operation.compose(input).path['continuationToken'] === undefined;
      if (!isFirst) await test?.clock.sleep(500, signal);
      if (isFailing && fails(isFirst))
        throw new ApiError({ kind: 'service', title: 'Service error', status: 500 });
      return call(operation, input, signal, onBody);
    },
  });
  await test.until('B loads more');
  await test.press(':', 'load day', KEYS.enter);
  isFailing = true;
  return test;
}

it('while polls of the newest end fail, the log is as old as the last one that succeeded, whatever else is loaded', async () => {
  const test = await loadingSlowly((isFirst) => isFirst);
  const before = pages(test);
  await test.pass(20_000);
  expect(pages(test)).toBeGreaterThan(before + 10);
  expect(await test.line('── Events')).toMatch(/ as of 14:02:0\d STALE \d\d s ──$/);
  expect(await test.line('warren')).not.toContain('● connected');
  await test.line(/^ ! Service error.* · since 14:02:\d\d/);
});

it('B loads on where a busy log was left, without reading again what is loaded', async () => {
  const test = await consoleUnderTest({
    pane: 'events',
    columns: 160,
    platform: { events: { perDay: 4_000_000 }, dialect: { 'log-page-size': 5000 }, records: true },
  });
  await test.until('B loads more');
  const minutes = async () => Number(/newest (\d+) min/.exec(await test.text())?.[1]);
  const first = await minutes();
  await test.press(']');
  await test.until(/── Events · api\.shop\.example[^]*B loads more/);
  await test.pass(5000);
  const before = pages(test);
  await test.press('[');
  await test.until(/── Events · shop\.example[^]*B loads more/);
  await test.pass(1000);
  expect(pages(test) - before).toBeLessThan(5);
  await test.press('B');
  await test.pass(1000);
  await test.until(/following/);
  expect(await minutes()).toBeGreaterThan(first + 5);
});
