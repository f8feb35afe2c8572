import { expect, it } from 'vitest';
import { ApiError } from '../../src/contract/api-error.ts';
import { isOutage } from '../../src/state/connection.ts';
import { type ConsoleUnderTest, consoleUnderTest, KEYS, type Setting } from '../support/console.ts';

/** A console with few applications, after a visit to every pane. */
async function lookedAround(setting: Setting = {}): Promise<ConsoleUnderTest> {
  const test = await consoleUnderTest({
    workspace: (demo) => ({ ...demo, apps: demo.apps.slice(0, 3) }),
    ...setting,
  });
  await test.press('2', '3', '6', '1');
  return test;
}

/** Expects the rows to be unchanged and marked with their age, for which columns may come closer together. */
function knownFor(screen: readonly string[], rows: readonly string[], age: string) {
  const close = (text: string) => text.replaceAll(/ +/g, ' ');
  for (const [at, row] of rows.entries()) {
    const [known = ''] = /^.*? \d+\/\d+ +[\d.]+/.exec(row) ?? [];
    expect(known).toContain('●');
    expect(close(screen[4 + at] ?? '').startsWith(close(known))).toBe(true);
    expect(screen[4 + at]?.endsWith(` ${age}`)).toBe(true);
  }
}

it('the platform goes away for ten minutes and comes back', async () => {
  const test = await lookedAround();
  await test.pass(10_000);
  const rows = (await test.screen()).slice(4, 7);
  const gone = test.platform.served.requests.length;
  await test.platform.faults.refuseConnections();

  await test.pass(20_000);
  // The last data stays, and its age counts up in words.
  knownFor(await test.screen(), rows, '20 s');
  expect(await test.line('── Apps')).toMatch(
    /· 3 watched · 1 with issues ─+ as of 14:02:10 STALE 20 s ──$/,
  );
  expect(await test.line('warren')).toMatch(
    /^ warren {2}DEMO +✖ unreachable · last answer 14:02:10 · next try \d\d:\d\d:\d\d {2}UTC$/,
  );

  await test.pass(9 * 60_000 + 40_000);
  knownFor(await test.screen(), rows, '10 min');
  expect(await test.line('── Apps')).toMatch(/ as of 14:02:10 STALE 10 min ──$/);
  const { connection } = test.console.state();
  const attempts = isOutage(connection) ? connection.attempts : 0;
  // Three polls with growing waits, so that the service is not flooded.
  expect(attempts).toBeGreaterThan(20);
  expect(attempts).toBeLessThan(120);

  // Every pane keeps its data.
  await test.press('2');
  expect(await test.line('── Events')).toMatch(/ loaded ─+ as of 14:02:0\d STALE 10 min ──$/);
  expect(await test.cursor()).toMatch(/^❯ 14:02:0\d(?:\.\d{3})? /);
  expect(await test.text()).toMatch(
    /! Connection refused by 127\.0\.0\.1:\d+ · since 14:\d\d:\d\d/,
  );
  await test.press('3');
  expect(await test.text()).toMatch(/^ [◐○] (?:in progress|pending) for \d+ s · no records yet/m);
  expect(await test.line('── DNS')).toContain(' STALE 10 min ');
  await test.press('6');
  expect(await test.cursor()).toMatch(/^❯ login-attempts +! stale .* \d,\d{3},\d{3} /);
  expect(await test.line('── Rate')).toContain(' STALE 10 min ');
  expect(test.platform.served.requests).toHaveLength(gone);

  await test.platform.faults.acceptConnections();
  await test.until('● connected', 61_000);
  // The first success ends the waits of all other polls.
  await test.pass(1000);
  expect(await test.line('── Rate')).toMatch(/ as of 14:12:\d\d · every 5 s · /);
  expect(await test.cursor()).toMatch(/^❯ login-attempts +! passing +\d+(?:\.\d)? /);
  for (const [key, title] of [
    ['1', '── Apps'],
    ['2', '── Events'],
    ['3', '── DNS'],
  ] as const) {
    await test.press(key);
    expect(await test.line(title)).toMatch(/ as of 14:1\d:\d\d /);
    expect(await test.line(title)).not.toContain('STALE');
    expect(await test.text()).not.toContain('Connection refused');
  }
});

it('one answer among failures does not make the badge flicker', async () => {
  const outcomes = ['fails', 'answers', 'fails', 'answers', 'answers'];
  const test = await consoleUnderTest({
    workspace: (demo) => ({ ...demo, apps: demo.apps.slice(0, 1) }),
    call: (call) => async (operation, input, signal) => {
      if (outcomes.shift() === 'fails') throw unreachable();
      return call(operation, input, signal);
    },
  });
  expect(await test.line('warren')).toContain('✖ unreachable · no answer yet · ');
  await test.press('r');
  expect(await test.cursor()).toMatch(/^❯ checkout +● active/);
  expect(await test.line('warren')).toContain('◐ answering again · last answer 14:02:00 ');
  await test.press('r');
  await test.pass(1000);
  expect(await test.line('warren')).toContain('✖ unreachable · last answer 14:02:00 ');
  await test.press('r');
  expect(await test.line('warren')).toContain('◐ answering again');
  await test.press('r');
  await test.pass(1000);
  expect(await test.line('warren')).toContain('● connected');
});

