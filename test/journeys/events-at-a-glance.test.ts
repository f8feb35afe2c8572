import { describe, expect, it } from 'vitest';
import { BOLD, DIM, foregroundOf, INVERSE } from '../../src/text/style.ts';
import { type ConsoleUnderTest, consoleUnderTest, KEYS, type Setting } from '../support/console.ts';

/** Events with the whole day loaded. */
async function events(setting: Setting = {}): Promise<ConsoleUnderTest> {
  const test = await consoleUnderTest({ columns: 200, rows: 50, pane: 'events', ...setting });
  await test.until(/\d loaded/);
  await test.pass(1000);
  return test;
}

/** The style of the first cell of `text` in the line that matches `begins`. */
async function styleOf(test: ConsoleUnderTest, begins: RegExp, text: string) {
  const row = (await test.screen()).findIndex((line) => begins.test(line));
  const column = (await test.screen())[row]?.indexOf(text) ?? -1;
  expect(row * column, `${begins} ${text}`).toBeGreaterThanOrEqual(0);
  return test.terminal.emulator.cell(row, column).style;
}

const figures = (line: string): readonly number[] =>
  [...line.matchAll(/[\d,]+/g)].map(([text]) => Number(text.replaceAll(',', '')));

describe('the action', () => {
  it('is dim if the platform stopped the request, and prominent if a rule matched but it passed', async () => {
    const test = await events();
    const blocked = await styleOf(test, /^ {2}[\d:.]{12} +Blocked/, 'Blocked');
    const logged = await styleOf(test, /^ {2}[\d:.]{12} +Logged/, 'Logged');
    expect([blocked & DIM, foregroundOf(blocked)]).toEqual([DIM, -1]);
    expect([logged & BOLD, foregroundOf(logged)]).toEqual([BOLD, 3]);
  });
});

it('most messages of the list are complete beside the details of an entry', async () => {
  const test = await events();
  await test.press('k', KEYS.enter);
  const [head = ''] = (await test.screen()).filter((line) => line.startsWith('  TIME'));
  // The list without the details beside it.
  const rows = (await test.screen())
    .filter((line) => /^. [\d:.]{12} /.test(line))
    .map((line) => line.slice(head.indexOf('MESSAGE'), 144).trim());
  const whole = rows.filter((message) => !message.endsWith('…'));
  expect(whole.length).toBeGreaterThan(rows.length / 2);
  expect(whole).toContain('Request content type is not allowed by policy');
});

it.each([
  [60, 15],
  [80, 24],
])(
  'the details of an entry keep the reason visible while its fields scroll, at %ix%i',
  async (columns, rows) => {
    const test = await events({ columns, rows });
    await test.press('k', KEYS.enter);
    const shown = async () => {
      const lines = await test.screen();
      const from = lines.findIndex((line) => line.startsWith('────')) + 1;
      return lines.slice(from);
    };
    const [outcome, message, ...fields] = await shown();
    expect(outcome).toMatch(/^(?:Blocked|Logged|Challenged) {2}2026-03-14 /);
    expect(message).toMatch(/^[A-Z].{20}/);
    expect(fields.join('\n')).toMatch(/^❯ asn: \d+$/m);
    await test.press(...Array.from({ length: 12 }, () => 'j'));
    expect((await shown()).slice(0, 2)).toEqual([outcome, message]);
    expect((await shown()).join('\n')).toMatch(/^❯ \s*\w+: /m);
  },
);

