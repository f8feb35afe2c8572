import { expect, it } from 'vitest';
import { ApiError } from '../../src/contract/api-error.ts';
import { type ConsoleUnderTest, consoleUnderTest, KEYS } from '../support/console.ts';

/** The application whose deploys fail, and the next ones in the world's order. */
const few = (
  demo: Parameters<NonNullable<Parameters<typeof consoleUnderTest>[0]>['workspace'] & {}>[0],
) => ({
  ...demo,
  apps: demo.apps.slice(0, 3),
});

/** The number of restarts in the row of the application. */
async function restarts(test: ConsoleUnderTest): Promise<number> {
  const head = await test.line(' NAME ');
  const at = head.indexOf('RST');
  return Number.parseInt((await test.line(/checkout +[●◐✖]/)).slice(at - 2, at + 3), 10);
}

it('a deploy fails, is seen to fail, and is seen to recover', async () => {
  const test = await consoleUnderTest({ workspace: few });
  expect(test.platform.world.applications[0]).toMatchObject({
    name: 'checkout',
    behaviour: 'failing deploy',
  });

  expect(await test.screen()).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^── Apps · 3 watched ─+ as of 14:02:00 · every 5 s · \d+ ms ──$/),
      expect.stringMatching(/^❯ checkout +● active +15\/15 /),
      expect.stringMatching(/^ {2}basket-api +● active +6\/6 /),
    ]),
  );

  // The first new pods appear at 20 s and fail 6 s later.
  await test.pass(40_000);
  expect(await test.line('── Apps')).toMatch(
    /· 3 watched · \d with issues · 1 failing ─+ as of 14:02:40 ──$/,
  );
  // Fewer instances, less measured load, higher latency, restarts.
  expect(await test.cursor()).toMatch(
    /^❯ checkout +✖ failing +10\/15▼ +54\.5▲ +7▲ +✖ exit 1 x\d .*… +14:02$/,
  );

  // After two and a half minutes the deploy is rolled back pod by pod.
  await test.until(/checkout +◐ progressing +\d+\/15/, 150_000);
  await test.until(/checkout +● active +15\/15▲/, 60_000);
  await test.pass(10_000);
  // It stays among those with issues for a moment and says why.
  expect(await test.cursor()).toMatch(/^❯ checkout +● active +15\/15 .*✓ recovered/);
  expect(await test.line('── Apps')).not.toContain('failing');
});

it('with problems only, the list shows problems as long as they last, and the cursor does not move to another row', async () => {
  const test = await consoleUnderTest({
    workspace: (demo) => ({
      ...demo,
      apps: demo.apps.filter(({ name }) => /checkout|basket-api|ab-assign/.test(name)),
    }),
  });
  await test.pass(40_000);
  await test.press('!');
  expect(await test.line('warren')).toContain(' ONLY PROBLEMS: 1 hidden ');
  const shown = await test.text();
  expect(shown).toMatch(/^ {2}checkout +✖ failing/m);
  expect(shown).toMatch(/^❯ ab-assign +● active +5\/6/m);
  await test.press('g');
  expect(await test.cursor()).toMatch(/^❯ checkout/);
  expect(shown).not.toContain('basket-api');

  await test.until('❯ Row without issues now', 200_000);
  expect(await test.text()).not.toMatch(/^..checkout/m);
  expect(await test.line('warren')).toContain(' ONLY PROBLEMS: 2 hidden ');
  await test.press(KEYS.enter);
  expect(await test.text()).toContain('There is no row under the cursor. Move to one first.');

  await test.press('k');
  expect(await test.cursor()).toMatch(/^❯ ab-assign/);
  await test.press(KEYS.escape);
  expect(await test.text()).toContain('basket-api');
  expect(await test.line('warren')).not.toContain('ONLY PROBLEMS');
});

