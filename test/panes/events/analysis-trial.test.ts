import { expect, it } from 'vitest';
import { trialView } from '../../../src/panes/events/analysis-trial.ts';
import { EMPTY_EVENTS } from '../../../src/panes/events/state.ts';

const NOON = Date.parse('2026-03-14T12:00:00Z');
const ONE_DAY = { span: { from: NOON, until: NOON + 1 } };
const TWO_DAYS = { span: { from: NOON - 86_400_000, until: NOON + 1 } };

it('a passed entry shows its date in a log of several days', () => {
  const outcomes = { blocked: 0, challenged: 0, logged: 1, other: 0 };
  const samples = [{ time: NOON, logId: 'a', remoteIp: '1.2.3.4', method: 'GET', path: '/' }];
  const answer = { total: 1, outcomes, samples, groups: [], limit: null } as never;
  const view = trialView({} as never, { watched: () => [] } as never);
  const said = (shown: typeof ONE_DAY) => {
    const facts = { shown, analysis: { terms: '' }, state: EMPTY_EVENTS, zone: 'utc' };
    const all = view.rows(answer, { ...facts, asns: new Map() } as never, {} as never);
    return all.find(({ by }) => by === 'passed')?.value;
  };
  expect(said(ONE_DAY)).toBe('12:00:00 1.2.3.4 GET /');
  expect(said(TWO_DAYS)).toBe('03-14 12:00:00 1.2.3.4 GET /');
});

it('an empty address or status is shown as empty', () => {
  const outcomes = { blocked: 0, challenged: 0, logged: 300, other: 0 };
  const limit = { by: 'address', requests: 1, seconds: 60 } as const;
  const answer = {
    total: 300,
    outcomes,
    samples: [],
    groups: [{ field: 'status', value: '', count: 300, outcomes }],
    limit: {
      keys: 1,
      over: 294,
      leftOut: 0,
      rows: [{ value: '', count: 300, peak: 6, over: 294 }],
    },
  } as never;
  const analysis = { kind: 'trial', terms: '', limit } as never;
  const facts = { analysis, shown: ONE_DAY, state: EMPTY_EVENTS, zone: 'utc', asns: new Map() };
  const view = trialView({} as never, { watched: () => [] } as never);
  const whoOf = (by: string) =>
    view.rows(answer, facts as never, {} as never).find((row) => row.by === by)?.value;
  expect([whoOf('over'), whoOf('status')]).toEqual(['(empty)', '(empty)']);
});
