import { expect, it } from 'vitest';
import { type ConsoleUnderTest, consoleUnderTest } from '../support/console.ts';

it('a pane that polls nothing calls the connection late once a request of the others has waited for six seconds', async () => {
  let test: ConsoleUnderTest | undefined;
  let isSilent = false;
  test = await consoleUnderTest({
    workspace: (demo) => ({ ...demo, apps: demo.apps.slice(0, 3) }),
    call: (call) => async (operation, input, signal, onBody) => {
      if (isSilent) await test?.clock.sleep(20_000, signal);
      return call(operation, input, signal, onBody);
    },
  });
  await test.pass(5000);
  await test.press('7');
  expect(await test.line('warren')).toContain('● connected');
  // Only hidden panes poll now, every half minute.
  isSilent = true;
  await test.until('◐ late · last answer 14:02:', 60_000);
  const [, last = ''] = /last answer (\S+)/.exec(await test.line('warren')) ?? [];
  expect(await test.text()).not.toContain('● connected');
  isSilent = false;
  await test.until('● connected', 60_000);
  expect(last).toMatch(/^14:02:\d\d$/);
});
