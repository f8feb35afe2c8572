import { describe, expect, it } from 'vitest';
import { openDeletion } from '../support/acting.ts';
import {
  type ConsoleUnderTest,
  consoleUnderTest,
  FEW,
  KEYS,
  type Setting,
} from '../support/console.ts';

const few = (setting: Setting = {}) => consoleUnderTest({ ...FEW, ...setting });

/** The painter's last output: resets synchronised updates, styles, bracketed paste, wrapping, cursor, main screen. */
const RESTORED = '\u001b[?2026l\u001b[m\u001b[?2004l\u001b[?7h\u001b[?25h\u001b[?1049l';

function expectRestored({ terminal }: ConsoleUnderTest): void {
  expect(terminal.raw).toBe(false);
  expect(terminal.written().endsWith(RESTORED)).toBe(true);
  expect(terminal.written().match(/\u001b\[\?1049h/g)).toHaveLength(1);
}

describe('the terminal is restored', () => {
  it('on q', async () => {
    const test = await few();
    expect(test.terminal.raw).toBe(true);
    await test.press('q');
    expectRestored(test);
  });

  it('on Ctrl-C twice, in the middle of typing', async () => {
    const test = await few();
    await test.press(KEYS.ctrlP, 'shop');
    await test.press(`${KEYS.ctrlC}${KEYS.ctrlC}${KEYS.ctrlC}`);
    expect(await test.ending()).toEqual({ kind: 'quit' });
    expectRestored(test);
  });

  it('when the connection drops, and nothing is written afterwards', async () => {
    const test = await few();
    test.terminal.hangUp();
    expect(await test.ending()).toEqual({ kind: 'gone' });
    expectRestored(test);
    const { length } = test.terminal.written();
    const asked = test.platform.served.requests.length;
    await test.pass(60_000);
    expect(test.terminal.written()).toHaveLength(length);
    expect(test.platform.served.requests).toHaveLength(asked);
  });

  it('while the shell has it, and taken again afterwards', async () => {
    let stops = 0;
    const test = await few({ stopProcess: () => void stops++ });
    await test.press(KEYS.ctrlZ);
    expect(stops).toBe(1);
    expectRestored(test);
    await test.resize(100, 30);
    test.console.continued();
    await test.pass(20);
    expect(test.terminal.raw).toBe(true);
    expect(await test.screen()).toHaveLength(30);
    expect((await test.screen())[1]).toMatch(/^ {2}1 Apps {3}2 Events /);
  });
});

describe('Ctrl-Z suspends the console', () => {
  it.each([
    ['help', ['?']],
    ['the search', [KEYS.ctrlP]],
    ['the line', [':', 'del']],
  ])('from %s, which is there again afterwards', async (_, keys) => {
    let stops = 0;
    const test = await few({ stopProcess: () => void stops++ });
    await test.press(...keys);
    const before = await test.text();
    await test.press(KEYS.ctrlZ);
    expect(stops).toBe(1);
    expectRestored(test);
    test.console.continued();
    await test.pass(20);
    expect(await test.text()).toBe(before);
  });

  it('from the deletion dialog, and cancels a countdown that is no longer visible', async () => {
    let stops = 0;
    const test = await few({ stopProcess: () => void stops++ });
    await openDeletion(test, test.platform.world.applications[0]?.id ?? '');
    const before = await test.text();
    expect(before).toContain('matches');
    await test.press(KEYS.ctrlZ);
    expect(stops).toBe(1);
    test.console.continued();
    await test.pass(200);
    expect(await test.text()).toBe(before);
    await test.press(KEYS.ctrlY);
    expect(await test.text()).toContain('Deleting in 5 s…');
    await test.press(KEYS.ctrlZ);
    expect(stops).toBe(2);
    test.console.continued();
    await test.pass(20);
    expect(await test.text()).toContain('The countdown could no longer be seen. Nothing was sent');
    await test.pass(8000);
    const { requests } = test.platform.served;
    expect(requests.filter(({ operation }) => operation === 'app-delete')).toEqual([]);
  });
});

it('Ctrl-Z says so if there is no shell to return to', async () => {
  const test = await few();
  await test.press(KEYS.ctrlZ);
  test.console.notSuspended();
  await test.pass(20);
  expect(test.terminal.raw).toBe(true);
  expect(await test.text()).toContain(' There is no shell to suspend to. :q quits.');
});

describe('a terminal that is too small', () => {
  it('shows the connection and how to quit, and everything again when it grows', async () => {
    const test = await few();
    const before = await test.screen();
    await test.resize(59, 14);
    expect(await test.screen()).toEqual([
      '● connected',
      '59x14 is too small, 60x15 is needed · q quits',
      expect.stringMatching(/^no issues in \d of 6$/),
      ...Array<string>(11).fill(''),
    ]);
    await test.resize(80, 24);
    expect(await test.screen()).toEqual(before);
    await test.resize(20, 1);
    expect(await test.screen()).toHaveLength(1);
    await test.resize(60, 15);
    expect(await test.cursor()).toMatch(/^❯ checkout /);
    await test.resize(59, 15);
    await test.press('q');
    expect(await test.ending()).toEqual({ kind: 'quit' });
  });

  it('E15: at 20x5 shows the worst problem, the connection and how to quit', async () => {
    const test = await consoleUnderTest({ columns: 80, rows: 24 });
    await test.pass(2000);
    await test.resize(20, 5);
    const screen = await test.screen();
    expect(screen[0]).toBe('● connected');
    expect(screen[1]).toBe('q quits');
    expect(screen[2]).toMatch(/^\d+ of \d+ with issues$/);
    expect(screen[3]).toMatch(/^\S+ ✖ /);
    expect(screen[4]).toBe('60x15 is needed');
    // In any pane.
    await test.resize(80, 24);
    await test.press('3');
    await test.resize(20, 5);
    expect((await test.screen())[2]).toMatch(/with issues$/);
    await test.resize(20, 2);
    expect(await test.screen()).toEqual([expect.stringMatching(/✖ /), 'q quits']);
  });

  it('says how to close an overlay that has its own keys', async () => {
    const test = await few({ columns: 40, rows: 10 });
    const second = async () => (await test.screen())[1];
    await test.press('/');
    expect(await second()).toBe('Esc leaves: what is typed');
    await test.press(KEYS.escape, ':', 'delete checkout', KEYS.enter);
    expect(await second()).toBe('q quits');
    await test.resize(80, 24);
    await test.press(':', 'delete checkout', KEYS.enter);
    await test.resize(40, 10);
    expect(await second()).toBe('Esc leaves: Delete an application');
    await test.press('q');
    expect(await second()).toBe('Esc leaves: Delete an application');
    await test.press(KEYS.escape);
    expect(await second()).toBe('q quits');
  });

  it('says that q goes back if it does not quit yet, and names the key that closes a list', async () => {
    const keys = [{ id: 'back', kind: 'these', keys: ['x'], line: 1 }] as const;
    const test = await few({ columns: 80, rows: 24, keys });
    const second = async () => (await test.screen())[1];
    await test.press(KEYS.enter);
    await test.resize(40, 10);
    expect(await second()).toBe('q goes back');
    await test.press('q');
    expect(await second()).toBe('q quits');
    await test.press('@');
    expect(await second()).toMatch(/^x leaves: Calls/);
    await test.press('x');
    expect(await second()).toBe('q quits');
  });

  it('still shows problems of the connection', async () => {
    const test = await few({ columns: 59, rows: 14 });
    await test.platform.faults.refuseConnections();
    await test.until(/^✖ unreachable · last answer 14:02:00 · next try \d\d:\d\d:\d\d/);
  });
});

it('many resizes end with a complete frame of the last size', async () => {
  const test = await few();
  for (let step = 0; step < 40; step += 1) {
    test.terminal.resizeTo(60 + ((step * 37) % 140), 15 + ((step * 13) % 35));
    if (step % 7 === 0) await test.press('j');
  }
  await test.resize(80, 24);
  const lines = await test.screen();
  expect(lines[0]).toMatch(/^ warren {2}DEMO {2}embedded platform +● connected {2}UTC$/);
  expect(lines[2]).toMatch(/^── Apps · 6 watched ─+ as of 14:02:00 /);
  expect(lines[23]).toMatch(/^ Enter open +d details /);
  expect(await test.cursor()).toMatch(/^❯ inventory-sync /);
});

it('a terminal that was smaller for a moment shows everything again', async () => {
  const test = await few();
  const before = await test.screen();
  // The program reads the size when it is what it was, and does not know what was cut off meanwhile.
  test.terminal.emulator.resize(50, 12);
  await test.resize(80, 24);
  expect(await test.screen()).toEqual(before);
});

it('Ctrl-L redraws everything', async () => {
  const test = await few();
  const before = await test.screen();
  await test.terminal.emulator.write('\u001b[10;1Hsomebody else wrote this\u001b[1;1H');
  expect(await test.screen()).not.toEqual(before);
  await test.press(KEYS.ctrlL);
  expect(await test.screen()).toEqual(before);
});

it('there is no output while nothing changes', async () => {
  const test = await few({ workspace: (demo) => ({ ...demo, apps: [] }) });
  await test.pass(1000);
  const { length } = test.terminal.written();
  await test.pass(2 * 60_000);
  expect(test.terminal.written()).toHaveLength(length);
});

it('without colour, words, symbols and the cursor are still visible', async () => {
  const test = await few({ colour: false });
  await test.pass(40_000);
  expect(await test.cursor()).toMatch(/^❯ checkout +✖ failing +10\/15▼/);
  expect(test.terminal.written()).not.toMatch(/\u001b\[[\d;]*\b(?:3[0-8]|4[0-8]|9\d)m/);
});
