import {
  type AppOverview,
  containerShape,
  overviewShape,
  podShape,
  regionShape,
} from '../../contract/operations/app-overview.ts';
import { numberOf, timeSeries } from '../../contract/values.ts';
import { allProblems, type Problem, restarts } from '../../state/app-problems.ts';
import { lastLoaded } from '../../state/loadable.ts';
import { figure } from '../../text/numbers.ts';
import { printable, words } from '../../text/printable.ts';
import type { TimeZone } from '../../text/time.ts';
import { scaleOf, sparkline } from '../../ui/chart.ts';
import { compose, fitLine, gap, type Line, type Styled, span } from '../../ui/line.ts';
import { type RecordField, type RecordItem, recordLines } from '../../ui/record-lines.ts';
import { theme } from '../../ui/theme.ts';
import { fact, heading } from '../fact.ts';
import { recordFields } from '../record-fields.ts';
import { statusSpan } from './columns.ts';
import { type AppRow, isDeleted } from './state.ts';
import type { TreeNode } from './tree.ts';

/** The application beside the list: how it is, what is wrong, where it runs. */
export function appDetail(row: AppRow, columns: number, rows: number): readonly Styled[] {
  const last = lastLoaded(row.overview);
  const lines: Line[] = [
    [span(printable(row.name), theme.strong), span(words`  ${printable(row.id)}`, theme.faint)],
  ];
  if (isDeleted(row)) {
    lines.push(
      [],
      [span(words`Deleted (404) in this run. :remove takes it out of the workspace.`)],
    );
    return lines.map((line) => compose(line, columns));
  }
  if (row.deletionAsked) {
    lines.push([span(words`⌫ its deletion was asked for in this run: see :changes`, theme.warn)]);
  }
  if (!last) {
    lines.push([]);
    lines.push([
      row.overview.kind === 'failed'
        ? span(words`! ${printable(row.overview.error.message)}`, theme.bad)
        : span(words`Loading its overview…`, theme.faint),
    ]);
    return lines.map((line) => compose(line, columns));
  }
  const overview = last.value;
  const chart = timeSeries(overview.latencyChart, numberOf);
  lines.push([statusSpan(overview.status)], []);
  lines.push(
    fact(words`instances`, [
      span(
        words`${figure(overview.activeInstances?.indicator)} of ${figure(overview.desiredInstances)}`,
      ),
      span(words` in ${figure(overview.activeRegions?.indicator)} regions`, theme.faint),
    ]),
    fact(words`latency`, [
      span(figure(overview.currentLatency?.indicator)),
      span(
        words` target ${figure(overview.targetLatency?.indicator)} · average ${figure(overview.averageLatency)}`,
        theme.faint,
      ),
    ]),
  );
  if (chart && chart.length > 0) {
    const values = chart.map(({ value }) => value);
    const scale = scaleOf(values);
    lines.push(
      fact(words``, [
        span(sparkline(values, columns - 32, scale), theme.accent),
        span(
          words` ${figure(scale.low, 0)}–${figure(scale.high, 0)} · ${chart.length} points`,
          theme.faint,
        ),
      ]),
    );
  }
  lines.push(
    fact(words`restarts`, [span(figure(restarts(overview)))]),
    fact(words`volumes`, [
      span(words`${figure(overview.totalVolumeSizeInGb)} GB`),
      span(words` used ${figure(overview.averageVolumesUsage?.indicator)}`, theme.faint),
    ]),
    fact(words`cost/month`, [span(figure(overview.monthlyCost))]),
  );

  const problems = allProblems(overview, last.at.wall);
  lines.push([], heading(words`Issues`));
  if (problems.length === 0) lines.push([span(words`No issues`, theme.faint)]);
  for (const { severity, text } of problems.slice(0, 8)) {
    lines.push([span(severity === 'bad' ? words`✖ ` : words`! `, theme[severity]), span(text)]);
  }
  if (problems.length > 8)
    lines.push([span(words`and ${problems.length - 8} more: Enter`, theme.faint)]);

  lines.push([], heading(words`Regions`));
  for (const region of overview.regions) {
    lines.push([
      ...fitLine([span(printable(region.region ?? '?'), theme.strong)], 5),
      ...fitLine([statusSpan(region.status)], 15),
      ...fitLine([span(words`${figure(region.instances)} inst`)], 9),
      span(
        words`cpu ${figure(region.averageCPU, 1)} ram ${figure(region.averageRAM, 1)}`,
        theme.faint,
      ),
      gap(1),
      span(region.isRequired ? words`required` : words``, theme.faint),
    ]);
  }
  lines.push([], heading(words`All fields`));
  return [
    ...lines.map((line) => compose(line, columns)),
    ...recordLines(overviewFields(overview, 'utc'), { columns, rows }),
  ].slice(0, rows);
}

/** Every field of the application as it came, but for its regions. */
const overviewFields = (overview: AppOverview, zone: TimeZone): readonly RecordField[] =>
  recordFields(overviewShape, overview, zone, { without: ['regions'] });

/** A node whole: what is wrong with it, then every field as it came, those that say why first. */
export const nodeDetails = (node: TreeNode, zone: TimeZone): readonly RecordItem[] => [
  ...problemItems(node.problems),
  ...nodeFields(node, zone),
];

/** Problems as sentences, each with the sign of how bad it is. */
export const problemItems = (problems: readonly Problem[]): readonly RecordItem[] =>
  problems.map(({ severity, text }) => ({
    kind: 'text',
    sign: severity === 'bad' ? words`✖` : words`!`,
    text,
    style: theme[severity],
  }));

/** Every field of a node as it came: why it is as it is first. */
export function nodeFields(node: TreeNode, zone: TimeZone): readonly RecordField[] {
  switch (node.kind) {
    case 'region':
      return recordFields(regionShape, node.region, zone, {
        first: ['region', 'status'],
        without: ['pods'],
      });
    case 'pod':
      return recordFields(podShape, node.pod, zone, {
        first: ['message', 'name', 'status'],
        without: ['containers'],
      });
    case 'container':
      return recordFields(containerShape, node.container, zone, {
        first: ['message', 'reason', 'exitCode', 'status', 'name', 'id', 'numberOfRestarts'],
      });
  }
}
