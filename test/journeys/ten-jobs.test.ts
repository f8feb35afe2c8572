import { describe, expect, it } from 'vitest';
import { pressSlowly, typeId } from '../support/acting.ts';
import { clipboard } from '../support/clipboard.ts';
import { type ConsoleUnderTest, consoleUnderTest, KEYS, type Setting } from '../support/console.ts';
import { CTRL_Y, guardianConsole } from '../support/guardian-console.ts';

/* Common jobs, with the number of keys that each may take. */

const SIZES = [
  [60, 15],
  [80, 24],
  [120, 36],
  [200, 50],
  [300, 80],
] as const;

const WHY =
  /exit 1 — CrashLoopBackOff: back-off restarting failed container: missing environment variable PAYMENT_API_URL/;

/** Presses keys and counts them. Every letter of typed text counts. */
function counted(test: ConsoleUnderTest) {
  let count = 0;
  return {
    async press(...keys: readonly string[]) {
      for (const key of keys) count += key.startsWith('\u001b') ? 1 : key.length;
      await test.press(...keys);
      await test.pass(1000);
    },
    count: () => count,
  };
}

/** The screen as one text, with wrapped lines joined beside and below the list. */
async function unwrapped(test: ConsoleUnderTest): Promise<string> {
  const lines = await test.screen();
  // Details at the right begin with a name or a reason.
  const right = [/(?<= {2})checkout$/, /(?<= {2})✖ .*$/].map((begin) => {
    const beside = Math.max(0, ...lines.map((line) => line.search(begin)));
    return lines.map((line) => line.slice(beside).trim()).join(' ');
  });
  return [lines.map((line) => line.trim()).join(' '), ...right].join('\n').replaceAll(/ +/g, ' ');
}

const few: Setting = { workspace: (demo) => ({ ...demo, apps: demo.apps.slice(0, 3) }) };

/** A console in which an application fails from the start. */
async function incident(setting: Setting = {}) {
  const test = await consoleUnderTest({
    ...few,
    copies: true,
    ...setting,
  });
  await test.pass(40_000);
  return { test, ...counted(test) };
}

describe.each(SIZES)('at %i x %i', (columns, rows) => {
  it('use 2: the reason why an application fails is shown in full after one key', async () => {
    const { test, press, count } = await incident({ columns, rows });
    await press(KEYS.enter);
    expect(await unwrapped(test)).toMatch(WHY);
    expect(count()).toBe(1);
  });

  it('what is broken and since when: no key', async () => {
    const { test } = await incident({ columns, rows });
    expect(await test.cursor()).toMatch(/^❯ checkout +✖ failing /);
    // The smallest screens show since when in the line below the list.
    expect(await test.text()).toMatch(/14:02:3\d/);
  });

  it('the previous and the present image: no key beyond the details of the application', async () => {
    const { test, press, count } = await incident({ columns, rows });
    // From 140 columns on, the details are beside the list.
    if (columns < 140) await press('d');
    const text = await unwrapped(test);
    expect(text).toMatch(/shop\/checkout:3\.30\.2 9\/9 ready/);
    expect(text).toMatch(/shop\/checkout:3\.30\.3 0\/6 ready/);
    expect(count()).toBeLessThanOrEqual(1);
  });

  it('use 3: two keys copy it', async () => {
    const { test, press, count } = await incident({ columns, rows });
    await press(KEYS.enter, 'c');
    expect(clipboard(test)).toMatch(WHY);
    expect(count()).toBe(2);
  });
});

it.each([
  [80, 24],
  [200, 50],
] as const)('a DNS value is found and copied by five keys at %i x %i', async (columns, rows) => {
  const test = await consoleUnderTest({
    columns,
    rows,
    copies: true,
    workspace: (demo) => ({
      ...demo,
      dnsZones: demo.dnsZones.filter(({ name }) => name === 'corp.example'),
    }),
  });
  const { press, count } = counted(test);
  await press('3', '/', 'mx', '\u001bc');
  expect(clipboard(test)).toBe('mx1.corp.example');
  expect(count()).toBe(5);
});

it('use 23: the copy menu copies a value with invisible characters exactly, as JSON', async () => {
  const test = await consoleUnderTest({ pane: 'dns', copies: true, columns: 120 });
  await test.press(']', '/', 'motd', KEYS.enter, 'c');
  expect(await test.text()).toContain('invisible characters written as <U+…>');
  await test.press('y', 'j', KEYS.enter);
  expect(JSON.parse(clipboard(test))).toBe('welcome\u001b[2J \u202Eelpmaxe');
});

it('a specification is sent with five keys and its path, which Tab completes', async () => {
  const test = await guardianConsole({ pane: 'apps', columns: 120, rows: 36 });
  const { press, count } = counted(test);
  await press('5', 'o');
  await test.press(KEYS.ctrlU, '~/a', KEYS.tab, 'sh', KEYS.tab);
  await press(KEYS.enter);
  await test.until('8 endpoints');
  await press('U');
  expect(await test.text()).toContain('Send this specification to shop.example?');
  await press(CTRL_Y);
  await test.until('● ACCEPTED');
  expect(test.uploads()).toHaveLength(1);
  expect(count()).toBe(5);
});

it('a variable of a script is added with five keys, its name and its value', async () => {
  const test = await consoleUnderTest({ columns: 120, rows: 36, ...few });
  const { press, count } = counted(test);
  await press('7');
  await press('a');
  await pressSlowly(test, 'API_URL');
  await press(KEYS.tab);
  await press(KEYS.tab);
  await pressSlowly(test, 'https://api.example/v2');
  await test.pass(1000);
  await press(CTRL_Y);
  await test.until('ACCEPTED at ');
  expect(await test.line('API_URL')).toContain('edge-redirects');
  expect(count()).toBe(5);
});

it('an application is deleted with four keys and its id, typed by hand', async () => {
  const test = await consoleUnderTest({ columns: 120, rows: 36, ...few });
  const { press, count } = counted(test);
  const id = test.platform.world.applications[0]?.id ?? '';
  await test.pass(6000);
  for (const key of ['.', 'G', KEYS.enter]) await press(key);
  expect(await test.line(' id ')).toContain(id);
  await typeId(test, id);
  await test.pass(1000);
  await press(CTRL_Y);
  await test.until('MARKED FOR DELETION');
  expect(count()).toBe(4);
});

it('a cursor move writes fewer bytes than the two repainted rows have cells', async () => {
  const test = await consoleUnderTest({ columns: 120, rows: 36 });
  await test.pass(6000);
  await test.press('G', 'k', 'k');
  const before = test.terminal.written().length;
  await test.press('k');
  expect(Buffer.byteLength(test.terminal.written().slice(before))).toBeLessThan(2 * 120);
});
