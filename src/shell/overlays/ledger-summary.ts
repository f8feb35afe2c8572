import type { Exchange } from '../../contract/operation.ts';
import { operations } from '../../contract/operations/index.ts';
import { bytes, count } from '../../text/numbers.ts';
import { type Printable, printableStart, words } from '../../text/printable.ts';
import { pad } from '../../text/width.ts';
import { span } from '../../ui/line.ts';
import { headingItem, lineItem, type RecordItem } from '../../ui/record-lines.ts';
import { widest } from '../../ui/table.ts';
import { theme } from '../../ui/theme.ts';
import { errorOf, latency } from './ledger-lines.ts';

const SUMMARY = [
  { title: words`CALLS`, of: ({ calls }: Summary) => count(calls) },
  { title: words`FAILED`, of: ({ failed }: Summary) => count(failed) },
  { title: words`MEDIAN`, of: ({ median }: Summary) => latency(median) },
  { title: words`SLOWEST`, of: ({ slowest }: Summary) => latency(slowest) },
  { title: words`RECEIVED`, of: ({ received }: Summary) => bytes(received) },
] as const;

interface Summary {
  readonly title: Printable;
  readonly calls: number;
  readonly failed: number;
  /** Milliseconds, of calls that have ended. */
  readonly median: number;
  readonly slowest: number;
  /** Bytes. */
  readonly received: number;
}

/** How each operation fares in the calls of the ledger: what fails most comes first. */
function operationSummary(calls: readonly Exchange[]): readonly Summary[] {
  const groups = Map.groupBy(calls, ({ operation }) => operation);
  return [...groups]
    .map(([operation, of]): Summary => {
      const times = of
        .flatMap(({ outcome }) => (outcome.kind === 'in-flight' ? [] : [outcome.ms]))
        .sort((a, b) => a - b);
      return {
        title: printableStart(operations[operation].title),
        calls: of.length,
        failed: of.filter((call) => errorOf(call)).length,
        median: times[Math.floor((times.length - 1) / 2)] ?? 0,
        slowest: times.at(-1) ?? 0,
        received: of.reduce(
          (sum, { outcome }) => sum + (outcome.kind === 'answered' ? outcome.bytes : 0),
          0,
        ),
      };
    })
    .sort((a, b) => b.failed - a.failed || b.calls - a.calls);
}

/** The operations as a table of their own. */
export function summaryItems(calls: readonly Exchange[], columns: number): readonly RecordItem[] {
  const rows = operationSummary(calls);
  const titles = widest(rows.map(({ title }) => title));
  const wide = SUMMARY.map(({ title, of }) => widest([title, ...rows.map(of)]));
  let used = titles;
  const shown = SUMMARY.filter((_, at) => {
    used += (wide[at] ?? 0) + 2;
    return used <= columns;
  });
  const cells = (textOf: (column: (typeof SUMMARY)[number]) => Printable): Printable =>
    shown
      .map((column, at) => words`  ${pad(textOf(column), wide[at] ?? 0, 'right')}`)
      .join('') as Printable;
  return [
    headingItem(words`By operation, last ${count(calls.length)} calls`),
    lineItem([span(words`${pad(words``, titles)}${cells(({ title }) => title)}`, theme.faint)]),
    ...rows.map((row) =>
      lineItem([
        span(
          words`${pad(row.title, titles)}${cells(({ of }) => of(row))}`,
          row.failed > 0 ? theme.warn : theme.plain,
        ),
      ]),
    ),
  ];
}
