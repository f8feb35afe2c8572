import { expect, it } from 'vitest';
import type { Style } from '../../src/text/style.ts';
import { THEME_NAMES, type ThemeName } from '../../src/text/themes.ts';
import { type ConsoleUnderTest, consoleUnderTest, KEYS } from '../support/console.ts';
import { paintedContrast } from '../support/contrast.ts';

/** The styles of all text on the screen, each with a row that has it. */
async function painted(test: ConsoleUnderTest): Promise<ReadonlyMap<Style, string>> {
  const lines = await test.screen();
  const { emulator } = test.terminal;
  const styles = new Map<Style, string>();
  for (let row = 0; row < emulator.rows; row += 1) {
    for (let column = 0; column < emulator.columns; column += 1) {
      const { text, style } = emulator.cell(row, column);
      if (text.trim() !== '') styles.set(style, `${text} in ${lines[row]}`);
    }
  }
  return styles;
}

/** Places that together use every style: lists, details, facets, help, a prompt with an error. */
const PLACES: readonly (readonly string[])[] = [
  ['1'],
  [KEYS.enter, 'd'],
  ['2', 'j'],
  ['a', 'j'],
  ['3'],
  ['6'],
  [':', 'nonsense', KEYS.enter],
  ['?'],
];

it.each(THEME_NAMES)(
  'theme %s: all painted text has a contrast of 4.5 to 1',
  async (name: ThemeName) => {
    const test = await consoleUnderTest({ columns: 160, rows: 45 });
    await test.pass(40_000);
    await test.press(':', `theme ${name}`, KEYS.enter);
    let styles = 0;
    for (const keys of PLACES) {
      await test.press(...keys);
      await test.pass(500);
      for (const [style, where] of await painted(test)) {
        styles += 1;
        expect(paintedContrast(style, name), where).toBeGreaterThanOrEqual(4.5);
      }
    }
    expect(styles).toBeGreaterThan(20);
  },
);
