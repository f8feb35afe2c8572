import { expect, it } from 'vitest';
import { consoleUnderTest, KEYS } from '../support/console.ts';

/** An hour of the busiest zone. */
async function events(size: { readonly columns: number; readonly rows: number }) {
  const test = await consoleUnderTest({
    ...size,
    pane: 'events',
    at: '2026-03-14T01:00:00Z',
    platform: { events: { perSecond: 2 } },
  });
  await test.until(/ 5,\d{3} loaded/);
  return test;
}

/** The number that a line says before a word. */
const figure = (line: string, word: string): number =>
  Number(new RegExp(`([\\d,]+) ${word}`).exec(line)?.[1]?.replaceAll(',', ''));

it.each([
  { columns: 80, rows: 24 },
  { columns: 200, rows: 50 },
])('H O finds who goes through addresses of one network, at $columns x $rows', async (size) => {
  const test = await events(size);
  await test.press('H');
  await test.until(/Actors +\d+ actors of/);
  expect(await test.line('NETWORK')).toMatch(/ENTRIES▼ +ADDR/);
  await test.press('O');
  await test.until(/ADDR▼/);
  const row = await test.cursor();
  expect(row).toMatch(/^❯ AS49870 .*chrome +\/api\/v2\/order/);
  const [, entries = '', addresses] = /(?:…|invoice) +([\d,]+) +(\d+) /.exec(row) ?? [];
  expect(Number(addresses)).toBeGreaterThan(80);
  await test.press('d');
  expect(await test.text()).toContain('asn:49870 family:chrome shape:/api/v2/orders/:n/invoice');
  await test.press(KEYS.enter);
  await test.until('match of');
  expect(await test.line('[asn:49870')).toContain('family:chrome');
  expect(figure(await test.line('── Events'), 'match of')).toBe(Number(entries));
  // The same key opens and closes; so does Esc.
  await test.press('H', 'H', 'H');
  await test.until(/Actors +1 actor of/);
  await test.press(KEYS.escape);
  expect(await test.line('TIME')).toContain('STATUS');
  await test.press('&', 'country:QQ', KEYS.enter, 'H');
  await test.until('No entry matches the filters');
});
