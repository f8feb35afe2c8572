import { expect, it } from 'vitest';
import { type ConsoleUnderTest, consoleUnderTest, KEYS, type Setting } from '../support/console.ts';
import { detailsBeside } from '../support/line-text.ts';

/** A console forty seconds into the failing deploy, with the cursor on its application. */
async function failing(setting: Setting = {}): Promise<ConsoleUnderTest> {
  const test = await consoleUnderTest({
    workspace: (demo) => ({ ...demo, apps: demo.apps.slice(0, 2) }),
    ...setting,
  });
  await test.pass(40_000);
  return test;
}

it('Enter on a failing application lands on the container that fails most', async () => {
  const test = await failing();
  expect((await test.screen()).at(-1)).toContain(' ! problems ');
  await test.press(KEYS.enter);
  // Not offered inside: it is for the list of applications.
  expect((await test.screen()).at(-1)).not.toContain('problems');
  expect(await test.line('── Apps')).toMatch(/^── Apps · checkout ─+ as of 14:02:40 · /);
  const lines = await test.screen();
  expect(lines[3]).toMatch(
    /^checkout {2}\w{15} {2}✖ failing · 10\/15 inst · errors since 14:02:30/,
  );
  expect(lines[6]).toMatch(/^ {2}▾ DE required +✖ failing .* ✖ required, 0 instances \+1$/);
  expect(lines[7]).toMatch(/^ {4}▾ \w{14} +◐ scheduled .* ! Readiness probe.*…$/);
  expect(lines[8]).toMatch(/^❯ {7}checkout +○ notStarted +2 +✖ exit 1 — CrashLoopBackOff: .*…$/);
  expect(lines[9]).toMatch(/^ {8}envoy {2}…1\.34\.1 ● ready +0$/);
});

it.each([60, 80, 120])(
  'the lines above the tree give the state of the application and the image that does not start, never cut, %i columns wide',
  async (columns) => {
    const test = await failing({ columns, rows: 24 });
    await test.press(KEYS.enter);
    const [, , , state = '', images = ''] = await test.screen();
    const facts = state.split(/ {2}| · /);
    expect(facts.slice(2)).toEqual(
      [
        '✖ failing',
        '10/15 inst',
        'errors since 14:02:30',
        expect.stringMatching(/^latency \d+\.\d, target 40\.0$/),
        '7 restarts',
      ].slice(0, { 60: 2, 80: 3, 120: 5 }[columns]),
    );
    expect(images).toBe(
      columns === 60
        ? 'errors since 14:02:30'
        : 'two images: shop/checkout:3.30.2 9/9 ready; shop/checkout:3.30.3 0/6 ready',
    );
  },
);

it('two keys show everything about the container at 80x24', async () => {
  const test = await failing();
  await test.press(KEYS.enter, 'd');
  const lines = await test.screen();
  const details = lines.slice(lines.findIndex((line) => line.startsWith('────')) + 1);
  expect(details.slice(0, 9)).toEqual([
    '✖ exit 1 — CrashLoopBackOff: back-off restarting failed container: missing',
    '  environment variable PAYMENT_API_URL',
    expect.stringMatching(/^in +DE › \w{14}$/),
    // Reason and message are shown above, so the other fields come first.
    expect.stringMatching(/^exitCode +1$/),
    expect.stringMatching(/^status +notStarted$/),
    expect.stringMatching(/^numberOfRestarts +2$/),
    expect.stringMatching(/^imageDisplay +shop\/checkout:3\.30\.3$/),
    expect.stringMatching(/^name +checkout$/),
    expect.stringMatching(/^id +\S+$/),
  ]);
  // Its row stays visible.
  expect(await test.cursor()).toContain('checkout');
});

it('at 60x15 the cause comes first, and the same key shows the rest', async () => {
  const test = await failing({ columns: 60, rows: 15 });
  await test.press(KEYS.enter);
  expect(await test.cursor()).toMatch(/^❯ {7}checkout.* ○ notStarted +2 +✖ exit 1 — Cr.*…$/);
  await test.press('d');
  expect(await test.text()).toMatch(
    /^ {2}container: missing environment variable PAYMENT_API_URL$/m,
  );
  const seen = new Set<string>();
  for (let page = 0; page < 9 && !/: d goes back$/m.test(await test.text()); page += 1) {
    for (const line of await test.screen()) seen.add(/^\w+/.exec(line)?.[0] ?? '');
    expect(await test.text()).toMatch(/^… \d+ more lines?: d$/m);
    await test.press('d');
  }
  for (const line of await test.screen()) seen.add(/^\w+/.exec(line)?.[0] ?? '');
  expect([...seen]).toEqual(
    expect.arrayContaining(['reason', 'exitCode', 'image', 'imageDisplay']),
  );
  await test.press('d');
  expect(await test.text()).not.toMatch(/^imageDisplay/m);
});

it('the details at the right are complete at 200x50', async () => {
  const test = await failing({ columns: 200, rows: 50 });
  await test.press(KEYS.enter, 'd');
  const details = detailsBeside(await test.screen(), 200);
  expect(details).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^exitCode +1$/),
      expect.stringMatching(/^reason +CrashLoopBackOff$/),
      expect.stringMatching(/^message +back-off restarting failed container: \S/),
    ]),
  );
  // There is nothing more to show, and the console says so.
  expect(await test.text()).toContain('All details are shown beside the list.');
});

it('Esc goes back one level at a time, to the application', async () => {
  const test = await failing();
  await test.press(KEYS.enter, 'd');
  expect(await test.text()).toContain('numberOfRestarts');
  await test.press(KEYS.escape);
  expect(await test.text()).not.toContain('numberOfRestarts');
  expect(await test.text()).toContain('REGION/POD/CONTAINER');
  await test.press(KEYS.escape);
  expect(await test.cursor()).toMatch(/^❯ checkout +✖ failing/);
});

