import { describe, expect, it } from 'vitest';
import { rateLimitReport } from '../../../src/cli/commands/rate-limit.ts';
import { renderReport } from '../../../src/cli/output/report.ts';
import { rateLimitMetrics } from '../../../src/contract/operations/rate-limit-metrics.ts';
import { words } from '../../../src/text/printable.ts';
import { noDrift } from '../../support/no-drift.ts';
import { answerNext, servedPrompt } from '../served.ts';

const AT = Date.parse('2026-03-14T14:00:00Z');
const overview = { totalBreaches: 6, loggedBreaches: 1, challengedBreaches: 2, blockedBreaches: 3 };

function rendered(chart: unknown, format: 'table' | 'csv') {
  const body = { data: { overview, ratelimitOverviewPastTwentyEightDays: chart }, error: null };
  return renderReport(rateLimitReport(rateLimitMetrics.answer.decode(body, noDrift), AT), {
    format,
    writing: 'escaped',
    columns: undefined,
    place: 'only',
    stamp: words``,
  });
}

describe('the counters of a rate limit', () => {
  it('are shown above the days, if the chart is daily', () => {
    const chart = {
      '2026-03-13T00:00:00Z': overview,
      '2026-03-12T00:00:00Z': { totalBreaches: 4 },
    };
    expect(rendered(chart, 'table')).toEqual({
      notes: [],
      data: `total       6
logged      1
challenged  2
blocked     3

DAY         TOTAL  LOGGED  CHALLENGED  BLOCKED
2026-03-12      4       –           –        –
2026-03-13      6       1           2        3
`,
    });
  });

  it('are summed by day, if the chart is hourly', () => {
    const chart = Object.fromEntries(
      Array.from({ length: 24 }, (_, hour) => [
        `2026-03-13T${String(hour).padStart(2, '0')}:00:00Z`,
        { ...overview, ...(hour === 7 && { blockedBreaches: null }) },
      ]),
    );
    expect(rendered(chart, 'table').data).toMatch(/BLOCKED\n2026-03-13 +144 +24 +48 +–\n$/);
  });

  it('are shown alone if the chart has an unknown form, with a note', () => {
    const { data, notes } = rendered([1, 2], 'table');
    expect(data).not.toContain('DAY');
    expect(notes).toEqual([
      'The chart of the last 28 days has another form than is known; -o json has it.',
    ]);
    expect(rendered(null, 'table').notes).toEqual([]);
  });

  it.each([
    ['a day is null', { '2026-03-12T00:00:00Z': null }],
    ['a counter is text', { '2026-03-12T00:00:00Z': { ...overview, totalBreaches: '777' } }],
    ['there is a counter more', { '2026-03-12T00:00:00Z': { ...overview, droppedBreaches: 5 } }],
  ])('are shown alone with a note if %s: no days are left out silently', (_, more) => {
    const { data, notes } = rendered({ '2026-03-13T00:00:00Z': overview, ...more }, 'table');
    expect(data).not.toContain('DAY');
    expect(notes.join()).toContain('has another form than is known');
  });

  it('are one row with the time in a series', () => {
    expect(
      rendered(null, 'csv').data,
    ).toBe(`at,totalBreaches,loggedBreaches,challengedBreaches,blockedBreaches
2026-03-14T14:00:00.000Z,6,1,2,3
`);
  });
});

// Assumption: status-code-body
describe('D16: an answer of 200 that says 404', () => {
  const served = servedPrompt();

  it('is not found: exit code 4', async () => {
    const error = { statusCode: 404, success: false };
    answerNext(served.platform, 'rate-limit-metrics', { data: null, error });
    const { code, stdout, stderr } = await served.run(['rate-limit', '4711']);
    expect({ code, stdout }).toEqual({ code: 4, stdout: '' });
    expect(stderr).toMatch(/not found/i);
  });
});
