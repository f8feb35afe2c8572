import { expect, it } from 'vitest';
import { heatMapView, shades } from '../../../src/panes/events/analysis-heat-map.ts';
import { consoleUnderTest, KEYS } from '../../support/console.ts';

const cells = (...counts: readonly number[]) => Uint32Array.from(counts);

const events = (at: string, perSecond: number) =>
  consoleUnderTest({
    columns: 120,
    rows: 36,
    pane: 'events',
    at,
    platform: { events: { perSecond } },
  });

const VIEW = heatMapView(
  { store: { getState: () => ({ size: { columns: 80, rows: 24 }, preview: false }) } } as never,
  {} as never,
);

/** What a view of countries is drawn from, with the cell of this moment selected. */
const countries = (moment: number | null) =>
  ({ analysis: { column: 'country', moment }, zone: 'utc', asns: new Map() }) as never;

/** The line above the cells, 40 columns wide. */
const axisOf = (answer: object, moment: number | null) =>
  VIEW.columns(answer as never, countries(moment), {} as never)
    .find(({ id }) => id === 'cells')
    ?.heading?.(40);

it('a heat map shows all cells after the terminal was resized', () => {
  const counted = cells(0, 9, 0, 0, 0, 0, 0, 0, 1, 0);
  expect(shades(counted, 9, 10)).toBe(' █      · ');
  expect(shades(counted, 9, 5)).toBe('█   ·');
  expect(shades(counted, 9, 3)).toBe('█ ·');
  expect(shades(cells(9, 0), 9, 6)).toBe('███   ');
});

it('the selected cell and row stay selected while entries arrive and the order changes', async () => {
  const test = await events('2026-03-14T00:01:00Z', 1);
  await test.press('s');
  await test.until('peak');
  await test.press('h', 'h', 'h', 'd');
  // All cells are visible beside the details, with the cursor's symbol above them.
  expect(await test.cursor()).toMatch(/^❯ 942100 .* cell +00:00:56 to /);
  expect(await test.line('VALUE')).toContain('▼');
  await test.until(/^ {2}100031 .*\n(?:.*\n)*❯ 942100 .*/m, 360_000);
  expect(await test.line(/ cell +\d/)).toContain('00:00:50 to 00:01:00');
  await test.press(KEYS.enter);
  expect(await test.line('[rule:942100')).toContain('[since 00:00:50 until 00:01:00]');
});

it('cells over several days show dates in details and axis', () => {
  const HOUR = 3_600_000;
  const buckets = { start: Date.parse('2026-03-13T00:00:00Z'), size: 12 * HOUR, count: 3 };
  const row = { value: 'BG', count: 6, cells: cells(1, 3, 2), bar: 2 };
  const answer = { buckets, rows: [row], total: 6 };
  const asked = { scope: {} } as never;
  const told = VIEW.details(row as never, answer as never, countries(null), asked);
  expect(told).toContainEqual(
    expect.objectContaining({ value: '03-13 12:00:00 to 03-14 00:00:00: 3' }),
  );
  expect(axisOf(answer, null)).toMatch(/^03-13 00:00─+03-14 12:00▼/);
});

it('a time above the cells stands at the mark only if the cell begins or ends then', () => {
  const buckets = { start: Date.parse('2026-03-14T06:32:00Z'), size: 60_000, count: 40 };
  const row = { value: 'BG', count: 1, cells: new Uint32Array(40) };
  const answer = { buckets, rows: [row], total: 1 };
  const axis = (cell: number) => axisOf(answer, buckets.start + cell * 60_000);
  expect(axis(0)).toMatch(/^▼06:32─+07:12$/);
  expect(axis(2)).toMatch(/^──▼─+07:12$/);
  expect(axis(20)).toMatch(/^06:32─+▼─+07:12$/);
  expect(axis(37)).toMatch(/^06:32─+▼──$/);
  expect(axis(39)).toMatch(/^06:32─+07:12▼$/);
});

it('a cell at the edge of the time range is as long as the range, in its details and in the list', async () => {
  const test = await events('2026-03-14T01:02:07Z', 5);
  await test.press('i', 's');
  await test.until('peak');
  await test.press(...Array.from({ length: 100 }, () => 'h'), 'd');
  const [, from, until, count] =
    /cell +([\d:]+) to ([\d:]+): (\d+) /.exec(await test.line(/ cell +\d/)) ?? [];
  expect(from).not.toMatch(/0$/);
  await test.press(KEYS.enter);
  expect(await test.line('[since ')).toContain(`[since ${from} until ${until}]`);
  await test.until(` ${count} match of `);
});

it('zooming in shows the zoomed time in the heat map, even if no entries arrive', async () => {
  const test = await events('2026-03-14T01:02:07Z', 1);
  await test.press('=', 's');
  await test.until('peak');
  const [, before] = /by (.+?) ·/.exec(await test.line('peak')) ?? [];
  await test.press('z', 'z');
  await test.until(new RegExp(`by (?!${before} ·)[^·]+ · of .* peak `));
});
