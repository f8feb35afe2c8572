import { describe, expect, it } from 'vitest';
import { consoleUnderTest, KEYS } from '../support/console.ts';

/** The text at the end of the line above the keys. */
const place = async (test: Awaited<ReturnType<typeof consoleUnderTest>>): Promise<string> =>
  ((await test.screen()).at(-2) ?? '').trim();

describe('the position of the cursor', () => {
  it('is that of the list with the keys, counted among its filtered rows', async () => {
    const test = await consoleUnderTest();
    await test.pass(1000);
    expect(await place(test)).toBe('1/28');
    await test.press('j', 'j');
    expect(await place(test)).toBe('3/28');
    await test.press('G');
    expect(await place(test)).toBe('28/28');
    await test.press('/', 'checkout', KEYS.enter);
    const [, rows = ''] = /^1\/(\d+)$/.exec(await place(test)) ?? [];
    const shown = (await test.screen()).filter((line) => line.includes('checkout'));
    expect(Number(rows)).toBe(shown.length);
    await test.press('@');
    expect(await place(test)).toMatch(/^1\/\d+$/);
    await test.press('?');
    expect(await place(test)).toMatch(/^1\/\d+$/);
  });

  it('in Events counts loaded entries, or the ones that match', async () => {
    const test = await consoleUnderTest({
      pane: 'events',
      at: '2026-03-14T00:15:00Z',
      platform: { events: { perSecond: 1 } },
    });
    await test.pass(300);
    expect(await place(test)).toBe('newest');
    await test.press('F', 'g');
    const [, all = ''] = /^1\/(\d+) loaded$/.exec(await place(test)) ?? [];
    expect(await test.line('── Events')).toContain(`${all} loaded`);
    await test.press('&', 'country:BG', KEYS.enter, 'g', 'j');
    const [, matched = '', loaded = ''] =
      /^2\/(\d+) of (\d+) loaded$/.exec(await place(test)) ?? [];
    expect(await test.line('FILTER:')).toContain(
      `FILTER: ${Number(loaded) - Number(matched)} hidden`,
    );
    await test.press(KEYS.enter, 'j');
    expect(await place(test)).toMatch(/^2\/\d+$/);
    await test.press(KEYS.escape, 'a', 'j', 'j');
    expect(await place(test)).toMatch(/^3\/\d+$/);
  });

  it.each([
    [80, 24],
    [200, 50],
  ])('makes a move repaint at most two whole rows, at %i x %i', async (columns, rows) => {
    const test = await consoleUnderTest({ columns, rows, pane: 'events' });
    await test.pass(300);
    await test.press('p', 'F', 'k', 'k');
    const { length } = test.terminal.written();
    await test.press('k');
    expect(test.terminal.written().length - length).toBeLessThan(2 * columns + 80);
  });
});
