import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  afterPage,
  another,
  backTo,
  firstBudget,
  WHOLE_LOG,
} from '../../../src/panes/events/load-budget.ts';

const HOUR = 3_600_000;
const NO_LABELS = {
  ...{ asn: null, country: null, ruleId: null, severity: null },
  ...{ method: null, ruleGroup: null, status: null, serverZone: null },
};
const page = (entries: number, length: number) => ({
  logs: Array.from({ length: entries }, () => ({
    logId: 'a',
    timestamp: 1,
    log: 'x'.repeat(length),
    labels: NO_LABELS,
  })),
});

it('a log is opened with its newest hour', () => {
  expect(firstBudget(10 * HOUR).to).toBe(9 * HOUR);
  expect(another(9 * HOUR).to).toBe(8 * HOUR);
});

it('whatever the pages are, nothing is asked for once the bytes are used up', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 0, max: 20_000 })), {
        minLength: 1,
        maxLength: 100,
      }),
      (pages) => {
        let budget = { to: 0, left: 1_000_000 };
        let come = 0;
        let reached = 100 * HOUR;
        for (const [entries, length] of pages) {
          if (reached <= budget.to) break;
          come += entries * length;
          reached -= 60_000;
          budget = afterPage(budget, page(entries, length), reached);
        }
        // The page that uses it up is the last.
        expect(come).toBeLessThan(1_000_000 + 50 * 20_000);
      },
    ),
  );
});

it('a time that was asked for, and all of a log, have no end of bytes', () => {
  for (const budget of [backTo(HOUR), WHOLE_LOG]) {
    expect(afterPage(budget, page(50, 1000), 5 * HOUR).to).toBe(budget.to);
  }
});
