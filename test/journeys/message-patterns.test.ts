import { expect, it } from 'vitest';
import { consoleUnderTest, KEYS } from '../support/console.ts';

/** The count of the pattern under the cursor, and the number of entries listed once it is chosen. */
async function keptByFirstPattern(content: 'json' | 'text') {
  const test = await consoleUnderTest({
    pane: 'events',
    columns: 120,
    rows: 40,
    at: '2026-03-14T00:15:00Z',
    platform: { events: { perSecond: 1 }, dialect: { 'log-content': content } },
  });
  await test.pass(300);
  await test.press('M');
  await test.until(/patterns in the messages of/);
  const row = (await test.screen()).filter((line) => line.startsWith('❯')).at(-1) ?? '';
  const claimed = Number(/([\d,]+) +\d+\.\d%/.exec(row)?.[1]?.replaceAll(',', ''));
  await test.press(KEYS.enter);
  await test.pass(300);
  const [, kept = ''] = /· ([\d,]+) match of/.exec(await test.line('── Events')) ?? [];
  return { claimed, kept: Number(kept.replaceAll(',', '')) };
}

it.each(['json', 'text'] as const)(
  'filtering by a pattern keeps the entries it was made from, with logs as %s',
  async (content) => {
    const { claimed, kept } = await keptByFirstPattern(content);
    expect(claimed).toBeGreaterThan(0);
    expect(kept).toBeGreaterThanOrEqual(claimed);
  },
);
