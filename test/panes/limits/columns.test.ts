import { describe, expect, it } from 'vitest';
import type { BreachCounts } from '../../../src/contract/operations/rate-limit-metrics.ts';
import {
  limitColumns,
  partsOf,
  statusSpan,
  sumOf,
  whyOf,
} from '../../../src/panes/limits/columns.ts';
import { limitDetails } from '../../../src/panes/limits/details.ts';
import { statusOf, worstFirst } from '../../../src/panes/limits/state.ts';
import { EMPTY_LIST } from '../../../src/state/list.ts';
import { NO_KEY_NAMES } from '../../../src/text/key-names.ts';
import { stackedBar } from '../../../src/ui/chart.ts';
import { listTable } from '../../../src/ui/table.ts';
import { lineText, recordText, styledText } from '../../support/line-text.ts';
import { polledLimit } from '../../support/polled-limit.ts';

const counts = (blocked: number, challenged: number, logged: number): BreachCounts => ({
  totalBreaches: blocked + challenged + logged,
  blockedBreaches: blocked,
  challengedBreaches: challenged,
  loggedBreaches: logged,
});

it.each([
  [3, 6, 1, '░░░▒▒▒▒▒▒█'],
  [1, 0, 0, '░░░░░░░░░░'],
  [0, 0, 5, '██████████'],
  [1, 1, 1, '░░░▒▒▒▒███'],
  [0, 0, 0, ''],
  [-5, 1, 0, '▒▒▒▒▒▒▒▒▒▒'],
])('%i blocked, %i challenged and %i logged are told apart without colours', (b, c, l, bar) => {
  const parts = partsOf(counts(b, c, l));
  expect(lineText(stackedBar(parts, sumOf(parts), 10))).toBe(bar);
});

it('what is only logged is said to pass, in figures of the last minute', () => {
  const row = polledLimit('login', counts(100, 50, 10), counts(160, 50, 40));
  expect(statusOf(row)).toBe('passing');
  expect(whyOf(row)).toBe('180 a minute: 60 only logged and let through, 120 blocked');
});

describe('a limit whose answer lacks the total', () => {
  const none = {
    totalBreaches: null,
    blockedBreaches: null,
    challengedBreaches: null,
    loggedBreaches: null,
  };

  it.each([
    ['all its counters', none, 'The service sends no counters: the rate is unknown.'],
    [
      'only that',
      { ...none, blockedBreaches: 7 },
      'The service sends no total: the rate is unknown.',
    ],
  ])('is not said to wait for another reading where it lacks %s', (_, overview, why) => {
    for (const readings of [[overview], [overview, overview, overview]]) {
      const row = polledLimit('odd', ...readings);
      expect(statusSpan(row).text).toBe('? no total');
      expect(whyOf(row)).toBe(why);
      const text = recordText(
        limitDetails(row, { columns: 80, rows: 45 }, 'utc', NO_KEY_NAMES),
        80,
      ).join('\n');
      expect(text).toContain(`? no total: ${why}`);
      expect(text).not.toContain('next reading');
    }
  });

  it('and has others that rise is breached all the same', () => {
    const row = polledLimit(
      'odd',
      { ...none, blockedBreaches: 7 },
      { ...none, blockedBreaches: 9 },
    );
    expect(statusOf(row)).toBe('breached');
  });
});

it('what is breached now comes first, what passes before what is blocked, and one reading claims nothing', () => {
  const rows = [
    polledLimit('quiet', counts(9000, 0, 500), counts(9000, 0, 500)),
    polledLimit('blocked', counts(0, 0, 0), counts(5000, 0, 0)),
    polledLimit('new', counts(9000, 0, 0)),
    polledLimit('slow', counts(0, 0, 0), counts(1, 0, 0)),
    polledLimit('passing', counts(0, 0, 0), counts(0, 0, 1)),
  ];
  expect(worstFirst(rows).map(({ name }) => name)).toEqual([
    'passing',
    'blocked',
    'slow',
    'new',
    'quiet',
  ]);
});

it('rows whose rates are alike keep their places from reading to reading', () => {
  const rows = [
    polledLimit('a', counts(0, 0, 0), counts(11, 0, 0)),
    polledLimit('b', counts(0, 0, 0), counts(44, 0, 0)),
  ];
  expect(worstFirst(rows).map(({ name }) => name)).toEqual(['a', 'b']);
});

it.each([
  [60, ['1,134,567,990,123']],
  [80, ['1,134,567,990,123', '100,000,000']],
  [120, ['1,134,567,990,123', '100,000,000', '1,134,467,890,123', '100,000']],
  [200, ['1,134,567,990,123', '100,000,000', '1,134,467,890,123', '100,000', '20,000,000']],
])('figures are whole at %i columns: one that is cut reads as another', (columns, figures) => {
  const large = counts(1_134_467_890_123, 100_000, 100_000_000);
  const rows = [
    polledLimit('login', counts(1_134_457_890_123, 100_000, 100_000_000), large),
    polledLimit('search', counts(0, 0, 0), counts(7, 0, 0)),
  ];
  const lines = styledText(
    listTable(limitColumns(rows), rows, EMPTY_LIST, { columns, rows: 9 }),
  ).map((line) => line.trimEnd());
  const [, first = ''] = lines;
  for (const each of figures) expect(first.split(/ +/), lines.join('\n')).toContain(each);
  expect(first).not.toMatch(/\d…/);
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(columns);
});
