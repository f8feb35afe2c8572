import { expect, it } from 'vitest';
import { consoleUnderTest, KEYS } from '../support/console.ts';

it('a deploy that went bad and recovered is found afterwards: which application, when, and the image before and after', async () => {
  const test = await consoleUnderTest({
    workspace: (demo) => ({ ...demo, apps: demo.apps.slice(0, 3) }),
  });
  await test.pass(40_000);
  await test.until(/checkout +● active +15\/15/, 300_000);

  // From the start: three keys.
  await test.press('8', '!', 'G');
  expect(await test.line('image')).toMatch(
    /14:02:2\d {2}checkout +! image checkout:(\S+) → (?!\1)\S+ \(checkout\)/,
  );
  expect(await test.line('── Timeline')).toMatch(/\d+ changes seen ─+ kept for this run only ──/);

  await test.press('d');
  expect(await test.text()).toMatch(/when +between 2026-\S+ 14:02:\d\dZ and/);
  await test.press(KEYS.escape, KEYS.enter);
  expect(await test.line('──')).toContain('── Apps · checkout');
});

it('says that nothing was seen to change, and what would be', async () => {
  const test = await consoleUnderTest({ pane: '8', workspace: (demo) => ({ ...demo, apps: [] }) });
  expect(await test.text()).toContain(
    'No change seen yet: applications and DNS zones are compared with each answer.',
  );
});