describe('the bars', () => {
  it('state the span of a bar and the start of the first on a screen without room for an axis', async () => {
    const test = await events({ columns: 100, rows: 24 });
    expect(await test.line(/^ entries/)).toMatch(
      /░ [\d,]+ · (?:\d+ min|\d+ s) a bar from \d\d:\d\d(?::\d\d)?$/,
    );
  });

  it('end in their number of entries, and the largest is named', async () => {
    const test = await events();
    const loaded = figures(/[\d,]+(?= loaded)/.exec(await test.line('── Events'))?.[0] ?? '').at(0);
    const rows = await Promise.all(
      [/^ Blocked +\S/, /^ Logged +\S/, /^ Challenged +\S/].map((row) => test.line(row)),
    );
    const totals = rows.map((line) => figures(line).at(-1) ?? Number.NaN);
    expect(totals.reduce((sum, each) => sum + each, 0)).toBe(loaded);
    expect(await test.line(' a bar')).toMatch(/ min a bar.* the largest [\d,]+ /);
    // The last bar is incomplete and is marked, so that it does not look like a drop in traffic.
    for (const line of rows) expect(line).toMatch(/░ +[\d,]+$/);
    expect(new Set(rows.map((line) => line.length)).size, 'figures end in one column').toBe(1);
  });

  it('stay visible outside a time range, dimmed', async () => {
    const test = await events();
    const bars = async () =>
      / Logged +(.*?)░? +[\d,]+(?: of +[\d,]+)?$/.exec(await test.line(/^ Logged/))?.[1];
    const before = await bars();
    await test.press('b');
    await test.pass(1000);
    expect(await bars()).toBe(before);
    // The same with a filter.
    await test.press('b', '&', 'method:GET', KEYS.enter);
    await test.pass(1000);
    const filtered = await bars();
    await test.press('b');
    await test.pass(1000);
    expect(await bars()).toBe(filtered);
    // The numbers at the ends count the entries of the list, not of whole bars, and those of all bars.
    const rows = await Promise.all(
      [/^ Blocked +\S/, /^ Logged +\S/, /^ Challenged +\S/].map((row) => test.line(row)),
    );
    const matched = figures(await test.line(/ match of /))[0];
    const [within, all] = [-2, -1].map((at) =>
      rows.reduce((sum, line) => sum + (figures(line).at(at) ?? 0), 0),
    );
    expect(within).toBe(matched);
    expect(all).toBeGreaterThan(matched ?? 0);
    expect(await test.line('━')).toMatch(/ \d\d:\d\d:\d\d to \d\d:\d\d:\d\d(?: ━+)?$/);
    const [, first = ''] = /^ Logged +(\S)/.exec(await test.line(/^ Logged/)) ?? [];
    expect((await styleOf(test, /^ Logged/, first)) & DIM).toBe(DIM);
  });
});

describe('the filters', () => {
  it('are spelled out on a line of their own, each with the number of entries it hides', async () => {
    const test = await events({ columns: 80, rows: 24 });
    await test.press('&', 'status:blocked', KEYS.enter);
    const alone = /FILTER: ([\d,]+) hidden/.exec(await test.line('FILTER:'))?.[1];
    await test.press('&', KEYS.down, 'country:US', KEYS.enter, '!');
    await test.pass(1000);
    expect(await test.line('[status')).toMatch(
      new RegExp(`^ \\[status:blocked\\] hides ${alone} {2}›\\[!country:US\\] hides [\\d,]+$`),
    );
    await test.press('%');
    await test.pass(1000);
    expect(await test.line('[status')).toContain('hides ');
    expect(await test.line('[status')).toContain('›[off: !country:US]');
  });

  it('are edited by &, chosen by arrows, switched by % and removed by Backspace', async () => {
    const test = await events({ columns: 80, rows: 24 });
    await test.press('&', 'status:blocked', KEYS.enter, '&', KEYS.down, 'country:US', KEYS.enter);
    await test.press('&', KEYS.backspace, KEYS.backspace, 'DE');
    const typed = /country:DE\] hides ([\d,]+)/.exec(await test.line('[status'))?.[1];
    await test.press(KEYS.enter);
    await test.pass(1000);
    expect(await test.line('[status')).toContain(`›[country:DE] hides ${typed}`);
    await test.press(KEYS.shiftLeft, '%');
    expect(await test.line('[off')).toMatch(/›\[off: status:blocked\] {2}\[country:DE\]/);
    await test.press('&', KEYS.down, KEYS.ctrlU, 'country:FR', KEYS.escape);
    expect(await test.line('[off')).toContain('[country:DE]');
    await test.press(KEYS.backspace);
    expect(await test.line('[country')).toMatch(/^ \[country:DE\] hides [\d,]+$/);
    await test.press('&', KEYS.ctrlU, KEYS.enter);
    expect(await test.text()).not.toContain('FILTER');
  });

  it('have no line if there are none', async () => {
    const test = await events();
    expect((await test.screen())[5]).toMatch(/^ \w+ +[▁▂▃▄▅▆▇█ ]+/);
  });
});

