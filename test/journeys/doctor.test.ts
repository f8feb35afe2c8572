import { expect, it } from 'vitest';
import type { Call } from '../../src/contract/operation.ts';
import { consoleUnderTest, KEYS, type Setting } from '../support/console.ts';

const few = (setting: Setting = {}) =>
  consoleUnderTest({
    rows: 40,
    columns: 100,
    workspace: (demo) => ({ ...demo, apps: demo.apps.slice(0, 1) }),
    ...setting,
  });

/** A console in which the doctor has finished. */
async function examined(setting: Setting = {}) {
  const test = await few(setting);
  const before = test.platform.served.requests.length;
  await test.press(':', 'doctor', KEYS.enter);
  await test.until(/\d ok\b/);
  return { test, asked: () => test.platform.served.requests.slice(before) };
}

it(':doctor checks terminal, files and service, one line each', async () => {
  const { test, asked } = await examined();
  const lines = (await test.screen()).slice(3, 29).map((line) => line.replace(/ +$/, ''));
  expect(lines.map((line) => line.replace(/\d+ ms$/, 'N ms'))).toEqual([
    ' 0 failed · 2 notes · 15 ok · 1 skipped',
    '  RESULT   WHAT                  DETAIL',
    '❯ note     round trip            The terminal does not answer queries.',
    '  note     clipboard             Whether the terminal takes copies (OSC 52) is not known.',
    '  ok       program               warren 1.2.3 on a test',
    '  ok       terminal              TERM=xterm-256color',
    '  ok       size                  100 columns, 40 rows',
    '  ok       characters            C.UTF-8',
    '  ok       colours               256 (TERM=xterm-256color)',
    '  ok       configuration         ~/config.yaml',
    '  ok       service               demo, embedded platform',
    expect.stringMatching(/^ {2}ok {7}connection {12}last answer 14:02:\d\d, polled every 5 s, /),
    '  ok       search                200 in N ms',
    '  ok       rate limit            200 in N ms',
    '  ok       application overview  200 in N ms',
    '  ok       DNS scan              200 in N ms',
    '  ok       event log             200 in N ms',
    "  ok       clock                 the same as the service's",
    '  ok       answers               All of them fit the contract.',
    '  skipped  changes               Operations that change something are not tried.',
    expect.stringMatching(/^─+$/),
    '! round trip: The terminal does not answer queries.',
    '! clipboard: Whether the terminal takes copies (OSC 52) is not known.',
    ' → Copy something in the console and paste it to see.',
    '',
    '',
  ]);
  expect(new Set(asked().map(({ method }) => method))).toEqual(new Set(['GET']));
});

it('lines appear as checks end, and the terminal’s reply to a query is not taken for a key', async () => {
  const test = await few();
  await test.press(':', 'doctor', KEYS.enter);
  expect(await test.text()).toContain(' Checking: terminal');
  expect(await test.line('program')).toMatch(/ ok +program /);
  expect(await test.line('event log')).toMatch(/^ {2}… +event log +not checked yet$/);
  await test.pass(40);
  await test.press('\u001b[?2026;2$y\u001b[?62;22;52c');
  await test.until(/\d ok\b/);
  expect(await test.line('round trip')).toMatch(/ok +round trip +40 ms$/);
  expect(await test.line('synchronized output')).toMatch(
    /ok +synchronized output +The terminal shows updates at/,
  );
  expect(await test.line('clipboard')).toMatch(/ok +clipboard +The terminal reports clipboard/);
  expect(await test.line('── Doctor')).toBeDefined();
});

it('closing it aborts its requests', async () => {
  const signals: AbortSignal[] = [];
  const stuck =
    (call: Call): Call =>
    (operation, input, signal) => {
      if (operation.id !== 'dns-scan') return call(operation, input, signal);
      if (signal) signals.push(signal);
      return new Promise(() => {});
    };
  const test = await few({ call: stuck });
  await test.press(':', 'doctor', KEYS.enter);
  await test.until(' Checking: DNS scan');
  const asked = test.platform.served.requests.length;
  expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
  await test.press(KEYS.escape);
  expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  expect(await test.line('── Apps')).toBeDefined();
  expect(test.platform.served.requests.length).toBe(asked);
});

it('a key that is not accepted is tried once', async () => {
  const { test, asked } = await examined({ accessKey: 'not-the-key' });
  expect(asked()).toHaveLength(1);
  expect(await test.line('search ')).toMatch(/FAILED +search /);
  expect(await test.line('skipped  DNS scan')).toMatch(
    /skipped +DNS scan +Not asked: the access key was not accepted\.$/,
  );
  expect(await test.text()).toContain(' 1 failed · ');
  await test.press('r');
  await test.until(/\d ok\b/);
  expect(asked()).toHaveLength(2);
});

it('a service that is away is reported', async () => {
  const test = await few();
  await test.platform.faults.refuseConnections();
  await test.press(':', 'doctor', KEYS.enter);
  await test.until(/\d ok\b/);
  expect(await test.line(' search ')).toMatch(/FAILED +search +Connection refused by 127\.0\.0\.1/);
  expect(await test.line('event log')).toMatch(/skipped +event log +Not asked: the service could/);
  expect(await test.cursor()).toMatch(/FAILED +search /);
  expect(await test.text()).toContain(
    '→ Check the base URL, and the network to it: proxy, firewall.',
  );
});

it('with an archive and no service, nothing is requested', async () => {
  const { test, asked } = await examined({ offline: true });
  expect(await test.line('skipped  service')).toMatch(
    /skipped +service +There is no service to ask: a file is shown\.$/,
  );
  expect(await test.text()).not.toContain('search');
  expect(asked()).toEqual([]);
});

it.each([
  [60, 15, ['d']],
  [80, 24, []],
  [120, 36, []],
  [200, 50, []],
])(
  'use 17: the worst finding comes first, in full, with what to do, at %i x %i after the keys %j',
  async (columns, rows, keys) => {
    const { test } = await examined({ columns, rows, accessKey: 'not-the-key' });
    expect(await test.cursor()).toMatch(/^❯ FAILED +search /);
    await test.press(...keys);
    const text = (await test.text()).replace(/\s+/g, ' ');
    expect(text).toMatch(/✖ (?:search: )?The access key was not accepted \(401, [\da-f]+\)/);
    expect(text).toContain('→ warren config show says which access key is used.');
  },
);

it('it scrolls if it does not fit', async () => {
  const { test } = await examined({ columns: 80, rows: 24 });
  expect(await test.text()).not.toContain(' answers ');
  await test.press('G');
  expect(await test.cursor()).toMatch(/^❯ skipped +changes /);
  await test.press('g', 'j');
  expect(await test.text()).toContain(
    '\n! Whether the terminal takes copies (OSC 52) is not known.\n→ Copy something in the console and paste it to see.\n',
  );
});

it('the summary of checks is spoken without symbols', async () => {
  const { test } = await examined({ lines: 'reader' });
  expect(await test.text()).toContain('0 failed, 2 notes, 15 ok, 1 skipped');
});
