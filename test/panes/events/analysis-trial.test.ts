import { expect, it } from 'vitest';
import { trialView } from '../../../src/panes/events/analysis-trial.ts';
import { EMPTY_EVENTS } from '../../../src/panes/events/state.ts';

it('an address or a status that is empty is said to be, not left blank', () => {
  const outcomes = { blocked: 0, challenged: 0, logged: 300, other: 0 };
  const limit = { by: 'address', requests: 1, seconds: 60 } as const;
  const answer = {
    ...{ total: 300, outcomes, samples: [] },
    groups: [{ field: 'status', value: '', count: 300, outcomes }],
    limit: {
      ...{ keys: 1, over: 294, untold: 0 },
      rows: [{ value: '', count: 300, peak: 6, over: 294 }],
    },
  } as never;
  const analysis = { kind: 'trial', terms: '', limit } as never;
  const facts = { analysis, state: EMPTY_EVENTS, zone: 'utc', asns: new Map() } as never;
  const view = trialView({} as never, { watched: () => [] } as never);
  const whoOf = (by: string) => view.rows(answer, facts).find((row) => row.by === by)?.value;
  expect([whoOf('over'), whoOf('status')]).toEqual(['(empty)', '(empty)']);
});