it('use 9: a frozen service is called late at the second missed poll, and every time shown is true', async () => {
  let isFrozen = false;
  const test = await consoleUnderTest({
    workspace: (demo) => ({ ...demo, apps: demo.apps.slice(0, 1) }),
    call: (call) => async (operation, input, signal) => {
      if (isFrozen) {
        await test.clock.sleep(15_000, signal);
        throw new ApiError({ kind: 'timeout', title: 'No answer in time' });
      }
      return call(operation, input, signal);
    },
  });
  await test.pass(10_000);
  expect(await test.line('── Apps')).toContain(' as of 14:02:10 · every 5 s ');
  isFrozen = true;
  await test.pass(10_000);
  expect(await test.line('warren')).toContain('● connected');
  await test.pass(3000);
  expect(await test.line('── Apps')).toContain(' as of 14:02:10 STALE 12 s ');
  expect(await test.line('warren')).toContain('◐ late · last answer 14:02:10 ');
  await test.pass(10_000);
  expect(await test.line('warren')).toMatch(/✖ timed out · last answer 14:02:10 · /);
});

it('Apps is not stale on return from another pane, only when its own polls fail', async () => {
  let isFrozen = false;
  const test = await consoleUnderTest({
    workspace: (demo) => ({ ...demo, apps: demo.apps.slice(0, 1) }),
    call: (call) => async (operation, input, signal) => {
      if (isFrozen) await test.clock.sleep(15_000, signal);
      return call(operation, input, signal);
    },
  });
  await test.press('7');
  await test.pass(20_000);
  isFrozen = true;
  await test.press('1');
  expect(await test.line('── Apps')).toContain(' as of 14:02:05 · every 5 s ');
  expect(await test.line('warren')).toContain('● connected');
  await test.pass(13_000);
  expect(await test.line('── Apps')).toContain(' as of 14:02:05 STALE 27 s ');
  expect(await test.line('warren')).toContain('◐ late · ');
});

it('badge, list of calls and doctor announce the same next attempt, which then takes place', async () => {
  const test = await lookedAround({ columns: 120, rows: 30 });
  await test.platform.faults.refuseConnections();
  await test.pass(60_000);
  const [next] = /next try \d\d:\d\d:\d\d/.exec(await test.line('warren')) ?? [''];
  await test.press('@');
  expect(await test.line('── Calls to the service')).toContain(` · ${next} `);
  await test.press(KEYS.escape, ':', 'doctor', KEYS.enter);
  await test.until(/\d ok\b/);
  expect(await test.line(' connection ')).toMatch(
    /note +connection +✖ unreachable · last answer 14:02:/,
  );
  await test.press(KEYS.escape);
  await test.platform.faults.acceptConnections();
  await test.until('● connected', 61_000);
});

it('once the service answers again, what waits for its turn is no longer said to be refused', async () => {
  const test = await consoleUnderTest({ columns: 100, rows: 26 });
  await test.platform.faults.refuseConnections();
  await test.pass(60_000);
  await test.press('3');
  await test.line('! Not asked: Connection refused');
  await test.line('Nothing is known of this zone yet.');
  await test.platform.faults.acceptConnections();
  await test.until(/answering again|● connected/, 61_000);
  const text = await test.text();
  expect(text).not.toContain('Not asked');
  expect(text).not.toContain('Nothing is known');
});

it('r retries at once', async () => {
  const test = await lookedAround();
  await test.platform.faults.refuseConnections();
  await test.pass(5 * 60_000);
  await test.platform.faults.acceptConnections();
  await test.press('r');
  expect(await test.line('warren')).toContain('◐ answering again · last answer 14:07:00');
  await test.pass(3000);
  expect(await test.line('warren')).toContain('● connected');
  expect(await test.line('── Apps')).toMatch(/ as of 14:07:0\d ──$/);
});

it('a service that has never answered is retried, with an explanation', async () => {
  const test = await consoleUnderTest({
    workspace: (demo) => ({ ...demo, apps: demo.apps.slice(0, 3) }),
    call: () => async () => {
      throw unreachable();
    },
  });
  expect(await test.line('── Apps')).toMatch(/ no answer yet ──$/);
  expect(await test.cursor()).toMatch(/^❯ checkout +! unreachable /);
  await test.press('2');
  expect(await test.text()).toContain(
    '  Nothing is loaded yet. Check the base URL, and the network to it: proxy,',
  );
  await test.press('3');
  expect(await test.text()).toContain('  Nothing is known of this zone yet.');
  await test.press('6');
  expect(await test.text()).toMatch(/^… waiting: Not asked: Connection refused/m);
  await test.press('4', '/', 'shop', KEYS.escape);
  await test.pass(200);
  expect(await test.text()).toMatch(/❯ shop\.example/);
});

const unreachable = () => new ApiError({ kind: 'unreachable', title: 'Connection refused' });
