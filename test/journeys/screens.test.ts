import { describe, expect, it } from 'vitest';
import type { Printable } from '../../src/text/printable.ts';
import type { Style } from '../../src/text/style.ts';
import { width } from '../../src/text/width.ts';
import { type ConsoleUnderTest, consoleUnderTest, KEYS } from '../support/console.ts';
import { paintedContrast } from '../support/contrast.ts';

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
  /j and k move on|Nothing is kept any more|Ask again now|Let go before|gave up in the phase|knows it no more|Worth a look|Look closer|Turn the last filter|Take the last filter|Off the list|known by|that type fast|hands type|by way of the terminal|APPLICATION {2}|COURSE|A MINUTE|MIX B\/C\/L|CHALL\.|mostly [^(]*\((?:[1-4]?\d(?:\.\d)?) ?%/;

/** Keys of journeys over every pane, dialog and overlay, each step of which leaves a screen to look at. */
const JOURNEYS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  apps: [['1'], ['j'], ['d'], [KEYS.escape, KEYS.enter], ['j', 'd'], ['d'], [KEYS.escape, '!']],
  events: [
    ['2', ':', 'load day', KEYS.enter],
    ['k'],
    [KEYS.enter],
    [KEYS.enter, '&', 'status:logged', KEYS.enter],
    ['a'],
    ['b'],
  ],
  'the other panes': [
    ['3'],
    [']'],
    ['d'],
    ['d', '/', 'type:mx'],
    [KEYS.enter],
    [KEYS.escape, '4'],
    ['/', 'basket', KEYS.escape],
    ['d'],
    ['5'],
    ['6'],
    ['d'],
    ['7'],
    ['a'],
    [KEYS.escape, '8'],
  ],
  'what opens over panes': [
    ['@'],
    ['d'],
    [KEYS.escape, KEYS.escape, '?'],
    ['export'],
    [KEYS.escape, KEYS.escape, KEYS.ctrlP, 'theme'],
    [KEYS.escape, '1', 'g', '.'],
    [KEYS.escape, 'y'],
    [KEYS.escape, ':', 'delete', KEYS.enter],
    [KEYS.escape, ':', 'doctor', KEYS.enter],
    [KEYS.escape, ':', 'changes', KEYS.enter],
    [KEYS.escape, ':', 'nonsense', KEYS.enter],
  ],
};

/** Those that are about the demo as a whole, and about an application that fails after half a minute. */
const WHOLE: ReadonlySet<string> = new Set(['apps', 'events']);

/** Looks at the screen after each step, once it is still. */
async function walked(
  name: string,
  keys: readonly (readonly string[])[],
  [columns, rows]: readonly [number, number],
  look: (lines: readonly string[], test: ConsoleUnderTest) => void,
) {
  const test = await consoleUnderTest({
    columns,
    rows,
    ...(!WHOLE.has(name) && { workspace: (demo) => ({ ...demo, apps: demo.apps.slice(0, 2) }) }),
  });
  // By then the deploy of the first application has failed.
  await test.pass(name === 'apps' ? 40_000 : 1000);
  for (const step of keys) {
    await test.press(...step);
    await test.pass(1000);
    look(await test.screen(), test);
  }
}

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
  const text = lines.filter((line) => !/\[ \]$|; whole$/.test(line)).join('\n');
  const cut = [...text.matchAll(/(\S[^…\n]{4,11})…/g)].map(([, stem = '']) => stem);
  const isWhole = (stem: string) =>
    text.split(stem).some((rest, at) => at > 0 && !rest.startsWith('…'));
  return cut.some((stem) => !isWhole(stem)) || / more lines?\b| \d+›/.test(text);
}

describe.each(Object.entries(JOURNEYS))('the screens of %s', (name, keys) => {
  it.each(SIZES)(
    'use 2, at %i x %i: nothing is blank while something is hidden, and every word is a standard one',
    async (columns, rows) => {
      let looked = 0;
      await walked(name, keys, [columns, rows], (lines, test) => {
        looked += 1;
        const text = lines.join('\n');
        expect(text).not.toMatch(NOT_SAID);
        for (const style of painted(test)) {
          expect(paintedContrast(style, 'dark'), text).toBeGreaterThanOrEqual(4.5);
        }
        for (const line of lines) expect(width(line as Printable)).toBeLessThanOrEqual(columns);
        if (hidesSomething(lines)) expect(blankShare(lines), text).toBeLessThanOrEqual(0.3);
        // A line that ends in … has been cut for want of room: it reaches the edge, or what stands beside it.
        for (const line of lines.slice(3, -2)) {
          if (/^\S.*[a-z]…$/.test(line))
            expect(width(line as Printable), line).toBeGreaterThan(columns * 0.6);
        }
      });
      expect(looked).toBe(keys.length);
    },
  );
});

it('use 3: what is wrong with an application is among what can be copied of its row', async () => {
  const test = await consoleUnderTest({ columns: 120, rows: 36 });
  await test.pass(40_000);
  await test.press('g', 'y');
  expect(await test.line(/^. issues /)).toContain('exit 1 x');
});

describe('why an application fails', () => {
  const WHY =
    'exit 1 x\\d — CrashLoopBackOff: back-off restarting failed container: missing environment variable PAYMENT_API_URL';

  it.each([...SIZES, [100, 30], [160, 45], [220, 55]] as const)(
    'use 2, at %i x %i: is on the screen whole after one key at the most',
    async (columns, rows) => {
      const test = await consoleUnderTest({ columns, rows });
      await test.pass(40_000);
      // It came to the top while the cursor stood elsewhere.
      await test.press('g');
      await test.pass(1000);
      const said = async () => {
        const lines = await test.screen();
        const beside = Math.max(0, ...lines.map((line) => line.search(/(?<= {2})checkout$/)));
        const text = lines.map((line) => line.slice(beside)).join(' ');
        return text.replaceAll(/\s+/g, ' ');
      };
      if (!new RegExp(WHY).test(await said())) await test.press('d');
      expect(await said()).toMatch(new RegExp(WHY));
    },
  );
});
