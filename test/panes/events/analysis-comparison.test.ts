import { expect, it } from 'vitest';
import { comparisonView } from '../../../src/panes/events/analysis-comparison.ts';
import { EMPTY_EVENTS } from '../../../src/panes/events/state.ts';
import { lineText } from '../../support/line-text.ts';

const NOON = Date.parse('2026-03-14T12:00:00Z');
const HOUR = 3_600_000;

it('the windows show dates in a log of several days', () => {
  const view = comparisonView({} as never, {} as never);
  const asked = {
    a: { from: NOON - HOUR, until: NOON },
    b: { from: NOON - 13 * HOUR, until: NOON - 11 * HOUR },
  };
  const analysis = { against: 'before', list: { sort: null } };
  const said = (from: number) => {
    const shown = { span: { from, until: NOON }, zones: [], archive: null };
    return lineText(
      view.summary(
        { rows: [], differing: 0, a: 3, b: 2 } as never,
        { shown, analysis, state: EMPTY_EVENTS, zone: 'utc' } as never,
        asked as never,
      ),
    );
  };
  expect(said(NOON - 12 * HOUR)).toMatch(
    /^A 11:00:00 to 12:00:00: 3 .*· B 03-13 23:00:00 to 03-14 01:00:00: 2 /,
  );
  expect(said(NOON - 13 * HOUR)).toContain('A 03-14 11:00:00 to 12:00:00: 3 ');
});
