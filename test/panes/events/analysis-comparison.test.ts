import { expect, it } from 'vitest';
import { comparisonView } from '../../../src/panes/events/analysis-comparison.ts';
import { EMPTY_EVENTS, type EventsState } from '../../../src/panes/events/state.ts';
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

it('an empty comparison names the window without entries', () => {
  const { empty } = comparisonView({} as never, {} as never);
  const said = (a: number, b: number) =>
    typeof empty === 'function' ? empty({ a, b, rows: [], differing: 0 }) : empty;
  expect(said(0, 0)).toContain('Both windows are empty');
  expect(said(0, 2)).toContain('Window A is empty');
  expect(said(2, 0)).toContain('Window B is empty');
  expect(said(2, 2)).toContain('the two windows are alike');
});

it('filtering for a value shows the window that its entries are in', () => {
  let state: EventsState = EMPTY_EVENTS;
  const model = {
    applyFilters: (change: (before: EventsState) => Partial<EventsState>) => {
      state = { ...state, ...change(state) };
    },
  };
  const view = comparisonView({} as never, model as never);
  const windows = {
    a: { from: NOON - HOUR, until: NOON },
    b: { from: NOON - 2 * HOUR, until: NOON - HOUR },
  };
  const chosen = (counts: object, against: string) => {
    const rows = [{ column: 'asn', value: '202425', g: 20, ...counts }];
    const facts = { analysis: { against } };
    const [row] = view.rows({ rows } as never, facts as never, windows as never);
    const commands = view.commands(() => row);
    commands.find(({ id }) => id === 'events.comparison-only')?.run();
    return state.timeRange;
  };
  expect(chosen({ a: 1, b: 3 }, 'before')).toEqual(windows.a);
  expect(chosen({ a: 1, b: 3 }, 'rest')).toEqual(windows.a);
  expect(chosen({ a: 0, b: 3 }, 'before')).toEqual(windows.b);
  expect(chosen({ a: 0, b: 3 }, 'rest')).toBeNull();
});
