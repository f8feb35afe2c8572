import { expect, it } from 'vitest';
import { consoleUnderTest, KEYS, QUARTER_HOUR } from '../support/console.ts';

const few = {
  workspace: (
    demo: Parameters<
      NonNullable<NonNullable<Parameters<typeof consoleUnderTest>[0]>['workspace']>
    >[0],
  ) => ({ ...demo, apps: demo.apps.slice(0, 3) }),
};

it('a watch is added, fires, stays on screen until it is acknowledged, and ends', async () => {
  const test = await consoleUnderTest(few);
  await test.press(':watch app:chekout status != active');
  expect(await test.text()).toContain(
    'No application “chekout” in this workspace. Did you mean checkout?',
  );
  await test.press(KEYS.escape, ':watch app:checkout status != active for 10s', KEYS.enter);
  expect(await test.text()).toContain('Watching app:checkout status != active for 10s');
  await test.press(':watches', KEYS.enter);
  expect(await test.line('app:checkout')).toMatch(/status != active for 10s +✓ ok: 1 checked/);
  await test.press(KEYS.escape);

  await test.until(/checkout: status != active for 10s \(exit 1/, 120_000);
  await test.press('j', 'k');
  expect(await test.line('acknowledge')).toMatch(
    /^ checkout: status != active.* {2}\[,\] acknowledge( all \d)? /,
  );
  // A minute later it has its time, whole at 80 columns.
  await test.resize(80, 24);
  await test.pass(61_000);
  expect(await test.line('acknowledge')).toMatch(
    /^ 14:02 checkout: .+ {2}\[,\] acknowledge(?: all \d)?(?: {2}\[;\] in full)?(?: +\d+\/\d+)?$/,
  );
  // The answer to a key has none.
  await test.press('g', ':watch app:chekout status != active', KEYS.enter);
  expect(await test.text()).toMatch(/^ No application “chekout” in this workspace\./m);
  await test.press(KEYS.escape);
  await test.press('8', '/', 'watch', KEYS.enter);
  await test.until(/checkout +✖ watch: app:checkout status != active for 10s/, 10_000);
  await test.press(':watches', KEYS.enter);
  expect(await test.line('app:checkout')).toMatch(/✖ fired 14:02:\d\d: checkout/);
  await test.press(KEYS.escape, ',');
  expect(await test.text()).not.toContain('acknowledge');

  await test.until(/✓ watch over: app:checkout status/, 300_000);
});

it('invalid watches of the configuration are reported at the start and listed', async () => {
  const written = [
    { name: 'x', expression: 'app latency > fast' },
    { name: 'y', expression: 'nonsense' },
    { name: 'burst', expression: 'off' },
  ];
  const test = await consoleUnderTest({
    workspace: (demo) => ({ ...few.workspace(demo), watches: written }),
  });
  await test.line(/^ Watches that cannot be read: 2\. :watches lists them\. /);
  await test.press(':watches', KEYS.enter);
  expect(await test.text()).toContain('Watch x: fast is not a number.');
  expect(await test.text()).toContain('Watch y: An expression begins with one of app');
  const alike = await consoleUnderTest({
    workspace: (demo) => ({ ...few.workspace(demo), watches: written.slice(1) }),
    keys: [{ id: 'list.dwon', kind: 'these', keys: ['n'], line: 1 }],
  });
  await alike.line(
    /^ Watches that cannot be read: 1 \(:watches\)\. Keys that have problems: 1 \(:keys\)\./,
  );
});

it('the reason why a watch is invalid is shown in full if there is room', async () => {
  const test = await consoleUnderTest({
    workspace: (demo) => ({
      ...few.workspace(demo),
      watches: [{ name: 'x', expression: 'app blah = 3' }],
    }),
  });
  await test.press(':watches', KEYS.enter);
  expect((await test.text()).replace(/\s+/g, ' ')).toMatch(
    /Watch x: app has no blah; it has status, health, instances, desired, restarts, [^…]*\. WATCH/,
  );
  await test.press('j', 'j');
  expect(await test.line('❯')).toContain('zone burst');
});

it('the built-in watches ring when an application fails, and can be removed', async () => {
  const test = await consoleUnderTest(few);
  await test.until(/checkout +✖ failing/, 120_000);
  expect(await test.said()).toContainEqual(expect.stringMatching(/checkout: exit 1/));
  expect(test.terminal.written()).toContain('\u0007');
  await test.press(':watches', KEYS.enter);
  expect(await test.line('app health')).toMatch(/app health = bad +✖ fired .*: checkout/);
  // The reason why it is unknown is shown in full at 80 columns.
  expect(await test.text()).toContain('unknown: no zone’s newest 10 min are loaded');
  await test.press(KEYS.backspace);
  expect(await test.text()).not.toMatch(/app health = bad +✖/);
  await test.press(KEYS.escape, 'j');
  expect(await test.text()).not.toContain('acknowledge');
});

it('many watches that fire at once ring at most every two seconds', async () => {
  const test = await consoleUnderTest();
  await test.until(/checkout +✖ failing/, 120_000);
  await test.pass(5000);
  const before = test.terminal.written().length;
  const bells = () => test.terminal.written().slice(before).split('\u0007').length - 1;
  expect(test.platform.world.applications.length).toBeGreaterThan(5);
  await test.press(':watch app instances >= 0', KEYS.enter);
  expect(await test.said()).toContainEqual(expect.stringContaining('instances >= 0'));
  await test.pass(4000);
  expect(bells()).toBeGreaterThan(0);
  expect(bells()).toBeLessThanOrEqual(3);
});

it('shows no number of findings if there are more than are stored', async () => {
  const test = await consoleUnderTest();
  const apps = test.platform.world.applications.length;
  expect(apps).toBeGreaterThan(25);
  expect(apps).toBeLessThan(50);
  await test.until(/checkout +✖ failing/, 120_000);
  await test.press(',', ':watch app instances >= 0', KEYS.enter);
  await test.pass(30_000);
  await test.press('j', 'k');
  expect(await test.line('acknowledge')).toMatch(/ \[,\] acknowledge all \d\d /);
  await test.press(':watch app instances < 1000', KEYS.enter);
  await test.pass(30_000);
  await test.press('j', 'k');
  expect(await test.line('acknowledge')).toMatch(/ \[,\] acknowledge all +(?!\d)/);
  await test.press(',');
  expect(await test.text()).not.toContain('acknowledge');
});

it('a watch on the rate of a zone follows its log, and stale data does not count', async () => {
  const test = await consoleUnderTest(few);
  await test.press(':watch zone:shop* > 1/h', KEYS.enter);
  await test.until(/> 1\/h \([\d,]+ events\)/, 60_000);
});

it('an application that the service does not have is reported as not found, not as silent', async () => {
  const test = await consoleUnderTest({
    workspace: (demo) => ({
      ...demo,
      apps: [...demo.apps.slice(1, 2), { id: 'nowhere', name: 'nowhere' }],
    }),
  });
  await test.pass(300_000);
  await test.press(':watches', KEYS.enter);
  expect(await test.line('app health')).toContain('✓ ok: 1 checked · 1 not found');
});

it('with several zones, those never loaded are reported as not loaded, not as unanswered', async () => {
  const test = await consoleUnderTest(QUARTER_HOUR);
  await test.pass(300);
  await test.press(':watches', KEYS.enter);
  expect(await test.line('zone burst')).toMatch(/1 checked · \d unknown: newest 10 min not loaded/);
});

it('if the service has none of the watched things, that is the reason why the watch is unknown', async () => {
  const test = await consoleUnderTest({
    workspace: (demo) => ({ ...demo, apps: [{ id: 'nowhere', name: 'nowhere' }] }),
  });
  await test.pass(300_000);
  await test.press(':watches', KEYS.enter);
  expect(await test.line('app health')).toContain('? unknown: not found');
});

it('one thing not found beside one not answered yet is not reported as an outage', async () => {
  let id = '';
  const test = await consoleUnderTest({
    workspace: (demo) => {
      id = demo.apps[0]?.id ?? '';
      return { ...demo, apps: [{ id: 'nowhere', name: 'nowhere' }] };
    },
    call: (call) => (operation, input, signal) =>
      JSON.stringify(input).includes(id) ? new Promise(() => {}) : call(operation, input, signal),
  });
  await test.pass(1000);
  await test.press(`:add app ${id} checkout`, KEYS.enter, ':watches', KEYS.enter);
  expect(await test.line('app health')).toContain('? unknown: no answer yet');
});

it('after a pause, and after the key is accepted again, watches poll as before', async () => {
  const test = await consoleUnderTest(few);
  await test.press(':watch zone:shop* > 100000/min', KEYS.enter);
  await test.press(':watch dns records > 100000', KEYS.enter);
  const asked = (id: string) =>
    test.platform.served.requests.filter(({ operation }) => operation === id).length;
  const all = () => ['event-logs', 'dns-scan'].map(asked);
  await test.pass(60_000);
  const before = all();
  expect(before).not.toContain(0);
  await test.press('=');
  await test.pass(120_000);
  const paused = all();
  await test.press('=');
  await test.pass(60_000);
  all().forEach((now, at) => {
    expect(now).toBeGreaterThan(paused[at] ?? 0);
  });

  const accept = test.platform.faults.set({ kind: 'answer', status: 401, body: 'empty' });
  await test.pass(60_000);
  accept();
  await test.press('r');
  const accepted = all();
  await test.pass(60_000);
  all().forEach((now, at) => {
    expect(now).toBeGreaterThan(accepted[at] ?? 0);
  });
});

it('a clock set back by an hour does not stop the polls of watches', async () => {
  const test = await consoleUnderTest(few);
  await test.press(':watch dns records > 100000', KEYS.enter);
  await test.pass(60_000);
  test.clock.shiftWall(-3_600_000);
  const scans = () =>
    test.platform.served.requests.filter(({ operation }) => operation === 'dns-scan').length;
  const before = scans();
  await test.pass(120_000);
  expect(scans()).toBeGreaterThan(before);
});
