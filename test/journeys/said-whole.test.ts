import { expect, it } from 'vitest';
import { type ConsoleUnderTest, consoleUnderTest, KEYS, QUARTER_HOUR } from '../support/console.ts';

/* Values cut in a row or title are shown in full in the blank part of the screen. */

/** The screen as one text, with wrapped lines joined. */
const unwrapped = async (test: ConsoleUnderTest) =>
  (await test.screen())
    .map((line) => line.trim())
    .join(' ')
    .replaceAll(/ +/g, ' ');

it('below a short list of events, cut cells are shown in full', async () => {
  const test = await consoleUnderTest({ ...QUARTER_HOUR, columns: 80, rows: 24 });
  await test.until('loaded');
  await test.press('&', 'method:HEAD', KEYS.enter);
  await test.until(/ \d match of/);
  expect(await test.line(/Found User-Agent \S*…/)).toContain(' Blocked ');
  expect(await unwrapped(test)).toContain('Found User-Agent associated with security scanner');
});

it('text between the ends of the time axis is left out if it does not fit', async () => {
  const test = await consoleUnderTest({ ...QUARTER_HOUR, columns: 120, rows: 40 });
  await test.until(' a bar');
  const axis = (await test.screen()).find((line) => /^ +00:00:00 .* 00:15:00$/.test(line)) ?? '';
  expect(axis).toMatch(/ a bar(?:, the largest [\d,]+)? /);
  await test.resize(80, 40);
  const narrow = (await test.screen()).find((line) => /^ +00:00:00 .*00:1\d:\d\d/.test(line)) ?? '';
  expect(narrow).toMatch(
    /^ +00:00:00[ ^]+(?:[\d a-z]+ a bar(?:, the largest [\d,]+)? )?[ ^]*00:1\d:\d\d/,
  );
});

it('a failure is shown in full below the tree of an application', async () => {
  const test = await consoleUnderTest({
    workspace: (demo) => ({ ...demo, apps: demo.apps.slice(0, 1) }),
  });
  test.platform.faults.set({ kind: 'corrupt', how: 'truncated JSON' });
  await test.pass(5000);
  await test.press(KEYS.enter);
  expect(await test.line(/^! The answer is not JSON: .*… · since/)).toBeDefined();
  expect(await unwrapped(test)).toMatch(/ characters, beginning with \{"status":/);
});

it('the reason why two periods cannot be compared is shown in full', async () => {
  const test = await consoleUnderTest({ ...QUARTER_HOUR, columns: 60, rows: 15 });
  await test.until('loaded');
  await test.press('D');
  await test.until('Compare');
  for (let turns = 0; turns < 4; turns += 1) {
    if (/Mark the first/.test(await test.text())) break;
    await test.press('x');
    await test.pass(1000);
  }
  expect(await unwrapped(test)).toContain(
    'Mark the first and the last entry of a stretch with m to compare with it. x: another window.',
  );
});

it('the reason why a key is unavailable is shown in full in help on a small screen', async () => {
  const test = await consoleUnderTest({ columns: 60, rows: 15 });
  await test.press('?', 'acknowledge findings');
  expect(await unwrapped(test)).toContain('Nothing to acknowledge.');
});

it('the message of a call is shown in full below a short list of calls', async () => {
  const test = await consoleUnderTest({
    workspace: (demo) => ({ ...demo, apps: demo.apps.slice(0, 1) }),
  });
  test.platform.faults.set({ kind: 'answer', status: 500, body: 'problem' });
  await test.pass(5000);
  await test.press('@');
  const text = await unwrapped(test);
  expect(text).toContain('Application overview of checkout: GET /mc/apps/');
  expect(text).not.toMatch(/ more lines?: d/);
});
