import { expect, it } from 'vitest';
import { INVERSE } from '../../src/text/style.ts';
import { clipboard } from '../support/clipboard.ts';
import { consoleUnderTest, KEYS, QUARTER_HOUR } from '../support/console.ts';

/** The number before a word in a line. */
const figure = (line: string, word: string): number =>
  Number(new RegExp(`([\\d,]+) ${word}`).exec(line)?.[1]?.replaceAll(',', ''));

/*
 * An analyst examines the newest hour of the busiest zone, in a small and in a wide terminal: all features of the analysis
 * in one console. Passed and stopped requests, time ranges, exports and the inspector are tested in
 * `triage-keys.test.ts`, and each quiet attack in `runbooks.test.ts`.
 */
it.each([
  { columns: 80, rows: 24 },
  { columns: 200, rows: 50 },
])(
  'issue 18: the analysis answers what an analyst asks, at $columns x $rows',
  async (size) => {
    const test = await consoleUnderTest({
      ...size,
      pane: 'events',
      at: '2026-03-14T03:00:00Z',
      platform: { events: { perSecond: 1 } },
    });
    const status = () => test.line('── Events');

    // What is loaded, and what is not.
    await test.until(/newest 1 h .*of 3 h .*loaded · B loads more/);
    const loaded = figure(await status(), 'loaded');
    expect(loaded).toBeGreaterThan(2500);

    // A filter is checked while it is typed, and says how many entries it hides.
    await test.press('&', 'status:blok', KEYS.enter);
    expect(await test.text()).toContain('No status is “blok”. Quote it to apply. Seen: ');
    await test.press(KEYS.ctrlU, 'severity:critical status:logged', KEYS.enter);
    const hidden = Number(
      /hides ([\d,]+)/.exec(await test.line('[severity:critical'))?.[1]?.replaceAll(',', ''),
    );
    const passing = figure(await status(), 'match of');
    expect(passing + hidden).toBe(figure(await status(), 'loaded'));

    // Who is it? One actor, a rule against it, and a rate limit that would stop it.
    await test.press('H');
    await test.until(/Actors +1 actor of/);
    expect(await test.cursor()).toContain('AS209605');
    await test.press('K');
    await test.until(/Rule trial +hits \d/);
    // The tried rule is shown.
    expect(await test.text()).toMatch(/rule +\(severity:critical status:logged\) \(asn:209605/);
    const title = await test.line('Rule trial');
    expect(figure(title.replace('hits ', ''), '·')).toBe(passing);
    expect(title).toContain(`${passing} passed · only events in the log, loaded span`);
    await test.press('t', '-', '-', '-', '-', '-');
    await test.until(/Rule trial +\d+ over the limit, \d/);
    expect(await test.line(/^ +limit /)).toContain('more than 1 in 60 s by address');
    expect(await test.line(/^ +over /)).toContain('141.98');
    expect(await test.text()).toContain('c copy draft');
    await test.press(KEYS.enter);
    await test.until('Move to a value');
    await test.press(KEYS.escape, KEYS.backspace);
    expect(await status()).not.toContain('match of');

    // The only actor that walks through addresses. Ten rows of one network are summarised.
    await test.press('H');
    await test.until(/Actors +\d/);
    await test.press('d');
    expect(await test.text()).toMatch(
      /network +\d+ of the \d+ actors shown, [\d,]+ entries: asn:\d/,
    );
    await test.press('d', 'O');
    await test.until(/ADDR▼/);
    const row = await test.cursor();
    expect(row).toMatch(/^❯ AS49870 .*chrome +\/api\/v2\/ord/);
    const [, entries = '', addresses] = /(?:…|invoice) +\d+ +([\d,]+) +(\d+) /.exec(row) ?? [];
    expect(Number(addresses)).toBeGreaterThan(25);
    // The copied text covers all requests, not only those that passed.
    await test.press('y');
    expect(await test.line('outcome')).toMatch(/[\d,]+ logged: they passed · [\d,]+ challenged/);
    await test.press(KEYS.escape, 'd');
    expect(await test.text()).toContain('asn:49870 family:chrome shape:/api/v2/orders/:n/invoice');
    await test.press(KEYS.enter);
    await test.until('match of');
    expect(await test.line('[asn:49870')).toContain('family:chrome');
    expect(figure(await status(), 'match of')).toBe(Number(entries));
    await test.press('H', 'H', KEYS.backspace);

    // Compares the last quarter of an hour with the one before.
    await test.press('D');
    await test.until(/Compare +A 02:45:\d\d to 03:00:\d\d: [\d,]+ · B 02:30:\d\d to 02:45/);
    // A title wider than the screen wraps between clauses.
    expect(await test.line('Compare ')).not.toMatch(/\d…/);
    await test.resize(60, 15);
    expect(await test.text()).toMatch(
      /^ Compare {2}A 02:45:\d\d to 03:00:\d\d: [\d,]+\n {3}B 02:30:\d\d to 02:45:\d\d: [\d,]+ /m,
    );
    await test.resize(size.columns, size.rows);
    // All p-values on screen are below 0.001, so the title says what the list is sorted by.
    expect(await test.text()).toMatch(/\d most significant of [\d,]+ that differ/);
    expect(await test.line('FIELD')).toMatch(/A +B +POINTS/);
    // Each row has a p-value, and the details explain it in words.
    expect(await test.line('P-VALUE')).toMatch(/POINTS.* P-VALUE/);
    expect(await test.cursor()).toMatch(/ <0\.001/);
    await test.press('d');
    await test.until('chance alone makes such a difference in fewer than 1 of');
    // Enter lists the entries that a row counts in window A, although no time range was set.
    const [, inA = ''] = /in A +([\d,]+) of/.exec(await test.text()) ?? [];
    await test.press(KEYS.enter);
    await test.until('match of');
    expect(figure(await status(), 'match of')).toBe(Number(inA.replaceAll(',', '')));
    expect(await test.text()).toMatch(/\[since 02:45:\d\d until 03:00:\d\d\]/);
    await test.press('b', KEYS.backspace, 'D', 'x');
    await test.until(/B an hour before|the same time an hour before/);
    await test.press('x');
    await test.until('Nothing of the same time a day before is loaded');
    expect((await test.text()).replace(/\s+/g, ' ')).toContain('--since 26h --follow --archive');
    await test.press('x');
    await test.until('Mark the first and the last entry of a stretch with m');
    await test.press('x');
    await test.until('B all else that is loaded');

    // A heat map: a cell sets the time range and the filter.
    await test.press('D', 's');
    await test.until(/Heat map +rule by \d+ (?:s|min)/);
    const cell = await test.line('cell ');
    // The cells of the row under the cursor are not inverted, because that would reverse their shades.
    const at = (await test.screen()).findIndex((line) => line.startsWith('❯'));
    const inverted = [...((await test.screen())[at] ?? '')].flatMap((sign, column) =>
      /[·░▒▓█]/.test(sign) ? [test.terminal.emulator.cell(at, column).style & INVERSE] : [],
    );
    expect(inverted.length).toBeGreaterThan(10);
    expect(new Set(inverted)).toEqual(new Set([0]));
    expect(await test.line('VALUE')).toMatch(/\d\d:\d\d▼/);
    // The cells use all the width left by the figures and by details beside them.
    const beside = (await test.line('cell ')).indexOf('cell ');
    const width = size.columns >= 140 ? beside : size.columns;
    const axis = /[\d:─]*▼/.exec(await test.line('VALUE'));
    expect((axis?.index ?? 0) + (axis?.[0].length ?? 0)).toBeGreaterThan(width - 6);
    // The list is not on screen, so its keys do nothing.
    await test.press('m', 'w', 'y');
    expect(await test.text()).toContain('rule:1000');
    expect(await test.text()).not.toContain('log id');
    await test.press(KEYS.escape, 'h', 'h');
    expect(await test.line('cell ')).not.toBe(cell);
    await test.press(KEYS.enter);
    await test.until('match of');
    expect(await test.line('[rule:')).toMatch(/\[since \d\d:\d\d:\d\d until \d\d:\d\d:\d\d\]/);
    await test.press('b', KEYS.backspace);

    // False positives: signed-in customers, and the part of their address that was taken for an attack.
    await test.press('L', 'O');
    await test.until('SESSION▼');
    expect(await test.cursor()).toMatch(/^❯ 942330 SQL inj.* 8\/8 /);
    expect(await test.line('url ')).toMatch(/checkout\/address\?surname=>>/);
    await test.press(KEYS.enter);
    await test.until('[rule:942330 trigger:RX');
    await test.press(KEYS.backspace);

    // All zones side by side. Facets replace them, and they do not reappear afterwards.
    await test.press('0');
    await test.until(/Zones +1 of 5 listed/);
    expect(await test.cursor()).toMatch(/^❯ shop\.example +[\d,]+/);
    // A large screen has a chart of each listed zone.
    expect(/^Entries a minute .*\nshop\.example *$/m.test(await test.text())).toBe(
      size.rows === 50,
    );
    await test.press('a');
    await test.until('FACET');
    await test.press('a');
    expect(await test.line('TIME')).toContain('STATUS');

    // Another zone, with a filter that matches nothing.
    await test.press('0');
    await test.until(/Zones +1 of 5 listed/);
    await test.press('j', KEYS.enter);
    await test.until('── Events · api.shop.example');
    await test.press('&', 'country:"QQ"', KEYS.enter, 'H');
    await test.until('No entry matches the filters');
  },
  120_000,
);

it('entries loaded after the count are reported beside it', async () => {
  const test = await consoleUnderTest({
    columns: 160,
    rows: 40,
    pane: 'events',
    at: '2026-03-14T03:00:00Z',
    platform: { events: { perSecond: 1 } },
  });
  await test.until(/newest 1 h .*of 3 h .*loaded · B loads more/);
  await test.press('H');
  await test.until(/Actors +\d/);
  expect(await test.text()).not.toContain('not counted yet');
  await test.press('B');
  await test.until(/ · [\d,]+ loaded are not counted yet/);
  await test.pass(10_000);
  expect(await test.text()).not.toContain('not counted yet');
});

it.each([80, 100, 160])(
  'the actors show names of programs in full if most rows only count paths, %i columns wide',
  async (columns) => {
    const test = await consoleUnderTest({
      columns,
      rows: 24,
      pane: 'events',
      at: '2026-03-14T03:00:00Z',
      platform: { events: { perSecond: 1 } },
    });
    await test.until(/loaded/);
    await test.press('H');
    await test.until(/Actors +\d/);
    const rows = (await test.screen()).filter((line) => / AS\d+ +([A-Z]{2} +)?\w+… /.test(line));
    expect(rows).toEqual([]);
    expect(await test.line(/ headless/)).toMatch(/ headlesschrome +11 paths /);
  },
);

it('the draft of a rule is equivalent to the tried filters, with each filter as one condition', async () => {
  const test = await consoleUnderTest({ ...QUARTER_HOUR, copies: true });
  await test.until('loaded');
  await test.press('&', 'country:US or country:DE', KEYS.enter);
  await test.press('K', 'c');
  expect(clipboard(test)).toContain('conditions: country:US or country:DE\n');
  await test.press(KEYS.escape, '&', KEYS.down, 'status:Blocked', KEYS.enter, 'K');
  await test.until(/Rule trial +hits \d/);
  const hits = figure((await test.line('Rule trial')).replace('hits ', ''), '·');
  expect(await test.text()).toMatch(/rule +\(country:US or country:DE\) \(status:Blocked\)/);
  await test.press('c');
  const [, rule = ''] = /^conditions: (.*)$/m.exec(clipboard(test)) ?? [];
  expect(rule).toBe('(country:US or country:DE) (status:Blocked)');
  // As one filter it matches the entries that the rule would hit.
  await test.press(KEYS.escape, KEYS.backspace, KEYS.backspace, '&', rule, KEYS.enter);
  await test.until('match of');
  expect(figure(await test.line('── Events'), 'match of')).toBe(hits);
});

it('those over a tried limit are sorted by the entries it would stop, and the rows add up to the total', async () => {
  const test = await consoleUnderTest({ ...QUARTER_HOUR, rows: 50 });
  await test.until('loaded');
  await test.press('K', 't', 't', '-', '-', '-', '-', '-');
  await test.until(/Rule trial +\d+ over the limit, \d/);
  const over = figure(await test.line('Rule trial'), 'over the limit');
  expect(over).toBeGreaterThan(6);
  expect(await test.line(/^ +limit /)).toContain('more than 1 in 60 s by network');
  const hits = (line: string) =>
    Number(/ ([\d,]+) +[<\d]+% *$/.exec(line)?.[1]?.replaceAll(',', ''));
  const rows = (await test.screen()).filter((line) => /^ +over /.test(line));
  expect(rows.slice(0, -1).every((line) => /^ +over +AS\d+/.test(line))).toBe(true);
  expect(rows.at(-1)).toMatch(new RegExp(`^ +over +${over - 6} more `));
  const parts = rows.map(hits);
  const ordered = parts.slice(0, -1).toSorted((a, b) => b - a);
  expect(parts.slice(0, -1)).toEqual(ordered);
  const sum = parts.reduce((all, each) => all + each, 0);
  expect(sum).toBe(hits(await test.line(/^ +limit /)));
  // Enter filters by the network under the cursor.
  await test.press('j', 'j');
  const [, asn = ''] = /over +AS(\d+)/.exec(await test.cursor()) ?? [];
  await test.press(KEYS.enter, 'K');
  expect(await test.line('[asn:')).toContain(`[asn:${asn}]`);
});
