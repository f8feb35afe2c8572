import { describe, expect, it } from 'vitest';
import { type ConsoleUnderTest, consoleUnderTest, KEYS, type Setting } from '../support/console.ts';
import { guardianConsole, SHOP_FILE } from '../support/guardian-console.ts';

/* Every pane, dialog and overlay at five sizes, checked by the rules for all screens. */

const SIZES = [
  [60, 15],
  [80, 24],
  [120, 36],
  [200, 50],
  [300, 80],
] as const;

/** Keys, and text to wait for if their effect takes more than drawing. */
interface Step {
  readonly keys: readonly string[];
  readonly shows?: string | RegExp;
}

const step = (...keys: readonly string[]): Step => ({ keys });

/** A walk through a console, repeated at each size. */
interface Journey {
  open(): Promise<ConsoleUnderTest>;
  readonly steps: readonly Step[];
  /** Keys that return to the start. */
  readonly back: readonly string[];
}

const { enter, escape: esc } = KEYS;
const OUT = Array<string>(4).fill(esc);

const few: Setting = { workspace: (demo) => ({ ...demo, apps: demo.apps.slice(0, 2) }) };

/** A console after the deploy of the first application has failed, with all its details. */
async function onceDeployed(setting: Setting): Promise<ConsoleUnderTest> {
  const test = await consoleUnderTest(setting);
  await test.pass(40_000);
  return test;
}

/** Journeys through every pane, dialog and overlay. The screen after each step is checked. */
const JOURNEYS: Readonly<Record<string, Journey>> = {
  apps: {
    open: () => onceDeployed({ workspace: (demo) => ({ ...demo, apps: demo.apps.slice(0, 16) }) }),
    steps: [
      step('g'),
      step('j'),
      step('d'),
      step(esc, enter),
      step('j', 'd'),
      step('d'),
      step(esc, '!'),
      step('8'),
      step('d'),
      step(esc, '!'),
      step('1', 'x'),
      step('('),
    ],
    back: [...OUT, '1'],
  },
  events: {
    async open() {
      const test = await consoleUnderTest({ ...few, pane: 'events' });
      await test.press(':', 'load day', enter);
      await test.until(/\d loaded/);
      return test;
    },
    steps: [
      step('k'),
      step(enter),
      step(enter, '&', 'status:logged', enter),
      step('a'),
      step('b'),
      step(esc, esc, 'i'),
      { keys: ['D'], shows: 'Compare' },
      { keys: [esc, 'H'], shows: 'Actors' },
      { keys: [esc, 'K'], shows: 'Rule trial' },
      { keys: [esc, 's'], shows: 'Heat map' },
      { keys: [esc, '0'], shows: 'Zones' },
      { keys: [esc, 'L'], shows: 'False positives' },
    ],
    back: [...OUT, '%', '%', '%'],
  },
  guardian: {
    open: () => guardianConsole(),
    steps: [
      step('o'),
      { keys: [KEYS.ctrlU, SHOP_FILE, enter], shows: '8 endpoints' },
      step('d'),
      step(esc, KEYS.right),
      step(KEYS.right),
      step('U'),
      step('?'),
      step(esc, esc, KEYS.right),
      step(KEYS.right),
    ],
    back: [...OUT, ...Array<string>(4).fill(KEYS.left)],
  },
  'the other panes': {
    open: () => consoleUnderTest(few),
    steps: [
      step('3'),
      step(']'),
      step('d'),
      step('d', '/', 'type:mx'),
      step(enter),
      step(esc, '4'),
      step('/', 'basket', esc),
      step('d'),
      step('5'),
      step('6'),
      step('d'),
      step('7'),
      step('a'),
      step('?'),
    ],
    back: [...OUT, '3', '[', '1'],
  },
  'what opens over panes': {
    open: () => onceDeployed(few),
    steps: [
      step('@'),
      step('d'),
      step(esc, esc, '?'),
      step('export'),
      step(esc, esc, KEYS.ctrlP, 'theme'),
      step(esc, 'g', '.'),
      step(esc, 'y'),
      step(esc, ':', 'delete', enter),
      step('?'),
      step(esc, esc, ':', 'doctor', enter),
      step(esc, ':', 'changes', enter),
      step(esc, ':', 'audit', enter),
      step(esc, ':', 'keys', enter),
      step(esc, ':', 'remove', enter),
      step(esc, ';'),
      step(esc, ':', 'watches', enter),
      step(esc, '8'),
      step('d'),
      step(esc, '.'),
      {
        keys: [esc, ':', 'help configuration', enter],
        shows: /── Help: configuration (?![\s\S]*Loading…)/,
      },
      step(esc, ':', 'nonsense', enter),
    ],
    back: [...OUT, '1'],
  },
};

it.each(Object.entries(JOURNEYS))(
  'use 2: the screens of %s at five sizes have no blank area while something is hidden, and only standard words',
  async (_name, { open, steps, back }) => {
    const test = await open();
    let looked = 0;
    for (const [columns, rows] of SIZES) {
      await test.resize(columns, rows);
      for (const { keys, shows } of steps) {
        await test.press(...keys);
        if (shows === undefined) await test.pass(200);
        else await test.until(shows);
        // The screen is checked with all frames when the console closes (test/support/seen-frames.ts).
        looked += test.terminal.emulator.columns === columns ? 1 : 0;
      }
      await test.press(...back);
    }
    expect(looked).toBe(SIZES.length * steps.length);
  },
);

describe('when an application fails', () => {
  const WHY =
    /exit 1 x\d — CrashLoopBackOff: back-off restarting failed container: missing environment variable PAYMENT_API_URL/;

  it('use 2: the reason is shown in full after at most one key, at eight sizes; use 3: and can be copied', async () => {
    const test = await consoleUnderTest({
      workspace: (demo) => ({ ...demo, apps: demo.apps.slice(0, 16) }),
    });
    await test.pass(40_000);
    // It moved to the top while the cursor was elsewhere.
    await test.press('g');
    const said = async () => {
      const lines = await test.screen();
      const beside = Math.max(0, ...lines.map((line) => line.search(/(?<= {2})checkout$/)));
      const text = lines.map((line) => line.slice(beside)).join(' ');
      return text.replaceAll(/\s+/g, ' ');
    };
    for (const [columns, rows] of [...SIZES, [100, 30], [160, 45], [220, 55]] as const) {
      await test.resize(columns, rows);
      if (!WHY.test(await said())) await test.press('d');
      expect(await said(), `${columns}x${rows}`).toMatch(WHY);
      await test.press(esc);
    }
    await test.press('y');
    expect(await test.line(/^. issues /)).toContain('exit 1 x');
  });
});
