import { expect, it } from 'vitest';
import { ApiError } from '../../src/contract/api-error.ts';
import type { Call } from '../../src/contract/operation.ts';
import type { Fault } from '../../src/platform/faults/fault.ts';
import { type ConsoleUnderTest, consoleUnderTest, KEYS, type Setting } from '../support/console.ts';

const few = (setting: Setting = {}): Setting => ({
  workspace: (demo) => ({ ...demo, apps: demo.apps.slice(0, 3) }),
  ...setting,
});

/** A connected console in which every further request meets `fault`. */
async function consoleWithFault(fault: Fault): Promise<ConsoleUnderTest> {
  const test = await consoleUnderTest(few());
  test.platform.faults.set(fault);
  await test.pass(5000);
  return test;
}

/** The message of the service about the application under the cursor. */
async function said(test: ConsoleUnderTest): Promise<string> {
  await test.press(KEYS.enter);
  const line = (await test.screen())[4] ?? '';
  await test.press(KEYS.escape);
  return line;
}

it('a wrong key shows one banner, and nothing is requested until r', async () => {
  const test = await consoleUnderTest(few({ accessKey: 'not-the-key' }));
  expect(await test.line('warren')).toMatch(
    /✖ key not accepted \(401\) since 14:02:00 · r tries again {2}UTC$/,
  );
  expect(await test.cursor()).toMatch(/^❯ checkout +! unauthorised +–/);
  expect((await test.text()).match(/key not accepted/g)).toHaveLength(1);
  expect(await test.text()).toContain('→ warren config show says which access key is used.');

  const asked = test.platform.served.requests.length;
  await test.pass(5 * 60_000);
  expect(test.platform.served.requests).toHaveLength(asked);
  // In a prompt, r is text.
  await test.press('/');
  expect(await test.line('warren')).toContain(' · Esc, then r tries again');
  await test.press(KEYS.escape);
  await test.press('r');
  expect(test.platform.served.requests).toHaveLength(asked + 1);
  expect(await test.line('warren')).toContain(
    '✖ key not accepted (401) since 14:02:00 · r tries again',
  );
});

it('one refusal of the key stops requests of all panes', async () => {
  const test = await consoleUnderTest(few({ accessKey: 'not-the-key' }));
  const asked = test.platform.served.requests.length;
  await test.press('2', '3', '6', '4', '/', 'shop', KEYS.escape);
  await test.pass(5 * 60_000);
  expect(test.platform.served.requests).toHaveLength(asked);
  await test.press('6');
  expect(await test.line('── Rate limits')).toContain(' not asked now ──');
  expect(await test.cursor()).toMatch(/^❯ login-attempts +… waiting .* Not asked: The access k/);
  await test.press('3');
  expect(await test.line('warren')).toContain(
    '✖ key not accepted (401) since 14:02:00 · r tries again',
  );
  await test.press('R');
  expect(test.platform.served.requests).toHaveLength(asked + 1);
  expect(await test.line('warren')).toContain(
    '✖ key not accepted (401) since 14:02:00 · r tries again',
  );
});

it('the key that is named for another try has that effect where one is', async () => {
  const test = await consoleUnderTest({ accessKey: 'not-the-key', columns: 120 });
  const named = async () => /· ([^·]*) tries again/.exec(await test.line('warren'))?.[1];
  expect(await named()).toBe('r');
  // In Guardian it reads the file again.
  await test.press('5');
  expect(await named()).toBe('R');
  await test.press('7', 'a');
  expect(await named()).toBe('Esc, then r');
  await test.press(KEYS.escape, '1');
  await test.press(...':delete checkout', KEYS.enter);
  expect(await test.text()).toContain('Delete an application');
  expect(await named()).toBe('Esc, then r');
});

it('once the key is accepted, everything recovers', async () => {
  const test = await consoleUnderTest(few());
  const accepted = test.platform.faults.set({ kind: 'answer', status: 401, body: 'empty' });
  await test.pass(5000);
  expect(await test.line('warren')).toContain('✖ key not accepted');
  await test.pass(60_000);
  expect(await test.line('── Apps')).toContain(' STALE 1 min ');
  // Also after switching panes.
  await test.press('3', '1');
  expect(await test.line('── Apps')).toContain(' STALE 1 min ');
  accepted();
  await test.press('r');
  await test.pass(3000);
  expect(await test.line('warren')).toContain('● connected');
  expect(await test.line('── Apps')).toMatch(/ as of 14:03:0\d /);
});

it('a refused day that the service no longer keeps is not taken for a wrong key', async () => {
  const longAgo =
    (call: Call): Call =>
    (operation, input, signal) =>
      call(
        operation,
        operation.id === 'event-logs' ? { ...input, date: '01-01-2026' } : input,
        signal,
      );
  const test = await consoleUnderTest(few({ pane: 'events', call: longAgo }));
  expect(await test.text()).toContain('The service keeps the last 72 hours only');
  expect(await test.line('warren')).not.toContain('key');
  await test.press('1');
  expect(await test.cursor()).toMatch(/^❯ checkout +● active/);
  expect(await test.line('warren')).toContain('● connected');
});

