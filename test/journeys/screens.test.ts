import { describe, expect, it } from 'vitest';
import type { Printable } from '../../src/text/printable.ts';
import type { Style } from '../../src/text/style.ts';
import { width } from '../../src/text/width.ts';
import { type ConsoleUnderTest, consoleUnderTest, KEYS, type Setting } from '../support/console.ts';
import { paintedContrast } from '../support/contrast.ts';
import { guardianConsole, SHOP_FILE } from '../support/guardian-console.ts';

/* A scan over what journeys show at five sizes: what holds for every screen. */

const SIZES = [
  [60, 15],
  [80, 24],
  [120, 36],
  [200, 50],
  [300, 80],
] as const;

/** Home-made words, which the standard ones have replaced (`src/ui/README.md` and the help say those). */
const NOT_SAID =
  /j and k move on|Nothing is kept any more|Ask again now|Let go before|gave up in the phase|knows it no more|Worth a look|Look closer|Turn the last filter|Take the last filter|Off the list|known by|that type fast|hands type|by way of the terminal|APPLICATION {2}|COURSE|SURPRISE|A MINUTE|MIX B\/C\/L|CHALL\.|mostly [^(]*\((?:[1-4]?\d(?:\.\d)?) ?%/;

/** Keys, and what is on the screen once they were answered, where that takes more than drawing. */
interface Step {
  readonly keys: readonly string[];
  readonly shows?: string | RegExp;
}

const step = (...keys: readonly string[]): Step => ({ keys });

/** A console that is walked through at all sizes, one after the other. */
interface Journey {
  open(): Promise<ConsoleUnderTest>;
  readonly steps: readonly Step[];
  /** Keys that lead back to where it began. */
  readonly back: readonly string[];
}

const { enter, escape: esc } = KEYS;
const OUT = Array<string>(4).fill(esc);

const few: Setting = { workspace: (demo) => ({ ...demo, apps: demo.apps.slice(0, 2) }) };

/** A console that has seen the deploy of the first application fail: all that there is to tell of it. */
async function onceDeployed(setting: Setting): Promise<ConsoleUnderTest> {
  const test = await consoleUnderTest(setting);
  await test.pass(40_000);
  return test;
}

/** Journeys over every pane, dialog and overlay, each step of which leaves a screen to look at. */
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

/** The styles of all text on the screen. */
function painted({ terminal: { emulator } }: ConsoleUnderTest): ReadonlySet<Style> {
  const styles = new Set<Style>();
  for (let row = 0; row < emulator.rows; row += 1) {
    for (let column = 0; column < emulator.columns; column += 1) {
      const { text, style } = emulator.cell(row, column);
      if (text.trim() !== '') styles.add(style);
    }
  }
  return styles;
}

/** The longest run of blank rows, of all. */
function blankShare(lines: readonly string[]): number {
  let most = 0;
  let run = 0;
  for (const line of lines) {
    run = line.trim() === '' ? run + 1 : 0;
    most = Math.max(most, run);
  }
  return most / lines.length;
}

/** Whether something is not to be seen: a value that is cut and stands nowhere whole, or lines without room. */
function hidesSomething(lines: readonly string[]): boolean {
  // What stands on a line of tabs is not hidden for want of lines.
  // Nor is a sentence that a key shows whole.
  const text = lines.filter((line) => !/\[ \]$|; in full$/.test(line)).join('\n');
  const cut = [...text.matchAll(/(\S[^…\n]{4,11})…/g)].map(([, stem = '']) => stem);
  const isWhole = (stem: string) =>
    text.split(stem).some((rest, at) => at > 0 && !rest.startsWith('…'));
  return cut.some((stem) => !isWhole(stem)) || / more lines?\b| \d+›/.test(text);
}

/** What holds for every screen. */
function expectReadable(test: ConsoleUnderTest, lines: readonly string[], where: string): void {
  const text = `${where}:\n${lines.join('\n')}`;
  expect(text).not.toMatch(NOT_SAID);
  for (const style of painted(test)) {
    expect(paintedContrast(style, 'dark'), text).toBeGreaterThanOrEqual(4.5);
  }
  const { columns } = test.terminal.emulator;
  for (const line of lines) expect(width(line as Printable), text).toBeLessThanOrEqual(columns);
  if (hidesSomething(lines)) expect(blankShare(lines), text).toBeLessThanOrEqual(0.3);
  // A line that ends in … has been cut for want of room: it reaches the edge, or what stands beside it.
  for (const line of lines.slice(3, -2)) {
    if (/^\S.*[a-z]…$/.test(line))
      expect(width(line as Printable), text).toBeGreaterThan(columns * 0.6);
  }
}

it.each(Object.entries(JOURNEYS))(
  'use 2: the screens of %s at five sizes: nothing is blank while something is hidden, and every word is a standard one',
  async (_name, { open, steps, back }) => {
    const test = await open();
    let looked = 0;
    for (const [columns, rows] of SIZES) {
      await test.resize(columns, rows);
      for (const { keys, shows } of steps) {
        await test.press(...keys);
        if (shows === undefined) await test.pass(200);
        else await test.until(shows);
        looked += 1;
        expectReadable(test, await test.screen(), `${columns}x${rows}, ${keys.join(' ')}`);
      }
      await test.press(...back);
    }
    expect(looked).toBe(SIZES.length * steps.length);
  },
);

describe('once an application fails', () => {
  const WHY =
    /exit 1 x\d — CrashLoopBackOff: back-off restarting failed container: missing environment variable PAYMENT_API_URL/;

  it('use 2: why is on the screen whole after one key at the most, at eight sizes; use 3: and can be copied', async () => {
    const test = await consoleUnderTest({
      workspace: (demo) => ({ ...demo, apps: demo.apps.slice(0, 16) }),
    });
    await test.pass(40_000);
    // It came to the top while the cursor stood elsewhere.
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
