import { expect, it } from 'vitest';
import type { BreachCounts } from '../../../src/contract/operations/rate-limit-metrics.ts';
import { partsOf, sumOf, whyOf } from '../../../src/panes/limits/columns.ts';
import { standingOf, worstFirst } from '../../../src/panes/limits/state.ts';
import { stackedBar } from '../../../src/ui/chart.ts';
import { lineText } from '../../support/line-text.ts';
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
  expect(standingOf(row)).toBe('passing');
  expect(whyOf(row)).toBe('180 a minute: 60 only logged and let through, 120 blocked');
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
