import { expect, it } from 'vitest';
import { shades } from '../../../src/panes/events/analysis-heat-map.ts';
import { consoleUnderTest, KEYS } from '../../support/console.ts';

const cells = (...counts: readonly number[]) => Uint32Array.from(counts);

it('a heat map loses no cell in a terminal that became narrower, and repeats them in a wider one', () => {
  const counted = cells(0, 9, 0, 0, 0, 0, 0, 0, 1, 0);
  expect(shades(counted, 9, 10)).toBe(' █      · ');
  expect(shades(counted, 9, 5)).toBe('█   ·');
  expect(shades(counted, 9, 3)).toBe('█ ·');
  expect(shades(cells(9, 0), 9, 6)).toBe('███   ');
});

it('the cell and the row under the cursor stay what they are while entries come and other rows overtake them', async () => {
  const test = await consoleUnderTest({
    ...{ columns: 120, rows: 36, pane: 'events', at: '2026-03-14T00:01:00Z' },
    platform: { events: { perSecond: 1 } },
  });
  await test.press('s');
  await test.until('peak');
  await test.press('h', 'h', 'h', 'd');
  // Beside the details all cells are in sight, and the cursor's sign above them.
  expect(await test.cursor()).toMatch(/^❯ 942100 .* cell +00:00:56 to /);
  expect(await test.line('VALUE')).toContain('▼');
  await test.until(/^ {2}100031 .*\n(?:.*\n)*❯ 942100 .*/m, 360_000);
  expect(await test.line(/ cell +\d/)).toContain('00:00:50 to 00:01:00');
  await test.press(KEYS.enter);
  expect(await test.line('[rule:942100')).toContain('[since 00:00:50 until 00:01:00]');
});