it('problems only and the filter each say how many applications they hide, none counted twice', async () => {
  const test = await consoleUnderTest({
    workspace: (demo) => ({
      ...demo,
      apps: demo.apps.filter(({ name }) => /checkout|basket-api|ab-assign/.test(name)),
    }),
  });
  await test.pass(40_000);
  await test.press('!', '/', 'checkout', KEYS.enter);
  expect(await test.line('warren')).toMatch(/ ONLY PROBLEMS: 1 hidden +FILTER: 1 hidden /);
  await test.press('!');
  expect(await test.line('warren')).toMatch(/platform +FILTER: 2 hidden /);
  // The tree of an application has its own filter.
  await test.press(KEYS.enter);
  expect(await test.line('warren')).not.toContain('FILTER');
  await test.press('/', 'OOMKilled', KEYS.enter);
  expect(await test.line('warren')).toMatch(/ FILTER: \d\d hidden /);
});

it('says so when there are no problems', async () => {
  const test = await consoleUnderTest({
    workspace: (demo) => ({
      ...demo,
      apps: demo.apps.filter(({ name }) => name === 'mail-preview'),
    }),
  });
  await test.press('!');
  expect(await test.text()).toContain('  No watched application has an issue (1). ! shows all.');
  await test.press('!');
  expect(await test.cursor()).toMatch(/^❯ mail-preview +● active/);
});

it.each([
  [60, 15],
  [80, 24],
])(
  'an application without an answer shows its age at %i x %i, and does not affect the title',
  async (columns, rows) => {
    let silent = 'none';
    const test = await consoleUnderTest({
      columns,
      rows,
      workspace: few,
      call: (call) => async (operation, input, signal, onBody) => {
        if (JSON.stringify(input).includes(silent))
          throw new ApiError({ kind: 'timeout', title: 'No answer in time' });
        return call(operation, input, signal, onBody);
      },
    });
    await test.pass(6000);
    silent = test.platform.world.applications[1]?.id ?? '';
    await test.pass(34_000);
    expect(await test.line('── Apps')).toMatch(/ 2 of 3 as of 14:02:40 /);
    expect(await test.line(/ NAME .* AGE$/)).toContain('WHY');
    expect(await test.line('basket-api')).toMatch(/ 6\/6 .* 35 s$/);
    while (!(await test.cursor()).includes('basket-api')) await test.press('j');
    expect(await test.text()).toContain('! No answer in time');
  },
);

it('one application that the service no longer finds takes no column from the others, and the title has one total', async () => {
  let lost = 'none';
  const test = await consoleUnderTest({
    call: (call) => async (operation, input, signal, onBody) => {
      if (JSON.stringify(input).includes(lost))
        throw new ApiError({ kind: 'not-found', title: 'Not Found', status: 404 });
      return call(operation, input, signal, onBody);
    },
  });
  await test.pass(40_000);
  const head = await test.line(' NAME ');
  expect(head).toMatch(/ SINCE$/);
  const gone = test.platform.world.applications[3];
  lost = String(gone?.id);
  await test.pass(60_000);
  expect(await test.line(' NAME ')).toBe(head);
  expect(await test.line('── Apps')).toMatch(/ of 28 with issues .* as of /);
  expect(await test.line('── Apps')).not.toMatch(/ of 2[67] /);
  // Since when it is not found: its figures are from before.
  expect(await test.line(String(gone?.name))).toMatch(/! not found .* 14:02(:4\d)?$/);
});

it('the reason why nothing is known of an application is shown in full below the list that cuts it', async () => {
  const title = 'No answer within ten seconds from any of the addresses of the service';
  const test = await consoleUnderTest({
    columns: 60,
    rows: 15,
    workspace: few,
    call: () => () => Promise.reject(new ApiError({ kind: 'timeout', title })),
  });
  expect(await test.cursor()).toMatch(/^❯ checkout +! timeout .*…$/);
  expect((await test.text()).replace(/\s+/g, ' ')).toContain(`! ${title}`);
});

it('restarts climb while containers crash', async () => {
  const test = await consoleUnderTest({ columns: 120, rows: 30, workspace: few });
  await test.pass(40_000);
  let before = await restarts(test);
  expect(before).toBeGreaterThan(0);
  for (let round = 0; round < 3; round += 1) {
    await test.pass(25_000);
    const now = await restarts(test);
    expect(now).toBeGreaterThan(before);
    before = now;
  }
});
