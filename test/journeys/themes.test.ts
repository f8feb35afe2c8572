import { describe, expect, it } from 'vitest';
import { backgroundOf, foregroundOf } from '../../src/text/style.ts';
import { consoleUnderTest, KEYS } from '../support/console.ts';

const COLOUR = /\u001b\[[\d;]*\b(?:3[0-8]|4[0-8]|9\d)(?:;[\d;]*)?m/;

describe(':theme', () => {
  it('changes the colours of the screen, but not its text', async () => {
    const test = await consoleUnderTest();
    await test.pass(1000);
    const before = await test.screen();
    for (const [name, sign] of [
      ['light', '38;5;22'],
      ['high-contrast', '48;5;16'],
      ['mono', ''],
      ['dark', '32'],
    ] as const) {
      const { length } = test.terminal.written();
      await test.press(':', `theme ${name}`, KEYS.enter);
      expect(await test.screen()).toEqual(before);
      const written = test.terminal.written().slice(length);
      if (name !== 'mono') expect(written, name).toContain(sign);
      test.terminal.resizeTo(81, 24);
      test.terminal.resizeTo(80, 24);
    }
  });

  it('writes no colour in the theme without colours', async () => {
    const test = await consoleUnderTest();
    await test.press(':', 'theme mono', KEYS.enter);
    const { length } = test.terminal.written();
    await test.press('\u000c', '2', '3', '1');
    expect(test.terminal.written().slice(length)).not.toMatch(COLOUR);
  });

  it('high-contrast has a background everywhere, including blanks', async () => {
    const test = await consoleUnderTest();
    await test.press(':', 'theme high-contrast', KEYS.enter, '3', '1');
    await test.screen();
    const { emulator } = test.terminal;
    for (let row = 0; row < emulator.rows; row += 1) {
      for (let column = 0; column < emulator.columns; column += 1) {
        expect(backgroundOf(emulator.cell(row, column).style), `${row}:${column}`).toBe(16);
      }
    }
    expect(foregroundOf(emulator.cell(0, 1).style)).toBe(231);
  });

  it('lists the themes', async () => {
    const test = await consoleUnderTest();
    await test.press(':', 'theme solarized', KEYS.enter);
    await test.line('Usage: theme dark|light|high-contrast|mono');
  });
});