it('the tree is live: restarts rise, and the cursor says so when its container no longer exists', async () => {
  const test = await failing();
  await test.press(KEYS.enter);
  await test.pass(25_000);
  expect(await test.cursor()).toMatch(/^❯ {7}checkout .* 3 +✖ exit 1/);
  await test.until('❯ Row no longer exists', 120_000);
  // Its last data stays, marked as such.
  expect(await test.text()).toMatch(
    /^container checkout no longer exists; last seen 14:0\d:\d\d$/m,
  );
  expect(await test.text()).toMatch(/^✖ exit 1/m);
  await test.press('j');
  expect(await test.text()).not.toContain('no longer exists');
});

it('a container that no longer matches the filter says so, and shows its present state', async () => {
  const test = await failing();
  await test.press(KEYS.enter, '/');
  await test.press(...'kind:container restarts<3');
  await test.press(KEYS.enter);
  expect(await test.cursor()).toMatch(/^❯ {7}checkout .* 2 +✖ exit 1/);
  await test.until('❯ Row hidden by the filter', 120_000);
  expect(await test.text()).toMatch(/^container checkout no longer matches the filter$/m);
  expect(await test.text()).not.toContain('no longer exists');
});

it('Enter closes and opens branches, which stay that way', async () => {
  const test = await failing({ rows: 40 });
  await test.press(KEYS.enter, 'g', KEYS.enter);
  expect(await test.cursor()).toMatch(/^❯ ▸ DE required/);
  await test.pass(10_000);
  expect(await test.cursor()).toMatch(/^❯ ▸ DE required/);
  expect((await test.screen())[7]).toMatch(/^ {2}▾ FR /);
  await test.press(KEYS.enter);
  expect((await test.screen())[7]).toMatch(/^ {4}▾ \w{14} /);
});

it('a required region without instances differs from the regions at rest', async () => {
  const test = await consoleUnderTest({
    workspace: (demo) => ({ ...demo, apps: demo.apps.filter(({ name }) => name === 'ab-assign') }),
  });
  await test.press(KEYS.enter);
  expect(await test.cursor()).toMatch(
    /^❯ {3}SYD required +○ inactive +0 +✖ required, 0 instances$/,
  );
  expect(await test.line(/ {2}▸ UK/)).toMatch(/^ {2}▸ UK +● active +[\d.]+$/);
});

it('the filter of the tree finds a container by the reason of its failure', async () => {
  const test = await failing({ rows: 40 });
  await test.press(KEYS.enter, '/', 'OOMKilled', KEYS.enter);
  const tree = (await test.screen()).slice(6);
  const rows = tree
    .slice(
      0,
      tree.findIndex((line) => line.startsWith('────')),
    )
    .filter((line) => /exit|ready|failing/.test(line));
  expect(rows).toHaveLength(1);
  expect(await test.cursor()).toMatch(/ 2 +✖ exit 137: killed \(SIGKILL\)/);
});

it('a filter that matches only rows in closed branches says how many', async () => {
  const test = await consoleUnderTest({
    workspace: (demo) => ({
      ...demo,
      apps: demo.apps.filter(({ name }) => name === 'basket-api'),
    }),
  });
  await test.press(KEYS.enter, '/', 'envoy', KEYS.enter);
  expect((await test.text()).replace(/\s+/g, ' ')).toContain(
    'Nothing that is open matches “envoy”. Esc clears the filter. Matches in closed regions and pods: 6.',
  );
  await test.press(KEYS.escape, '/', 'nowhere', KEYS.enter);
  await test.line('Nothing below it matches “nowhere”. Esc clears the filter.');
});

it('Esc removes the filter of the tree and keeps cursor and marks', async () => {
  const test = await failing({ rows: 40 });
  await test.press(KEYS.enter, '/', 'kind:pod', KEYS.enter, 'g', ' ');
  const [here = ''] = /▾ \w+/.exec(await test.cursor()) ?? [];
  await test.press(KEYS.escape);
  expect(await test.text()).toContain('exit 137');
  expect(await test.cursor()).toMatch(new RegExp(`^❯ +${here} `));
  await test.press('g', 'j');
  expect(await test.cursor()).toMatch(/^❯• +▾ \w+ /);
});

const WHY =
  'exit 1 — CrashLoopBackOff: back-off restarting failed container: missing environment variable PAYMENT_API_URL';

it.each([
  [60, 15],
  [80, 24],
  [100, 30],
  [120, 36],
  [160, 40],
  [200, 50],
  [220, 50],
  [300, 80],
])('use 2: at %ix%i one key shows the reason in full', async (columns, rows) => {
  const test = await failing({ columns, rows });
  await test.press(KEYS.enter);
  const lines = await test.screen();
  const below = lines.slice(lines.findLastIndex((line) => line.startsWith('────')) + 1);
  const said = columns < 140 ? below : detailsBeside(lines, columns);
  expect(said.join(' ').replaceAll(/ +/g, ' ')).toContain(`✖ ${WHY}`);
});

it('use 3: the first item to copy of a container is its reason of failure', async () => {
  const test = await failing();
  await test.press(KEYS.enter, 'y');
  expect(await test.cursor()).toMatch(/^❯ why +exit 1 — CrashLoopBackOff: /);
  await test.line(/^ {2}name of the container +checkout$/);
  await test.line(/^ {2}message +back-off restarting/);
});

it('the issues report missing instances once at 200x50', async () => {
  const test = await failing({ columns: 200, rows: 50 });
  await test.until(/! [1-7] of 15 instances active/, 300_000);
  expect(await test.text()).not.toContain('active instances');
});
