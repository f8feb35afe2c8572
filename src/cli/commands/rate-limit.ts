import {
  type BreachCounts,
  breachDays,
  metricsShape,
  type RateLimitMetrics,
  rateLimitMetrics,
} from '../../contract/operations/rate-limit-metrics.ts';
import type { TimePoint } from '../../contract/values.ts';
import { words } from '../../text/printable.ts';
import { dayOf } from '../../text/time.ts';
import type { Action } from '../context.ts';
import { columnNames, displayValue, grid, type OutputColumn } from '../output/grid.ts';
import { wireDocument } from '../output/json.ts';
import { facts, onlyTable, type Report, table } from '../output/report.ts';
import { wideFacts } from '../output/wide.ts';
import { idOf } from '../service.ts';
import { readCommand } from './read-command.ts';

const COUNTERS = [
  ['totalBreaches', words`TOTAL`],
  ['loggedBreaches', words`LOGGED`],
  ['challengedBreaches', words`CHALLENGED`],
  ['blockedBreaches', words`BLOCKED`],
] as const;

type Day = TimePoint<BreachCounts>;

const DAYS: readonly OutputColumn<Day>[] = [
  { name: 'day', title: words`DAY`, value: ({ at }) => dayOf(at, 'utc') },
  ...COUNTERS.map(
    ([name, title]): OutputColumn<Day> => ({
      name,
      title,
      align: 'right',
      value: ({ value }) => value[name],
    }),
  ),
];

const NOW: readonly OutputColumn<BreachCounts & { readonly at: string }>[] = [
  { name: 'at' },
  ...COUNTERS.map(
    ([name]): OutputColumn<BreachCounts & { readonly at: string }> => ({
      name,
      value: (counts) => counts[name],
    }),
  ),
];

export const counterColumns = columnNames(NOW);

/** @param at when the answer arrived, in milliseconds since the epoch */
export function rateLimitReport(metrics: RateLimitMetrics, at: number): Report {
  const document = wireDocument(rateLimitMetrics, metrics);
  const { overview, ratelimitOverviewPastTwentyEightDays: chart } = metrics.data;
  const days = breachDays(chart);
  return {
    document,
    sections: [
      wideFacts(metricsShape, metrics),
      onlyTable(
        facts(
          [words`total`, displayValue(overview.totalBreaches)],
          [words`logged`, displayValue(overview.loggedBreaches)],
          [words`challenged`, displayValue(overview.challengedBreaches)],
          [words`blocked`, displayValue(overview.blockedBreaches)],
        ),
      ),
      ...(days && days.length > 0 ? [table(grid(DAYS, days))] : []),
    ],
    csv: grid(NOW, [{ ...overview, at: new Date(at).toISOString() }]),
    notes:
      days || chart === null
        ? []
        : [words`The chart of the last 28 days has another form than is known; -o json has it.`],
  };
}

export const rateLimitCommand: Action<'rate-limit'> = ({ arguments: { ID }, options }, context) =>
  readCommand(options, context, {
    operation: rateLimitMetrics,
    input: (service) => ({ id: idOf(service, 'rateLimits', ID) }),
    report: (metrics) => rateLimitReport(metrics, context.edges.clock.now()),
  });