it('the cursor of the list has another symbol while the inspector has the keys', async () => {
  const test = await events({ columns: 120, rows: 36 });
  const count = async (sign: string) =>
    (await test.screen()).filter((line) => line.includes(sign)).length;
  expect([await count('❯'), await count('› ')]).toEqual([1, 0]);
  const here = (await test.screen()).findIndex((line) => line.startsWith('❯'));
  const cells = Array.from({ length: 60 }, (_, column) =>
    test.terminal.emulator.cell(here, column),
  );
  expect(cells.every(({ style }) => style & INVERSE)).toBe(true);
  await test.press(KEYS.enter);
  expect(await count('❯')).toBe(1);
  expect((await test.screen()).filter((line) => line.startsWith('› '))).toHaveLength(1);
});

describe('the facets', () => {
  it('use several columns if there is room, with figures for every value and no title cut', async () => {
    const test = await events();
    await test.press('a');
    const heads = await test.line('FACET');
    expect(heads.match(/FACET/g)).toHaveLength(2);
    expect(heads.match(/ENTRIES▼ +B░C▒L█ +BLOCKED +LOGGED/g)).toHaveLength(2);
    expect(await test.line(/ US United States +[\d,]+ +[░▒█·]{6} +[\d,]+ +[\d,]+/)).toBeDefined();
    // Figures take only the room they need, so that paths that differ at their ends can be distinguished.
    expect(await test.line(/ \/api\/v2\/session +[\d,]+ +[░▒█·]{6}/)).toBeDefined();
    await test.press('G');
    expect(await test.line(/❯ ▸ /)).toMatch(/ · (mostly|top:) \S+ \((<1|>99|\d+)%\)/);
  });

  it('show names of countries and of core rules, which can be searched for', async () => {
    const test = await events({ columns: 80, rows: 24 });
    await test.press('a');
    expect(await test.line(/^ +US /)).toMatch(/^ {4}US United States +[\d,]+ /);
    await test.press('j', 'j', 'j', 'j', 'l', '/', 'seychel', KEYS.enter);
    expect(await test.text()).toMatch(/^[❯ ] {3}SC Seychelles +[\d,]+ /m);
    expect(await test.text()).not.toContain('United States');
  });

  it('show passed requests prominently and stopped ones dim, and are sorted by that', async () => {
    const test = await events({ columns: 80, rows: 40 });
    await test.press('a', 'O');
    expect(await test.line('FACET')).toContain('LOGGED▼');
    const logged = (await test.screen())
      .filter((line) => /^. {3}\S/.test(line) && /[░▒█]/.test(line))
      .map((line) => figures(line).at(-1) ?? Number.NaN);
    // Status comes first. Each of its values is one part of the bar.
    expect(logged.length).toBeGreaterThan(3);
    expect(logged[0]).toBeGreaterThan(0);
    expect(logged.slice(1, 3)).toEqual([0, 0]);
    expect(foregroundOf(await styleOf(test, /^. {3}Logged/, '█'))).toBe(3);
    expect((await styleOf(test, /^. {3}Blocked/, '░')) & DIM).toBe(DIM);
  });

  it('use 15: every value of a facet can be reached by scrolling and by searching', async () => {
    const test = await events({ columns: 80, rows: 40 });
    await test.press('a', 'j', 'j', 'j', 'j', 'l');
    const [, all = ''] = /country {2}([\d,]+) values/.exec(await test.line('all facets')) ?? [];
    expect(Number(all)).toBeGreaterThan(10);
    const seen = new Set<string>();
    for (let at = 0; at < Number(all); at += 1) {
      const [, value = ''] = /^❯ +(?:new )?(\S+)/.exec(await test.cursor()) ?? [];
      seen.add(value);
      await test.press('j');
    }
    expect(seen.size).toBe(Number(all));
    const last = [...seen].at(-1) ?? '';
    await test.press('/', last.toLowerCase(), KEYS.enter);
    expect(await test.line('all facets')).toContain(`with “${last.toLowerCase()}”`);
    await test.press('o');
    expect(await test.line(`[country:${last}]`)).toContain(' hides ');
    await test.press(KEYS.left);
    expect(await test.text()).toContain('▾ status');
  });
});