it('after too many requests the console waits as long as the service asks', async () => {
  const test = await consoleWithFault({
    kind: 'answer',
    status: 429,
    body: 'empty',
    headers: { 'retry-after': '90' },
  });
  expect(await test.line('warren')).toMatch(
    /✖ too many requests \(429\).* · next try 14:03:35 {2}UTC$/,
  );
  expect(await said(test)).toBe('! Too many requests · since 14:02:05');
  const asked = test.platform.served.requests.length;
  test.platform.faults.clear();
  await test.pass(80_000);
  expect(test.platform.served.requests).toHaveLength(asked);
  await test.pass(15_000);
  expect(await test.line('warren')).toContain('● connected');
});

it('HTML in place of an answer is named by its title', async () => {
  const test = await consoleWithFault({ kind: 'answer', status: 200, body: 'html' });
  expect(await test.line('warren')).toMatch(
    /✖ unexpected answer since 14:02:05 · next try 14:02:\d\d/,
  );
  expect(await said(test)).toBe('! HTML instead of JSON: Sign in to the network · since 14:02:05');
  expect(await test.cursor()).toMatch(/^❯ checkout +● active +15\/15/);
});

it('a redirect is not followed, and the screen says why', async () => {
  const test = await consoleWithFault({
    kind: 'answer',
    status: 307,
    body: 'empty',
    headers: { location: 'http://127.0.0.1:9/elsewhere' },
  });
  expect(await test.line('warren')).toContain('✖ service redirects (307) · ');
  expect(await said(test)).toMatch(/^! The service redirects to 127\.0\.0\.1:9: not followed, /);
});

it.each([
  ['an empty answer', { kind: 'corrupt', how: 'empty' }, /^! The answer is empty · /],
  [
    'JSON that breaks off',
    { kind: 'corrupt', how: 'truncated JSON' },
    /^! The answer is not JSON: /,
  ],
  ['a broken connection', { kind: 'disconnect', stage: 'mid-answer', how: 'reset' }, /^! /],
  ['a service error', { kind: 'answer', status: 500, body: 'problem' }, /^! The service could not/],
] as const)('%s annotates what was known', async (_name, fault, sentence) => {
  const test = await consoleWithFault(fault);
  expect(await test.line('warren')).toMatch(/ ✖ [a-z ]+(?: \(500\))? .* · next try 14:02:\d\d /);
  expect(await said(test)).toMatch(sentence);
  expect(await test.cursor()).toMatch(/^❯ checkout +● active +15\/15/);
  test.platform.faults.clear();
  await test.until('● connected');
  expect(await said(test)).toBe('');
});

it('answers with wrong types everywhere leave blanks and do not crash', async () => {
  const test = await consoleWithFault({ kind: 'corrupt', how: 'wrong types' });
  expect(await test.cursor()).toMatch(/^❯ checkout +– +–\/– +– +–/);
  await test.press(KEYS.enter);
  expect(await test.text()).toContain('  The service names no region of this application.');
});

it('a refusal for one thing does not delay the others or count as an outage', async () => {
  const test = await consoleUnderTest({
    columns: 120,
    workspace: (demo) => ({
      ...demo,
      apps: [{ id: 'noSuchApp', name: 'forgotten' }, ...demo.apps.slice(0, 1)],
      rateLimits: [{ id: '1', name: 'forgotten' }, ...demo.rateLimits.slice(0, 1)],
    }),
  });
  expect(await test.line('warren')).toContain('● connected');
  expect(await test.cursor()).toMatch(/^❯ forgotten +! not found +–/);
  expect(await test.line(/^ {2}checkout/)).toMatch(/● active/);
  await test.press('6');
  expect(await test.cursor()).toMatch(/^❯ forgotten +✖ not found +–/);
  expect(await test.line(/^ {2}login/)).toMatch(/^ {2}login-attempts .* \d,\d{3},\d{3} /);
  expect(await test.line('warren')).toContain('● connected');
});

it('what the key may not read says so in every pane, and what to do', async () => {
  const test = await consoleUnderTest({ columns: 120, rows: 30 });
  for (const operation of ['event-logs', 'dns-scan', 'rate-limit-metrics'] as const) {
    test.platform.faults.set({ kind: 'answer', status: 403, body: 'problem' }, { operation });
  }
  for (const pane of ['2', '3', '6']) {
    await test.press(pane);
    expect((await test.text()).replace(/\s+/g, ' ')).toContain(
      'The access key may not read this, or the plan does not have it.',
    );
  }
});

it('use 17: the page that a problem names is a link if the terminal supports links', async () => {
  const address = 'https://docs.example/problems/quota';
  const refusing = () => async () => {
    throw new ApiError({ kind: 'refused', title: 'No quota', members: { type: address } });
  };
  const written = async (links: boolean) => {
    const test = await consoleUnderTest(
      few({ call: refusing as never, columns: 120, rows: 36, ...(links && { links: true }) }),
    );
    await test.press('d');
    expect(await test.line(address)).toMatch(/type +https/);
    return test.terminal.written();
  };
  expect(await written(true)).toContain(`\u001b]8;;${address}\u001b\\`);
  expect(await written(false)).not.toContain('\u001b]8;');
});
