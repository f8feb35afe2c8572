import { expect, it } from 'vitest';
import { foregroundOf } from '../../src/text/style.ts';
import { valueStyle } from '../../src/ui/theme.ts';
import {
  type ConsoleUnderTest,
  consoleUnderTest,
  KEYS,
  QUARTER_HOUR,
  type Setting,
} from '../support/console.ts';

const COLOUR = /\u001b\[[\d;]*\b(?:3[0-8]|4[0-8]|9\d)(?:;[\d;]*)?m/;

async function events(setting: Setting = {}) {
  const test = await consoleUnderTest({ ...QUARTER_HOUR, columns: 132, ...setting });
  await test.pass(300);
  await test.press('F');
  return test;
}

/** The foreground colours of every occurrence of the word `what` on the screen. */
async function coloursOf(test: ConsoleUnderTest, what: string): Promise<readonly number[]> {
  const lines = await test.screen();
  const { emulator } = test.terminal;
  return lines.flatMap((line, row) =>
    [...line.matchAll(new RegExp(`(?<=^|\\s)${RegExp.escape(what)}(?=\\s|$)`, 'g'))].map(
      ({ index }) => foregroundOf(emulator.cell(row, index).style),
    ),
  );
}

/** The addresses in the list, without the row under the cursor, which has one style. */
const addresses = async (test: ConsoleUnderTest): Promise<readonly string[]> => {
  const rows = (await test.screen()).filter((line) => !line.startsWith('❯'));
  const marked = await test.cursor();
  const found = new Set(rows.join('\n').match(/\d+\.\d+\.\d+\.\*/g));
  return [...found].filter((address) => !marked.includes(address));
};

it('v gives equal values the same colour in the list and in facets, and removes it again', async () => {
  const test = await events();
  const before = await test.screen();
  const shown = await addresses(test);
  expect(shown.length).toBeGreaterThan(4);
  for (const address of shown)
    expect(new Set(await coloursOf(test, address))).toEqual(new Set([-1]));
  await test.press('v');
  expect((await test.screen()).slice(0, -2)).toEqual(before.slice(0, -2));
  const colour = (value: string) => foregroundOf(valueStyle(value));
  for (const address of shown) {
    expect(new Set(await coloursOf(test, address)), address).toEqual(new Set([colour(address)]));
  }
  expect(new Set(shown.map(colour)).size).toBeGreaterThan(2);
  await test.press('a');
  const onBoard = (await test.screen()).flatMap(
    (line) => /^ {4}([A-Z]{2}) [A-Z]/.exec(line)?.[1] ?? [],
  );
  expect(onBoard.length).toBeGreaterThan(2);
  for (const country of onBoard) expect(await coloursOf(test, country)).toContain(colour(country));
  await test.press(KEYS.escape, 'v');
  for (const address of shown)
    expect(new Set(await coloursOf(test, address))).toEqual(new Set([-1]));
});

it('the inspector and other zones use the same colours', async () => {
  const test = await events({ rows: 50 });
  await test.press('v', KEYS.enter);
  const rule = /ruleId: (\d+)/.exec(await test.line('ruleId:'))?.[1] ?? '';
  expect(await coloursOf(test, rule)).toContain(foregroundOf(valueStyle(rule)));
  await test.press(KEYS.escape, ']');
  await test.until('── Events · api.shop.example');
  await test.pass(3000);
  const [address = ''] = await addresses(test);
  expect(await coloursOf(test, address)).toContain(foregroundOf(valueStyle(address)));
});

it('without colour support no colour is drawn, and v says so', async () => {
  for (const how of ['mono', 'NO_COLOR'] as const) {
    const test = await events({ colour: how === 'mono' });
    if (how === 'mono') await test.press(':', 'theme mono', KEYS.enter);
    const { length } = test.terminal.written();
    await test.press('v');
    expect(await test.text()).toContain(' There are no colours here: values cannot be coloured.');
    const [address = ''] = await addresses(test);
    expect(new Set(await coloursOf(test, address)), how).toEqual(new Set([-1]));
    expect(test.terminal.written().slice(length), how).not.toMatch(COLOUR);
  }
});
