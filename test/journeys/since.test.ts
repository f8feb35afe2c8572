import { describe, expect, it } from 'vitest';
import { appOverview } from '../../src/contract/operations/app-overview.ts';
import { type ConsoleUnderTest, consoleUnderTest, KEYS } from '../support/console.ts';
import { overviewOf } from '../support/overviews.ts';

/*
 * SINCE. The first application of the demo gets a new image: it has warnings from 14:02:20, errors from 14:02:30, warnings
 * again from 14:04:40 and no issues from 14:05:00.
 */

const SIZES = [
  [80, 24],
  [120, 36],
  [200, 50],
] as const;

async function deploying(
  [columns, rows]: readonly [number, number],
  apps = 2,
): Promise<ConsoleUnderTest> {
  const test = await consoleUnderTest({
    columns,
    rows,
    workspace: (demo) => ({ ...demo, apps: demo.apps.slice(0, apps) }),
  });
  await test.pass(60_000);
  return test;
}

/** The screen as one text, without the lines between its parts. */
const joined = async (test: ConsoleUnderTest): Promise<string> =>
  (await test.screen())
    .map((line) => line.trim())
    .join(' ')
    .replaceAll(/ +/g, ' ');

describe.each(SIZES)('at %i x %i', (...size) => {
  it.skipIf(size[0] >= 140)(
    'the list has the start of the errors, and the lines below it that of the issues too',
    async () => {
      const test = await deploying(size);
      expect(await test.cursor()).toMatch(/^❯ checkout .* 14:02(:30)?( |$)/);
      await test.line(/^checkout · errors since 14:02:30 · issues since 14:02:20/);
      await test.pass(100_000);
      expect(await test.cursor()).toMatch(/^❯ checkout .* 14:04(:40)?( |$)/);
      await test.line(/^checkout · only warnings since 14:04:40 · issues since 14:02:20/);
      await test.pass(20_000);
      expect(await test.text()).not.toContain('issues since 14:02:20');
    },
  );

  it('the details have both on their first page', async () => {
    const test = await deploying(size);
    if (size[0] < 140) await test.press('d');
    await test.line(/(^| )errors since {2}14:02:30 · issues since( 14:02:20)?$/);
    await test.line('14:02:20');
  });

  it('the lines above the tree have both, if they are not needed for the image that does not start', async () => {
    const test = await deploying(size);
    await test.pass(100_000);
    await test.press(KEYS.enter);
    const text = await joined(test);
    expect(text).toContain('only warnings since 14:04:40');
    expect(text).toContain('issues since 14:02:20');
  });
});

it.each([
  [80, 24],
  [120, 36],
] as const)('a long list has them in the lines below it, at %i x %i', async (...size) => {
  const test = await deploying(size, 28);
  await test.press(KEYS.home);
  const text = await joined(test);
  expect(text).toMatch(
    size[0] === 80
      ? / errors since 14:02:30; issues since 14:02:20; latest: ✖ exit 1 x\d — CrashLoopBackOff:/
      : / issues since 14:02:20; latest: ✖ exit 1 x\d — CrashLoopBackOff:/,
  );
});

/** A console on one application whose every overview, from the time `from` of the console on, rejects connections. */
const rejecting = (from: number) => {
  let start = Number.NaN;
  const overview = (outboundConnectionsRejectedDiff: number) =>
    overviewOf({
      regions: [{ region: 'DE', pods: [{ name: 'p1', outboundConnectionsRejectedDiff }] }],
    });
  const test = consoleUnderTest({
    workspace: (demo) => ({ ...demo, apps: demo.apps.slice(0, 1) }),
    call: (call) => async (operation, input, signal) => {
      const answer = await call(operation, input, signal);
      if (operation.id !== appOverview.id) return answer;
      const now = (await test).clock.now();
      if (Number.isNaN(start)) start = now;
      return overview(now - start >= from ? 24 : 0) as typeof answer;
    },
  });
  return test;
};

it('connections rejected from the first answer on are since before it, though they count as an issue only later', async () => {
  const test = await rejecting(0);
  await test.pass(20_000);
  await test.line(/^checkout · only warnings since before 14:02:00/);
});

it('connections rejected later are since the first answer that had them', async () => {
  const test = await rejecting(10_000);
  await test.pass(40_000);
  expect(await test.cursor()).toMatch(/^❯ checkout .* 14:02(:10)?( |$)/);
  await test.line(/^checkout · only warnings since 14:02:1\d/);
});
