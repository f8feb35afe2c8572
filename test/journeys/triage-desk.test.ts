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
  expect(row).toMatch(/^❯ AS49870 .*chrome +\/api\/v2\/ord/);
  const [, entries = '', addresses] = /(?:…|invoice) +\d+ +([\d,]+) +(\d+) /.exec(row) ?? [];
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

it('K tries a rule on an actor, with a rate limit; D, s and 0 show the rest', async () => {
  const test = await events({ columns: 80, rows: 24 });
  await test.press('&', 'severity:critical status:logged', KEYS.enter, 'H');
  await test.until(/Actors +1 actor of/);
  await test.press('K');
  await test.until(/Rule trial +hits \d/);
  const title = await test.line('Rule trial');
  expect(title).toContain('logged events only, of the loaded span');
  const hits = figure(title.replace('hits ', ''), '· logged');
  await test.press('t', '-', '-', '-', '-', '-');
  await test.until(/over .*141\.98/);
  expect(await test.text()).toContain('c copy draft');
  await test.press(KEYS.enter);
  await test.until('Move to a value');
  await test.press('j', 'j', 'j', KEYS.enter);
  await test.until('match of');
  expect(figure(await test.line('── Events'), 'match of')).toBeLessThanOrEqual(hits);
  await test.press(KEYS.escape, KEYS.escape);
  // What the last quarter of an hour has that the one before had not.
  await test.press('D');
  await test.until(/Compare +A 00:45:\d\d to 01:00:\d\d: [\d,]+ · B 00:30:\d\d to 00:45/);
  await test.press('W');
  expect(await test.text()).toContain('likelihood-ratio');
  await test.press('x');
  await test.until('Of the same time a day before nothing is here');
  await test.press('x');
  await test.until('Mark the first and the last entry');
  await test.press('x');
  await test.until('B all else that is loaded');
  await test.press('D', 's');
  await test.until(/Heat map +rule by \d+ min/);
  const cell = await test.line('cell ');
  // What the list is about is not on screen: its keys do nothing unseen.
  await test.press('m', 'w', 'y');
  expect(await test.text()).toContain('rule:100031');
  expect(await test.text()).not.toContain('log id');
  await test.press(KEYS.escape, 'h', 'h');
  expect(await test.line('cell ')).not.toBe(cell);
  await test.press(KEYS.enter);
  await test.until('match of');
  expect(await test.line('[rule:')).toMatch(/\[since \d\d:\d\d:00 until \d\d:\d\d:00\]/);
  await test.press('0');
  await test.until(/Zones +1 of 5 listed/);
  expect(await test.cursor()).toMatch(/^❯ shop\.example +[\d,]+/);
  // Facets come in place of it, and it does not come back behind them.
  await test.press('a');
  await test.until('FACET');
  await test.press('a', '0');
  await test.until(/Zones +1 of 5 listed/);
  await test.press('j', KEYS.enter);
  await test.until('── Events · api.shop.example');
});

it.each([
  { columns: 80, rows: 24 },
  { columns: 200, rows: 50 },
])(
  'of what was blocked, L O finds customers stopped by mistake, at $columns x $rows',
  async (size) => {
    const test = await events(size);
    await test.press('&', 'status:blocked', KEYS.enter, 'L');
    await test.until(/False positives +\d+ matches/);
    await test.press('O');
    await test.until('SESSION▼');
    expect(await test.cursor()).toMatch(/^❯ 942330 SQL inj.* 100% /);
    expect(await test.line('url ')).toMatch(/checkout\/address\?surname=>>\S+<</);
    await test.press('D');
    await test.until(/Compare +A/);
    await test.press('L', 'O', KEYS.enter);
    await test.until('[rule:942330 trigger:RX');
  },
);
